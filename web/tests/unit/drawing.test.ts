import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "../../src/api/types";
import { drawn, readinessOf, resized } from "../../src/model/drawing";

const tilt = { control: "tilt" } as View;
const use = (sign: string, tool: "piece" | "target" | "wall" | "erase", colour = "R") =>
  drawn(sign, { tool, colour }, tilt);

test("tools draw, and erase their own drawing", () => {
  assert.equal(use(".", "piece"), "r");
  assert.equal(use("r", "piece"), ".");
  assert.equal(use("G", "piece"), "*rG");
  assert.equal(use("*rG", "piece"), "G");
  assert.equal(use("*gG", "piece"), "*rG");
  assert.equal(use("r", "target"), "*rR");
  assert.equal(use("*rR", "target"), "r");
  assert.equal(use("*rR", "wall"), "#");
  assert.equal(use("#", "wall"), ".");
  assert.equal(use("#", "piece"), "r");
  assert.equal(use("*rR", "erase"), ".");
  const shift = { control: "shift" } as View;
  assert.equal(drawn("G", { tool: "piece", colour: "R" }, shift), "R");
  assert.equal(drawn("R", { tool: "piece", colour: "R" }, shift), ".");
});

test("a board in another size keeps what fits", () => {
  const cells = [..."ab.cd."].map((sign) => ({ sign }));
  const view = { cells, rows: 2, columns: 3 } as unknown as View;
  assert.deepEqual(resized(view, { rows: 2, columns: 2 }), ["a", "b", "c", "d"]);
  assert.deepEqual(resized(view, { rows: 1, columns: 4 }), ["a", "b", ".", "."]);
});

test("a drawn board names its missing parts", () => {
  const of = (control: string, cells: object[]) =>
    readinessOf({ control, cells } as unknown as View);
  const piece = (colour: string, group = 0) => ({ kind: "piece", colour, group });
  const goal = (target: string) => ({ kind: "empty", target });
  const lacking = of("tilt", [piece("R"), piece("G"), goal("R"), goal("Y")]);
  assert.equal(lacking?.ready, false);
  assert.equal(lacking?.title, "Green triangle lacks a target.");
  assert.equal(lacking?.more, "Yellow star has no piece.");
  assert.deepEqual(lacking?.cells, [1, 3]);
  assert.equal(of("tilt", [])?.ready, false);
  assert.equal(of("tilt", [piece("R"), goal("R")])?.title, "Ready: 1 colour.");
  assert.equal(of("shift", [piece("R", 0), piece("R", 0)])?.ready, false);
  assert.equal(
    of("shift", [piece("R", 0), piece("R", 2), piece("G", 3)])?.title,
    "Ready: 2 colours, 3 pieces.",
  );
  assert.equal(of("place", []), null);
});
