// The places of a search tree's nodes. The tree is laid out for a part of its search, which grows
// by stages: its first steps fill the space, and within a stage no node moves. Pure.
import type { Iteration, TreeNode } from "./search-tree";

export interface Frame<N = TreeNode> {
  /** the places of nodes across; nodes outside the frame have none */
  x: Map<N, number>;
  /** their rows, from the top */
  row: Map<N, number>;
  /** in nodes */
  width: number;
  depth: number;
  /** the first and the last omitted row of moves; one row stays free for them */
  gap: Gap | null;
}

export type Gap = [first: number, last: number];

/** The number of expansions in the frame that shows `steps` of them: about half as many again. */
export function stageOf(steps: number) {
  let stage = 1;
  while (stage < steps) stage = Math.ceil(1.5 * stage);
  return stage;
}

const frames = new WeakMap<Iteration, Map<number, Frame>>();

/** The frame of a tree after a number of expansions of the whole search. */
export function frameOf(tree: Iteration, done: number): Frame {
  const stage = tree.from + stageOf(Math.max(1, done - tree.from));
  const known = frames.get(tree) ?? new Map<number, Frame>();
  frames.set(tree, known);
  const [root] = tree.nodes;
  const below = (node: TreeNode) => node.children.filter(({ found }) => found < stage);
  const frame = known.get(stage) ?? (root ? layOut(root, below) : EMPTY);
  known.set(stage, frame);
  return frame;
}

const EMPTY: Frame = { x: new Map(), row: new Map(), width: 0, depth: 0, gap: null };

/** The outline of a subtree on both sides, by row. */
interface Outline {
  left: number[];
  right: number[];
}

/**
 * Gives every node its place: children below their parent, subtrees as close to each other as
 * their outlines allow. Nodes in the gap have no place, and nodes below them move up.
 */
export function layOut<N>(root: N, childrenOf: (node: N) => N[], gap: Gap | null = null): Frame<N> {
  const isOut = (depth: number) => gap !== null && depth >= gap[0] && depth <= gap[1];
  /** The distance of each node from its parent. */
  const shifts = new Map<N, number>();
  /** Lays out a subtree around 0. */
  const lay = (node: N, depth: number): Outline => {
    const left: number[] = [];
    const right: number[] = [];
    const places: [N, number][] = [];
    for (const child of childrenOf(node)) {
      const outline = lay(child, depth + 1);
      if (outline.left.length === 0) continue;
      const shift = Math.max(
        right.length ? -Infinity : 0,
        ...outline.left.map((edge, row) => (right[row] ?? -Infinity) + 1 - edge),
      );
      places.push([child, shift]);
      for (const [row, edge] of outline.left.entries()) left[row] ??= edge + shift;
      for (const [row, edge] of outline.right.entries()) right[row] = edge + shift;
    }
    const middle = ((places[0]?.[1] ?? 0) + (places.at(-1)?.[1] ?? 0)) / 2;
    for (const [child, shift] of places) shifts.set(child, shift - middle);
    const own = isOut(depth) ? [] : [0];
    return {
      left: [...own, ...left.map((edge) => edge - middle)],
      right: [...own, ...right.map((edge) => edge - middle)],
    };
  };
  const { left, right } = lay(root, 0);
  const least = Math.min(...left);
  const moved = gap ? gap[1] - gap[0] : 0;
  const [x, row] = [new Map<N, number>(), new Map<N, number>()];
  const place = (node: N, at: number, depth: number) => {
    if (!isOut(depth)) {
      x.set(node, at);
      row.set(node, gap && depth > gap[1] ? depth - moved : depth);
    }
    for (const child of childrenOf(node)) {
      const shift = shifts.get(child);
      if (shift !== undefined) place(child, at + shift, depth + 1);
    }
  };
  place(root, -least, 0);
  const depth = Math.max(...row.values()) + 1;
  return { x, row, width: Math.max(...right) - least + 1, depth, gap };
}
