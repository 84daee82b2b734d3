// A review of a game: where it was lost, how narrow it was, how near to the shortest way the moves kept. Pure.
import { distance, worthOf } from "./facts.js";
import { isRedeal } from "./redeals.js";

/** @typedef {import("./session.js").Node} Node */
/** @typedef {{moves: number, hopeless: boolean, known: number, kept: number, detours: {number: number, node: Node, cost: number}[], narrow: {number: number, node: Node}[], fatal: {number: number, node: Node} | null, least: number | null}} Review */

/**
 * What is known of a line; `hopeless` means that its deal is lost, `known` counts the moves that could be judged, and `kept` those that lost nothing.
 * @param {Node[]} line @returns {Review}
 */
export function review(line) {
  /** @type {Review} */
  const told = { moves: 0, hopeless: line[0].verdict?.verdict === "unsolvable", known: 0, kept: 0, detours: [], narrow: [], fatal: null, least: distance(line[0]) };
  for (let index = 1; index < line.length; index++) {
    const [before, node] = [line[index - 1], line[index]];
    if (isRedeal(node)) continue;
    const number = ++told.moves;
    if (node.fatal) told.fatal = { number, node };
    const [from, to] = [distance(before), node.position.won ? 0 : distance(node)];
    const lost = node.verdict?.verdict === "unsolvable";
    if (from === null || (to === null && !lost)) continue;
    told.known++;
    const cost = lost ? Infinity : /** @type {number} */ (to) + 1 - from;
    if (cost <= 0) told.kept++;
    else if (!lost) told.detours.push({ number, node, cost });
    // An escape: every other move is known to lose.
    const others = before.position.view.moves.filter((move) => move.text !== node.move?.text);
    if (!lost && others.length > 0 && others.every((move) => worthOf(before, move.text).worth === "loses")) told.narrow.push({ number, node });
  }
  told.detours.sort((a, b) => b.cost - a.cost);
  return told;
}

/** The share of moves that lost nothing, of those that could be judged. @param {Review} told */
export const accuracy = (told) => (told.known ? Math.round((100 * told.kept) / told.known) : null);

/** A review as text, to share. @param {string} name @param {Review} told @param {boolean} won */
export function reviewText(name, told, won) {
  const parts = [`${name}: ${won ? `won in ${told.moves}` : `lost after ${told.moves}`} ${told.moves === 1 ? "move" : "moves"}`];
  if (told.least !== null) parts.push(`shortest known ${told.least}`);
  const share = accuracy(told);
  if (share !== null) parts.push(`${share} % of the moves kept the shortest known way`);
  if (told.hopeless) parts.push("the deal cannot be won");
  if (told.fatal) parts.push(`move ${told.fatal.number} lost the game`);
  if (told.narrow.length) parts.push(`${told.narrow.length} narrow ${told.narrow.length === 1 ? "escape" : "escapes"}`);
  return `${parts.join("; ")}.`;
}
