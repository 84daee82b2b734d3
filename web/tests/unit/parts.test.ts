import assert from "node:assert/strict";
import { test } from "node:test";
import { howMade, partName } from "../../src/parts/parts";

const of = (...values: (number | string)[]) => values.map((value) => ({ name: "", value }));

test("a value explains how it is composed of parts that are not added", () => {
  const runs = { heuristic: "runs", value: 3, parts: of(2, 3) };
  assert.equal(howMade(runs), "the largest of");
  assert.equal(howMade({ ...runs, value: 4 }), "");
  assert.equal(howMade({ ...runs, parts: of(2, "no way to a target") }), "");
  const tilts = { heuristic: "runs-tilts", value: 5, parts: of(2, 3, 12) };
  assert.match(howMade(tilts), /largest run, plus an eighth of the tilts/);
  assert.equal(howMade({ ...tilts, value: 6 }), "");
});

test("a piece in a part is named as the board shows it", () => {
  assert.equal(partName("runs of O e1"), "runs of the orange plus on e1");
  assert.equal(partName("tilts of all pieces, each alone"), "tilts of all pieces, each alone");
});
