// The tree of a recorded search: when each position was found and expanded. Pure.
import type { Expanded } from "../api/types";
import { plainWords } from "./say";

export interface TreeNode {
  id: number;
  parent: TreeNode | null;
  children: TreeNode[];
  board: string;
  /** the move that led here, in plan notation and in words; empty for the first position */
  move: string;
  words: string;
  g: number;
  h: number | null;
  /** the value by which the heuristic orders it, if that is finer than h */
  ordering: number | null;
  /** the expansion that found it, and the one that expanded it; null if it was never expanded */
  found: number;
  expanded: number | null;
  /** the heuristic calls it a dead end */
  isDead: boolean;
  wins: boolean;
  /** the expansion after which a cheaper path to its position is known */
  replaced: number | null;
}

/** The tree of one iteration; searches that do not deepen have one. */
export interface Iteration {
  bound: number | null;
  /** the first expansion, and the one after the last */
  from: number;
  to: number;
  nodes: TreeNode[];
}

export type Kind = "deepening" | "levels" | "best-first";

/** The kind of search: repeatedly from the start, by levels, or by an open list. */
export function kindOf(nodes: Expanded[]): Kind {
  const first = nodes[0];
  if (!first) return "best-first";
  if (nodes.some(({ bound }) => bound !== null && bound !== first.bound) || first.bound !== null) {
    return nodes.every(({ bound, g }) => bound === null || bound === g) ? "levels" : "deepening";
  }
  return "best-first";
}

export const fOf = ({ g, h }: Pick<TreeNode, "g" | "h">) => (h === null ? null : g + h);

/** The trees of a search from its first expansions. */
export function treesOf(nodes: Expanded[]): Iteration[] {
  const start = nodes[0]?.board;
  const trees: Iteration[] = [];
  let known = new Map<string, TreeNode[]>();
  const ends = nodes.flatMap(({ board }, step) => (board === start && step ? [step] : []));
  /** The last expansion of a position with a g, by iteration. */
  const last = new Map<string, number>();
  const keyOf = (board: string, g: number, step: number) =>
    `${ends.findIndex((end) => end > step)} ${g} ${board}`;
  for (const [step, { board, g }] of nodes.entries()) last.set(keyOf(board, g, step), step);
  for (const [step, each] of nodes.entries()) {
    if (each.board === start) {
      known = new Map();
      const tree = { bound: each.bound, from: step, to: step, nodes: [] };
      trees.push(tree);
    }
    const tree = trees.at(-1);
    if (!tree) continue;
    tree.to = step + 1;
    const again = (board: string, g: number) => (last.get(keyOf(board, g, step)) ?? -1) > step;
    expand(tree, known, each, step, again);
  }
  return trees;
}

function add(tree: Iteration, parent: TreeNode | null, of: Partial<TreeNode>) {
  const node: TreeNode = {
    id: tree.nodes.length,
    parent,
    children: [],
    board: "",
    move: "",
    words: "",
    g: 0,
    h: null,
    ordering: null,
    found: 0,
    expanded: null,
    isDead: false,
    wins: false,
    replaced: null,
    ...of,
  };
  tree.nodes.push(node);
  parent?.children.push(node);
  return node;
}

/**
 * Expands a position: successors that are new, or reached more cheaply, join the tree; of those
 * expanded before, only the ones that the search expands `again` from there.
 */
function expand(
  tree: Iteration,
  known: Map<string, TreeNode[]>,
  each: Expanded,
  step: number,
  again: (board: string, g: number) => boolean,
) {
  const { board, g, h } = each;
  const join = (parent: TreeNode | null, of: Partial<TreeNode> & { board: string }) => {
    const node = add(tree, parent, of);
    known.set(of.board, [...(known.get(of.board) ?? []), node]);
    return node;
  };
  const copies = known.get(board) ?? [];
  const waiting = copies.filter(({ expanded }) => expanded === null);
  let node = waiting.findLast((copy) => copy.g === g) ?? waiting.at(-1);
  const last = copies.at(-1);
  if (!node && last)
    node = join(last.parent, { ...last, id: tree.nodes.length, children: [], found: step });
  // A search that treats several boards as one may expand a board other than the one found.
  node ??= join(tree.nodes[0] ?? null, { board, g, found: step });
  Object.assign(node, { expanded: step, h: h ?? node.h });
  for (const next of each.successors ?? []) {
    const before = known.get(next.board) ?? [];
    const open = before.filter(({ expanded }) => expanded === null);
    // A known position counts again on a longer path only if a depth-first search expands it from there.
    const isKnown = before.length > open.length || open.some((copy) => copy.g < g + 1);
    if (open.some((copy) => copy.g === g + 1)) continue;
    if (isKnown && !again(next.board, g + 1)) continue;
    for (const copy of open) if (copy.g > g + 1) copy.replaced ??= step;
    const { move, wins, dead_end, ordering = null } = next;
    const words = plainWords(next.words);
    const of = { board: next.board, move, words, g: g + 1, h: next.h, ordering, found: step };
    join(node, { ...of, isDead: dead_end, wins });
  }
}

