import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { difficultyOf } from "../../src/model/difficulty";

const ratings = JSON.parse(readFileSync("dist/difficulty.json", "utf8"));
const deals = JSON.parse(readFileSync("dist/deals.json", "utf8"));

test("a decided deal has the class of the list of deals", () => {
  for (const number of [1, 93, 10_000]) {
    const found = difficultyOf(ratings, `gaps:solvitaire/4x13/${number}`);
    assert.equal(found?.fifth, Number(deals.effort[number - 1]));
    assert.equal(found?.text, `difficulty ${found?.fifth} of 5`);
  }
});

test("a rated board has its rating and its fifth", () => {
  const [number, rating, fifth] = deals.rated["birds:neller"][0];
  const found = difficultyOf(ratings, `birds:neller/${number}`);
  assert.equal(found?.text, `rated ${rating}`);
  assert.equal(found?.fifth, fifth);
});

test("no other deal has a difficulty", () => {
  for (const instance of [
    "gaps:solvitaire/4x13/0",
    "gaps:solvitaire/4x13/10001",
    "gaps+blue-moon:pysol/1",
    "birds:neller/",
    "tiles:level/iartistas-04",
    "",
  ])
    assert.equal(difficultyOf(ratings, instance), null, instance);
});
