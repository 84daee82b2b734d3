// Where a game with redeals was lost: every round has a sentence.
import assert from "node:assert/strict";
import { test } from "node:test";
import { learn, learnMove } from "../../src/model/facts";
import { redealMove } from "../../src/model/redeals";
import {
  againWords,
  backOf,
  isLostLine,
  nextSought,
  roundWords,
  roundsOf,
} from "../../src/model/rounds";
import { goOn, path } from "../../src/model/session";
import type { Line, Node, Verdict } from "../../src/model/session";
import { line, position } from "./fake";

const lost = { verdict: "unsolvable", tried: 1 } as const;
const won: Verdict = { verdict: "solved", plan: ["x", "y"], tried: 1 };

/** Rounds with these numbers of moves. */
function played(...lengths: number[]) {
  const session = line("");
  lengths.forEach((length, number) => {
    if (number) goOn(session, session.current, redealMove("pysol", number), position(""));
    for (let made = 1; made <= length; made++) {
      const text = "abcdefgh".charAt(made);
      const move = { text, words: text, from: [], to: [] };
      goOn(session, session.current, move, position("a".repeat(made)));
    }
  });
  return path(session.current);
}

const words = (nodes: Line) => {
  const rounds = roundsOf(nodes);
  return rounds.map((round) => roundWords(round, rounds));
};

test("a round was lost by a move, as dealt, or not at all", () => {
  const nodes = played(3, 2, 1);
  learn(nodes[1] as Node, won);
  learn(nodes[2] as Node, lost);
  learn(nodes[6] as Node, won);
  learn(nodes[7] as Node, lost);
  assert.deepEqual(words(nodes), [
    "Move 2 lost the first deal.",
    "Redeal 1 was thrown away after move 5: it could still be won.",
    "Redeal 2 was lost as dealt: no move could win it.",
  ]);
  const current = nodes.at(-1) as Node;
  assert.equal(
    backOf({ current, isThinking: false }),
    nodes[6],
    "the last round that could be won",
  );
  assert.deepEqual(words(played(2)), [
    "Whether the game could still be won after move 2 is not decided.",
  ]);
});

test("undecided rounds are named", () => {
  const nodes = played(4, 3);
  learn(nodes[1] as Node, won);
  learn(nodes[4] as Node, lost);
  learn(nodes[8] as Node, lost);
  assert.deepEqual(words(nodes), [
    "First deal: lost between moves 2 and 4, not decided which.",
    "By move 7 redeal 1 was lost: that is proved. Whether it could be won before is not decided.",
  ]);
  const alone = played(2);
  for (const node of alone) learn(node, lost);
  assert.deepEqual(words(alone), ["This deal could not be won from the start: that is proved."]);
  assert.equal(backOf({ current: alone.at(-1) as Node, isThinking: false }), null);
});

test("a game tried again says how many moves win", () => {
  const { root } = line("");
  assert.equal(againWords(root), "Whether it can be won from here is not decided.");
  const [first, ...others] = root.position.view.moves;
  learn(root, { verdict: "solved", plan: [first?.text ?? "", "y"], tried: 1 });
  assert.equal(againWords(root), "It can be won from here.");
  for (const { text } of others) learnMove(root, { move: text, worth: "loses" });
  assert.match(againWords(root), /^One of \w+ moves wins from here\.$/);
});

test("rounds are judged backwards from the last, until one is found from which to try again", () => {
  const nodes = played(2, 1);
  const [deal, first, end, redealt, last] = nodes as unknown as Node[];
  const tried = { verdict: "unknown", tried: 3 } as const;
  assert.equal(nextSought(nodes), last);
  learn(last as Node, lost);
  assert.equal(nextSought(nodes), redealt);
  learn(redealt as Node, lost);
  assert.equal(nextSought(nodes), end, "the redeal was lost as dealt: the round before counts");
  learn(end as Node, lost);
  assert.equal(nextSought(nodes), deal);
  learn(deal as Node, won);
  learn(first as Node, tried);
  assert.equal(nextSought(nodes), null);
  assert.equal(nextSought(nodes, true), null);
  assert.equal(roundsOf(nodes)[0]?.back, deal);
  assert.equal(isLostLine(nodes), false, "moves are left");
});
