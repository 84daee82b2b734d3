import assert from "node:assert/strict";
import test from "node:test";
import { Judge } from "../../src/model/judge";
import { resting } from "../../src/browser/rest";
import { begin } from "../../src/model/session";

/** A clock that advances during sleeps; `during` runs while they last. */
function clock(during: (now: number) => void = () => {}) {
  let now = 0;
  return {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
      during(now);
    },
  };
}

test("a page is idle after some time without input, and inputs delay that", async () => {
  const quiet = clock();
  await resting(quiet).rest(false);
  assert.equal(quiet.now(), 200);
  let inputs = 3;
  const busy = clock(() => inputs-- > 0 && page.stir());
  const page = resting(busy);
  await page.rest(false);
  assert.equal(busy.now(), 800, "two hundred milliseconds after the third input");
});

test("an awaited question is delayed only until it is drawn", async () => {
  const time = clock();
  const { stir, rest } = resting(time);
  stir();
  await rest(true);
  assert.equal(time.now(), 30);
});

test("no query runs before the page rests, and none about a position left meanwhile", async () => {
  const view = { cells: [], moves: [{ text: "a", from: [], to: [] }], control: "place" };
  const at = (board: string) =>
    begin({ instance: board }, board, {
      game: "gaps",
      rules: "standard",
      board,
      won: false,
      view,
    } as any).root;
  const asked: string[] = [];
  const rests: (() => void)[] = [];
  const job = async (_: string, question: any) => {
    asked.push(question.at.board);
    return { data: { stuck: false, report: { verdict: "unsolvable", optimal: false } } };
  };
  const judge = new Judge(
    job as any,
    () => {},
    [1],
    () => new Promise((done) => rests.push(() => done(undefined))),
  );
  const wants = { judge: true, hint: false, analyse: false, graph: false };
  const [one, two] = [at("one"), at("two")];
  const looks = [judge.attend(one, wants, [one])];
  await new Promise((done) => setImmediate(done));
  looks.push(judge.attend(two, wants, [two]));
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(asked, []);
  rests.forEach((done) => done());
  await Promise.all(looks);
  assert.deepEqual(asked, ["two"]);
});
