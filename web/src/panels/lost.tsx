// The place where the game was lost, the way back, and the remaining chance of winning.
import type { Commands } from "../model/commands";
import { ranked } from "../model/facts";
import type { Game } from "../model/game";
import { fatalOf, interval, isTelling } from "../model/redeals";
import type { Redeals } from "../model/redeals";
import { backOf, isLostLine, roundWords, roundsOf } from "../model/rounds";
import type { Round } from "../model/rounds";
import { counted, winsIn } from "../model/say";
import { mainLine, path } from "../model/session";
import type { Node } from "../model/session";
import { Icon } from "../parts/icons";
import { Short } from "./move-list";
import { Proof } from "./proof";
import { RoundLines } from "./rounds";

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

/** The position at which a lost game is tried again: before the losing move, or before the undecided moves. */
function Before({ rounds, round, node, onPlay, onGoTo }: BeforeProps) {
  const { last: next } = node;
  const better = ranked(node).find((each) => each.worth === "wins");
  const isMove = round.kind === "move";
  return (
    <div class={`lost-note outcome ${isMove ? "loses" : ""} before`} role="status">
      <div>
        <b>{roundWords(round, rounds)}</b>
        {isMove ? " Up to here it could be won." : ""}
        {isMove && next?.move ? (
          <p>
            You played <Short view={node.position.view} move={next.move} />
            {better ? (
              <>
                <span class="stop">;</span> <Short view={node.position.view} move={better.move} />{" "}
                {winsIn(better)}.
              </>
            ) : (
              <span class="stop">.</span>
            )}
          </p>
        ) : null}
        <RoundLines rounds={rounds} here={round} onGoTo={onGoTo} />
      </div>
      <button class="primary" onClick={onPlay}>
        Try again from here
      </button>
    </div>
  );
}

interface BeforeProps extends Pick<Props, "onPlay"> {
  onGoTo: (node: Node) => void;
  rounds: Round[];
  round: Round;
  node: Node;
}

interface Props {
  game: Game;
  command: Commands;
  /** ends the analysis */
  onPlay: () => void;
}

/** The losing move, and the way back. */
export function Lost({ game, command, onPlay }: Props) {
  const { redeals, current } = game;
  const nodes = path(current);
  if (game.wants.analyse && current.last) {
    const line = mainLine(game.opened);
    const rounds = roundsOf(line);
    const round = rounds.find((each) => each.back === current);
    if (round && (current.last.fatal || isLostLine(line)))
      return (
        <Before
          rounds={rounds}
          round={round}
          node={current}
          onPlay={onPlay}
          onGoTo={command.goTo}
        />
      );
  }
  const fatal = fatalOf(current);
  const dead = current.position.view.moves.length === 0 && !current.position.won;
  if (!fatal && !dead && current.verdict?.verdict !== "unsolvable") return null;
  const rounds = roundsOf(nodes);
  const here = rounds.at(-1);
  const proved = nodes.length === 1 ? "This deal cannot be won." : "Lost, and that is proved.";
  const stuck = dead ? "Stuck: no moves are left." : proved;
  // The verdict above it already covers the rest.
  const why = fatal && here ? roundWords(here, rounds) : game.wants.analyse ? "" : stuck;
  const better = fatal?.parent ? ranked(fatal.parent).find((each) => each.worth === "wins") : null;
  const isSeeking = game.isSeeking && game.isThinking;
  const back = backOf(game);
  // A review has all rounds.
  const isReviewed = game.wants.analyse && dead;
  const told = back && !fatal && !isReviewed ? rounds.slice(-2) : [];
  return (
    <div class={`lost-note outcome loses ${redeals?.left ? "with-redeals" : ""}`} role="status">
      <div>
        {why ? <b>{why}</b> : null}
        {better && fatal?.parent ? (
          <p>
            <Short view={fatal.parent.position.view} move={better.move} /> {winsIn(better)}.
          </p>
        ) : null}
        {told.map((each) => (
          <p>{roundWords(each, rounds)}</p>
        ))}
        {isSeeking && !isReviewed ? (
          <p>Looking for the move that lost the game …</p>
        ) : redeals?.left ? (
          <Odds game={game} redeals={redeals} />
        ) : null}
        {current.verdict?.verdict === "unsolvable" && !dead ? (
          <Proof
            key={current.position.board}
            node={current}
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
      {back ? (
        <button onClick={() => command.goTo(back)}>Try again</button>
      ) : nodes.length > 1 ? (
        <button onClick={command.undo}>Undo</button>
      ) : (
        <button onClick={command.next}>New deal</button>
      )}
    </div>
  );
}
