// The part of a large tree around a step: it fits the window, contains the path from the start, and does
// not move.
import assert from "node:assert/strict";
import { test } from "node:test";
import { solutionOf, treesOf } from "../../src/model/search-tree";
import type { TreeNode } from "../../src/model/search-tree";
import { graphPart, visitedPart, wholeWith } from "../../src/model/tree-part";
import { mcTreeOf, talliesOf } from "../../src/model/monte-carlo";

const next = (board: string, h: number) => ({
  move: board,
  words: board,
  board,
  h,
  dead_end: false,
  wins: false,
});
const expanded = (id: number, board: string, g: number, children: string[]): any => ({
  id,
  board,
  g,
  h: 1,
  bound: null,
  parent: null,
  successors: children.map((each, i) => next(each, i)),
});
const NONE = new Set<TreeNode>();

/** Breadth first through a tree in which every position has three successors. */
function broad(steps: number) {
  const nodes: any[] = [];
  const open = [""];
  for (let id = 0; id < steps; id++) {
    const board = open.shift() ?? "";
    const children = ["a", "b", "c"].map((each) => board + each);
    open.push(...children);
    nodes.push(expanded(id, board || "start", board.length, children));
  }
  return treesOf(nodes)[0]!;
}

/** One long path, with a branch at each step. */
const long = (steps: number) =>
  treesOf(
    Array.from({ length: steps }, (_, i) => expanded(i, `${i}`, i, [`${i + 1}`, `${i}b`])),
  )[0]!;

const ROOM = { across: 12, rows: 7 };
const at = (tree: { nodes: TreeNode[] }, step: number) =>
  tree.nodes.find((node) => node.expanded === step)!;

test("the part around any step fits, with the step, its successors and the start", () => {
  const tree = broad(200);
  for (let done = 1; done <= 200; done++) {
    const { x, row, width, depth } = graphPart({ tree, done, path: NONE, chosen: null }, ROOM);
    assert.ok(width <= ROOM.across && depth <= ROOM.rows, `${width} ${depth}`);
    const now = at(tree, done - 1);
    for (let node: TreeNode | null = now; node; node = node.parent) assert.ok(x.has(node));
    for (const child of now.children) assert.ok(x.has(child));
    const places = [...x].map(([node, place]) => `${row.get(node)} ${place.toFixed(2)}`);
    assert.equal(new Set(places).size, places.length);
  }
});

test("the part contains as much as there is room for", () => {
  const tree = broad(200);
  const small = graphPart({ tree, done: 150, path: NONE, chosen: null }, ROOM);
  const large = graphPart({ tree, done: 150, path: NONE, chosen: null }, { across: 40, rows: 7 });
  assert.ok(small.x.size > 15);
  assert.ok(large.x.size > small.x.size);
});

test("steps share a part, so that nothing moves between them", () => {
  const tree = broad(200);
  const frames = Array.from({ length: 8 }, (_, i) =>
    graphPart({ tree, done: 97 + i, path: NONE, chosen: null }, { across: 40, rows: 7 }),
  );
  for (const frame of frames) assert.deepEqual([...frame.x], [...frames[0]!.x]);
});

test("rows without room are left out, but neither the start nor the step", () => {
  const tree = long(30);
  const { x, row, gap, depth } = graphPart({ tree, done: 25, path: NONE, chosen: null }, ROOM);
  assert.ok(gap);
  assert.ok(depth <= ROOM.rows);
  assert.equal(row.get(tree.nodes[0]!), 0);
  assert.ok(x.has(at(tree, 24)));
  assert.ok(!x.has(at(tree, gap[0])));
  // One row stays free for the omitted ones.
  assert.ok(![...row.values()].includes(gap[0]));
});

test("if there are more successors than room, those with the best estimates are included", () => {
  const children = Array.from({ length: 40 }, (_, i) => `n${i}`);
  const [tree] = treesOf([expanded(0, "start", 0, children)]);
  const { x, width } = graphPart({ tree: tree!, done: 1, path: NONE, chosen: null }, ROOM);
  assert.equal(width, ROOM.across);
  assert.deepEqual(
    [...x.keys()].slice(1).map(({ board }) => board),
    children.slice(0, 12),
  );
});

test("a solution beyond the recording is in the part as a whole", () => {
  const tree = long(10);
  const plan = Array.from({ length: 14 }, (_, i) => `${i + 1}`);
  const path = solutionOf(tree, plan);
  assert.equal(path.length, 15);
  assert.deepEqual(
    path.slice(11).map(({ id }) => id),
    [-11, -12, -13, -14],
  );
  assert.deepEqual([path.at(-1)?.wins, path.at(-1)?.g, path.at(-1)?.h], [true, 14, 0]);
  const all = new Set(path);
  const room = { across: 12, rows: 20 };
  const part = graphPart({ tree, done: 10, path: all, chosen: null }, room);
  for (const node of path) assert.ok(part.x.has(node));
  for (const node of path) assert.ok(wholeWith(tree, 10, all).x.has(node));
  // The nodes of the recording are unchanged.
  assert.ok(tree.nodes.every(({ id }) => id >= 0));
});

test("only the recorded part of a plan of many thousand moves is a path", () => {
  const plan = Array.from({ length: 50_000 }, (_, i) => `${i + 1}`);
  assert.equal(solutionOf(long(10), plan).length, 11);
});

test("the part of a Monte Carlo tree has the path of a simulation, then the most visited nodes", () => {
  const LETTERS = "abcdefgh";
  const simulations = Array.from({ length: 64 }, (_, i) => ({
    line: i < 8 ? LETTERS[i]! : `${LETTERS[i % 8]} ${LETTERS[Math.floor(i / 8)]}`,
    in_tree: i < 8 ? 1 : 2,
    settled: 0,
    won: false,
  }));
  const tree = mcTreeOf(simulations);
  const visits = (end: number) => talliesOf(tree, simulations, end);
  for (const index of [0, 9, 40, 63]) {
    const { x, width } = visitedPart(tree, index, visits, null, ROOM);
    assert.ok(width <= ROOM.across);
    for (const node of tree.ways[index]!) assert.ok(x.has(node));
    // All first moves are visited more than any second one.
    if (index > 8) assert.ok(tree.root.children.every((each) => x.has(each)));
  }
});
