import assert from "node:assert/strict";
import { test } from "node:test";
import { suitPath } from "../../src/model/deck";

test("a suit is centred, within its size, and its outline is closed", () => {
  for (const suit of "HDSC") {
    for (const [x, y, size] of [
      [12, 12, 24],
      [66.5, 71, 20.5],
      [165, 48, 46 * 0.59],
    ]) {
      const [start, ...parts] = suitPath(suit, x, y, size)
        .slice(1, -1)
        .split(/(?=[cl])/);
      let [px, py] = start.split(" ").map(Number);
      const [sx, sy] = [px, py];
      for (const part of parts) {
        const [dx, dy] = part.slice(1).split(" ").map(Number).slice(-2);
        [px, py] = [px + dx, py + dy];
        assert.ok(
          Math.abs(px - x) <= size / 2 && Math.abs(py - y) <= size / 2,
          `${suit} ${size}: ${px} ${py}`,
        );
      }
      assert.ok(Math.hypot(px - sx, py - sy) < 0.15, `${suit} ${size} is closed`);
    }
  }
});
