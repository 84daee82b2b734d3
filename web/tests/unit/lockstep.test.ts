import assert from "node:assert/strict";
import { test } from "node:test";
import { Lockstep, nextToStep } from "../../src/model/lockstep";

/** A search that answers a step when it is told to. */
function search({ begun = true, pictures = 0 } = {}) {
  const each = {
    run: { progress: begun ? {} : null, pictures, awaited: false } as any,
    isLive: true,
    paused: true,
    step() {
      this.run.awaited = true;
    },
    answer() {
      this.run.awaited = false;
      this.run.pictures++;
      this.run.progress = {};
    },
    pause() {
      this.paused = true;
    },
    resume() {
      this.paused = false;
    },
  };
  return each;
}

test("none steps before the others have answered", () => {
  const pair = [search(), search()];
  const lockstep = new Lockstep(
    () => pair,
    () => {},
  );
  lockstep.step();
  assert.deepEqual(
    pair.map((each) => each.run.awaited),
    [true, true],
  );
  pair[0].answer();
  lockstep.step();
  assert.equal(pair[0].run.awaited, false, "it waits for the other");
  pair[1].answer();
  lockstep.step();
  assert.deepEqual(
    pair.map((each) => each.run.awaited),
    [true, true],
  );
});

test("who begins late catches up, and who has ended holds nobody", () => {
  const [first, late] = [search({ pictures: 3 }), search({ begun: false })];
  assert.deepEqual(nextToStep([first, late]), [first], "a search without a place holds nobody");
  late.answer();
  assert.deepEqual(nextToStep([first, late]), [late]);
  late.answer();
  late.answer();
  assert.deepEqual(nextToStep([first, late]), [first, late]);
  late.isLive = false;
  late.run.awaited = true;
  assert.deepEqual(nextToStep([first, late]), [first]);
});

test("at full speed all run; pausing stops all; when all have ended it stands still", () => {
  const pair = [search(), search()];
  let told = 0;
  const lockstep = new Lockstep(
    () => pair,
    () => told++,
  );
  lockstep.play(null);
  assert.deepEqual(
    pair.map((each) => each.paused),
    [false, false],
  );
  assert.equal(lockstep.isPlaying, false);
  lockstep.pause();
  assert.deepEqual(
    pair.map((each) => each.paused),
    [true, true],
  );
  lockstep.play(1000);
  assert.equal(lockstep.isPlaying, true);
  for (const each of pair) each.isLive = false;
  lockstep["tick"]();
  assert.equal(lockstep.isPlaying, false);
  assert.equal(told, 4);
});