/** Number of steps from a node up to the first position. */
export const depthOf = (node: TreeNode): number => (node.parent ? depthOf(node.parent) + 1 : 0);

export type Status = "hidden" | "open" | "closed" | "now" | "barren" | "dead" | "cut" | "solution";

/**
 * The state of a node after a number of expansions, of which the last is the current one. `level`
 * is the depth of the node of that expansion.
 */
export function statusOf(
  node: TreeNode,
  { done, kind, bound, level }: { done: number; kind: Kind; bound: number | null; level: number },
): Status {
  const last = done - 1;
  if (node.found > last) return "hidden";
  if (node.expanded === last) return "now";
  if (node.expanded !== null && node.expanded < last)
    return node.children.some((child) => child.found === node.expanded) ? "closed" : "barren";
  if (node.isDead) return "dead";
  if (node.replaced !== null && node.replaced <= last) return "cut";
  const f = fOf(node);
  if (kind === "deepening") return bound !== null && (f ?? node.g) > bound ? "cut" : "open";
  return kind === "levels" && node.g < level && !node.wins ? "cut" : "open";
}

type Moment = Parameters<typeof statusOf>[1];

/** Number of open nodes after some expansions; those of a lit solution are not open. */
export const openIn = (tree: Iteration, moment: Moment, path: Set<TreeNode>) =>
  tree.nodes.filter((node) => !path.has(node) && statusOf(node, moment) === "open").length;

/** The successors of an expansion, by what became of them. */
export interface Found {
  /** those that may be expanded later */
  open: number;
  /** beyond the bound of the iteration */
  beyond: number;
  dead: number;
  /** in the tree already */
  seen: number;
  /** the smallest f beyond the bound so far; null if none is beyond it */
  next: number | null;
}

/** Counts the successors of the last of some expansions by their state. */
export function foundAt(tree: Iteration, moment: Moment, successors: number): Found {
  const [last, kinds] = [moment.done - 1, new Map<Status, number>()];
  const children = tree.nodes.filter(({ parent, found }) => parent && found === last);
  for (const child of children) {
    const status = statusOf(child, moment);
    kinds.set(status, (kinds.get(status) ?? 0) + 1);
  }
  const beyond = tree.nodes.filter(
    (node) => !node.isDead && node.replaced === null && statusOf(node, moment) === "cut",
  );
  const isBounded = moment.kind === "deepening" && beyond.length > 0;
  return {
    open: kinds.get("open") ?? 0,
    beyond: kinds.get("cut") ?? 0,
    dead: kinds.get("dead") ?? 0,
    seen: Math.max(0, successors - children.length),
    next: isBounded ? Math.min(...beyond.map((node) => fOf(node) ?? node.g)) : null,
  };
}

/** The nodes of a plan that are in a tree; among several nodes after a move, those that continue the plan. */
export function pathOf(tree: Iteration, plan: string[]): TreeNode[] {
  const follow = (node: TreeNode, [move, ...rest]: string[]): TreeNode[] => {
    const after = node.children.filter((child) => child.move === move);
    const [longest = []] = after
      .toSorted((a, b) => Number(a.replaced !== null) - Number(b.replaced !== null))
      .map((child) => follow(child, rest))
      .toSorted((a, b) => b.length - a.length);
    return [node, ...longest];
  };
  const root = tree.nodes[0];
  return root ? follow(root, plan) : [];
}

/** Maximum number of moves of a plan drawn beyond the recording. */
export const MAX_PATH = 300;

/**
 * The whole path of a plan: the nodes that are in the tree, and for moves beyond the recording
 * nodes of their own, which no list of the tree contains. For a very long plan, only the nodes that
 * are in the tree.
 */
export function solutionOf(tree: Iteration, plan: string[]): TreeNode[] {
  const path = pathOf(tree, plan);
  if (plan.length > MAX_PATH) return path;
  for (const move of plan.slice(path.length - 1)) {
    const parent = path.at(-1);
    if (!parent) break;
    const wins = path.length === plan.length;
    const of = { id: -path.length, parent, children: [], move, words: move, g: parent.g + 1 };
    path.push({ ...parent, ...of, h: wins ? 0 : null, expanded: null, isDead: false, wins });
  }
  return path;
}

/** Expansions counted by f, by iteration or by level, as far as the search has gone. */
export function counted(nodes: Expanded[], kind: Kind, done: number) {
  const of = ({ g, h, bound }: Expanded) =>
    kind === "best-first" ? (h === null ? g : g + h) : (bound ?? g);
  const all = new Map<number, { value: number; count: number; whole: number }>();
  for (const [step, node] of nodes.entries()) {
    const value = of(node);
    const bar = all.get(value) ?? { value, count: 0, whole: 0 };
    bar.whole++;
    if (step < done) bar.count++;
    all.set(value, bar);
  }
  const now = nodes[done - 1];
  return {
    bars: [...all.values()].toSorted((a, b) => a.value - b.value),
    now: now ? of(now) : null,
  };
}
