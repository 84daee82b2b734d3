// A board as described by the rules. Pure.
import type { Cell, Move, View } from "../api/types";

/** The content of a cell. */
export function cellAt(view: View, at: number): Cell {
  const cell = view.cells[at];
  if (!cell) throw new RangeError(`a board of ${view.cells.length} cells has no cell ${at}`);
  return cell;
}

/**
 * The source and target cells of the first object that a move moves; none for a redeal, which moves
 * no single card.
 */
export const fromOf = (move: Pick<Move, "from">) => move.from[0] ?? -1;
export const toOf = (move: Pick<Move, "to">) => move.to[0] ?? -1;

/** Row and column of a cell. */
export const spotOf = ({ columns }: View, at: number) =>
  [Math.floor(at / columns), at % columns] as const;
