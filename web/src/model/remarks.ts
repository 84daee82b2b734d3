// Annotations after moves, shown only if a proof supports them. Pure.
import { distance, worthOf } from "./facts";
import { isRedeal } from "./redeals";
import type { Node } from "./session";

export interface Remark {
  sign: "!" | "?" | "??";
  kind: "good" | "slow" | "bad";
  words: string;
}

/** Whether every other legal move is proved to lose. */
function isOnly(parent: Node, move: string) {
  const others = parent.position.view.moves.filter((each) => each.text !== move);
  return others.length > 0 && others.every((each) => worthOf(parent, each.text).worth === "loses");
}

/** The proved remark on the move that led to a node; null without a proof, or if the move is plain. */
export function remarkOf(node: Node): Remark | null {
  const { parent, move, verdict } = node;
  if (!parent || !move || isRedeal(node) || parent.verdict?.verdict !== "solved") return null;
  if (verdict?.verdict === "unsolvable")
    return { sign: "??", kind: "bad", words: "loses: that is proved" };
  if (verdict?.verdict !== "solved") return null;
  if (isOnly(parent, move.text))
    return { sign: "!", kind: "good", words: "the only move that wins: that is proved" };
  const [before, after] = [distance(parent), distance(node)];
  const isProved = parent.verdict.optimal && verdict.optimal;
  if (!isProved || before === null || after === null || after + 1 <= before) return null;
  const lost = after + 1 - before;
  return {
    sign: "?",
    kind: "slow",
    words: `${lost} ${lost === 1 ? "move" : "moves"} longer than needed: that is proved`,
  };
}
