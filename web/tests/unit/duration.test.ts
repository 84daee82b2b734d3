// Durations of any length keep three digits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { duration, unitFor } from "../../src/model/duration";

test("a duration has a suitable unit and three digits", () => {
  for (const [seconds, words] of [
    [0.000_000_4, "0.400 µs"],
    [0.000_062_3, "62.3 µs"],
    [0.000_999_6, "1.00 ms"],
    [0.0123, "12.3 ms"],
    [0.9996, "1.00 s"],
    [2.345, "2.35 s"],
    [61.5, "61.5 s"],
    [1234.5, "1,235 s"],
  ] as const)
    assert.equal(duration(seconds), words);
  assert.equal(duration(0), "0 s");
  assert.equal(unitFor(0.06).name, "milliseconds");
});
