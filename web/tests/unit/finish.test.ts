// The rest of a game of Gaps that only puts cards home.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Position, View } from "../../src/api/types";
import { homeLine, learnRest, MOST } from "../../src/model/finish";
import { begin, goOn } from "../../src/model/session";

const RANKS = "A23456789TJQK";

function viewOf(board: string): View {
  const rows = board.split(" / ").map((row) => row.split(" "));
  const cells = rows.flat().map((sign) =>
    sign === "--"
      ? { kind: "empty" as const, sign, words: "gap" }
      : {
          kind: "card" as const,
          sign,
          words: sign,
          rank: RANKS.indexOf(sign.charAt(0)) + 1,
          suit: sign.charAt(1),
        },
  );
  const columns = rows[0]?.length ?? 0;
  const moves = [{ text: "1,4>0,3", words: "5C a4", from: [9], to: [3] }];
  const shape = { rows: rows.length, columns, cell_separator: " ", row_separator: " / " };
  return { ...shape, control: "place", cells, moves };
}

const position = (board: string, won = false): Position => ({
  game: "gaps",
  rules: "standard",
  board,
  won,
  view: viewOf(board),
});

const ALMOST = "2C 3C 4C -- 5H / 2H 3H 4H -- 5C";

test("every card goes home, in any order that the gaps allow", () => {
  assert.deepEqual(homeLine(viewOf(ALMOST)), ["1,4>0,3", "0,4>1,3"]);
  // The Four waits until the Five in its place has gone home.
  assert.equal(homeLine(viewOf("2C 3C 4C -- 4H / 2H 3H 5C -- 5H"))?.length, 3);
  assert.deepEqual(homeLine(viewOf("2C 3C 4C -- / 2H 3H 4H --")), [], "all are there");
});

test("ranks that are not in play are passed over", () => {
  assert.deepEqual(homeLine(viewOf("AC -- 6H / AH -- 6C")), ["1,2>0,1", "0,2>1,1"]);
});

test("nothing is offered if a card must first move elsewhere, or too many are left", () => {
  assert.equal(homeLine(viewOf("3C 2C 4C -- / 2H 3H 4H --")), null);
  assert.equal(homeLine(viewOf("2C 3C 4H -- / 2H 4C 3H --")), null);
  const suits = ["C", "H", "S", "D"];
  const row = (here: string, there: string) =>
    [`2${here}`, "--", ...Array.from(RANKS.slice(2), (rank) => rank + there)].join(" ");
  const far = suits.map((suit, at) => row(suit, suits[at ^ 1] ?? "")).join(" / ");
  assert.ok(4 * 11 > MOST);
  assert.equal(homeLine(viewOf(far)), null);
});

test("the rules make the final decision, with one question per line", async () => {
  const session = begin({}, "own board", position(ALMOST));
  const asked: unknown[] = [];
  let won = false;
  const ask: any = async (_: string, question: unknown) => {
    asked.push(question);
    return position(ALMOST, won);
  };
  await learnRest(session.root, ask, () => {});
  assert.equal(session.root.rest, null, "not won by the rules");
  won = true;
  await learnRest(session.root, ask, () => {});
  assert.deepEqual(session.root.rest, ["1,4>0,3", "0,4>1,3"]);
  assert.equal(asked.length, 2);
  const [move] = session.root.position.view.moves;
  assert.ok(move);
  const next = goOn(session, session.root, move, position("2C 3C 4C 5C 5H / 2H 3H 4H -- --"));
  await learnRest(next, ask, () => {});
  assert.deepEqual(next.rest, ["0,4>1,3"]);
  assert.equal(asked.length, 2, "known from the move before");
  const refuses: any = () => Promise.reject(new Error("not legal"));
  session.root.rest = null;
  await learnRest(session.root, refuses, () => {});
  assert.equal(session.root.rest, null);
});
