// The paths of the cards that leap out of the window after a win.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pathOf } from "../../src/panels/cascade";

const [WIDTH, HEIGHT] = [1280, 800];
const rect = (left: number, top: number) =>
  ({ left, top, width: 60, height: 84, right: left + 60, bottom: top + 84 }) as DOMRect;
const placesOf = (from: DOMRect, turn: number) =>
  pathOf(from, turn, WIDTH, HEIGHT)
    .slice(1)
    .map(({ transform }) => (transform.match(/-?\d+/g) ?? []).map(Number));

test("every card begins in its place, bounces on the edge of the window and leaves at a side", () => {
  for (const left of [20, 600, 1100])
    for (let turn = 0.03; turn < 1; turn += 0.06) {
      const from = rect(left, 300);
      assert.equal(pathOf(from, turn, WIDTH, HEIGHT)[0]?.transform, "none");
      const places = placesOf(from, turn);
      const [x = 0] = places.at(-1) ?? [];
      assert.ok(from.right + x <= 0 || from.left + x >= WIDTH, `${left}, ${turn}`);
      assert.ok(
        places.every(([, y = 0]) => from.bottom + y <= HEIGHT + 1),
        "none falls below the window",
      );
    }
});
