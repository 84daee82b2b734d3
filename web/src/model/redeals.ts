// Redeals of a game: their places among the moves, how many are left, and the chance of winning
// with them. Pure; the solvers know the rules and deal the cards.
import type { Policy, Redeals as Offer } from "../api/types";
import { path } from "./session";
import type { Node, Session } from "./session";

export type { Offer };

/** The redeals that a rule allows at a position. */
export interface Redeals {
  rule: string;
  most: number;
  left: number;
  allowed: boolean;
}

const PREFIX = "redeal/";

/** Whether a node was reached by a redeal. */
export const isRedeal = (node: Node) => !!node.move?.text.startsWith(PREFIX);

/** A seed of a redeal. */
const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** The move of a redeal; the seed determines its shuffle. */
export const redealMove = (rule: string, seed = randomSeed()) => ({
  text: `${PREFIX}${rule}/${seed}`,
  words: "redeal",
  from: [],
  to: [],
});

/** The redeals on the way to a node. */
export const redealsOf = (node: Node) => path(node).filter(isRedeal);

/** The positions since the last deal. */
export function round(node: Node) {
  const nodes = path(node);
  return nodes.slice(Math.max(nodes.findLastIndex(isRedeal), 0));
}

/** The move that lost the game, since the last redeal. */
export const fatalOf = (node: Node) => round(node).find((each) => each.fatal);

/** Whether the player has seen a redeal and then played another line. */
export function tookBack(session: Session) {
  const here = new Set(path(session.current));
  const seen = (node: Node) => (isRedeal(node) && !here.has(node)) || node.children.some(seen);
  return seen(session.root);
}

/**
 * The redeals that the rule allows at a node; null if the game has none. A game stays with the rule
 * of its first redeal.
 */
export function redealsAt(node: Node, offers: Offer[], wanted: string): Redeals | null {
  const made = redealsOf(node);
  const rule = made[0]?.move?.text.split("/")[1] ?? wanted;
  const offer = offers.find((each) => each.rule === rule);
  if (!offer || offer.redeals === 0) return null;
  const left = Math.max(offer.redeals - made.length, 0);
  const { won, view } = node.position;
  return {
    rule,
    most: offer.redeals,
    left,
    allowed: left > 0 && !won && (!offer.blocked_only || view.moves.length === 0),
  };
}

/**
 * The Wilson interval at 95 %, in percent; undecided games count as lost below and as won above.
 * If the deal itself is undecided (`open`), it may be winnable without a redeal.
 */
export function interval({ policy, won, undecided, samples }: Policy, open: boolean = false) {
  // If nothing is shuffled, there is no estimate.
  if (policy === "searched") return { percent: 100 * won, low: 100 * won, high: 100 * won };
  const end = (part: number, side: 1 | -1) => {
    const z = 1.959964;
    const p = part / samples;
    const half = z * Math.sqrt((p * (1 - p)) / samples + (z * z) / (4 * samples * samples));
    return Math.min(
      100,
      Math.max(0, (100 * (p + (z * z) / (2 * samples) + side * half)) / (1 + (z * z) / samples)),
    );
  };
  return {
    percent: (100 * won) / samples,
    low: end(won, -1),
    high: open ? 100 : end(won + undecided, 1),
  };
}

/** Minimum number of sampled games: with one or two the share can only be 0, 50 or 100 %. */
const FEWEST = 10;

/** Whether a chance is known well enough to show it. */
export const isTelling = (chance: { best: Policy | null } | null) =>
  !!chance?.best && (chance.best.policy === "searched" || chance.best.samples >= FEWEST);

/** The known chance for this number of redeals. */
export const chanceAt = (node: Node, redeals: Redeals | null) =>
  redeals?.left && node.chance?.rule === redeals.rule && node.chance.left === redeals.left
    ? node.chance
    : null;
