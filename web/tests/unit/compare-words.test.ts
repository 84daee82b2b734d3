// The sentence under a comparison claims no more than the rows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { conclusionOf } from "../../src/model/compare-words";

const row = (name: string, verdict: any, expanded: number, length?: number) => ({
  name,
  report: { verdict, expanded, length } as any,
});

test("a comparison ends in one sentence", () => {
  for (const [rows, words] of [
    [[row("A*", "solved", 941, 20)], ""],
    [
      [row("A*", "solved", 1941, 20), row("Greedy", "solved", 64, 32)],
      "Greedy examined the fewest positions, 64, but its plan is 12 moves longer than the shortest.",
    ],
    [
      [row("A*", "solved", 941, 20), row("BFS", "unknown", 10)],
      "A* examined the fewest positions, 941, and no plan here is shorter than its own. 1 of 2 did not finish in the time allowed.",
    ],
    [
      [row("A*", "solved", 8, 4), row("Greedy", "solved", 8, 4), row("BFS", "solved", 20, 4)],
      "A* and Greedy examined the fewest positions, 8 each, and no plan here is shorter than their best.",
    ],
    [
      [row("A*", "unsolvable", 1200), row("BFS", "unknown", 10)],
      "There is no solution: A* proved it with 1,200 positions.",
    ],
    [
      [{ ...row("A*", "unsolvable", 0), heuristic: "Straight runs" }, row("BFS", "unknown", 10)],
      "There is no solution: the heuristic of A*, Straight runs, sees it in the first position, and nothing is expanded.",
    ],
    [
      [row("A*", "unknown", 5), row("BFS", "unknown", 10)],
      "None of them finished in the time allowed.",
    ],
  ] as const)
    assert.equal(conclusionOf([...rows]), words);
});
