// The tree of a game, links and saved games, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { framesOf, stageOf } from "../../src/board/preview";
import { keeping, MOST, restored, written } from "../../src/model/kept";
import { fresh, isSame, link, parseLink } from "../../src/model/link";
import {
  begin,
  depth,
  goOn,
  mainLine,
  movedStacks,
  movesOf,
  path,
  promote,
  remove,
  variations,
  visit,
} from "../../src/model/session";
import type { Node } from "../../src/model/session";
import { api, line, position } from "./fake";

test("a move made before leads to the same node, another opens a variation", () => {
  const session = line("ab");
  const { root } = session;
  visit(session, root);
  const again = goOn(session, root, { text: "a", words: "a", from: [0], to: [1] }, position("a"));
  assert.equal(again, root.children[0]);
  goOn(session, root, { text: "c", words: "c", from: [0], to: [2] }, position("c"));
  assert.equal(root.children.length, 2);
  assert.equal(session.current.move?.text, "c");
  assert.deepEqual(
    mainLine(session).map((node) => node.move?.text),
    [undefined, "c"],
  );
});

test("a won game is over, although pieces could still be moved", () => {
  const session = line("ab");
  const won = position("abc");
  const current = goOn(
    session,
    session.current,
    { text: "c", words: "c", from: [0], to: [1] },
    { ...won, won: true },
  );
  assert.ok(won.view.moves.length > 0);
  assert.deepEqual(current.position.view.moves, []);
  // Older saved games can still be read.
  assert.equal(
    goOn(session, current, { text: "d", words: "d", from: [0], to: [1] }, position("abcd")).parent,
    current,
  );
});

test("a move continues its own line, wherever the player is meanwhile", () => {
  const session = line("ab");
  const from = session.current;
  visit(session, session.root);
  const node = goOn(session, from, { text: "c", words: "c", from: [0], to: [1] }, position("abc"));
  assert.equal(node.parent, from);
  assert.equal(depth(node), 3);
});

test("variations are promoted and deleted; a player inside one moves before it", () => {
  const session = line("ab");
  visit(session, session.root);
  goOn(session, session.root, { text: "c", words: "c", from: [0], to: [2] }, position("c"));
  promote(session.current);
  assert.deepEqual(
    session.root.children.map((node) => node.move?.text),
    ["c", "a"],
  );
  remove(session, session.current);
  assert.equal(session.current, session.root);
  assert.deepEqual(
    session.root.children.map((node) => node.move?.text),
    ["a"],
  );
  assert.equal(session.root.last?.move?.text, "a");
});

test("stacks grow by the cards put onto them", () => {
  assert.deepEqual(movedStacks([["AS"], ["2S", "3S"], []], { from: [0], to: [1] }), [
    [],
    ["2S", "3S", "AS"],
    [],
  ]);
});

for (const [hash, expected] of [
  [
    "#i=gaps:random/4x13/7",
    {
      where: { instance: "gaps:random/4x13/7" },
      moves: "",
      at: Infinity,
      film: false,
      daily: "",
      lanes: [],
    },
  ],
  [
    "#i=x&m=a+b&at=1",
    { where: { instance: "x" }, moves: "a b", at: 1, film: false, daily: "", lanes: [] },
  ],
  [
    "#i=x&m=a+b&at=NaN",
    { where: { instance: "x" }, moves: "a b", at: Infinity, film: false, daily: "", lanes: [] },
  ],
  [
    "#i=x&m=a+b&at=-3",
    { where: { instance: "x" }, moves: "a b", at: Infinity, film: false, daily: "", lanes: [] },
  ],
  [
    "#i=x&m=a+b&at=1e99",
    { where: { instance: "x" }, moves: "a b", at: Infinity, film: false, daily: "", lanes: [] },
  ],
  [
    "#i=x&m=a&film=",
    { where: { instance: "x" }, moves: "a", at: 0, film: true, daily: "", lanes: [] },
  ],
  [
    "#g=cohesion&b=RBR",
    {
      where: { game: "cohesion", board: "RBR" },
      moves: "",
      at: Infinity,
      film: false,
      daily: "",
      lanes: [],
    },
  ],
  [
    "#i=gaps+jungle:pysol/7",
    {
      where: { instance: "gaps+jungle:pysol/7" },
      moves: "",
      at: Infinity,
      film: false,
      daily: "",
      lanes: [],
    },
  ],
  ["#i=", null],
  ["", null],
  ["#g=gaps", null],
] as [string, any][]) {
  test(`the link ${hash || "(none)"} is read`, () => assert.deepEqual(parseLink(hash), expected));
}

