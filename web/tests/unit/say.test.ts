import assert from "node:assert/strict";
import { test } from "node:test";
import { awaited } from "../../src/model/rule-texts";
import { gutterPath, joinsOf, ontoPath, shiftPath, straightPath } from "../../src/model/paths";
import {
  cardText,
  cellName,
  columnName,
  counted,
  lineWords,
  madeWords,
  moveWords,
  plainWords,
  rulesText,
  winsIn,
} from "../../src/model/say";
import { ruleText } from "../../src/pages/rules";
import { firstKeys } from "../../src/model/session";
import { counting } from "../../src/browser/storage";
import { spare, write } from "../../src/model/editing";
import { wordAt } from "../../src/api/error";

const card = (sign: string) => ({
  kind: "card",
  sign,
  rank: "A23456789TJQK".indexOf(sign[0]) + 1,
  suit: sign[1],
  words: sign,
});
const gap = { kind: "empty", sign: "--", words: "gap" };
const view = {
  rows: 2,
  columns: 3,
  control: "place",
  cells: [card("2C"), gap, card("TD"), card("3C"), card("4C"), gap],
  moves: [],
  cell_separator: " ",
  row_separator: " / ",
} as any;

test("rule sets in players' spelling", () => {
  assert.deepEqual(
    ["house-of-commons", "spaces-and-aces", "paganini-ii", "red-moon"].map(rulesText),
    ["House of Commons", "Spaces and Aces", "Paganini II", "Red Moon"],
  );
});

test("cells count from 1, columns are letters", () => {
  assert.equal(cellName(view, 0), "a1");
  assert.equal(cellName(view, 5), "c2");
  assert.deepEqual([0, 12, 25, 26, 27].map(columnName), ["a", "m", "z", "aa", "ab"]);
});

test("the ten is written 10, and one is singular", () => {
  assert.equal(cardText("TD"), "10♦");
  assert.equal(counted(1, "move"), "1 move");
  assert.equal(counted(0, "move"), "0 moves");
});

test("moves in words", () => {
  assert.equal(moveWords(view, { text: "", words: "", from: [3], to: [1] }), "3♣ to b1");
  assert.equal(moveWords(view, { text: "", words: "", from: [3], to: [4] }), "3♣ onto 4♣ in b2");
  assert.equal(
    moveWords(
      { ...view, control: "shift" },
      { text: "", words: "", from: [3], to: [4], direction: "right" },
    ),
    "shift a2 right",
    "a letter that the piece does not show is not mentioned",
  );
  assert.equal(
    moveWords(
      { ...view, control: "tilt" },
      { text: "L", words: "", from: [], to: [], direction: "left" },
    ),
    "tilt left",
  );
  assert.equal(
    madeWords(
      { ...view, control: "tilt" },
      { text: "L", words: "", from: [], to: [], direction: "left" },
    ),
    "Tilted left",
  );
  assert.equal(
    madeWords({ ...view, control: "slide" }, { text: "2", words: "2 left", from: [3], to: [1] }),
    "2 slid left",
    "a past move does not read as an order",
  );
});

test("a line names the card in that cell at that point", () => {
  assert.deepEqual(lineWords(view, ["1,0>0,1", "0,1>1,2", "R"]), ["3♣ b1", "3♣ c2", "right"]);
});

test("an arrow stays in the gutters: its corners are between rows and columns", () => {
  for (const [from, to] of [
    [
      [0, 3],
      [12, 1],
    ],
    [
      [5, 0],
      [1, 3],
    ],
    [
      [2, 2],
      [9, 2],
    ],
    [
      [4, 0],
      [4, 3],
    ],
    [
      [4, 3],
      [4, 0],
    ],
  ] as [[number, number], [number, number]][]) {
    const corners = gutterPath(from, to).slice(1, -1);
    for (const [x, y] of corners)
      assert.ok(Number.isInteger(y) || Number.isInteger(x), `${from} to ${to}: ${x},${y}`);
    // Every segment between corners runs along a gutter, not through a card.
    for (let leg = 1; leg < corners.length; leg++) {
      const [[ax, ay], [bx, by]] = [corners[leg - 1], corners[leg]];
      assert.ok(
        (ay === by && Number.isInteger(ay)) || (ax === bx && Number.isInteger(ax)),
        `${from} to ${to}, leg ${leg}`,
      );
    }
  }
});

