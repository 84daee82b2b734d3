// Remarks on a win.
import assert from "node:assert/strict";
import { test } from "node:test";
import { wonFirsts, wonHow, wonPicture } from "../../src/model/praise";

const win = {
  moves: 12,
  seconds: 75,
  least: 12,
  optimal: false,
  helped: false,
  redeals: 0,
  tookBack: false,
};
const results = { played: 8, won: 5, best: 60, fewest: 9, streak: 1 };

test("a win is compared with the shortest known solution, and with the least if that is proved", () => {
  assert.equal(wonHow(win), "Without help, in as few moves as any known solution");
  assert.equal(wonHow({ ...win, optimal: true }), "Without help, in the fewest moves possible");
  assert.equal(wonHow({ ...win, least: 10 }), "Without help, 2 more than the shortest known");
  assert.equal(
    wonHow({ ...win, least: 10, optimal: true }),
    "Without help, 2 more than the fewest",
  );
  assert.equal(
    wonHow({ ...win, least: 14 }),
    "Without help, in fewer moves than any known solution",
  );
  assert.equal(wonHow({ ...win, least: null, helped: true }), "With help");
});

test("after a redeal the solutions of the first deal are no measure", () => {
  assert.equal(wonHow({ ...win, redeals: 1 }), "Without help, with 1 redeal");
  assert.equal(
    wonHow({ ...win, redeals: 2, tookBack: true }),
    "Without help, with 2 redeals, one more taken back",
  );
});

test("records are the player's own, and a first win is one", () => {
  assert.deepEqual(wonFirsts(win, results), []);
  assert.deepEqual(wonFirsts(win, { ...results, fewest: 12, best: 75, streak: 3 }), [
    "your fewest moves",
    "your best time",
    "3 wins in a row",
  ]);
  assert.deepEqual(wonFirsts(win, { ...results, won: 1, fewest: 12 }), ["your first win"]);
  assert.deepEqual(wonFirsts({ ...win, helped: true }, { ...results, fewest: 12 }), []);
  assert.deepEqual(wonFirsts(win, undefined), []);
});

test("a win is shared as ten squares, with signs for redeals and help", () => {
  const green = "🟩".repeat(9);
  assert.equal(wonPicture("tiles", win), `🎯 ${green}🟩`);
  assert.equal(wonPicture("sliding", { ...win, least: 11, helped: true }), `🔢 ${green}🟨 💡`);
  assert.equal(wonPicture("gaps", { ...win, redeals: 2 }), "♠️♥️♣️♦️ ✅ 🔀🔀");
  assert.equal(wonPicture("birds", { ...win, least: null }), "🐦 ✅");
});
