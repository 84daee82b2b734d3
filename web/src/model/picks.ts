// The possible targets of a picked card or piece, and the move to each. Pure; the moves
// are in the view.
import type { Move, View } from "../api/types";
import { movesInto } from "./session";
import { fromOf, spotOf } from "./view";

export type Direction = NonNullable<Move["direction"]>;
export const DIRECTIONS: readonly Direction[] = ["left", "up", "down", "right"];

/** Rows and columns of a step. */
const STEPS: Record<Direction, [row: number, column: number]> = {
  left: [0, -1],
  right: [0, 1],
  up: [-1, 0],
  down: [1, 0],
};

/** Whether a direction alone names a move: the board is tilted, or the one tile that can go there slides. */
export const isSteered = ({ control }: View) => control === "tilt" || control === "slide";

export const movesFrom = (view: View, cell: number) =>
  view.moves.filter((move) => move.from.includes(cell));

/** The cell to which a move takes the contents of a cell. */
export const targetOf = (move: Move, cell: number) => move.to[move.from.indexOf(cell)];

/** The cells to which a pick may go; for a picked gap, the cells of the cards that it accepts. */
export function targetsOf(view: View, picked: number) {
  const into = movesInto(view, picked);
  if (into.length) return into.map(fromOf);
  return movesFrom(view, picked).flatMap((move) =>
    view.control === "place"
      ? (targetOf(move, picked) ?? [])
      : move.to.filter((cell) => !move.from.includes(cell)),
  );
}

/** The move of a pick onto a cell; if several fit, the one whose direction is nearest. */
export function moveOnto(view: View, picked: number, cell: number): Move | undefined {
  const into = movesInto(view, picked);
  if (into.length) return into.find((move) => fromOf(move) === cell);
  const fitting = movesFrom(view, picked).filter((move) =>
    view.control === "place"
      ? targetOf(move, picked) === cell
      : move.to.includes(cell) && !move.from.includes(cell),
  );
  const [row, column] = spotOf(view, cell);
  const [fromRow, fromColumn] = spotOf(view, picked);
  const along = ({ direction }: Move) => {
    const [rows, columns] = direction ? STEPS[direction] : [0, 0];
    return rows * (row - fromRow) + columns * (column - fromColumn);
  };
  return fitting.toSorted((a, b) => along(b) - along(a))[0];
}

/** The move in a direction: of a pick that is shifted, of the whole board, or of the tile that can go. */
export function moveTowards(view: View, picked: number | null, direction: Direction) {
  const moves = isSteered(view) ? view.moves : picked === null ? [] : movesFrom(view, picked);
  return moves.find((move) => move.direction === direction);
}

const TURNED: Record<Direction, Direction> = {
  left: "up",
  right: "down",
  up: "left",
  down: "right",
};

/** The cell next to another cell on the screen; `isDown`: rows run downward. */
export function neighbour(view: View, cell: number, direction: Direction, isDown: boolean) {
  const [rows, columns] = STEPS[isDown ? TURNED[direction] : direction];
  const [row, column] = spotOf(view, cell);
  const within = (at: number, most: number) => Math.min(Math.max(at, 0), most - 1);
  return within(row + rows, view.rows) * view.columns + within(column + columns, view.columns);
}
