// The known facts about positions. Each position has one best-known line. Every answer goes through
// `learn`, which keeps the better line and updates the positions before and after, so parts of the
// page cannot contradict each other.

import { isRedeal } from "./redeals";
import type { Move } from "../api/types";
import type { JudgedMove, Node, Verdict } from "./session";

/** The known facts about a move. */
export interface Worth {
  worth: "wins" | "loses" | "unknown" | "open";
  distance: number | null;
  exact: boolean;
  plan: string[];
}

/** Whether a verdict is stronger than the known one. */
function isBetter(now: Verdict, before: Verdict | null) {
  if (!before) return true;
  if (now.verdict === "unknown") return before.verdict === "unknown" && now.tried > before.tried;
  if (before.verdict === "unknown") return true;
  if (now.verdict !== "solved" || before.verdict !== "solved") return false;
  const [new_, old] = [now.plan?.length ?? Infinity, before.plan?.length ?? Infinity];
  return (
    new_ < old ||
    (new_ === old && !!now.optimal && !before.optimal) ||
    (now.bound ?? 0) > (before.bound ?? 0)
  );
}

/** Records a verdict if it is stronger than the known one, here and in the neighbouring positions. */
export function learn(node: Node, verdict: Verdict) {
  const before = node.verdict;
  if (!isBetter(verdict, before)) return;
  remember(node);
  // Plan and bound are each the best known, from any source.
  const shorter =
    before?.plan && verdict.plan && before.plan.length < verdict.plan.length ? before : verdict;
  const least = Math.max(before?.bound ?? 0, verdict.bound ?? 0, fromBefore(node));
  const { plan } = shorter;
  // A line as short as the proved bound is the shortest, regardless of its source.
  node.verdict = {
    ...shorter,
    bound: least,
    optimal: shorter.optimal || (!!plan && plan.length <= Math.max(1, least)),
  };
  if (verdict.verdict === "unsolvable") {
    // A redeal is random: proofs about one deal do not apply to the next.
    for (const child of node.children) if (!isRedeal(child)) learn(child, verdict);
  } else if (verdict.verdict === "solved" && plan) {
    const { parent } = node;
    if (parent && node.move && !isRedeal(node))
      learn(parent, { ...node.verdict, plan: [node.move.text, ...plan], optimal: false, bound: 0 });
    const next = node.children.find((child) => child.move?.text === plan[0]);
    if (next) learn(next, afterwards(node.verdict));
    for (const child of node.children)
      if (child.verdict?.verdict === "solved" && fromBefore(child) > bound(child))
        learn(child, { ...child.verdict, bound: fromBefore(child) });
  }
}

/**
 * A proof about the previous position also applies here: a move brings the win at most one move
 * closer.
 */
function fromBefore(node: Node) {
  const { parent } = node;
  if (!parent || isRedeal(node)) return 0;
  return Math.max(0, ((parent.verdict?.optimal ? distance(parent) : bound(parent)) ?? 0) - 1);
}

/**
 * The verdict on the position after the first move of the plan: a win is then exactly one move
 * closer.
 */
const afterwards = (verdict: Verdict): Verdict => ({
  ...verdict,
  plan: verdict.plan?.slice(1),
  bound: Math.max((verdict.bound ?? 0) - 1, 0),
});

/** Number of moves to the win if this move is made; infinite if unknown. */
const lengthOf = ({ distance }: JudgedMove) => distance ?? Infinity;

/** A line that is no longer the best is still the known line of its first move. */
function remember(node: Node) {
  const plan = node.verdict?.plan;
  const move = plan?.[0];
  if (!plan || move === undefined) return;
  const judged = node.judged.find((each) => each.move === move);
  if (judged?.worth === "wins" && lengthOf(judged) <= plan.length) return;
  const exact = !!node.verdict?.optimal;
  const line: JudgedMove = { move, worth: "wins", distance: plan.length, exact, plan };
  node.judged = [...node.judged.filter((each) => each !== judged), line];
}

/** The consequences for a position that has just been reached. */
export function inherit(node: Node) {
  if (node.position.won) learn(node, { verdict: "solved", plan: [], optimal: true, tried: 0 });
  if (isRedeal(node)) return;
  const known = node.parent?.verdict;
  if (known?.verdict === "unsolvable") learn(node, known);
  if (known?.verdict === "solved" && known.plan?.[0] === node.move?.text)
    learn(node, afterwards(known));
  const judged = node.parent?.judged.find((each) => each.move === node.move?.text);
  if (judged) learnAfter(node, judged);
}

/** The value of a move is a fact about the position after it. */
function learnAfter(child: Node, { worth, plan, exact }: JudgedMove) {
  if (worth === "loses") learn(child, { verdict: "unsolvable", tried: 0 });
  if (worth === "wins" && plan)
    learn(child, { verdict: "solved", plan: plan.slice(1), optimal: exact, tried: 0 });
}

