// Review of a game: the losing move, the narrow escapes, and the distance from the shortest
// solution. Pure.
import { distance, worthOf } from "./facts";
import { isRedeal } from "./redeals";
import type { Line, Node } from "./session";

/** A move that was made. */
export interface Made {
  number: number;
  before: Node;
  node: Node;
}

export interface Review {
  moves: number;
  /** whether its deal is lost */
  hopeless: boolean;
  /** number of moves that could be judged */
  known: number;
  /** those of them that lost nothing */
  kept: number;
  detours: (Made & { cost: number })[];
  narrow: Made[];
  fatal: Made | null;
  least: number | null;
}

/** The known facts about a line. */
export function review(line: Line): Review {
  const told: Review = {
    moves: 0,
    hopeless: line[0].verdict?.verdict === "unsolvable",
    known: 0,
    kept: 0,
    detours: [],
    narrow: [],
    fatal: null,
    least: distance(line[0]),
  };
  for (const node of line.slice(1)) {
    const before = node.parent;
    if (!before || isRedeal(node)) continue;
    const made = { number: ++told.moves, before, node };
    if (node.fatal) told.fatal = made;
    const [from, to] = [distance(before), node.position.won ? 0 : distance(node)];
    const lost = node.verdict?.verdict === "unsolvable";
    if (from === null || (to === null && !lost)) continue;
    told.known++;
    const cost = lost || to === null ? Infinity : to + 1 - from;
    if (cost <= 0) told.kept++;
    else if (!lost) told.detours.push({ ...made, cost });
    // An escape: every other move is known to lose.
    const others = before.position.view.moves.filter((move) => move.text !== node.move?.text);
    if (
      !lost &&
      others.length > 0 &&
      others.every((move) => worthOf(before, move.text).worth === "loses")
    )
      told.narrow.push(made);
  }
  told.detours.sort((a, b) => b.cost - a.cost);
  return told;
}

/** The share of moves that lost nothing, of those that could be judged. */
export const accuracy = (told: Review) =>
  told.known ? Math.round((100 * told.kept) / told.known) : null;

/** A review as text, to share. */
export function reviewText(name: string, told: Review, won: boolean) {
  const parts = [
    `${name}: ${won ? `won in ${told.moves}` : `lost after ${told.moves}`} ${told.moves === 1 ? "move" : "moves"}`,
  ];
  if (told.least !== null) parts.push(`shortest known ${told.least}`);
  const share = accuracy(told);
  const of = told.known === told.moves ? "the moves" : `the ${told.known} moves judged`;
  if (share !== null)
    parts.push(`${won ? `${share} %` : told.kept} of ${of} kept to the shortest known solution`);
  if (told.hopeless) parts.push("the deal cannot be won");
  if (told.fatal) parts.push(`move ${told.fatal.number} lost the game`);
  if (told.narrow.length)
    parts.push(`${told.narrow.length} narrow ${told.narrow.length === 1 ? "escape" : "escapes"}`);
  return `${parts.join("; ")}.`;
}
