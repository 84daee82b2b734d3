import assert from "node:assert/strict";
import { test } from "node:test";
import { backupText, readBackup } from "../../src/model/backup";
import { inAll, readTallyName, tallyName } from "../../src/model/tallies";

test("a backup is restored unchanged, without other programs' data", () => {
  const text = backupText({ level: "hard", games: [1], other: 5 } as any);
  assert.deepEqual(readBackup(text, "a.json"), { level: "hard", games: [1] });
});

test("a file that is not a backup is rejected by its name", () => {
  for (const [text, words] of [
    ["{", /a\.json is not a backup.*JSON/],
    ["[]", /not a backup/],
    ['{"version":1,"games":[]}', /not a backup/],
    [backupText({}).replace('"version":1', '"version":2'), /another version/],
  ] as const)
    assert.throws(() => readBackup(text, "a.json"), words);
});

test("the name of a tally contains game, rules, level and redeals", () => {
  for (const [game, isRedealt, level] of [
    ["gaps+standard", true, "hard"],
    ["gaps+blue-moon", false, ""],
    ["tiles+standard", false, "easy"],
  ] as const) {
    const read = readTallyName(tallyName(game, isRedealt, level));
    assert.deepEqual(
      [`${read.game}+${read.rules}`, read.redealt, read.level],
      [game, isRedealt, level],
    );
  }
});

test("tallies add up, except for streaks", () => {
  const tally = { played: 4, won: 2, helped: 1, lost: 1, longest: 2, seconds: 60 };
  assert.deepEqual(inAll({ a: tally, b: { ...tally, longest: 1 } }), {
    played: 8,
    won: 4,
    helped: 2,
    lost: 2,
    longest: 2,
    seconds: 120,
  });
});