/** Records the analysis of a move. */
export function learnMove(node: Node, judged: JudgedMove) {
  const before = node.judged.find((each) => each.move === judged.move);
  const isShorter = judged.worth === "wins" && (!before || lengthOf(judged) < lengthOf(before));
  if (before?.worth === "wins" && !isShorter) return;
  node.judged = [...node.judged.filter((each) => each !== before), judged];
  const child = node.children.find((each) => each.move?.text === judged.move);
  // The distance includes the move; a proof that the line after it is shortest says nothing about
  // its siblings.
  if (judged.worth === "wins")
    learn(node, { verdict: "solved", plan: judged.plan, optimal: false, tried: 0 });
  if (child) learnAfter(child, judged);
}

/** The value of a move, from all known facts. */
export function worthOf(node: Node, move: string): Worth {
  let best: Worth = { worth: "open", distance: null, exact: false, plan: [] };
  const judged = node.judged.find((each) => each.move === move);
  if (judged)
    best = {
      worth: judged.worth,
      distance: judged.distance ?? null,
      exact: !!judged.exact,
      plan: judged.plan ?? [],
    };
  const after = node.children.find((each) => each.move?.text === move)?.verdict;
  if (node.verdict?.verdict === "unsolvable" || after?.verdict === "unsolvable")
    return { worth: "loses", distance: null, exact: false, plan: [] };
  if (
    after?.verdict === "solved" &&
    after.plan &&
    (best.distance === null || after.plan.length + 1 < best.distance)
  ) {
    best = {
      worth: "wins",
      distance: after.plan.length + 1,
      plan: [move, ...after.plan],
      exact: !!after.optimal,
    };
  }
  // Among lines of equal length, the position's own line is shown everywhere: as the hint, as the
  // playback and here.
  const plan = node.verdict?.verdict === "solved" ? node.verdict.plan : null;
  if (plan?.[0] === move && (best.distance === null || plan.length <= best.distance)) {
    best = {
      worth: "wins",
      distance: plan.length,
      plan,
      exact: !!node.verdict?.optimal || (best.exact && best.distance === plan.length),
    };
  }
  return best;
}

/**
 * All legal moves as the page shows them. In Birds of a Feather every win takes the same number of
 * moves, so the number does not distinguish moves.
 */
export const told = (node: Node) =>
  node.position.game === "birds"
    ? ranked(node).map((each) => ({ ...each, distance: null }))
    : ranked(node);

/**
 * All legal moves with their values, the best first; among equally good ones the hint's move comes
 * first.
 */
export function ranked(node: Node) {
  const hinted = (each: { move: Move }) => Number(each.move.text === node.verdict?.plan?.[0]);
  const order = { wins: 0, open: 1, unknown: 2, loses: 3 };
  const moves = node.position.view.moves.map((move) => ({ move, ...worthOf(node, move.text) }));
  return moves.toSorted(
    (a, b) =>
      order[a.worth] - order[b.worth] ||
      (a.distance ?? 0) - (b.distance ?? 0) ||
      hinted(b) - hinted(a),
  );
}

/** No win is shorter than this; 0 if it is only proved that a move is needed. */
export const bound = ({ verdict }: Node) =>
  verdict?.verdict === "solved" && (verdict.bound ?? 0) > 1 ? (verdict.bound ?? 0) : 0;

/** The smallest known number of moves to the win; null if there is none. */
export const distance = (node: Node) =>
  node.verdict?.verdict === "solved" ? (node.verdict.plan?.length ?? null) : null;

/** Seconds after which a position on the way to the losing move stays undecided. */
export const FATAL_SECONDS = 3;

/** Whether a position is settled, or has already used that much time. */
export const isDone = ({ verdict }: Node, seconds: number) =>
  !!verdict && (verdict.verdict !== "unknown" || verdict.tried >= seconds);

/** The last position known to be won (-1: none), and the first one known to be lost. */
export function boundsOf(nodes: Node[]) {
  let won = -1;
  let lost = nodes.length;
  nodes.forEach(({ verdict }, index) => {
    if (verdict?.verdict === "solved") won = Math.max(won, index);
    if (verdict?.verdict === "unsolvable") lost = Math.min(lost, index);
  });
  return { won, lost };
}

/**
 * Marks the move that lost the game on a path, if two neighbouring positions are known to be won
 * and lost; otherwise returns the position that would narrow the stretch between, halving it. Around
 * positions that could not be decided, both sides are halved.
 */
export function findFatal(nodes: Node[]): Node | null {
  const { won, lost } = boundsOf(nodes);
  nodes.forEach((each, index) => (each.fatal = won >= 0 && won === lost - 1 && index === lost));
  if (lost === nodes.length) return null;
  const isUndecided = (index: number) => {
    const node = nodes[index];
    return !!node && isDone(node, FATAL_SECONDS);
  };
  let [low, high] = [won + 1, lost - 1];
  while (low < lost && !isUndecided(low)) low++;
  while (high > won && !isUndecided(high)) high--;
  // The end of a game is decided soonest.
  if (lost - high > 1) return nodes[Math.floor((high + lost) / 2)] ?? null;
  return low - won > 1 ? (nodes[Math.floor((won + low) / 2)] ?? null) : null;
}
