import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  ANY,
  OFFERS,
  dealOf,
  decided,
  histogram,
  matching,
  ordersOf,
  playedDeals,
  ratedOf,
  toggled,
} from "../../src/model/find";

const columns = JSON.parse(readFileSync("dist/deals.json", "utf8"));
const rows = readFileSync("../results/gaps-verified.jsonl", "utf8").trim().split("\n");
const verified = rows.map((row) => Number(JSON.parse(row).instance.split("/").at(-1)));

test("the ten thousand deals are those of the data set", () => {
  assert.equal(columns.moves.length, 10_000);
  assert.equal(columns.effort.length, 10_000);
  assert.equal(matching(columns, { ...ANY, verdict: "lost" }).length, 1353);
  const losses = matching(columns, { ...ANY, verdict: "lost" });
  assert.deepEqual(
    losses.filter((deal) => dealOf(columns, deal).verified),
    verified.toSorted((a, b) => a - b),
  );
  assert.deepEqual(dealOf(columns, 93), {
    deal: 93,
    moves: 0,
    effort: 1,
    sum: "d7d0e32f98f55ec1",
    verified: true,
    chance: columns.chances[93],
  });
});

test("filters go together, and every order has the same deals", () => {
  const some = { ...ANY, least: 90, most: 95, effort: [1, 5] };
  const found = matching(columns, some);
  assert.ok(found.length > 10);
  for (const deal of found) {
    const { moves, effort } = dealOf(columns, deal);
    assert.ok(moves >= 90 && moves <= 95 && [1, 5].includes(effort), `deal ${deal}`);
  }
  for (const order of ["longest", "easiest", "hardest", "number"] as const) {
    const other = matching(columns, { ...some, order });
    assert.deepEqual(
      other.toSorted((a, b) => a - b),
      found.toSorted((a, b) => a - b),
    );
  }
  const lengths = found.map((deal) => dealOf(columns, deal).moves);
  assert.deepEqual(
    lengths,
    lengths.toSorted((a, b) => a - b),
  );
  const lost = matching(columns, { ...ANY, verdict: "lost", certified: true });
  assert.deepEqual(
    lost,
    lost.filter((deal) => dealOf(columns, deal).sum),
  );
  for (const deal of verified) assert.ok(lost.includes(deal), `deal ${deal}`);
});

test("the histogram counts every winnable deal", () => {
  const { bars, least, most, width } = histogram(columns);
  assert.equal(
    bars.reduce((sum, count) => sum + count, 0),
    10_000 - 1353,
  );
  assert.ok(least + bars.length * width > most);
});

test("rated boards are those of the data set, the easiest first", () => {
  const rated = Object.keys(columns.rated).flatMap((source) => ratedOf(columns, source));
  const ratings = readFileSync("../results/player-ratings.jsonl", "utf8").trim().split("\n");
  assert.equal(rated.length, ratings.length);
  const [first] = ratedOf(columns, "gaps:random/4x6");
  assert.deepEqual(
    { ...first },
    { instance: "gaps:random/4x6/66", number: 66, rating: 709, fifth: 1, played: 40, won: 37 },
  );
});

test("steps of difficulty are chosen and dropped, and every offer of the start page has deals", () => {
  assert.deepEqual(toggled(toggled([], 2), 4), [2, 4]);
  assert.deepEqual(toggled([2, 4], 2), [4]);
  for (const [words, filter] of OFFERS)
    assert.ok(matching(columns, { ...ANY, ...filter }).length > 100, words);
});

test("the player's result on a deal is that of the last saved game", () => {
  const kept = (instance: string, more: object) => ({ where: { instance }, moves: 7, ...more });
  const games = [
    kept("gaps:solvitaire/4x13/5", { won: true }),
    kept("gaps+standard:solvitaire/4x13/5", { lost: true }),
    kept("gaps:solvitaire/4x13/6", { lost: true }),
    kept("gaps:solvitaire/4x13/7", {}),
    kept("gaps:solvitaire/4x13/8", { moves: 0 }),
    kept("gaps+blue-moon:pysol/9", {}),
  ];
  assert.deepEqual(
    [...playedDeals(games as any)],
    [
      [5, "won in 7"],
      [6, "lost"],
      [7, "7 so far"],
    ],
  );
});

test("a list of losses has no order by moves, and drops such an order", () => {
  assert.deepEqual(
    ordersOf("lost").map(([order]) => order),
    ["easiest", "hardest", "number"],
  );
  assert.equal(ordersOf("won").length, 5);
  assert.deepEqual(decided({ ...ANY, order: "shortest" }, "lost"), {
    verdict: "lost",
    order: "number",
  });
  assert.equal(decided({ ...ANY, order: "hardest" }, "lost").order, "hardest");
  assert.equal(decided({ ...ANY, order: "longest" }, "all").order, "longest");
});
