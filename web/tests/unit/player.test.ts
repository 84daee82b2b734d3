import assert from "node:assert/strict";
import { test } from "node:test";
import { Player, stepByKey } from "../../src/model/player";

test("steps stay within the recording, in both directions", () => {
  let length = 3;
  const player = new Player(
    () => length,
    () => {},
  );
  player.go(7);
  assert.equal(player.step, 3);
  player.go(-2);
  assert.equal(player.step, 1);
  length = 9;
  stepByKey(player, "End")?.();
  assert.equal(player.at, 9);
  length = 12;
  assert.equal(player.at, 12, "the end is followed while the recording grows");
  stepByKey(player, "ArrowLeft")?.();
  assert.equal(player.at, 11);
  length = 14;
  assert.equal(player.at, 11);
  stepByKey(player, "Home")?.();
  stepByKey(player, "PageDown")?.();
  assert.equal(player.step, 2);
  assert.equal(stepByKey(player, "x"), null);
  length = 0;
  assert.deepEqual([player.length, player.at], [1, 1]);
});

test("it plays to the end and stops, and then replays from the start", async () => {
  const player = new Player(
    () => 4,
    () => {},
  );
  player.play(500);
  assert.equal(player.isPlaying, true);
  while (player.isPlaying) await new Promise((done) => setTimeout(done, 1));
  assert.equal(player.step, 4);
  stepByKey(player, " ")?.();
  assert.deepEqual([player.isPlaying, player.step], [true, 1]);
  player.go(2);
  assert.deepEqual([player.isPlaying, player.step], [false, 2]);
});
