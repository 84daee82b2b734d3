// The part of a large tree around a step, as large as can be shown with numbers: the path from the
// start, the nodes found by the step, and as many others as fit. Pure.
import type { Iteration, TreeNode } from "./search-tree";
import { layOut } from "./tree-frame";
import type { Frame, Gap } from "./tree-frame";
import type { Linked } from "./tree-ways";

/** The room for a tree, in nodes. */
export interface Space {
  across: number;
  rows: number;
}

/** Steps that share a part, so that nothing moves between them: as many as fit. */
const BLOCKS = [8, 4, 2, 1];
/** Rows from the start that stay when others are omitted. */
const HEAD = 2;

interface Wish<N> {
  root: N;
  /** the required nodes, each with the path to it */
  must: N[];
  /** whether some of the required nodes may be in omitted rows */
  mayLeaveOut?: boolean;
  /** the optional nodes, the more important ones first */
  more: N[];
  childrenOf: (node: N) => N[];
}

/** The rows omitted if the deepest one is out of reach. */
function gapFor(deepest: number, rows: number): Gap | null {
  if (deepest < rows) return null;
  const head = rows > 5 ? HEAD : 1;
  return [head, deepest - Math.max(2, rows - head - 1)];
}

/** The requested part; null if its required nodes are too wide. */
export function partOf<N extends Linked<N>>(
  { root, must, mayLeaveOut = false, more, childrenOf }: Wish<N>,
  { across, rows }: Space,
): Frame<N> | null {
  const depths = new Map<N, number>([[root, 0]]);
  const depthOf = (node: N): number => {
    const depth = depths.get(node) ?? (node.parent ? depthOf(node.parent) + 1 : 0);
    depths.set(node, depth);
    return depth;
  };
  const deepest = Math.max(0, ...must.map(depthOf));
  const gap = gapFor(deepest, rows);
  const isOut = (node: N) =>
    (gap && depthOf(node) >= gap[0] && depthOf(node) <= gap[1]) ||
    depthOf(node) > Math.max(deepest, rows - 1);
  if (!mayLeaveOut && must.some(isOut)) return null;
  const taken = new Set<N>();
  const take = (node: N) => {
    if (taken.has(node)) return;
    if (node.parent) take(node.parent);
    taken.add(node);
  };
  for (const node of [root, ...must]) take(node);
  const least = taken.size;
  for (const node of more) if (taken.size < across * rows && !isOut(node)) take(node);
  const all = [...taken];
  const frameOf = (count: number) => {
    const kept = new Set(all.slice(0, count));
    return layOut(root, (node) => childrenOf(node).filter((each) => kept.has(each)), gap);
  };
  let best = frameOf(least);
  if (best.width > across) return null;
  let [low, high] = [least, all.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const frame = frameOf(middle);
    if (frame.width <= across) [low, best] = [middle, frame];
    else high = middle - 1;
  }
  return best;
}

/** A requested part, with a name shared by all its steps. */
type Named<N> = [name: string, wish: () => Wish<N>];

const parts = new WeakMap<object, Map<string, unknown>>();

/** Caches the part computed for a tree. */
function kept<T>(tree: object, name: string, make: () => T): T {
  const known = parts.get(tree) ?? new Map<string, unknown>();
  parts.set(tree, known);
  if (!known.has(name)) known.set(name, make());
  return known.get(name) as T;
}

/** The first requested part that fits; the root alone if none does. */
function firstOf<N extends Linked<N>>(tree: object, root: N, wishes: Named<N>[], space: Space) {
  for (const [name, wish] of wishes) {
    const key = `${space.across} ${space.rows} ${name}`;
    const part = kept(tree, key, () => partOf(wish(), space));
    if (part) return part;
  }
  return layOut<N>(root, () => []);
}

/** Aligned blocks of steps around a given one, the longest first. */
const blocksAround = (at: number) =>
  BLOCKS.map((size) => {
    const first = Math.floor(at / size) * size;
    return { first, end: first + size };
  });

/** Children of nodes, and those that continue a path beyond its recording. */
function childrenWith(path: Set<TreeNode>, end: number) {
  const next = new Map([...path].flatMap((node) => (node.parent ? [[node.parent, node]] : [])));
  return (node: TreeNode) => {
    const children = node.children.filter(({ found }) => found < end);
    const last = next.get(node);
    return last && !children.includes(last) ? [...children, last] : children;
  };
}

