// Hints in three steps: where to look, the move, the whole line. Pure.
import type { Move } from "../api/types";
import type { Node } from "./session";

/** Which position help was asked for, and which step of it. */
export interface Hint {
  node: Node | null;
  step: number;
}

export const NO_HINT: Hint = { node: null, step: 0 };

/** The next step of help for a position. */
export function nextHint(hint: Hint, node: Node): Hint {
  if (hint.node !== node) return { node, step: 1 };
  // A line that is not known yet cannot be told in more detail.
  return { node, step: node.verdict?.plan?.length ? Math.min(hint.step + 1, 3) : hint.step };
}

/** What a hint says. */
export interface Hinted {
  step: number;
  plan: string[];
  /** The move it is about, once one is known. */
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
