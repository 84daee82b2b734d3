// A board as the rules describe it. Pure.
import type { Cell, Move, View } from "../api/types";

/** What lies on a cell. */
export function cellAt(view: View, at: number): Cell {
  const cell = view.cells[at];
  if (!cell) throw new RangeError(`a board of ${view.cells.length} cells has no cell ${at}`);
  return cell;
}

/**
 * Where the first thing that a move moves lies, and where it goes; no cell of a redeal, which moves
 * nothing by itself.
 */
export const fromOf = (move: Pick<Move, "from">) => move.from[0] ?? -1;
export const toOf = (move: Pick<Move, "to">) => move.to[0] ?? -1;

/** Row and column of a cell. */
export const spotOf = ({ columns }: View, at: number) =>
  [Math.floor(at / columns), at % columns] as const;
