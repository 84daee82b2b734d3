import assert from "node:assert/strict";
import { test } from "node:test";
import { isLogarithmic } from "../../src/parts/plots";

test("an axis is logarithmic only if values differ greatly", () => {
  assert.equal(isLogarithmic([10, 20, 300]), false);
  assert.equal(isLogarithmic([10, 600]), true);
  assert.equal(isLogarithmic([0, 600]), false);
  assert.equal(isLogarithmic([]), false);
});
