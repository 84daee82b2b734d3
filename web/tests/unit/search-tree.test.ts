import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, kindOf, pathOf, statusOf, treesOf } from "../../src/model/search-tree";

const next = (move: string, board: string, h: number | null = 1, more = {}) => ({
  move,
  words: move,
  board,
  h,
  dead_end: false,
  wins: h === 0,
  ...more,
});
const node = (id: number, board: string, g: number, h: number | null, successors: any[]): any => ({
  id,
  board,
  g,
  h,
  bound: null,
  parent: null,
  successors,
});

/** a → b, c; b → d, c again; d → goal */
const NODES = [
  node(0, "a", 0, 2, [next("x", "b"), next("y", "c", 3)]),
  node(1, "b", 1, 1, [next("x", "d"), next("z", "c", 3), next("w", "a", 2)]),
  node(2, "d", 2, 1, [next("x", "e", 0)]),
];
const at = (done: number) => ({ done, kind: "best-first" as const, bound: null, level: 0 });

test("positions are open when found, closed when expanded, and never twice in the tree", () => {
  const [tree] = treesOf(NODES);
  assert.ok(tree);
  assert.deepEqual(
    tree.nodes.map(({ board }) => board),
    ["a", "b", "c", "d", "e"],
  );
  const statuses = (done: number) => tree.nodes.map((each) => statusOf(each, at(done)));
  assert.deepEqual(statuses(1), ["now", "open", "open", "hidden", "hidden"]);
  assert.deepEqual(statuses(2), ["closed", "now", "open", "open", "hidden"]);
  assert.deepEqual(statuses(3), ["closed", "closed", "open", "now", "open"]);
});

test("a position without new successors is barren, a dead end is dead", () => {
  const nodes = [
    node(0, "a", 0, 1, [next("x", "b"), next("y", "c", null, { dead_end: true })]),
    node(1, "b", 1, 1, [next("z", "a")]),
    node(2, "c", 1, 1, []),
  ];
  const [tree] = treesOf(nodes);
  assert.equal(statusOf(tree!.nodes[1]!, at(3)), "barren");
  assert.equal(statusOf(tree!.nodes[2]!, at(2)), "dead");
});

test("a position expanded again on a shorter path is at the end of that path", () => {
  const nodes = [
    node(0, "a", 0, 1, [next("x", "b"), next("y", "c")]),
    node(1, "b", 1, 1, [next("x", "d")]),
    node(2, "d", 2, 1, [next("x", "e")]),
    node(3, "e", 3, 1, []),
    node(4, "c", 1, 1, [next("x", "e"), next("z", "d")]),
    node(5, "e", 2, 1, [next("x", "f", 0)]),
  ];
  const [tree] = treesOf(nodes);
  const path = pathOf(tree!, ["y", "x", "x"]);
  assert.deepEqual(
    path.map(({ board, g, expanded }) => `${board} ${g} ${expanded}`),
    ["a 0 0", "c 1 4", "e 2 5", "f 3 null"],
  );
  // A position that is expanded only once keeps its place.
  assert.equal(tree!.nodes.filter(({ board }) => board === "d").length, 1);
});

test("a cheaper path to an open position replaces the old one", () => {
  const nodes = [
    node(0, "a", 0, 1, [next("x", "b"), next("y", "c")]),
    node(1, "b", 1, 1, [next("x", "d")]),
    node(2, "d", 2, 1, [next("x", "e")]),
    node(3, "c", 1, 1, [next("z", "e")]),
  ];
  const [tree] = treesOf(nodes);
  const both = tree!.nodes.filter(({ board }) => board === "e");
  assert.deepEqual(
    both.map(({ g }) => g),
    [3, 2],
  );
  assert.deepEqual(
    both.map((each) => statusOf(each, at(4))),
    ["cut", "open"],
  );
});

test("the path of the plan is followed to the goal that was never expanded", () => {
  const [tree] = treesOf(NODES);
  assert.deepEqual(
    pathOf(tree!, ["x", "x", "x"]).map(({ board }) => board),
    ["a", "b", "d", "e"],
  );
  assert.deepEqual(
    pathOf(tree!, ["x", "q"]).map(({ board }) => board),
    ["a", "b"],
  );
});

test("a deepening search has a tree for each bound, and cuts positions beyond it", () => {
  const bounded = (bound: number, each: any) => ({ ...each, bound });
  const nodes = [
    bounded(2, NODES[0]),
    bounded(2, NODES[1]),
    bounded(3, NODES[0]),
    bounded(3, NODES[1]),
    bounded(3, NODES[2]),
  ];
  assert.equal(kindOf(nodes), "deepening");
  const trees = treesOf(nodes);
  assert.deepEqual(
    trees.map(({ bound, from, to }) => [bound, from, to]),
    [
      [2, 0, 2],
      [3, 2, 5],
    ],
  );
  const [first] = trees;
  const c = first!.nodes.find(({ board }) => board === "c")!;
  assert.equal(statusOf(c, { done: 1, kind: "deepening", bound: 2, level: 0 }), "cut");
  assert.deepEqual(counted(nodes, "deepening", 3), {
    bars: [
      { value: 2, count: 2, whole: 2 },
      { value: 3, count: 1, whole: 3 },
    ],
    now: 3,
  });
});

test("a search by levels cuts the rest of the previous level", () => {
  const nodes = NODES.map((each) => ({ ...each, bound: each.g }));
  assert.equal(kindOf(nodes), "levels");
  const [tree] = treesOf(nodes);
  const c = tree!.nodes.find(({ board }) => board === "c")!;
  assert.equal(statusOf(c, { done: 2, kind: "levels", bound: 1, level: 1 }), "open");
  assert.equal(statusOf(c, { done: 3, kind: "levels", bound: 2, level: 2 }), "cut");
});
