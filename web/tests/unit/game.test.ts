// The game with a slow server: inputs in order, one question at a time, and none for an abandoned
// position.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Where } from "../../src/api/types";
import { Game } from "../../src/model/game";
import { Inputs } from "../../src/model/inputs";
import { nextQuestion } from "../../src/model/judge";
import { commandOf, KEYS } from "../../src/model/keys";
import { unfinished } from "../../src/model/kept";
import { fresh, parseLink } from "../../src/model/link";
import { standingOf } from "../../src/model/standing";
import { depth, mainLine, movesOf, path } from "../../src/model/session";
import { learn } from "../../src/model/facts";
import { api, line } from "./fake";

const wait = (ms = 0) => new Promise((done) => setTimeout(done, ms));

/** Waits until a condition is true; a busy machine may take a long time. */
async function until(holds: () => boolean) {
  for (let tries = 0; !holds(); tries++) {
    assert.ok(tries < 5000, `it never came to ${holds}`);
    await wait(1);
  }
}

/** Waits until every input is done. */
const done = (game: Game) => until(() => !game.inputs.running);

/** A separate game. */
function table(how?: Parameters<typeof api>[0]) {
  const server = api(how);
  const store: any = {
    kept: [],
    counts: [],
    games: () => store.kept,
    keep: (games: unknown) => (store.kept = games),
    count: (...count: unknown[]) => store.counts.push(count),
    daily: (...daily: unknown[]) => store.counts.push(daily),
  };
  const game = new Game({
    ask: server.ask,
    job: server.job,
    store,
    changed: () => {},
    shown: async () => {},
    rounds: [0.4, 4],
  });
  const play = (text: string) =>
    game.inputs.add(() =>
      game.make(
        game.current.position.view.moves.find((move) => move.text === text) ??
          ({ text: "?" } as any),
      ),
    );
  return { server, store, game, play };
}

test("hasty inputs are executed one after the other, each in the position before it", async () => {
  const { game, play } = table({ delay: 20 });
  game.wants.judge = false;
  await game.open(fresh({ instance: "test:1" }));
  play("a");
  play("b");
  game.inputs.add(() => game.undo());
  play("c");
  await done(game);
  assert.equal(movesOf(path(game.current)), "a c");
  assert.deepEqual(
    game.session?.root.children[0].children.map((node) => node.move?.text),
    ["b", "c"],
  );
});

test("an input that fails discards those after it", async () => {
  const told: string[] = [];
  const inputs = new Inputs();
  inputs.add(async () => {
    await wait(5);
    inputs.clear();
  });
  inputs.add(() => told.push("never"));
  await until(() => !inputs.running);
  inputs.add(() => told.push("now"));
  assert.deepEqual(told, ["now"]);
});

test("at most one question is asked at a time, and it ends when the position is left", async () => {
  const { server, game, play } = table({ hang: true });
  await game.open(fresh({ instance: "test:1" }));
  const asks = (seconds: number, word: string) =>
    until(() => server.asked.at(-1) === `solve ${word} ${seconds}` && server.counts.running === 1);
  await asks(0.4, "");
  for (const [index, text] of ["a", "b", "c"].entries()) {
    game.help();
    await asks(60, "abc".slice(0, index));
    play(text);
    await asks(0.4, "abc".slice(0, index + 1));
  }
  assert.equal(server.counts.most, 1);
  assert.equal(server.counts.running, 1);
  assert.deepEqual(
    server.asked.filter((each) => each.startsWith("solve")),
    [
      "solve  0.4",
      "solve  60",
      "solve a 0.4",
      "solve a 60",
      "solve ab 0.4",
      "solve ab 60",
      "solve abc 0.4",
    ],
  );
  game.cancel();
  await until(() => server.counts.running === 0);
  assert.equal(game.isThinking, false);
  game.look(false);
  play("d");
  await done(game);
  await wait(5);
  assert.equal(server.counts.running, 0, "the page is hidden");
});

test("stepping through a won game takes no time; playing another line does", async () => {
  const { game, play } = table();
  game.wants.judge = false;
  await game.open(fresh({ instance: "test:1" }));
  [..."abcdef"].forEach(play);
  await done(game);
  assert.equal(game.current.position.won, true);
  game.restart();
  game.tick();
  assert.equal(game.seconds, 0);
  play("b");
  await done(game);
  game.tick();
  assert.equal(game.seconds, 1);
});

