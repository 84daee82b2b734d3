// Hints in three steps: where to look, the move, the whole line; and why. Pure.
import type { Move, View } from "../api/types";
import { ranked } from "./facts";
import { counted } from "./say";
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

/** The reason why a move is right, as far as it is proved; empty without a proof. */
export function whyOf(node: Node, move: Move) {
  const others = ranked(node).filter((each) => each.move.text !== move.text);
  if (others.length === 0) return "No other move is possible.";
  const lost = others.filter((each) => each.worth === "loses").length;
  if (lost === others.length)
    return `The only move that wins: ${lost === 1 ? "the other one loses" : `the other ${lost} lose`}.`;
  const { plan, optimal } = node.verdict ?? {};
  const isBest = !!optimal && plan?.[0] === move.text;
  const longer = (distance: number | null) => (distance ?? 0) > (plan?.length ?? Infinity);
  if (
    isBest &&
    others.every((each) => each.worth === "loses" || (each.exact && longer(each.distance)))
  )
    return `The only shortest line: every other move takes longer${lost ? " or loses" : ""}.`;
  if (lost > 0) return `${counted(lost, "other move loses", "other moves lose")}: that is proved.`;
  // In Birds of a Feather every win takes the same number of moves.
  return isBest && node.position.game !== "birds" ? "No solution is shorter." : "";
}

/** The text of a hint. */
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
