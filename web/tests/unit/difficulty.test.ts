import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { LEVELS } from "../../src/model/deal-search";
import { difficultyOf, ofLevel, stepWords } from "../../src/model/difficulty";

const ratings = JSON.parse(readFileSync("dist/difficulty.json", "utf8"));
const deals = JSON.parse(readFileSync("dist/deals.json", "utf8"));

test("a decided deal has the class of the list of deals", () => {
  for (const number of [1, 93, 10_000]) {
    const found = difficultyOf(ratings, `gaps:solvitaire/4x13/${number}`);
    assert.equal(found?.fifth, Number(deals.effort[number - 1]));
  }
});

test("a rated board has its fifth", () => {
  const [number, , fifth] = deals.rated["birds:neller"][0];
  assert.equal(difficultyOf(ratings, `birds:neller/${number}`)?.fifth, fifth);
});

test("levels are steps of the same scale", () => {
  assert.deepEqual(
    LEVELS.map((level) => stepWords(ofLevel(level).fifth)),
    LEVELS,
  );
  assert.deepEqual([stepWords(1), stepWords(5)], ["very easy", "very hard"]);
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