test("the clock is stopped during the analysis", async () => {
  const { game, play } = table();
  game.wants.judge = false;
  await game.open(fresh({ instance: "test:1" }));
  play("a");
  await done(game);
  game.wants.analyse = true;
  game.tick();
  assert.equal(game.seconds, 0);
  game.wants.analyse = false;
  game.tick();
  assert.equal(game.seconds, 1);
});

test("if two links are opened, the last one wins, however long the first takes", async () => {
  const { game, server } = table();
  const ask = server.ask;
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  game["services"].ask = (async (name: "position", question: Where) => {
    if (question.instance === "slow") await held;
    return ask(name, { ...question, board: "" });
  }) as typeof ask;
  const slow = game.open(fresh({ instance: "slow" }));
  await game.open(fresh({ instance: "fast" }));
  release();
  await slow;
  assert.equal(game.session?.name, "fast");
});

test("a link with a bad move fails, and one to a saved game restores it completely", async () => {
  const { game, play, store } = table();
  game.wants.judge = false;
  await assert.rejects(game.open({ ...fresh({ instance: "test:1" }), moves: "a zz" }));
  await game.open(fresh({ instance: "test:1" }));
  game["seen"] = true;
  play("a");
  play("b");
  game.inputs.add(() => game.undo());
  play("c");
  await done(game);
  for (let second = 0; second < 7; second++) game.tick();
  game.keep();
  assert.equal(store.kept.length, 1);
  await game.open(fresh({ instance: "test:2" }));
  await game.open(parseLink("#i=test:1&m=a+c") as any);
  assert.equal(game.seconds, 7);
  assert.equal(game.session?.root.children[0].children.length, 2);
  assert.equal(mainLine(game.session as any).length, 3);
});

test("the last unfinished game of a kind resumes with its moves, variations and clock, unless it is won or lost", async () => {
  const { game, play, store } = table();
  game.wants.judge = false;
  const other = async (instance: string, moves: string) => {
    await game.open(fresh({ instance }));
    for (const text of moves) play(text);
    await done(game);
  };
  await other("test:1", "ab");
  game.undo();
  play("c");
  await done(game);
  for (let second = 0; second < 7; second++) game.tick();
  await other("else+rules:1", "a");
  assert.equal(unfinished(store.kept, "none"), null);
  const left = unfinished(store.kept, "test");
  assert.ok(left);
  await game.reopen(left);
  assert.deepEqual(
    [
      game.session?.name,
      movesOf(path(game.current)),
      game.seconds,
      game.session?.root.children[0].children.length,
    ],
    ["test:1", "a c", 7, 2],
  );
  assert.equal(unfinished(store.kept, "else")?.name, "else+rules:1");
  await other("test:2", "abcdef");
  assert.equal(unfinished(store.kept, "test"), null, "it is won");
  await other("test:3", "h");
  assert.equal(unfinished(store.kept, "test"), null, "it is lost");
  game.undo();
  assert.equal(
    unfinished(store.kept, "test")?.name,
    "test:3",
    "the move that lost it was taken back",
  );
  // Parts opened meanwhile stay.
  await Promise.all([game.reopen(left), game.open(fresh({ instance: "test:4" }))]);
  assert.equal(game.session?.name, "test:4");
});

test("a review of a lost game leaves it lost, with all its moves; trying again does not", async () => {
  const { game, play, store } = table();
  game.wants.judge = false;
  await game.open(fresh({ instance: "test:1" }));
  play("a");
  play("h");
  await done(game);
  assert.equal(store.kept[0].lost, true);
  game.want({ analyse: true });
  game.restart();
  const seen = () => [store.kept[0].lost, store.kept[0].moves, standingOf(game)?.isLost];
  assert.deepEqual(seen(), [true, 2, true]);
  assert.equal(standingOf(game)?.moves, 2);
  await game.reopen(store.kept[0]);
  assert.deepEqual(seen(), [true, 2, true], "the same after it was saved");
  game.want({ analyse: false });
  assert.equal(game.isLost, true, "it was only looked at");
  play("b");
  await done(game);
  assert.deepEqual(seen(), [false, 1, false]);
});

