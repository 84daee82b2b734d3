// Redeals in a game: counted, limited by their rule, undone and redone, and in links and saved
// games.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../src/model/game";
import { inherit, learn } from "../../src/model/facts";
import { nextQuestion } from "../../src/model/judge";
import { fresh, link, parseLink } from "../../src/model/link";
import {
  interval,
  isTelling,
  isRedeal,
  redealMove,
  redealsAt,
  round,
  tookBack,
} from "../../src/model/redeals";
import { depth, goOn, path } from "../../src/model/session";
import { line, position } from "./fake";

const OFFERS = [
  { rule: "pysol", redeals: 2, blocked_only: false },
  { rule: "aisleriot", redeals: 1, blocked_only: true },
];

/** A game whose redeals lead to the position named after their seeds. */
function table() {
  const asked: any[] = [];
  const ask = async (name: string, question: any) => {
    asked.push([name, question.moves ?? ""]);
    if (name === "redeals") return OFFERS;
    const words = (question.moves ?? "").split(" ").filter(Boolean);
    const board = (made: string[]) =>
      made.reduce(
        (at, word) => (word.startsWith("redeal/") ? "" : at + word),
        question.board ?? "",
      );
    if (name === "position") return position(board(words));
    return {
      origin: position(""),
      steps: words.map((move: string, at: number) => ({
        move,
        words: move,
        from: [],
        to: [],
        position: position(board(words.slice(0, at + 1))),
      })),
    };
  };
  const store: any = {
    kept: [],
    counts: [],
    games: () => store.kept,
    keep: (games: any) => (store.kept = games),
    count: (...count: any[]) => store.counts.push(count),
    daily: () => {},
  };
  let seed = 7;
  const game = new Game({
    ask,
    job: (async () => ({
      name: "report",
      data: { report: { verdict: "unknown" }, stuck: false },
    })) as any,
    store,
    changed: () => {},
    random: () => seed++,
  });
  game.wants = { judge: false, analyse: false, redeals: "pysol" };
  const make = (text: string) =>
    game.make(game.current.position.view.moves.find((move) => move.text === text) as any);
  return { game, store, asked, make };
}

test("a redeal is counted, is not a move, and is repeated unchanged", async () => {
  const { game, asked, make } = table();
  await game.open(fresh({ instance: "test:1" }));
  await game["offer"]();
  assert.deepEqual(game.redeals, { rule: "pysol", most: 2, left: 2, allowed: true });
  await make("a");
  await game.redeal();
  assert.deepEqual(
    [game.current.move?.text, game.redeals?.left, depth(game.current)],
    ["redeal/pysol/7", 1, 1],
  );
  game.undo();
  assert.equal(game.redeals?.left, 2);
  assert.ok(game.session && tookBack(game.session), "its deal was seen");
  const before = asked.length;
  await game.redeal();
  assert.deepEqual(
    [game.current.move?.text, asked.length],
    ["redeal/pysol/7", before],
    "the same shuffle",
  );
  assert.ok(!tookBack(game.session as any));
  await game.redeal();
  await game.redeal();
  assert.deepEqual(
    [game.redeals?.left, game.redeals?.allowed, path(game.current).filter(isRedeal).length],
    [0, false, 2],
  );
});

test("a game with redeals is in its link and among the saved games", async () => {
  const { game, store, make } = table();
  await game.open(fresh({ instance: "test:1" }));
  await game["offer"]();
  await make("a");
  await game.redeal();
  await make("b");
  const text = link(game.session as any);
  const wanted = parseLink(text) as any;
  assert.equal(wanted.moves, "a redeal/pysol/7 b");
  // From the link alone, and from the saved games.
  for (const kept of [[], store.kept]) {
    const other = table();
    other.store.kept = kept;
    other.game.wants.redeals = "none";
    await other.game.open(wanted);
    await other.game["offer"]();
    assert.deepEqual(
      [other.game.movesHere(), other.game.current.position.board, other.game.redeals?.left],
      ["a redeal/pysol/7 b", "b", 1],
    );
  }
});

