// The picture of a win: the table stays, and one button leads on.
import { focusOnce } from "../browser/focus";
import type { Game as GameInfo } from "../api/types";
import type { Commands } from "../model/commands";
import { nextToday, streak } from "../model/daily";
import type { Days } from "../model/daily";
import { suitPath } from "../model/deck";
import { distance } from "../model/facts";
import type { Game } from "../model/game";
import { dealLink } from "../model/link";
import { redealsOf, tookBack } from "../model/redeals";
import { clock, counted, names, shortTitle, titleOf } from "../model/say";
import { depth, lastMoved } from "../model/session";
import { CopyButton } from "../parts/copy-button";
import { Face } from "../parts/faces";
import { Icon } from "../parts/icons";

interface Props {
  game: Game;
  games: GameInfo[];
  command: Commands;
  days: Days;
  onDaily: (game: GameInfo, tag: string) => void;
  onClose: () => void;
}

/** The suits that fall once; only where cards were played. */
const SUITS = Array.from({ length: 18 }, (_, i) => "HSDC".charAt(i % 4));

/** What is shared of a win: the deal, but none of its moves. */
function shareText({ opened, current, seconds, helped }: Game, title: string) {
  const { head } = names(opened, title);
  const parts = [
    `${title}, ${head}: won in ${counted(depth(current), "move")}`,
    seconds > 0 ? clock(seconds) : "",
    helped ? "with help" : "",
  ];
  const page = location.href.replace(/#.*/, "");
  return `${parts.filter(Boolean).join(", ")}. Your turn: ${page}${dealLink(opened)}`;
}

/** The message of a won game: the table stays, and one button leads on. */
export function Won({ game, games, command, days, onDaily, onClose }: Props) {
  const node = game.current;
  const moves = depth(node);
  const { root } = game.opened;
  const least = distance(root);
  const session = game.opened;
  const title = titleOf(games, root.position.game);
  const next = nextToday(games, days, session.daily);
  const row = session.daily ? streak(days) : 0;
  const another = session.daily ? `Another ${title}, not for today` : "Next deal";
  return (
    <div class="won-box outcome wins" role="status">
      <div class="confetti" aria-hidden="true">
        {(root.position.view.control === "place" ? SUITS : []).map((suit, i) => (
          <svg class={`bit bit-${i}`} viewBox="0 0 24 24">
            <path d={suitPath(suit, 12, 12, 24)} />
          </svg>
        ))}
      </div>
      <div class="won-fan" aria-hidden="true">
        {lastMoved(node).map((cell, index, all) => (
          <i class={`fan-${cell.kind}`} style={{ "--from-middle": index - (all.length - 1) / 2 }}>
            <Face cell={cell} />
          </i>
        ))}
      </div>
      <h2>Won</h2>
      <dl>
        <div>
          <dt>moves</dt>
          <dd>{moves}</dd>
        </div>
        {least === null ? null : (
          <div>
            <dt>{root.verdict?.optimal ? "fewest" : "shortest known"}</dt>
            <dd>{least}</dd>
          </div>
        )}
        {game.made > 0 && game.seconds > 0 ? (
          <div>
            <dt>time</dt>
            <dd>{clock(game.seconds)}</dd>
          </div>
        ) : null}
      </dl>
      {redealsOf(node).length ? (
        <p class="with-help">
          with {counted(redealsOf(node).length, "redeal")}
          {tookBack(game.opened) ? ", one more taken back" : ""}
        </p>
      ) : null}
      {game.helped ? <p class="with-help">with help</p> : null}
      {row > 0 ? (
        <p class="with-help won-streak">
          <Icon name="flame" />
          {counted(row, "day")} in a row
        </p>
      ) : null}
      <div class="transport">
        <button
          class="primary"
          ref={(button) => focusOnce(button, { preventScroll: true })}
          onClick={next ? () => onDaily(next, session.daily) : command.next}
        >
          <Icon name={next ? "play" : "new"} />
          {next ? `Next today: ${shortTitle(next.title)}` : another}
        </button>
        <CopyButton
          words="Share"
          onCopy={() => command.copy(shareText(game, title), "your result with a link")}
        />
        <button onClick={onClose}>
          <Icon name="eye" />
          See my game
        </button>
        {next ? <button onClick={command.next}>{another}</button> : null}
      </div>
    </div>
  );
}
