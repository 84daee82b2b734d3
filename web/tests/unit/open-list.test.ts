// The order of open lists, and the words about ties.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openAfter, orderOf, orderWords, shownKey, tieWords } from "../../src/model/open-list";
import type { Order } from "../../src/model/open-list";
import { treesOf } from "../../src/model/search-tree";
import type { Iteration } from "../../src/model/search-tree";

const next = (board: string, h: number, more = {}) => ({
  move: board,
  words: board,
  board,
  h,
  dead_end: false,
  wins: false,
  ...more,
});
const expanded = (board: string, g: number, h: number, successors: any[] = []): any => ({
  board,
  g,
  h,
  bound: null,
  parent: null,
  successors,
});
const order = (algorithm: string, more = {}) =>
  orderOf(algorithm, { weight: 2, epsilon: 1, start: 4, ...more }) as Order;
const boards = (tree: Iteration, of: Order, done: number) =>
  openAfter(tree, of, done).map(({ board }) => board);

/** The start has successors with f of 5, 4, 5, 4, and a dead end; `d` and then `b` are expanded. */
const tree = treesOf([
  expanded("start", 0, 4, [
    next("a", 4),
    next("b", 3),
    next("c", 4),
    next("d", 3),
    next("dead", 0, { dead_end: true }),
  ]),
  expanded("d", 1, 3, [next("e", 3), next("f", 2)]),
  expanded("f", 2, 2, [next("c", 1)]),
])[0]!;

test("A* takes the smallest f, then the smallest h, then the newest", () => {
  assert.deepEqual(boards(tree, order("astar"), 1), ["d", "b", "c", "a"]);
  assert.deepEqual(boards(tree, order("astar"), 2), ["f", "b", "e", "c", "a"]);
  assert.equal(
    tieWords(tree, order("astar"), 2),
    "Of 2 equal ones, with the same h, the newest goes first.",
  );
  assert.equal(tieWords(tree, order("astar"), 3), "Of 2 equal ones, the smallest h goes first.");
  assert.equal(tieWords(tree, order("astar"), 1), "");
  assert.equal(
    orderWords(order("astar"), tree),
    "Smallest f first, then smallest h, then the newest.",
  );
});

test("greedy and uniform-cost search take the oldest of equal positions; breadth-first search has a queue", () => {
  assert.deepEqual(boards(tree, order("greedy"), 1), ["b", "d", "a", "c"]);
  assert.deepEqual(boards(tree, order("ucs"), 2), ["a", "b", "c", "e", "f"]);
  assert.equal(tieWords(tree, order("ucs"), 2), "Of 4 equal ones, the oldest goes first.");
  assert.equal(tieWords(tree, order("bfs"), 2), "");
  assert.equal(order("beam"), null);
});

test("a position reached by a cheaper path leaves the open list", () => {
  const cheaper = treesOf([
    expanded("start", 0, 1, [next("a", 1), next("b", 3)]),
    expanded("a", 1, 1, [next("c", 1)]),
    expanded("c", 2, 1, [next("d", 0)]),
    expanded("b", 1, 3, [next("d", 0)]),
  ])[0]!;
  assert.deepEqual(
    openAfter(cheaper, order("astar"), 3).map(({ board, g }) => board + g),
    ["d3", "b1"],
  );
  assert.deepEqual(
    openAfter(cheaper, order("astar"), 4).map(({ board, g }) => board + g),
    ["d2"],
  );
});

test("a heuristic with a finer order than h decides ties", () => {
  const finer = treesOf([
    expanded("start", 0, 4, [
      next("a", 3, { ordering: 31 }),
      next("b", 3, { ordering: 30 }),
      next("c", 3, { ordering: 31 }),
    ]),
    expanded("b", 1, 3),
    expanded("c", 1, 3),
  ])[0]!;
  assert.deepEqual(boards(finer, order("astar"), 1), ["b", "c", "a"]);
  assert.equal(
    tieWords(finer, order("astar"), 2),
    "Of 3 equal ones, the smallest rank by the heuristic goes first.",
  );
  assert.equal(
    tieWords(finer, order("astar"), 3),
    "Of 2 equal ones, with the same rank by the heuristic, the newest goes first.",
  );
  assert.match(orderWords(order("astar"), finer), /then smallest rank by the heuristic/);
});

test("weights are in the sum: fixed, or falling with the estimate", () => {
  const node = { g: 1, h: 3, ordering: null };
  assert.equal(shownKey(order("wastar"), node), "7");
  assert.equal(shownKey(order("wastar", { weight: 1.5 }), node), "5.5");
  assert.equal(shownKey(order("dwastar"), node), "6.25");
  assert.equal(shownKey(order("astar"), node), "4");
});
