// Hints in three steps: where to look, the move, the whole line. Pure.

/** @typedef {import("./session.js").Node} Node */
/** @typedef {{node: Node | null, step: number}} Hint */

/** @type {Hint} */
export const NO_HINT = { node: null, step: 0 };

/** The next step of help for a position. @param {Hint} hint @param {Node} node @returns {Hint} */
export function nextHint(hint, node) {
  if (hint.node !== node) return { node, step: 1 };
  // A line that is not known yet cannot be told in more detail.
  return { node, step: node.verdict?.plan?.length ? Math.min(hint.step + 1, 3) : hint.step };
}

/** What a hint says: the move it is about once one is known. @param {Hint} hint @param {Node} node */
export function hinted(hint, node) {
  if (hint.node !== node || hint.step === 0) return null;
  const plan = node.verdict?.verdict === "solved" ? (node.verdict.plan ?? []) : [];
  return { step: hint.step, plan, move: node.position.view.moves.find((move) => move.text === plan[0]) ?? null, lost: node.verdict?.verdict === "unsolvable" };
}
