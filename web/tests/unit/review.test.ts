import assert from "node:assert/strict";
import { test } from "node:test";
import cases from "../../../crates/catalogue/tests/review-cases.json";
import { findFatal, learn, learnMove } from "../../src/model/facts";
import { accuracy, review, reviewText } from "../../src/model/review";
import { goOn, path } from "../../src/model/session";
import { line, position } from "./fake";

test("a won game: detours, narrow escapes, and the number of moves that kept the shortest line", () => {
  const nodes = path(line("abcdef").current);
  learn(nodes[6], { verdict: "solved", plan: [], tried: 0 });
  // From the second position there was a line of three moves; five were made.
  learn(nodes[1], { verdict: "solved", plan: ["g", "g", "g"], tried: 0 });
  for (const move of nodes[3].position.view.moves)
    if (move.text !== "d") learnMove(nodes[3], { move: move.text, worth: "loses" });
  const told = review(nodes);
  assert.equal(told.moves, 6);
  assert.deepEqual(
    told.detours.map((each) => [each.number, each.cost]),
    [[2, 2]],
  );
  assert.deepEqual(
    told.narrow.map((each) => each.number),
    [4],
  );
  assert.equal(accuracy(told), Math.round(500 / 6));
  assert.match(
    reviewText("Deal 1", told, true),
    /^Deal 1: won in 6 moves; shortest known 4; 83 % .*; 1 narrow escape\.$/,
  );
});

test("a redeal is not a move", () => {
  const session = line("a");
  goOn(
    session,
    session.current,
    { text: "redeal/pysol/1", words: "redeal", from: [], to: [] },
    position("a"),
  );
  for (const text of ["ab", "abh"])
    goOn(session, session.current, { text, words: text, from: [], to: [] }, position(text));
  const nodes = path(session.current);
  learn(nodes[3], { verdict: "solved", plan: ["c"], tried: 0 });
  learn(nodes[4], { verdict: "unsolvable", tried: 0 });
  findFatal(nodes);
  const told = review(nodes);
  assert.deepEqual([told.moves, told.fatal?.number], [3, 3]);
  assert.match(reviewText("x", told, false), /lost after 3 moves; .*move 3 lost the game/);
});

test("a lost game: the losing move, and nothing unknown", () => {
  const nodes = path(line("abh").current);
  learn(nodes[0], { verdict: "solved", plan: ["a", "c", "d"], tried: 0 });
  learn(nodes[3], { verdict: "unsolvable", tried: 0 });
  learn(nodes[2], { verdict: "unsolvable", tried: 0 });
  findFatal(nodes);
  const told = review(nodes);
  assert.equal(told.fatal?.number, 2);
  assert.equal(told.known, 2);
  assert.match(reviewText("x", told, false), /lost after 3 moves; .*move 2 lost the game/);
  assert.equal(accuracy(review(path(line("ab").current))), null);
});

test("a deal lost before the first move: no move lost it", () => {
  const nodes = path(line("ab").current);
  for (const node of nodes) learn(node, { verdict: "unsolvable", tried: 0 });
  findFatal(nodes);
  const told = review(nodes);
  assert.deepEqual([told.hopeless, told.fatal, told.known], [true, null, 0]);
  assert.match(reviewText("x", told, false), /lost after 2 moves; the deal cannot be won\.$/);
});

test("reviews are those of the command line", () => {
  for (const { name, positions, review: expected } of cases) {
    const nodes = path(line("abcde".slice(0, positions.length - 1)).current);
    (positions as [any, number | null, boolean][]).forEach(
      ([verdict, distance, onlyMove], index) => {
        const node = nodes[index];
        node.verdict =
          verdict === "unknown"
            ? null
            : {
                verdict,
                plan: distance === null ? undefined : Array(distance).fill("x"),
                tried: 0,
              };
        const made = nodes[index + 1]?.move?.text;
        if (onlyMove)
          node.judged = node.position.view.moves
            .filter((move) => move.text !== made)
            .map((move) => ({ move: move.text, worth: "loses" }));
      },
    );
    findFatal(nodes);
    const told = review(nodes);
    const numbers = (list: { number: number }[]) => list.map((each) => each.number);
    const { moves, known, kept, least } = told;
    const detours = told.detours.map(({ number, cost }) => ({ number, cost }));
    assert.deepEqual(
      {
        moves,
        known,
        kept,
        accuracy: accuracy(told),
        least,
        fatal: told.fatal?.number ?? null,
        narrow: numbers(told.narrow),
        detours,
      },
      expected,
      name,
    );
  }
});
