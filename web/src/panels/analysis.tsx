// The results of the analysis: for the position, for every legal move, and for a finished game.
import type { Move, View } from "../api/types";
import type { Commands } from "../model/commands";
import { told } from "../model/facts";
import type { Worth } from "../model/facts";
import type { Game } from "../model/game";
import { accuracy, review, reviewText } from "../model/review";
import type { Made, Review } from "../model/review";
import { nextSought, roundsOf } from "../model/rounds";
import type { Round } from "../model/rounds";
import { counted, lineWords, moveWords } from "../model/say";
import { depth, mainLine } from "../model/session";
import type { Line, Node } from "../model/session";
import { verdictOf } from "../model/verdict-words";
import { CopyButton } from "../parts/copy-button";
import { Badge, Icon } from "../parts/icons";
import { Parts } from "../parts/parts";
import { Switch } from "../parts/switch";
import { Short } from "./move-list";
import { RoundLines } from "./rounds";

type OnAnalyse = (on: boolean) => void;

interface Props {
  game: Game;
  command: Commands;
  onFilm: (plan: string[]) => void;
}

/** The number of moves to the win, and the number of moves that keep the win. */
export function Verdict({
  game,
  onAnalyse,
  onStop,
}: Pick<Props, "game"> & { onAnalyse: OnAnalyse; onStop: () => void }) {
  const { worth, head, small } = verdictOf(game);
  const icon = { wins: "check", loses: "cross", unknown: "question" } as const;
  return (
    <div class="sec switch-row verdict">
      <span class="told">
        <span class={`badge ${worth} ${game.isThinking && worth === "unknown" ? "busy" : ""}`}>
          <Icon name={icon[worth]} />
          {head}
        </span>
        <small>{small}</small>
      </span>
      {/* A phone's head has no room for it. */}
      {game.isThinking ? (
        <button class="mini cancel narrow-only" onClick={onStop}>
          Stop looking
        </button>
      ) : null}
      <Switch on={true} label="analysis" onChange={onAnalyse} />
    </div>
  );
}

/** Milliseconds after which a finger resting on a move shows its line instead of making it. */
const LONG = 400;
let pressed = Infinity;

/** The text after a move. */
const restOf = (view: View, { worth, plan }: Worth) =>
  ({
    wins: lineWords(view, plan).slice(1, 4).join(" · "),
    loses: "proved",
    unknown: "no result in 10 s",
    open: "",
  })[worth];

/**
 * A move with its value and its line: hovering shows it on the board, a click makes it, and another
 * button plays the line.
 */
function Judged({
  view,
  move,
  known,
  command,
  onFilm,
}: { view: View; move: Move; known: Worth } & Pick<Props, "command" | "onFilm">) {
  const { worth, distance, exact, plan } = known;
  const show = () => command.show(move, plan);
  const hide = () => command.show(null);
  const make = () => {
    if (performance.now() - pressed > LONG) return;
    hide();
    command.make(move);
  };
  return (
    <li>
      <button
        onClick={make}
        onPointerDown={({ pointerType }) => {
          pressed = pointerType === "touch" ? performance.now() : Infinity;
        }}
        onContextMenu={(event) => {
          if (pressed < Infinity) event.preventDefault();
        }}
        onPointerEnter={show}
        onPointerLeave={hide}
        onPointerCancel={hide}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(":focus-visible")) show();
        }}
        onBlur={hide}
      >
        {worth === "open" ? (
          <span class="worth waiting">…</span>
        ) : (
          <Badge worth={worth} distance={distance} exact={exact} />
        )}
        <Short view={view} move={move} />
        <span class="rest">{restOf(view, known)}</span>
      </button>
      {plan.length > 1 ? (
        <button
          class="play-line"
          aria-label={`play the line of ${moveWords(view, move)}`}
          onClick={() => onFilm(plan)}
        >
          <Icon name="play" />
        </button>
      ) : null}
    </li>
  );
}

