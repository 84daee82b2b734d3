import assert from "node:assert/strict";
import { test } from "node:test";
import { lanesLink, parseLink, readLanes, writeLanes } from "../../src/model/link";
import type { Choice } from "../../src/model/link";

const lanes: Choice[] = [
  {
    algorithm: "wastar",
    heuristic: "report-h",
    texts: { weight: "1.5", penalty: " 3 ", seed: "" },
  },
  { algorithm: "bfs", heuristic: "", texts: {} },
];

test("searches side by side are written into a link, and read back", () => {
  assert.equal(writeLanes(lanes), "wastar.report-h,weight=1.5,penalty=3~bfs");
  assert.deepEqual(readLanes(writeLanes(lanes)), [
    { ...lanes[0], texts: { weight: "1.5", penalty: "3" } },
    lanes[1],
  ]);
  const link = parseLink(lanesLink({ game: "tiles+standard", board: "a../..A" }, "R D", lanes));
  assert.deepEqual(link?.where, { game: "tiles+standard", board: "a../..A" });
  assert.equal(link?.moves, "R D");
  assert.equal(link?.lanes.length, 2);
});

test("an invalid word names no searches", () => {
  for (const text of [
    "",
    "~",
    "a~b~c",
    "A*",
    "astar.",
    "astar,weight",
    `astar,weight=${"9".repeat(50)}`,
    "astar,<b>=1",
    "bfs~",
  ])
    assert.deepEqual(readLanes(text), [], text);
  assert.deepEqual(parseLink("#i=tiles:level/iartistas-04")?.lanes, []);
});
