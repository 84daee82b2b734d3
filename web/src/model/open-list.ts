// The open list of a best-first search: its order, and how it breaks ties. Pure.
import type { Iteration, TreeNode } from "./search-tree";

type Costs = Pick<TreeNode, "g" | "h" | "ordering">;

/** The order in which a search takes positions out of its open list. */
export interface Order {
  /** the smallest value goes first */
  keyOf: (node: Costs) => number;
  /** decides between equal keys; null if only their age does */
  tieOf: ((node: Costs) => number) | null;
  /** which of the remaining ties goes first */
  age: "newest" | "oldest";
  /** the name of the key */
  key: string;
}

/** The parameters of a search that its order depends on. */
interface Settings {
  weight: number;
  epsilon: number;
  /** the estimate of the start */
  start: number;
}

const hOf = ({ h }: Costs) => h ?? 0;
/** The value by which a heuristic orders positions. */
const rankOf = ({ h, ordering }: Costs) => ordering ?? h ?? 0;

/** The weighted sum in thousandths, as the search rounds it. */
const weighted =
  (weight: number) =>
  (node: Costs): number =>
    1000 * node.g + Math.round(1000 * weight) * hOf(node);

/** The weighted sum in thousandths if the weight falls with the estimate. */
function falling(epsilon: number, start: number) {
  return (node: Costs) => {
    const weight = 1 + epsilon * Math.min(1, hOf(node) / Math.max(1, start));
    return 1000 * node.g + Math.round(1000 * weight * hOf(node));
  };
}

/** The order of an algorithm's open list; null if it has none of this kind. */
export function orderOf(algorithm: string, { weight, epsilon, start }: Settings): Order | null {
  const astar = { tieOf: rankOf, age: "newest" } as const;
  const queue = { tieOf: null, age: "oldest" } as const;
  const orders: Record<string, Order> = {
    astar: { ...astar, key: "f", keyOf: (node) => node.g + hOf(node) },
    wastar: { ...astar, key: "g + w·h", keyOf: weighted(weight) },
    dwastar: { ...astar, key: "g + w·h", keyOf: falling(epsilon, start), tieOf: hOf },
    greedy: { ...queue, key: "h", keyOf: rankOf },
    ucs: { ...queue, key: "g", keyOf: ({ g }) => g },
    bfs: { ...queue, key: "level", keyOf: ({ g }) => g },
  };
  return orders[algorithm] ?? null;
}

/** The key as it is shown: sums with weights are in thousandths. */
export const shownKey = ({ key, keyOf }: Order, node: Costs) =>
  String(key.includes("w") ? Math.round(keyOf(node) / 10) / 100 : keyOf(node));

/**
 * The open positions after a number of expansions, the next one first. A dead end is not stored,
 * nor is a position to which a cheaper path is known.
 */
export function openAfter({ nodes }: Iteration, order: Order, done: number): TreeNode[] {
  const { keyOf, tieOf, age } = order;
  const isOpen = ({ found, expanded, isDead, replaced }: TreeNode) =>
    found < done &&
    (expanded === null || expanded >= done) &&
    !isDead &&
    (replaced === null || replaced >= done);
  const sign = age === "newest" ? -1 : 1;
  return nodes
    .filter(isOpen)
    .toSorted(
      (a, b) => keyOf(a) - keyOf(b) || (tieOf ? tieOf(a) - tieOf(b) : 0) || sign * (a.id - b.id),
    );
}

/** How the search chose among equal positions, as a sentence; empty if there was no choice. */
export function tieWords(tree: Iteration, order: Order, done: number): string {
  const { keyOf, tieOf, age } = order;
  const now = tree.nodes.find(({ expanded }) => expanded === done - 1);
  // A queue has its levels in order anyway.
  if (!now || order.key === "level") return "";
  const equal = openAfter(tree, order, done - 1).filter((node) => keyOf(node) === keyOf(now));
  if (equal.length < 2) return "";
  const many = `Of ${equal.length} equal ones`;
  if (!tieOf) return `${many}, the ${age} goes first.`;
  const alike = equal.filter((node) => tieOf(node) === tieOf(now)).length;
  const value = isFiner(order, equal) ? "rank by the heuristic" : "h";
  if (alike === equal.length) return `${many}, with the same ${value}, the ${age} goes first.`;
  const then = alike === 1 ? "" : `, and of ${alike} such the ${age}`;
  return `${many}, the smallest ${value} goes first${then}.`;
}

/** Whether the heuristic orders some of the positions by a finer value than h. */
const isFiner = ({ tieOf }: Order, nodes: TreeNode[]) =>
  tieOf === rankOf && nodes.some(({ ordering }) => ordering !== null);

/** The order in words, for the head of the list. */
export function orderWords(order: Order, { nodes }: Iteration): string {
  const { key, tieOf, age } = order;
  const value = isFiner(order, nodes) ? "rank by the heuristic" : "h";
  return `Smallest ${key} first${tieOf ? `, then smallest ${value}` : ""}, then the ${age}.`;
}