test("a win with a redeal is shown and counted separately", async () => {
  const { game, store, make } = table();
  await game.open(fresh({ instance: "test:1" }));
  await game["offer"]();
  await game.redeal();
  for (const text of "abcdef") await make(text);
  assert.match(game.message, /^Won in 6 moves.*, with 1 redeal\.$/);
  assert.deepEqual(
    store.counts.map((count: any[]) => count.slice(0, 2)),
    [["test+standard with redeals", "won"]],
  );
});

test("the rule determines when, and a won game has none left", () => {
  const { root, current } = line("abc");
  assert.equal(redealsAt(root, OFFERS, "none"), null);
  assert.equal(redealsAt(root, [], "pysol"), null);
  assert.equal(redealsAt(current, OFFERS, "aisleriot")?.allowed, false, "a move is left");
  assert.equal(redealsAt(line("abh").current, OFFERS, "aisleriot")?.allowed, true);
  assert.equal(redealsAt(line("abcdef").current, OFFERS, "pysol")?.allowed, false);
});

test("a proof about one deal does not apply to the next", () => {
  const session = line("a");
  const lost = session.current;
  const dealt = goOn(session, lost, redealMove("pysol", 1), position(""));
  learn(lost, { verdict: "unsolvable", tried: 1 });
  inherit(dealt);
  assert.equal(dealt.verdict, null);
  learn(dealt, { verdict: "solved", plan: ["a"], tried: 1 });
  assert.equal(lost.verdict?.verdict, "unsolvable");
  assert.deepEqual(round(dealt), [dealt]);
});

test("the chance is requested once a deal is proved lost, and again for another number of redeals", () => {
  const { current } = line("a");
  const wants = (left: number) => ({
    judge: true,
    hint: false,
    analyse: false,
    graph: false,
    redeals: { rule: "pysol", most: 2, left, allowed: true },
  });
  assert.equal(nextQuestion(current, wants(2), [current])?.name, "solve");
  learn(current, { verdict: "unsolvable", tried: 1 });
  assert.equal(nextQuestion(current, wants(2), [current])?.name, "chance");
  assert.notEqual(nextQuestion(current, wants(0), [current])?.name, "chance");
  const undecided = line("b").current;
  learn(undecided, { verdict: "unknown", tried: 1000 });
  assert.equal(
    nextQuestion(undecided, wants(2), [undecided])?.name,
    "chance",
    "even if it could not be decided",
  );
  current.chance = { rule: "pysol", left: 2, tried: 1, best: null };
  assert.notEqual(nextQuestion(current, wants(2), [current])?.name, "chance");
  assert.equal(nextQuestion(current, wants(1), [current])?.name, "chance");
});

test("the interval counts undecided games both ways", () => {
  const games = { policy: "at-once", samples: 70, won: 64, undecided: 5, kept: 0, plan: [] };
  const { percent, low, high } = interval(games);
  // Wilson's ends of 64 and of 69 in 70, as the command line has them.
  assert.deepEqual(
    [percent, low, high].map((each) => each.toFixed(1)),
    ["91.4", "82.5", "99.7"],
  );
  assert.ok(interval({ ...games, won: 70, undecided: 0 }).high > 99.999);
  assert.deepEqual(
    [interval({ ...games, won: 7, undecided: 0 }, true).high, interval(games, true).low],
    [100, low],
    "the deal itself may be won",
  );
  assert.deepEqual(interval({ ...games, policy: "searched", samples: 1, won: 1, undecided: 0 }), {
    percent: 100,
    low: 100,
    high: 100,
  });
});

test("a redeal that its rule does not allow yet names the condition", async () => {
  const { game, make } = table();
  game.wants.redeals = "aisleriot";
  await game.open(fresh({ instance: "test:1" }));
  await game["offer"]();
  await make("a");
  await game.redeal();
  assert.deepEqual(
    [game.message, depth(game.current)],
    ["This rule of redeals waits until no card can move.", 1],
  );
  await make("h");
  await game.redeal();
  assert.equal(game.redeals?.left, 0);
});

test("a chance appears once enough games were sampled, and at once if it is proved", () => {
  const best = (samples: number, policy = "greedy") => ({
    best: { policy, won: 0, undecided: 0, samples },
  });
  assert.deepEqual(
    [null, { best: null }, best(1), best(9), best(10), best(1, "searched")].map((each) =>
      isTelling(each as any),
    ),
    [false, false, false, false, true, true],
  );
});
