// The place where the game was lost, the way back, and the remaining chance of winning.
import type { Commands } from "../model/commands";
import { ranked } from "../model/facts";
import type { Game } from "../model/game";
import { fatalOf, interval, isTelling } from "../model/redeals";
import type { Redeals } from "../model/redeals";
import { counted } from "../model/say";
import { depth, path } from "../model/session";
import type { Node } from "../model/session";
import { Icon } from "../parts/icons";
import { Short } from "./move-list";
import { Proof } from "./proof";

/** The chance of winning a lost deal with the remaining redeals. */
function Odds({ game, redeals }: { game: Game; redeals: Redeals }) {
  const { chance, isThinking } = game;
  const words = counted(redeals.left, "redeal");
  if (isThinking && !isTelling(chance)) return <p>Estimating the chance with {words} …</p>;
  if (!chance) return <p>{words} left.</p>;
  if (!chance.best || !isTelling(chance))
    return (
      <p>
        {words} left; the chance of winning with {redeals.left === 1 ? "it" : "them"} is not known.
      </p>
    );
  if (chance.best.policy === "searched")
    return (
      <p class="odds-note">
        With {words} it <b>{chance.best.won ? "can" : "cannot"} be won</b>: proved.
      </p>
    );
  const { percent, low, high } = interval(chance.best, chance.open);
  const range = `${low.toFixed(0)} to ${high.toFixed(0)}\u00a0%`;
  return (
    <p class="odds-note">
      With {words} the chance of winning is <b>{`about ${percent.toFixed(0)}\u00a0%`}</b> ({range}),
      estimated from {counted(chance.best.samples, "sampled game")}.
    </p>
  );
}

/** The losing move, seen from the position before it. */
function Before({ fatal, onPlay }: { fatal: Node } & Pick<Props, "onPlay">) {
  const { parent, move } = fatal;
  if (!parent || !move) return null;
  const { view } = parent.position;
  const better = ranked(parent).find((each) => each.worth === "wins");
  return (
    <div class="lost-note outcome loses before" role="status">
      <div>
        <b>Move {depth(fatal)} lost the game.</b> Up to here it could be won.
        <p>
          You played <Short view={view} move={move} />
          {better ? (
            <>
              <span class="stop">;</span> <Short view={view} move={better.move} /> wins in{" "}
              {better.exact ? "" : "at most "}
              {better.distance}.
            </>
          ) : (
            <span class="stop">.</span>
          )}
        </p>
      </div>
      <button class="primary" onClick={onPlay}>
        Try again from here
      </button>
    </div>
  );
}

interface Props {
  game: Game;
  command: Commands;
  /** ends the analysis */
  onPlay: () => void;
}

/** The losing move, and the way back. */
export function Lost({ game, command, onPlay }: Props) {
  const next = game.current.last;
  if (next?.fatal && game.wants.analyse) return <Before fatal={next} onPlay={onPlay} />;
  const { redeals } = game;
  const nodes = path(game.current);
  const fatal = fatalOf(game.current);
  const dead = game.current.position.view.moves.length === 0 && !game.current.position.won;
  if (!fatal && !dead && game.current.verdict?.verdict !== "unsolvable") return null;
  const proved = nodes.length === 1 ? "This deal cannot be won." : "Lost, and that is proved.";
  const stuck = dead ? "Stuck: no moves are left." : proved;
  const why = fatal ? `Move ${depth(fatal)} lost the game.` : stuck;
  const better = fatal?.parent ? ranked(fatal.parent).find((each) => each.worth === "wins") : null;
  return (
    <div class={`lost-note outcome loses ${redeals?.left ? "with-redeals" : ""}`} role="status">
      <div>
        <b>{why}</b>
        {better && fatal?.parent ? (
          <p>
            <Short view={fatal.parent.position.view} move={better.move} /> wins in {better.distance}
            .
          </p>
        ) : null}
        {game.isSeeking && game.isThinking ? (
          <p>Looking for the move that lost the game …</p>
        ) : redeals?.left ? (
          <Odds game={game} redeals={redeals} />
        ) : null}
        {game.current.verdict?.verdict === "unsolvable" && !dead ? (
          <Proof
            key={game.current.position.board}
            node={game.current}
            instance={game.opened.where.instance}
          />
        ) : null}
      </div>
      {redeals?.allowed ? (
        <button class="primary" onClick={command.redeal}>
          <Icon name="shuffle" />
          Redeal
        </button>
      ) : null}
      {fatal?.parent ? (
        <button onClick={() => command.goTo(fatal.parent)}>Try again</button>
      ) : nodes.length > 1 ? (
        <button onClick={command.undo}>Undo</button>
      ) : (
        <button onClick={command.next}>New deal</button>
      )}
    </div>
  );
}
