// Hints in three steps: where to look, the move, the whole line. Pure.
import type { Move, View } from "../api/types";
import type { Node } from "./session";

/** The position of a hint, and its step. */
export interface Hint {
  node: Node | null;
  step: number;
}

export const NO_HINT: Hint = { node: null, step: 0 };

/** The next step of help for a position. */
export function nextHint(hint: Hint, node: Node): Hint {
  if (hint.node !== node) return { node, step: 1 };
  // A line that is not yet known has no further details.
  return { node, step: node.verdict?.plan?.length ? Math.min(hint.step + 1, 3) : hint.step };
}

/**
 * The piece for a hint about a tilt: one that it brings home, or else the one that slides
 * farthest.
 */
export function slidOf(view: View, move: Move) {
  const far = (from: number, to: number) =>
    Math.abs((from % view.columns) - (to % view.columns)) +
    Math.abs(Math.floor(from / view.columns) - Math.floor(to / view.columns));
  const worth = (from: number, to: number) => {
    const { colour } = view.cells[from] ?? {};
    const isHome = far(from, to) > 0 && colour === view.cells[to]?.target;
    return (isHome ? 1000 : 0) + far(from, to);
  };
  let [best, most] = [move.from[0] ?? -1, -1];
  move.from.forEach((from, index) => {
    const value = worth(from, move.to[index] ?? from);
    if (value > most) [best, most] = [from, value];
  });
  return best;
}

/** What a hint says. */
export interface Hinted {
  step: number;
  plan: string[];
  /** The move of the hint, once known. */
  move: Move | null;
  lost: boolean;
}

export function hinted(hint: Hint, node: Node): Hinted | null {
  if (hint.node !== node || hint.step === 0) return null;
  const plan = node.verdict?.verdict === "solved" ? (node.verdict.plan ?? []) : [];
  return {
    step: hint.step,
    plan,
    move: node.position.view.moves.find((move) => move.text === plan[0]) ?? null,
    lost: node.verdict?.verdict === "unsolvable",
  };
}
