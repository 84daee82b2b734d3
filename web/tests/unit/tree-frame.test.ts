import assert from "node:assert/strict";
import { test } from "node:test";
import { treesOf } from "../../src/model/search-tree";
import { frameOf, stageOf } from "../../src/model/tree-frame";

const next = (board: string) => ({
  move: board,
  words: board,
  board,
  h: 1,
  dead_end: false,
  wins: false,
});
const node = (id: number, board: string, g: number, children: string[], bound = null): any => ({
  id,
  board,
  g,
  h: 1,
  bound,
  parent: null,
  successors: children.map(next),
});
const WIDE = [
  node(0, "r", 0, ["a", "b", "c"]),
  ...["a", "b", "c"].map((each, i) =>
    node(
      i + 1,
      each,
      1,
      [0, 1, 2].map((k) => `${each}${k}`),
    ),
  ),
];

test("no two nodes of a row overlap, and a parent is between its children", () => {
  const [tree] = treesOf(WIDE);
  const { x, width, depth } = frameOf(tree!, 4);
  for (const g of [1, 2]) {
    const row = tree!.nodes.filter((each) => each.g === g).map((each) => x.get(each)!);
    const sorted = row.toSorted((a, b) => a - b);
    for (const [i, at] of sorted.entries()) if (i) assert.ok(at - sorted[i - 1]! >= 0.999);
  }
  assert.deepEqual([width, depth], [9, 3]);
  assert.equal(x.get(tree!.nodes[0]!), 4);
});

test("the first frame holds only the root and its children", () => {
  const [tree] = treesOf(WIDE);
  const { x, width, depth } = frameOf(tree!, 1);
  assert.deepEqual([...x.keys()].map(({ board }) => board).toSorted(), ["a", "b", "c", "r"]);
  assert.deepEqual([width, depth], [3, 2]);
});

test("a frame holds all steps up to its stage, and within a stage nothing moves", () => {
  const chain = Array.from({ length: 40 }, (_, i) => node(i, `${i}`, i, [`${i + 1}`, `${i}b`]));
  const [tree] = treesOf(chain);
  for (let done = 1; done <= chain.length; done++) {
    const { x } = frameOf(tree!, done);
    for (const each of tree!.nodes.filter(({ found }) => found < done)) assert.ok(x.has(each));
    assert.equal(frameOf(tree!, Math.min(stageOf(done), chain.length)), frameOf(tree!, done));
    assert.ok(stageOf(done) <= Math.max(done, 1.5 * done + 1));
  }
});

test("the frame of a bound grows with its own expansions", () => {
  const bounded = (bound: any) => WIDE.map((each) => ({ ...each, bound }));
  const [, second] = treesOf([...bounded(1), ...bounded(2)]);
  assert.equal(frameOf(second!, 5).width, 3);
  assert.equal(frameOf(second!, 8).width, 9);
});
