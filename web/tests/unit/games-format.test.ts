// The file of saved games: the terminal reads the page's files, and vice versa; other files are
// rejected.
import assert from "node:assert/strict";
import { test } from "node:test";
import told from "./games.json";
import { gamesOf, gamesText } from "../../src/model/games-format";
import { MOST, adding } from "../../src/model/kept";

/** The program's tests read the same file. */
const text = JSON.stringify(told);
const read = (told: unknown) =>
  gamesOf(typeof told === "string" ? told : JSON.stringify(told), "games.json", 9);

test("the page reads its own files completely, with the line of play for the terminal", () => {
  const games = read(text);
  assert.deepEqual(
    games.map((game) => game.name),
    ["tiles:level/iartistas-04", "own board"],
  );
  assert.deepEqual(games[0].tree, [
    ["D", "too hasty"],
    ["R", "", ["U", "good", ["L", ""]]],
  ]);
  assert.deepEqual(
    [games[0].at, games[0].moves, games[0].seconds, games[0].helped],
    [[1, 0], 2, 7, true],
  );
  assert.deepEqual(games[1].where, { game: "cohesion+standard", board: "A.A/BBB" });
  assert.deepEqual(JSON.parse(gamesText(games, {})), JSON.parse(text));
});

test("a game of the terminal has one line, and resumes at the same move", () => {
  const start = { name: "birds:neller/1" };
  const [game] = read({
    version: 1,
    games: [{ start, moves: ["a", "b", "c"], at: 2, helped: false, won: false }],
  });
  assert.deepEqual(game, {
    where: { instance: "birds:neller/1" },
    name: "birds:neller/1",
    tree: [["a", "", ["b", "", ["c", ""]]]],
    at: [0, 0],
    seconds: 0,
    helped: false,
    counted: false,
    won: false,
    moves: 2,
    when: 9,
  });
  const again = JSON.parse(gamesText([game], {})).games[0];
  assert.deepEqual([again.start, again.moves, again.at], [start, ["a", "b", "c"], 2]);
});

test("an invalid file of games is rejected with the reason", () => {
  const game = {
    start: { name: "birds:neller/1" },
    moves: ["a"],
    at: 1,
    helped: false,
    won: false,
  };
  const of = (change: object) => ({ version: 1, games: [{ ...game, ...change }] });
  const cases: [unknown, RegExp][] = [
    ["", /not JSON/],
    ["[]", /no version/],
    ["null", /no version/],
    [{ version: 2, games: [] }, /has version 2, not 1/],
    [{ version: 1 }, /no list of games/],
    ["[".repeat(1e6), /nests deeper/],
    [`{"version":1,"games":[{"page":${"[".repeat(1e5)}${"]".repeat(1e5)}}]}`, /nests deeper/],
    [" ".repeat(20e6 + 1), /20 MB/],
    [of({ at: 2 }), /entry 1 is not a game/],
    [of({ at: -1 }), /entry 1/],
    [of({ moves: ["a b"] }), /entry 1/],
    [of({ moves: [1] }), /entry 1/],
    [of({ moves: Array(2001).fill("a") }), /entry 1/],
    [of({ start: { name: "\u001b[2J" } }), /entry 1/],
    [of({ start: { name: "x", board: ["gaps"] } }), /entry 1/],
    [of({ page: { tree: [[1]] } }), /entry 1/],
    [of({ won: 1 }), /entry 1/],
  ];
  for (const [told, why] of cases)
    assert.throws(
      () => read(told),
      (error) =>
        error instanceof Error &&
        /^games.json is not a valid file of games/.test(error.message) &&
        why.test(error.message),
      String(told).slice(0, 80),
    );
});

test("the longest possible game is written and read", () => {
  const moves = Array.from({ length: 2000 }, () => "R");
  const games = read({
    version: 1,
    games: [{ start: { name: "x" }, moves, at: 2000, helped: false, won: false }],
  });
  assert.ok(gamesText(read(gamesText(games, {})), {}) === gamesText(games, {}));
});

test("games of a file never displace saved ones", () => {
  const games = (of: string, count: number) =>
    Array.from(
      { length: count },
      (_, number) =>
        read({
          version: 1,
          games: [
            { start: { name: `${of}/${number}` }, moves: ["a"], at: 1, helped: false, won: false },
          ],
        })[0],
    );
  const names = (all: { name: string }[]) => all.map((game) => game.name);
  const own = games("birds:neller", 38);
  const { games: all, left } = adding(own, [...games("tiles:gen", 5), { ...own[7], seconds: 70 }]);
  assert.equal(left, 3);
  assert.deepEqual(names(all).toSorted(), [...names(own), "tiles:gen/0", "tiles:gen/1"].toSorted());
  assert.equal(
    all.find((game) => game.name === own[7].name)?.seconds,
    70,
    "a game of the file replaces its saved version",
  );
  assert.equal(all.length, MOST);
});

test("a saved game loses nothing to the game of the file, and a game that occurs twice there counts once", () => {
  const game = (tree: any[], at: number[]) => ({
    ...read({
      version: 1,
      games: [{ start: { name: "x" }, moves: [], at: 0, helped: false, won: false }],
    })[0],
    tree,
    at,
  });
  const own = game(
    [
      ["a", "mine", ["b", ""], ["c", "other"]],
      ["d", ""],
    ],
    [0, 0],
  );
  const file = game(
    [
      ["e", ""],
      ["a", "", ["c", "", ["f", ""]]],
    ],
    [1, 0, 0],
  );
  const { games, added, met, left } = adding([own], [file, game([["z", ""]], [])]);
  assert.deepEqual([added, met, left], [1, 1, 0]);
  assert.deepEqual(
    games.map(({ tree, at }) => ({ tree, at })),
    [
      {
        tree: [
          ["e", ""],
          ["a", "mine", ["c", "other", ["f", ""]], ["b", ""]],
          ["d", ""],
        ],
        at: [1, 0, 0],
      },
    ],
  );
  assert.deepEqual(
    adding(games, games).games,
    games,
    "importing the same file again changes nothing",
  );
});
