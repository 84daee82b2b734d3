// The places of a search tree's nodes. The tree is laid out for a part of its search, which grows by
// stages: its first steps fill the room, and within a stage no node moves. Pure.
import type { Iteration, TreeNode } from "./search-tree";

export interface Frame {
  /** the places of nodes across; nodes outside of the frame have none */
  x: Map<TreeNode, number>;
  /** in nodes */
  width: number;
  depth: number;
}

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
  const frame = known.get(stage) ?? layOut(tree, stage);
  known.set(stage, frame);
  return frame;
}

/**
 * Gives every node found before an expansion its place: children below their parent, subtrees as
 * close to each other as their outlines allow.
 */
function layOut({ nodes: [root] }: Iteration, end: number): Frame {
  const x = new Map<TreeNode, number>();
  if (!root) return { x, width: 0, depth: 0 };
  const childrenOf = (node: TreeNode) => node.children.filter(({ found }) => found < end);
  /** The distance of each node from its parent. */
  const shifts = new Map<TreeNode, number>();
  /** Lays out a subtree around 0; its outline on both sides, by depth. */
  const lay = (node: TreeNode): { left: number[]; right: number[] } => {
    const below = childrenOf(node).map((child) => ({ child, outline: lay(child) }));
    const left: number[] = [];
    const right: number[] = [];
    const places: number[] = [];
    for (const { outline } of below) {
      const shift = Math.max(
        right.length ? -Infinity : 0,
        ...outline.left.map((edge, depth) => (right[depth] ?? -Infinity) + 1 - edge),
      );
      places.push(shift);
      for (const [depth, edge] of outline.left.entries()) left[depth] ??= edge + shift;
      for (const [depth, edge] of outline.right.entries()) right[depth] = edge + shift;
    }
    const middle = ((places[0] ?? 0) + (places.at(-1) ?? 0)) / 2;
    for (const [index, { child }] of below.entries())
      shifts.set(child, (places[index] ?? 0) - middle);
    return {
      left: [0, ...left.map((edge) => edge - middle)],
      right: [0, ...right.map((edge) => edge - middle)],
    };
  };
  const { left, right } = lay(root);
  const least = Math.min(...left);
  const place = (node: TreeNode, at: number) => {
    x.set(node, at);
    for (const child of childrenOf(node)) place(child, at + (shifts.get(child) ?? 0));
  };
  place(root, -least);
  return { x, width: Math.max(...right) - least + 1, depth: left.length };
}