test("a link names the game, its line and the current position, and is read back", () => {
  const session = line("abc");
  visit(session, session.root.children[0]);
  assert.equal(link(session), "#i=test%3A1&m=a+b+c&at=1");
  assert.deepEqual(parseLink(link(session)), {
    ...fresh({ instance: "test:1" }),
    moves: "a b c",
    at: 1,
  });
  assert.ok(
    isSame({ instance: "a" }, { instance: "a" }) &&
      !isSame({ instance: "a" }, { game: "a", board: "" }),
  );
});

test("a saved game is restored with variations, comments and the current position", async () => {
  const session = line("abc");
  session.root.children[0].comment = "a fine move";
  visit(session, session.root.children[0]);
  goOn(session, session.current, { text: "d", words: "d", from: [0], to: [1] }, position("ad"));
  goOn(session, session.current, { text: "e", words: "e", from: [0], to: [1] }, position("ade"));
  visit(session, session.current.parent as any);
  const kept = { ...written(session), seconds: 42, helped: false, counted: false, when: 1 };
  const again = await restored(JSON.parse(JSON.stringify(kept)), api().ask);
  assert.deepEqual(written(again), written(session));
  assert.equal(
    path(again.current)
      .map((node) => node.move?.text ?? "")
      .join(""),
    "ad",
  );
  assert.equal(again.root.children[0].comment, "a fine move");
  assert.deepEqual(
    again.root.children[0].children.map((node) => node.move?.text),
    ["d", "b"],
  );
});

test("among saved games the newest comes first, once, and the oldest is dropped", () => {
  let games = [] as any[];
  for (let number = 0; number < MOST + 5; number++)
    games = keeping(games, { where: { instance: `x:${number}` } } as any);
  games = keeping(games, { where: { instance: "x:20" } } as any);
  assert.equal(games.length, MOST);
  assert.equal(games[0].where.instance, "x:20");
  assert.equal(games.filter((game) => game.where.instance === "x:20").length, 1);
});

test("a session starts at the given position", () => {
  const session = begin({ instance: "test:1" }, "test:1", position(""));
  assert.equal(session.current, session.root);
  assert.equal(depth(session.current), 0);
});

test("abandoned lines have the number of their first move", () => {
  const session = line("abc");
  const [, a, b] = path(session.current);
  const go = (from: Node, text: string) =>
    goOn(
      session,
      from,
      { text, words: text, from: [], to: [] },
      position(`${from.position.board}${text}`),
    );
  const other = go(a, "d");
  go(go(other, "e"), "f");
  go(other, "g");
  go(session.root, "h");
  visit(session, b);
  const told = variations(session).map(({ number, line }) => `${number} ${movesOf(line)}`);
  assert.deepEqual(told, ["1 h", "2 d g", "3 e f"]);
});

test("a line shown on the board keeps the heights of its stacks", async () => {
  const session = line("");
  const { root } = session;
  const view = { ...root.position.view, control: "place" } as typeof root.position.view;
  const at = { ...root.position, view };
  const node = { ...root, position: at, keys: ["a", "b", ""], stacks: [["AS"], ["2S", "3S"], []] };
  const steps = [{ move: "x", words: "x", from: [0], to: [1], position: at }];
  const ask = async () => ({ origin: at, steps });
  const frames = await framesOf(ask as any, node as any, ["x"]);
  assert.deepEqual(stageOf(frames, 0, "line")?.stacks?.[1], ["2S", "3S"]);
  assert.deepEqual(stageOf(frames, 1, "line")?.stacks?.[1], ["2S", "3S", "AS"]);
});