/** Every legal move, the best first. */
export function Ranked({ game, command, onFilm }: Props) {
  const node = game.current;
  const { view } = node.position;
  const moves = told(node);
  return (
    <div class="ranked" style={{ "--rows": moves.length }}>
      <ul class="whole-rows" aria-label="every move" tabindex={0}>
        {moves.map(({ move, ...known }) => (
          <Judged key={move.text} {...{ view, move, known, command, onFilm }} />
        ))}
      </ul>
    </div>
  );
}

/** The value of every heuristic for the position, with its components. */
export function Heuristics({ node }: { node: Node }) {
  if (!node.heuristics.length) return null;
  return (
    <details class="heuristics">
      <summary>Values of the heuristics</summary>
      <Parts heuristics={node.heuristics} />
    </details>
  );
}

/** A line of a review: a move, and why it is listed. */
type Noted = Made & { words: string };

/** The moves of a review, in the order of the game. */
function notedOf({ narrow, detours }: Review, rounds: Round[]): Noted[] {
  const lost = rounds.flatMap(({ kind, lost }) =>
    kind === "move" && lost?.parent
      ? [{ number: depth(lost), before: lost.parent, node: lost, words: "lost the game" }]
      : [],
  );
  return [
    ...lost,
    ...narrow
      .slice(0, 3)
      .map((each) => ({ ...each, words: "narrow escape: every other move lost" })),
    ...detours
      .slice(0, 3)
      .map((each) => ({ ...each, words: `${counted(each.cost, "move")} longer than needed` })),
  ].toSorted((a, b) => a.number - b.number);
}

/** The number of moves that could be judged, and their quality. */
function Share({ game, found, isWon }: { game: Game; found: Review; isWon: boolean }) {
  const share = accuracy(found);
  if (share === null)
    return found.hopeless
      ? "This deal could not be won from the start: that is proved. No move lost it."
      : game.isThinking
        ? "Looking at the positions of the game …"
        : "Too little is known about its positions to judge the moves.";
  const { known, moves } = found;
  const isAll = known === moves;
  return (
    <>
      {isWon ? <b>{share} %</b> : found.kept} of{" "}
      {isAll ? counted(known, "move") : `the ${known} moves judged`} kept to the shortest known
      solution{game.isThinking ? " so far" : ""}
      {isAll ? "" : `; the game has ${counted(moves, "move")}`}.
    </>
  );
}

interface RoundsProps extends Pick<Props, "game" | "command"> {
  rounds: Round[];
  line: Line;
}

/** The cause of the loss of each round. */
function Rounds({ game, rounds, line, command }: RoundsProps) {
  const isLooking = game.isThinking && nextSought(line, true) !== null;
  // The list of moves also names a single one.
  const [only] = rounds.length === 1 ? rounds : [];
  const isNamed = only?.kind === "move" || only?.kind === "dealt";
  return (
    <>
      {isLooking ? <p>Looking for the move that lost the game …</p> : null}
      {isNamed || (only && isLooking) ? null : <RoundLines rounds={rounds} onGoTo={command.goTo} />}
    </>
  );
}

/** The review of a game that is over. */
export function Reviewed({ game, command }: Pick<Props, "game" | "command">) {
  const session = game.opened;
  const line = mainLine(session);
  const found = review(line);
  const rounds = roundsOf(line);
  const isWon = game.current.position.won;
  return (
    <section class="review" aria-label="review">
      {isWon ? null : <Rounds {...{ game, command, rounds, line }} />}
      <p>
        <Share game={game} found={found} isWon={isWon} />{" "}
        {found.least !== null && isWon && found.moves !== found.least ? (
          <>
            It took {counted(found.moves, "move")}, the shortest known is {found.least}.
          </>
        ) : null}
      </p>
      <div class="ranked">
        <ul class="whole-rows">
          {notedOf(found, rounds).map(({ number, before, node, words }) => (
            <li>
              <button onClick={() => command.goTo(before)}>
                <b>{number}</b>
                {node.move ? <Short view={before.position.view} move={node.move} /> : null}
                <span class="rest">{words}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <CopyButton
        small
        words="Share the review"
        onCopy={() => command.copy(reviewText(session.name, found, isWon), "the review")}
      />
    </section>
  );
}
