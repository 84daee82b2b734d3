import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync, readdirSync } from "node:fs";
import {
  NO_RECORD,
  afterAttempt,
  fifthOf,
  idOf,
  nextPuzzle,
  ratingOf,
  readPuzzles,
} from "../../src/model/puzzles";

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    [`board ${at}`, "L", at % 2 ? "wins" : "shortest", 2, at + 3, 1, "tiles:level/x", at].join(
      "\t",
    ),
  ).join("\n");

test("puzzles are read with their rank among all of their game", () => {
  const [first, , last] = readPuzzles(lines(3));
  assert.deepEqual([first?.rank, last?.rank], [0, 1]);
  assert.deepEqual([first?.kind, first?.length, first?.optimal], ["shortest", 3, true]);
  assert.deepEqual(readPuzzles(lines(6)).map(fifthOf), [1, 2, 3, 4, 5, 5]);
  assert.deepEqual(readPuzzles(""), []);
});

test("the rating rises with solved puzzles, and falls less after a hard one", () => {
  const [small, , large] = readPuzzles(lines(3)) as [any, any, any];
  const gain = (puzzle: any, right: boolean) =>
    afterAttempt(NO_RECORD, "tiles", puzzle, right).rating - NO_RECORD.rating;
  assert.ok(gain(large, true) > gain(small, true) && gain(small, true) > 0);
  assert.ok(gain(small, false) < gain(large, false) && gain(large, false) < 0);
  let record = afterAttempt(NO_RECORD, "tiles", small, true);
  record = afterAttempt(record, "tiles", large, true);
  assert.deepEqual([record.streak, record.solved, record.done.tiles?.length], [2, 2, 2]);
  record = afterAttempt(record, "tiles", large, false);
  assert.deepEqual([record.streak, record.longest, record.tried], [0, 2, 3]);
});

test("the next puzzle is new and nearest to the rating, and after the last all are available again", () => {
  const puzzles = readPuzzles(lines(9));
  const next = (done: string[], fifth: any = "any") =>
    nextPuzzle(puzzles, "tiles", { ...NO_RECORD, done: { tiles: done } }, fifth);
  const first = next([]);
  assert.ok(first && Math.abs(ratingOf(first) - 1200) <= 63);
  assert.notEqual(next([idOf(first)])?.board, first.board);
  assert.equal(next([], 4)?.board, "board 5");
  assert.equal(next(puzzles.map(idOf))?.board, first.board);
  assert.equal(nextPuzzle([], "tiles", NO_RECORD, "any"), null);
});

test("there are thousands of puzzles in all, of every size, each board once", () => {
  const folder = "dist";
  const files = readdirSync(folder).filter((name) => name.startsWith("puzzles-"));
  let all = 0;
  for (const file of files) {
    const puzzles = readPuzzles(readFileSync(`${folder}/${file}`, "utf8"));
    assert.ok(puzzles.length >= 100, file);
    assert.equal(new Set(puzzles.map(idOf)).size, puzzles.length, file);
    assert.ok(
      puzzles.every(({ choices, length }) => choices >= 3 && length >= 3),
      file,
    );
    all += puzzles.length;
  }
  assert.ok(files.length >= 4 && all >= 3000, `${all} puzzles`);
});
