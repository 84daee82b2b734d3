import assert from "node:assert/strict";
import { test } from "node:test";
import { filledIn, settable, withHeuristic } from "../../src/model/schema";

const parameter = (name: string, type: any, more = {}) => ({
  name,
  type,
  outside: true,
  choices: [],
  default: null,
  help: "",
  unit: "",
  least: null,
  most: null,
  ...more,
});
const algorithm = {
  name: "some",
  schema: [
    parameter("heuristic", "heuristic"),
    parameter("seed", "whole", { least: 0 }),
    parameter("optimal", "flag"),
    parameter("strategy", "choice", { choices: ["restarts", "sweep"], default: "restarts" }),
    parameter("scratch", "path", { outside: false }),
  ],
};

test("a form has exactly the parameters that a question may set", () => {
  assert.deepEqual(
    settable(algorithm).map((each) => each.name),
    ["seed", "optimal", "strategy"],
  );
});

test("a question has the filled-in values, as typed", () => {
  const texts = {
    seed: " 18446744073709551615 ",
    optimal: "true",
    strategy: "",
    scratch: "/tmp",
    width: "3",
  };
  assert.deepEqual(filledIn(algorithm, texts), { seed: "18446744073709551615", optimal: true });
  assert.deepEqual(filledIn(algorithm, {}), {});
});

test("parameters of another heuristic are left out", () => {
  const schema = ["weight", "pattern", "penalty", "fade"].map((name) => ({ name }) as any);
  const names = (heuristic: string) =>
    withHeuristic({ schema }, heuristic).schema.map(({ name }: any) => name);
  assert.deepEqual(names("linear-conflict"), ["weight"]);
  assert.deepEqual(names("patterns"), ["weight", "pattern"]);
  assert.deepEqual(names("report-h"), ["weight", "penalty"]);
  assert.deepEqual(names("report-text"), ["weight", "penalty", "fade"]);
});