interface GraphMoment {
  tree: Iteration;
  /** expansions of the whole search */
  done: number;
  /** the nodes of the solution, once the search has ended */
  path: Set<TreeNode>;
  chosen: TreeNode | null;
}

/** The whole tree at the end of its search, if the path leads beyond the recording. */
export const wholeWith = (tree: Iteration, done: number, path: Set<TreeNode>): Frame =>
  kept(tree, `whole ${done}`, () =>
    layOut(tree.nodes[0] ?? ({} as TreeNode), childrenWith(path, done)),
  );

/** The nodes expanded from one step until just before another, the latest first. */
const expandedIn = ({ nodes }: Iteration, first: number, end: number) =>
  nodes
    .filter(({ expanded }) => expanded !== null && expanded >= first && expanded < end)
    .toSorted((a, b) => (b.expanded ?? 0) - (a.expanded ?? 0));

/** The part of a graph search's tree at a step. */
export function graphPart({ tree, done, path, chosen }: GraphMoment, space: Space): Frame {
  const [root] = tree.nodes;
  if (!root) return layOut({} as TreeNode, () => []);
  const look = chosen ? [chosen] : [];
  /** All nodes from before a step, the latest first. */
  const before = (first: number, childrenOf: (node: TreeNode) => TreeNode[]) => [
    ...look.flatMap(childrenOf),
    ...expandedIn(tree, tree.from, first).flatMap((node) => [node, ...childrenOf(node)]),
  ];
  const solved = (): Wish<TreeNode> => {
    const childrenOf = childrenWith(path, done);
    const beside = [...path].toReversed().flatMap(childrenOf);
    const more = [...beside, ...before(done, childrenOf)];
    return { root, must: [...path, ...look], mayLeaveOut: true, more, childrenOf };
  };
  const whole = (first: number, end: number): Wish<TreeNode> => {
    const childrenOf = childrenWith(path, end);
    const now = expandedIn(tree, first, end);
    const must = [...now, ...now.flatMap(childrenOf), ...look];
    return { root, must, more: before(first, childrenOf), childrenOf };
  };
  // If not all successors fit, the most promising ones are kept.
  const best = (): Wish<TreeNode> => {
    const childrenOf = childrenWith(path, done);
    const now = expandedIn(tree, done - 1, done);
    const found = now.flatMap(childrenOf).toSorted((a, b) => (a.h ?? 0) - (b.h ?? 0));
    const must = [...now, ...found.slice(0, 1), ...look];
    const more = [...found, ...before(done - 1, childrenOf)];
    return { root, must, mayLeaveOut: look.length > 0, more, childrenOf };
  };
  const mark = chosen?.id ?? "";
  const blocks = blocksAround(done - 1 - tree.from).map(({ first, end }): Named<TreeNode> => {
    const [from, to] = [tree.from + first, Math.min(tree.from + end, tree.to)];
    return [`${from} ${to} ${mark}`, () => whole(from, to)];
  });
  const wishes: Named<TreeNode>[] = path.size
    ? [[`solved ${mark}`, solved]]
    : [...blocks, [`best ${done} ${mark}`, best]];
  return firstOf(tree, root, wishes, space);
}

/** The part of a Monte Carlo search's tree at a simulation: its path, then the most visited nodes. */
export function visitedPart<N extends Linked<N> & { added: number }>(
  tree: { root: N; nodes: N[]; ways: N[][] },
  index: number,
  visitsBefore: (end: number) => Map<N, { visits: number }>,
  chosen: N | null,
  space: Space,
): Frame<N> {
  const { root, nodes } = tree;
  const look = chosen ? [chosen] : [];
  const wish = (first: number, end: number): Wish<N> => {
    const visits = visitsBefore(end);
    const byVisits = (a: N, b: N) => (visits.get(b)?.visits ?? 0) - (visits.get(a)?.visits ?? 0);
    const childrenOf = (node: N) => node.children.filter(({ added }) => added < end);
    const ways = tree.ways.slice(first, end).flat();
    const beside = ways.flatMap(childrenOf).toSorted(byVisits);
    const most = nodes.filter(({ added }) => added < end).toSorted(byVisits);
    const must = [...ways, ...look];
    return { root, must, mayLeaveOut: end === first + 1, more: [...beside, ...most], childrenOf };
  };
  const mark = chosen ? nodes.indexOf(chosen) : "";
  const wishes = blocksAround(index).map(({ first, end }): Named<N> => [
    `${first} ${end} ${mark}`,
    () => wish(first, Math.min(end, tree.ways.length)),
  ]);
  return firstOf(tree, root, wishes, space);
}