test("an arrow between cards of a row goes around a card that lies between them", () => {
  const [from, to] = [
    [0, 1],
    [3, 1],
  ] as [[number, number], [number, number]];
  const around = ontoPath((x) => x !== 2, from, to);
  assert.deepEqual(around, gutterPath(from, to));
  assert.deepEqual(
    ontoPath(() => true, from, to),
    straightPath(from, to),
  );
  // A low card has its badge on the right.
  assert.ok((gutterPath(from, to, true)[0]?.[0] ?? 1) < 0.6);
  // Cards on both ends are not between them.
  assert.deepEqual(
    ontoPath((x) => x === 1 || x === 2, from, to),
    straightPath(from, to),
  );
});

test("a straight arrow avoids rank and suit, and one of a piece avoids the glyphs", () => {
  // A card shows its rank and suit in its left half, in the upper 46 of 100.
  for (const [x, y] of straightPath([0, 1], [3, 1])) assert.ok(y - 1 > 0.6, `${x},${y}`);
  for (const [x, y] of straightPath([2, 3], [2, 0])) assert.ok(x - 2 > 0.6, `${x},${y}`);
  const [[, from], [, to]] = shiftPath([1, 1], [1, 0]);
  assert.ok(from < 1.32 && from > 1 && to > 0.6 && to < 1, `${from} to ${to}`);
});

test("an error's line and column find the word", () => {
  const text = "4S 2H -- 3D /\n5S 4S";
  assert.equal(text.slice(...wordAt(text, 1, 4)), "2H");
  assert.equal(text.slice(...wordAt(text, 2, 1)), "5S");
  assert.equal(text.slice(...wordAt(text, 2, 4)), "4S");
});

test("cells join equal neighbours, not over the edge", () => {
  const even = (at: number) => at % 2 === 0;
  assert.deepEqual(joinsOf({ rows: 2, columns: 2 }, 0, even), {
    left: false,
    right: false,
    up: false,
    down: true,
  });
  assert.deepEqual(
    joinsOf({ rows: 2, columns: 2 }, 1, () => true),
    { left: true, right: false, up: false, down: true },
  );
});

test("a win with help ends no streak and is not a win", () => {
  let record = counting({}, "won", 10, 20);
  record = counting(record, "won", 5, 30);
  record = counting(record, "helped", 1, 1);
  assert.deepEqual(
    [record.won, record.helped, record.streak, record.best, record.fewest],
    [2, 1, 2, 5, 20],
  );
  record = counting(record, "lost", 1, 1);
  assert.deepEqual([record.streak, record.longest, record.played], [0, 2, 4]);
});

test("the editor offers the cards that are not on the board, and writes the canonical notation", () => {
  const signs = spare(view);
  assert.ok(
    signs.includes("--") &&
      signs.includes("2D") &&
      !signs.includes("2C") &&
      !signs.includes("AC") &&
      !signs.includes("JC"),
  );
  assert.equal(
    write(
      view.cells.map((cell: any) => cell.sign),
      view,
    ),
    "2C -- TD / 3C 4C --",
  );
});

test("with two decks every card is a separate object, and none is spare while both are on the board", () => {
  const both = { ...view, columns: 2, cells: [card("2C"), gap, card("2C"), gap] } as any;
  assert.deepEqual(firstKeys(both), ["2C", null, "2C2", null]);
  assert.deepEqual(spare(both), ["--", "2D", "2H", "2S"]);
});

test("a game without its own rule shows the first sentence of its summary", () => {
  const summary = "a tile slides into the hole. It wins in order.";
  assert.equal(ruleText({ name: "other", summary }), "A tile slides into the hole.");
  assert.match(ruleText({ name: "gaps", summary }), /^Fill a gap .* suit\.$/);
});

test("a number of moves that is only a bound is called a bound", () => {
  assert.equal(winsIn({ distance: 110, exact: false }), "wins in at most 110");
  assert.equal(winsIn({ distance: 3, exact: true }), "wins in 3");
  assert.equal(winsIn({ distance: null, exact: false }), "wins");
});

test("a card of Gaps waits for the one before it, if the rules leave only one", () => {
  assert.equal(awaited("gaps", "standard", "9C"), "8C");
  assert.equal(awaited("gaps", "standard", "TC"), "9C");
  assert.equal(awaited("gaps", "standard", "2C"), "");
  assert.equal(awaited("gaps", "blue-moon", "2C"), "AC");
  assert.equal(awaited("birds", "standard", "9C"), "");
});

test("moves of pieces are described without letters, which pieces do not show", () => {
  assert.equal(plainWords("R a1 right"), "a1 right");
  assert.equal(plainWords("Q♥ m2"), "Q♥ m2");
  assert.equal(plainWords("tilt up"), "tilt up");
});
