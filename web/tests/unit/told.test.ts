import assert from "node:assert/strict";
import { test } from "node:test";
import type { Expanded } from "../../src/api/types";
import { foundAt, openIn, treesOf } from "../../src/model/search-tree";
import { toldOf } from "../../src/pages/search/told";

const next = (move: string, board: string, h: number | null, more = {}) => ({
  move,
  words: move,
  board,
  h,
  dead_end: false,
  wins: h === 0,
  ...more,
});
const node = (id: number, board: string, g: number, h: number, successors: any[], bound?: number) =>
  ({ id, board, g, h, bound: bound ?? null, parent: null, successors }) as unknown as Expanded;

test("a sentence names successors beyond the bound, and the next bound", () => {
  const nodes = [
    node(0, "a", 0, 3, [next("x", "b", 2), next("y", "c", 4)], 3),
    node(
      1,
      "b",
      1,
      2,
      [
        next("x", "d", 3),
        next("y", "e", 2),
        next("z", "a", 3),
        next("w", "f", null, { dead_end: true }),
      ],
      3,
    ),
  ];
  const [tree] = treesOf(nodes);
  assert.ok(tree);
  const at = (done: number) => ({ done, kind: "deepening" as const, bound: 3, level: 0 });
  assert.equal(openIn(tree, at(1), new Set()), 1);
  assert.deepEqual(toldOf("idastar", "deepening", nodes[0]!, foundAt(tree, at(1), 2)), [
    "f = 3 is within the bound of 3.",
    "1 new position is within it, 1 is beyond the bound of 3. The next bound would be 5.",
  ]);
  assert.deepEqual(toldOf("idastar", "deepening", nodes[1]!, foundAt(tree, at(2), 4)), [
    "f = 3 is within the bound of 3.",
    "2 new positions are beyond the bound of 3, 1 is a dead end, 1 was seen before. The next bound would be 4.",
  ]);
  assert.equal(openIn(tree, at(2), new Set()), 0);
});

test("a sentence counts the positions that go into the open list", () => {
  const nodes = [
    node(0, "a", 0, 1, [next("x", "b", 1), next("y", "c", 2)]),
    node(1, "b", 1, 1, []),
  ];
  const [tree] = treesOf(nodes);
  assert.ok(tree);
  const at = (done: number) => ({ done, kind: "best-first" as const, bound: null, level: 0 });
  assert.deepEqual(toldOf("astar", "best-first", nodes[0]!, foundAt(tree, at(1), 2)), [
    "Takes out f = 1, the smallest in the open list.",
    "2 new positions go in.",
  ]);
  assert.equal(openIn(tree, at(1), new Set()), 2);
  assert.equal(
    toldOf("astar", "best-first", nodes[1]!, foundAt(tree, at(2), 0))[1],
    "No move is possible there.",
  );
});

test("a position that a depth-first search first reaches on a longer path is a separate node", () => {
  // d is found below a, but expanded below b first, and then from a again.
  const nodes = [
    node(0, "a", 0, 3, [next("x", "b", 2), next("y", "d", 2)], 9),
    node(1, "b", 1, 2, [next("y", "d", 2)], 9),
    node(2, "d", 2, 2, [], 9),
    node(3, "d", 1, 2, [], 9),
  ];
  const [tree] = treesOf(nodes);
  assert.deepEqual(
    tree!.nodes.map(({ board, g, expanded, parent }) => [board, g, expanded, parent?.board ?? ""]),
    [
      ["a", 0, 0, ""],
      ["b", 1, 1, "a"],
      ["d", 1, 3, "a"],
      ["d", 2, 2, "b"],
    ],
  );
});
