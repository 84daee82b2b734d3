// The feedback on an attempt at a puzzle.
import type { Move, Position, View } from "../api/types";
import { slidOf } from "../model/help";
import type { Puzzle } from "../model/puzzles";
import { fifthOf } from "../model/puzzles";
import { capital, cardText, cellName, counted, moveWords, names, pieceName } from "../model/say";
import { cellAt, fromOf, toOf } from "../model/view";
import { Hardness } from "../parts/bars";
import { Goal } from "../parts/goal";
import { Icon } from "../parts/icons";

/** The state of an attempt. */
export type Told =
  | { kind: "asked" }
  | { kind: "right"; move: string }
  /**
   * `end`: the number of moves in the line of play shown afterwards; null while that line is still
   * playing (`plays`), or if there is none
   */
  | { kind: "wrong"; move: string; end: number | null; stuck: boolean; plays?: boolean }
  | { kind: "shown"; move: string }
  | { kind: "over"; stuck: boolean };

/** The proved fact about all other moves. */
function ofOthers({ choices, kind }: Puzzle) {
  if (choices === 2) return `The other move ${kind === "wins" ? "loses" : "takes longer"}`;
  return `The other ${choices - 1} moves ${kind === "wins" ? "lose" : "take longer"}`;
}

/** The cell that the hint of a puzzle rings. */
export const hintedAt = (view: View, move: Move) =>
  view.control === "tilt" ? slidOf(view, move) : fromOf(move);

/** Number of hints to a puzzle: the row, the piece, the move. */
export const HINTS = 3;

/** The cells that a hint rings: a row of the board, the piece in it, and the end of its move. */
export function hintFor(view: View, move: Move, step: number) {
  const at = hintedAt(view, move);
  if (step > 1) return { from: [at], to: step < HINTS ? [] : [toOf(move)] };
  const row = Math.floor(at / view.columns);
  const isPiece = (cell: number) => ["card", "piece", "tile"].includes(cellAt(view, cell).kind);
  const from = [...view.cells.keys()].filter(
    (cell) => Math.floor(cell / view.columns) === row && isPiece(cell),
  );
  return { from, to: [] };
}

/** A hint of a puzzle in words. */
export function PuzzleHint({ view, move, step }: { view: View; move: Move; step: number }) {
  const at = hintedAt(view, move);
  if (step === 1)
    return (
      <p class="puzzle-hint">
        Look at <b>row {Math.floor(at / view.columns) + 1}</b>: the move begins there.
      </p>
    );
  if (step === HINTS)
    return (
      <p class="puzzle-hint">
        The move is <b>{moveWords(view, move)}</b>.
      </p>
    );
  const { kind, sign, words, colour } = cellAt(view, at);
  const name = kind === "card" ? cardText(sign) : kind === "tile" ? words : pieceName(colour ?? "");
  return (
    <p class="puzzle-hint">
      Look at the <b>{name}</b> in <b>{cellName(view, at)}</b>:{" "}
      {view.control === "tilt" ? "where should it stop?" : "where should it go?"}
    </p>
  );
}

/** The task of the puzzle. */
export function Task({ puzzle, isWhole }: { puzzle: Puzzle; isWhole: boolean }) {
  const least = puzzle.optimal ? "No solution is shorter." : "The shortest known solution.";
  if (isWhole)
    return (
      <p>
        <b>{counted(puzzle.choices, "move")} to choose from.</b> Win in {puzzle.length} or fewer.{" "}
        {least}
      </p>
    );
  return (
    <p>
      <b>{counted(puzzle.choices, "legal move")}.</b>{" "}
      {puzzle.kind === "wins"
        ? "One of them wins; after every other one the game is lost."
        : `One of them wins in ${puzzle.length}; with every other one it takes longer.`}{" "}
      Play it on the board.
    </p>
  );
}

/** The verdict on an attempt, and why. */
export function Verdict({ told, puzzle }: { told: Told; puzzle: Puzzle }) {
  if (told.kind === "asked") return null;
  const isRight = told.kind === "right";
  const word = {
    right: "Right",
    wrong: "Not this one",
    shown: "The answer",
    over: "Not this time",
  };
  return (
    <>
      <p class={`puzzle-word ${isRight ? "wins" : told.kind === "shown" ? "" : "loses"}`}>
        {told.kind === "shown" ? null : <Icon name={isRight ? "check" : "cross"} />}
        {word[told.kind]}
      </p>
      <p>{reason(told, puzzle)}</p>
    </>
  );
}

function reason(told: Exclude<Told, { kind: "asked" }>, puzzle: Puzzle) {
  if (told.kind === "over")
    return told.stuck ? "No move is left." : `${counted(puzzle.length, "move")} are used up.`;
  const wins = puzzle.kind === "wins";
  if (told.kind !== "wrong")
    return (
      <>
        <b>{capital(told.move)}</b> wins in {puzzle.length}
        {puzzle.optimal ? ", and nothing is shorter" : ""}. {ofOthers(puzzle)}, proved.
      </>
    );
  if (!wins)
    return (
      <>
        After <b>{told.move}</b> the win takes more than {puzzle.length} moves in all, or is lost.
        Proved.
      </>
    );
  return (
    <>
      <b>{capital(told.move)}</b> loses: no order of moves wins after it, proved.{" "}
      {told.plays ? "The board shows how it may end …" : ""}
      {told.end !== null && told.stuck
        ? `One way it ends: after ${counted(told.end, "more move")} no moves are left.`
        : ""}
    </>
  );
}

/** The name of a puzzle's deal. */
const headOf = ({ instance }: Puzzle) =>
  names({ where: { instance }, root: { position: { rules: "" } } }, "").head;

/** The source and the difficulty of the puzzle. */
export const Source = ({ puzzle, position }: { puzzle: Puzzle; position: Position }) => (
  <>
    {position.game === "sliding" ? <Goal view={position.view} rules={position.rules} /> : null}
    <p class="note">
      <Hardness value={fifthOf(puzzle)} /> · {puzzle.choices} moves to choose from, {puzzle.length}{" "}
      to the win.{" "}
      <span title={puzzle.instance}>
        From {headOf(puzzle)}, move {puzzle.made + 1}.
      </span>
    </p>
  </>
);
