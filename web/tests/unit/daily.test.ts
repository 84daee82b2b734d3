import assert from "node:assert/strict";
import { test } from "node:test";
import {
  dateOf,
  dayNumber,
  monthDays,
  readTag,
  seedOf,
  share,
  stateOf,
  streak,
  tagOf,
  withResult,
  tabTitle,
} from "../../src/model/daily";

const won = (more: any = {}) => ({
  result: "won" as const,
  moves: 12,
  seconds: 75,
  shortest: false,
  ...more,
});

test("every day has its own number, one more than the day before", () => {
  assert.equal(seedOf(20000101), 0);
  assert.equal(seedOf(20261121), 9821);
  assert.equal(seedOf(20280301) - seedOf(20280228), 2, "a leap year");
  assert.equal(dayNumber(dateOf(20261121)), 20261121);
});

test("tags that name no day or level are invalid", () => {
  assert.deepEqual(readTag(tagOf(20261121, "hard")), { day: 20261121, level: "hard" });
  for (const tag of ["", "20261121", "20261121/any", "20261399/easy", "20260230/easy", "x/easy"])
    assert.equal(readTag(tag), null, tag);
});

test("the player's own win stays, and completes the day", () => {
  let days = withResult({}, "20261121/easy", "gaps", won({ result: "helped" }));
  assert.equal(stateOf(days, 20261121, 20261121).kind, "helped");
  days = withResult(days, "20261121/easy", "gaps", won({ shortest: true }));
  days = withResult(days, "20261121/easy", "gaps", won({ result: "helped" }));
  assert.deepEqual(stateOf(days, 20261121, 20261122), { kind: "won", shortest: true });
  assert.equal(stateOf(days, 20261120, 20261122).kind, "missed");
  assert.equal(stateOf(days, 20261123, 20261122).kind, "later");
});

test("a streak counts days in a row, over the end of a month, and today may still come", () => {
  let days = {};
  for (const day of [20261129, 20261130, 20261201])
    days = withResult(days, tagOf(day, "easy"), "tiles", won());
  assert.equal(streak(days, new Date(2026, 11, 1)), 3);
  assert.equal(streak(days, new Date(2026, 11, 2)), 3);
  assert.equal(streak(days, new Date(2026, 11, 3)), 0);
});

test("months begin on the right day of the week", () => {
  const days = monthDays(2026, 10);
  assert.equal(days.indexOf(20261101), 6, "the first of November 2026 is a Sunday");
  assert.equal(days.length, 36);
});

test("a shared result reveals nothing about the deal", () => {
  assert.equal(
    share("20261121/medium", "Gaps", won()),
    "Patience · Gaps · 21 November 2026 · medium: won in 12 moves, 1:15",
  );
});

test("the tab shows the day of a daily deal, and otherwise the deal", () => {
  const session = {
    where: { instance: "gaps:solvitaire/4x13/5" },
    root: { position: { rules: "standard" } },
  };
  assert.equal(
    tabTitle({ ...session, daily: "20261121/medium" }, "Gaps"),
    "Daily · 21 November 2026 · medium",
  );
  assert.equal(tabTitle(session, "Gaps"), "Deal 5 · Gaps · Patience");
  assert.equal(tabTitle(session, ""), "Deal 5 · Patience");
});
