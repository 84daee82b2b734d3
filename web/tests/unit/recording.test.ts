// A recording of a search that is made longer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Recorder, canGoFurther } from "../../src/model/recording";
import { partOf } from "../../src/pages/search/playback";

/** A search of a number of expansions, all of which are recorded if they may be. */
const search =
  (expanded: number, stop: string | null, asked: any[] = []) =>
  async (_: string, question: any, told: (name: any, data: any) => void) => {
    asked.push(question);
    const count = Math.min(expanded, question.watch.tree);
    const nodes = Array.from({ length: count }, (_, id) => ({ id }));
    told("progress", { expanded, nodes });
    told("report", { report: { expanded, stop } });
    return { name: "report", data: {} } as any;
  };

const recorder = (expanded: number, stop: string | null = null, asked: any[] = []) =>
  new Recorder(search(expanded, stop, asked) as any, () => {});

test("a recording that the search outlasts is made longer, up to a limit", async () => {
  const asked: any[] = [];
  const own = recorder(5000, null, asked);
  const sizes = [];
  await own.start({} as any);
  while (canGoFurther(own.recording)) {
    sizes.push(own.recording.nodes.length);
    await own.further({} as any);
  }
  assert.deepEqual(sizes, [240, 960]);
  assert.equal(own.recording.nodes.length, 1920);
  assert.deepEqual(
    asked.map(({ seconds }) => seconds),
    [10, 40, 80],
  );
});

test("a whole recording is not made longer, unless time ended the search", async () => {
  const own = recorder(100);
  await own.start({} as any);
  assert.equal(canGoFurther(own.recording), false);
  const late = recorder(100, "time");
  await late.start({} as any);
  assert.equal(canGoFurther(late.recording), true);
});

test("the recording stays until the longer one has arrived", async () => {
  const own = recorder(500);
  await own.start({} as any);
  const before = own.recording;
  const longer = own.further({} as any);
  assert.equal(own.recording, before);
  assert.equal(canGoFurther(before), false);
  await longer;
  assert.equal(own.recording.nodes.length, 500);
});

test("the length of a search that a clock stopped is not shown, because it differs at each visit", async () => {
  for (const [stop, words] of [
    [null, "The first 240 of 5,000 expansions."],
    ["time", "The first 240 expansions; the search is longer."],
  ] as const) {
    const own = recorder(5000, stop);
    await own.start({} as any);
    assert.equal(partOf(own.recording), words);
  }
});