test("a game counts once, as won or lost; one left while winnable does not count", async () => {
  const { game, play, store } = table();
  game.wants.judge = false;
  await game.open(fresh({ instance: "test:1" }));
  play("a");
  await done(game);
  await game.open(fresh({ instance: "test:2" }));
  assert.deepEqual(store.counts, [], "one move and a change of game is not a loss");
  for (const text of "abcdef") play(text);
  await done(game);
  assert.deepEqual(
    store.counts.map((count: unknown[]) => count[1]),
    ["won"],
  );
  assert.match(game.message, /^Won in 6 moves/);
  await game.open(fresh({ instance: "test:3" }));
  play("h");
  await done(game);
  await game.open(fresh({ instance: "test:4" }));
  assert.deepEqual(
    store.counts.map((count: unknown[]) => count[1]),
    ["won", "lost"],
  );
});

test("a finished link shows the number of moves, not the time", async () => {
  const { game, store } = table();
  await game.open({ ...fresh({ instance: "test:1" }), moves: "a b c d e f" });
  assert.equal(game.message, "Won in 6 moves.");
  assert.equal(depth(game.current), 6);
  assert.deepEqual(store.counts, []);
});

test("order of questions: the hint first, then quick before patient, the losing move, the graph last", () => {
  const session = line("ab");
  const node = session.current;
  const nodes = path(node);
  const nothing = { judge: false, hint: false, analyse: false, graph: false };
  const next = (wants: object) => {
    const question = nextQuestion(node, { ...nothing, ...wants }, nodes);
    return question && `${question.name} ${question.node.position.board} ${question.seconds}`;
  };
  assert.equal(next({}), null);
  assert.equal(next({ judge: true, hint: true }), "solve ab 60");
  assert.equal(next({ judge: true, analyse: true }), "solve ab 0.4");
  learn(node, { verdict: "unknown", tried: 0.4 });
  assert.equal(next({ judge: true, analyse: true }), "analyse ab 10");
  assert.equal(next({ judge: true }), "solve ab 4");
  learn(node, { verdict: "unsolvable", tried: 4 });
  assert.equal(next({ judge: true }), "solve  3");
  // The search for the losing move does not wait for the chance with redeals.
  const redeals = { rule: "pysol", most: 2, left: 2, allowed: true };
  assert.equal(next({ judge: true, redeals }), "chance ab 6");
  assert.equal(next({ judge: true, redeals, seeks: true }), "solve  3");
  learn(nodes[0], { verdict: "solved", plan: ["x"], tried: 1 });
  assert.equal(next({ judge: true }), "solve a 3");
  learn(nodes[1], { verdict: "solved", plan: ["x"], tried: 1 });
  assert.equal(next({ judge: true, graph: true }), null);
  const { root } = line("");
  learn(root, { verdict: "solved", plan: ["a"], tried: 1 });
  const why = nextQuestion(root, { ...nothing, hint: true }, [root]);
  assert.deepEqual([why?.name, why?.seconds], ["analyse", 5], "why a hint is right");
});

test("no key has two commands", () => {
  const keys = KEYS.flatMap((each) => each.keys);
  assert.equal(new Set(keys).size, keys.length);
  const press = (key: string, more = {}) =>
    commandOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });
  assert.equal(press("U"), "undo");
  assert.equal(press("z", { ctrlKey: true }), "undo");
  assert.equal(press("z", { ctrlKey: true, shiftKey: true }), "redo");
  assert.equal(press("n", { ctrlKey: true }), null);
  assert.equal(press("h", { altKey: true }), null);
  assert.equal(press("q"), null);
});

test("an error disappears once a move succeeds", async () => {
  const { game, server, play } = table();
  game.wants.judge = false;
  await game.open(fresh({ instance: "test:1" }));
  const { ask } = game["services"];
  game["services"].ask = async () => {
    throw new Error("no answer");
  };
  play("a");
  await done(game);
  assert.deepEqual([game.error, depth(game.current)], ["no answer", 0]);
  game["services"].ask = ask;
  play("a");
  await done(game);
  assert.deepEqual([game.error, depth(game.current)], ["", 1]);
  assert.equal(server.counts.running, 0);
});

test("statistics include the current game once it was begun: open, then lost", async () => {
  const { game, play, store } = table();
  game.wants.judge = false;
  await game.open(fresh({ instance: "test:1" }));
  assert.equal(standingOf(game), null);
  play("a");
  await done(game);
  assert.deepEqual(standingOf(game), {
    name: "test+standard",
    moves: 1,
    seconds: 0,
    isLost: false,
    redeals: 0,
  });
  // After this letter there are no moves.
  play("h");
  await done(game);
  assert.equal(standingOf(game)?.isLost, true);
  assert.deepEqual(store.counts, [], "it may still be taken back");
});
