// The picture of a win: the table stays, and one button leads on.
import { focusOnce } from "../browser/focus";
import { readStatistics } from "../browser/storage";
import type { Game as GameInfo } from "../api/types";
import type { Commands } from "../model/commands";
import { nameOf } from "../model/count";
import { nextToday, readTag, streak } from "../model/daily";
import type { Days } from "../model/daily";
import { suitPath } from "../model/deck";
import { distance } from "../model/facts";
import type { Game } from "../model/game";
import { dealLink } from "../model/link";
import { hasLengths, wonFirsts, wonHow, wonPicture } from "../model/praise";
import type { Results, Win } from "../model/praise";
import { redealsOf, tookBack } from "../model/redeals";
import { clock, counted, names, shortTitle, titleOf } from "../model/say";
import { depth, lastMoved } from "../model/session";
import { CopyButton } from "../parts/copy-button";
import { Face } from "../parts/faces";
import { GameMark, Icon } from "../parts/icons";
import { Cascade } from "./cascade";

interface Props {
  game: Game;
  games: GameInfo[];
  command: Commands;
  days: Days;
  onDaily: (game: GameInfo, tag: string) => void;
  onClose: () => void;
}

/** The distance of falling suits from the left, in percent; once, and only in card games. */
const FALLS = [3, 9, 6, 88, 94, 95, 22, 76, 5, 91, 28, 4, 12, 85, 34, 64, 97, 1];

/** The shared text about a win: the deal, but none of its moves. */
function shareText({ opened, current, seconds, helped }: Game, title: string, win: Win) {
  const { head } = names(opened, title);
  const parts = [
    `${title}, ${head}: won in ${counted(depth(current), "move")}`,
    seconds > 0 ? clock(seconds) : "",
    helped ? "with help" : "",
  ];
  const page = location.href.replace(/#.*/, "");
  const picture = wonPicture(current.position.game, win);
  return `${parts.filter(Boolean).join(", ")}.\n${picture}\nYour turn: ${page}${dealLink(opened)}`;
}

/** The games of a day, those won with a tick. */
function OfDay({ games, days, tag }: Pick<Props, "games" | "days"> & { tag: string }) {
  const read = readTag(tag);
  if (!read) return null;
  const row = streak(days);
  return (
    <div class="won-day">
      {row > 0 ? (
        <span class="won-streak">
          <Icon name="flame" />
          {counted(row, "day")} in a row
        </span>
      ) : null}
      <ul aria-label="today's games">
        {games.map(({ name, title }) => {
          const result = days[read.day]?.[`${name} ${read.level}`];
          return (
            <li class={result ? "done" : ""}>
              <GameMark game={name} />
              <span class="for-readers">
                {shortTitle(title)}: {result ? "won" : "not yet won"}
              </span>
              {result ? <Icon name="check" /> : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The player's own figures in games of this kind. */
function Own({ firsts, results }: { firsts: string[]; results: Results | undefined }) {
  if (!results?.played) return null;
  return (
    <ul class="won-own" aria-label="you">
      {firsts.map((words) => (
        <li class="first">
          <Icon name="star" />
          {words}
        </li>
      ))}
      <li>
        {results.won} of {counted(results.played, "game")} won
      </li>
    </ul>
  );
}

/** The message of a won game: the table stays, and one button leads on. */
export function Won({ game, games, command, days, onDaily, onClose }: Props) {
  const { current: node, opened: session, helped } = game;
  const { root } = session;
  const { view, game: name } = root.position;
  const moves = depth(node);
  const least = hasLengths(name) ? distance(root) : null;
  const title = titleOf(games, name);
  const next = nextToday(games, days, session.daily);
  const another = session.daily ? `Another ${title}, not a daily deal` : "Next deal";
  const seconds = game.made > 0 ? game.seconds : 0;
  const optimal = root.verdict?.optimal ?? false;
  const redeals = redealsOf(node).length;
  const win = { moves, seconds, least, optimal, helped, redeals, tookBack: tookBack(session) };
  const results = session.where.instance ? readStatistics()[nameOf(session, game.name)] : undefined;
  return (
    <>
      <Cascade view={node.position.view} />
      <div class={`won-box outcome wins g-${name}`}>
        <div class="confetti" aria-hidden="true">
          {(view.control === "place" ? FALLS : []).map((left, i) => (
            <svg class="bit" viewBox="0 0 24 24" style={{ "--left": left }}>
              <path d={suitPath("HSDC".charAt(i % 4), 12, 12, 24)} />
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
        <div class="won-told">
          <h2>Won</h2>
          <p>{wonHow(win)}</p>
          <dl>
            <div>
              <dt>moves</dt>
              <dd>{moves}</dd>
            </div>
            {least === null ? null : (
              <div>
                <dt>{optimal ? "fewest" : "shortest known"}</dt>
                <dd>{least}</dd>
              </div>
            )}
            {seconds > 0 ? (
              <div>
                <dt>time</dt>
                <dd>{clock(seconds)}</dd>
              </div>
            ) : null}
          </dl>
          {helped ? null : <Own firsts={wonFirsts(win, results)} results={results} />}
          <OfDay games={games} days={days} tag={session.daily} />
        </div>
        <div class="transport">
          <button
            class="primary"
            ref={(button) => focusOnce(button, { preventScroll: true })}
            onClick={next ? () => onDaily(next, session.daily) : command.next}
          >
            <Icon name={next ? "play" : "new"} />
            {next ? `Next today: ${shortTitle(next.title)}` : another}
            <kbd aria-hidden="true">{next ? "Enter" : "N"}</kbd>
          </button>
          <CopyButton
            words="Share"
            onCopy={() => command.copy(shareText(game, title, win), "your result with a link")}
          />
          <button onClick={onClose}>
            <Icon name="eye" />
            See my game
          </button>
          {next ? <button onClick={command.next}>{another}</button> : null}
        </div>
      </div>
    </>
  );
}
