// The board after a move, before the rules have answered: the effects stated by the move are drawn
// at once, even if the solvers are slow. Only the rules know the legal moves there: until they
// answer, the other moves on the board look unchanged, and none can be made. Pure.
import type { Cell, Move, View } from "../api/types";
import { movedKeys, movedStacks } from "./session";
import type { Keys, Node } from "./session";

export interface Ahead {
  /** The position that the move leaves. */
  node: Node;
  move: Move;
  view: View;
  keys: Keys;
  stacks: string[][];
}

/** The content that stays when a card or piece leaves: the cell, and the target on it. */
function left(cell: Cell, control: View["control"]): Cell {
  const { target } = cell;
  const bare =
    control === "place"
      ? { sign: "--", words: "gap" }
      : control === "slide"
        ? { sign: "0", words: "blank" }
        : { sign: ".", words: "empty" };
  return { ...bare, kind: "empty", ...(target === undefined ? {} : { target }) };
}

/** Null for a redeal: only the rules know the new deal. */
export function aheadOf(node: Node, move: Move): Ahead | null {
  if (move.from.length === 0) return null;
  const { view } = node.position;
  const cells = view.cells.slice();
  for (const at of move.from) {
    const cell = view.cells[at];
    if (cell) cells[at] = left(cell, view.control);
  }
  move.from.forEach((from, index) => {
    const to = move.to[index] ?? from;
    const [moved, onto] = [view.cells[from], view.cells[to]];
    if (!moved || !onto) return;
    const { target: _, ...piece } = moved;
    cells[to] = { ...piece, ...(onto.target === undefined ? {} : { target: onto.target }) };
  });
  const isCards = view.control === "place";
  const touched = new Set([...move.from, ...move.to]);
  const isApart = (other: Move) => ![...other.from, ...other.to].some((at) => touched.has(at));
  return {
    node,
    move,
    view: {
      ...view,
      cells,
      moves: view.control === "tilt" ? view.moves : view.moves.filter(isApart),
    },
    keys: movedKeys(node.keys, move),
    stacks: isCards ? movedStacks(node.stacks, move) : node.stacks,
  };
}
