// One best-known line for every position: a fact learned anywhere is known everywhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bound,
  distance,
  findFatal,
  inherit,
  learn,
  learnMove,
  ranked,
  worthOf,
} from "../../src/model/facts";
import { hinted, NO_HINT, nextHint, whyOf } from "../../src/model/help";
import { pointsOf, stretches } from "../../src/model/graph";
import { goOn, path } from "../../src/model/session";
import type { JudgedMove } from "../../src/model/session";
import { line, position } from "./fake";

const solved = (plan: string, more = {}) =>
  ({ verdict: "solved", plan: [...plan], tried: 1, ...more }) as any;

test("a shorter line replaces a longer one, never the other way round", () => {
  const { root } = line("");
  learn(root, solved("abcdef"));
  learn(root, solved("abc"));
  learn(root, solved("hgfedcba"));
  learn(root, { verdict: "unknown", tried: 60 });
  assert.deepEqual(root.verdict?.plan, ["a", "b", "c"]);
});

test("the hint, the analysis and the list of moves name the same distance", () => {
  const session = line("");
  const { root } = session;
  learn(root, solved("abcdefgh"));
  // The analysis finds a shorter line: from then on it is shown everywhere.
  learnMove(root, { move: "c", worth: "wins", distance: 3, exact: false, plan: ["c", "d", "e"] });
  assert.equal(distance(root), 3);
  assert.equal(worthOf(root, "c").distance, 3);
  assert.equal(worthOf(root, "a").distance, 8);
  assert.equal(ranked(root)[0].move.text, "c");
  const child = goOn(session, root, { text: "c", words: "c", from: [], to: [] }, position("c"));
  inherit(child);
  assert.equal(distance(child), 2);
  // A shorter line from there gives a shorter line from the previous position.
  learn(child, solved("x"));
  assert.equal(distance(root), 2);
  const hint = nextHint(NO_HINT, root);
  assert.deepEqual(hinted(hint, root)?.plan, ["c", "x"]);
});

test("a hint says why its move is right only as far as it is proved", () => {
  const { root } = line("");
  const [first, ...others] = root.position.view.moves;
  const why = () => whyOf(root, first as any);
  const lose = (move: any) => learnMove(root, { move: move.text, worth: "loses", plan: [] } as any);
  learn(root, solved("abc"));
  assert.equal(why(), "", "a line is known, and nothing else");
  lose(others[0]);
  assert.equal(why(), "1 other move loses: that is proved.");
  learn(root, solved("abc", { optimal: true }));
  for (const move of others.slice(1, -1)) lose(move);
  assert.equal(why(), "6 other moves lose: that is proved.");
  const last = others.at(-1)?.text ?? "";
  const longer: JudgedMove = { move: last, worth: "wins", distance: 5, plan: [...`${last}wxyz`] };
  learnMove(root, { ...longer, exact: false });
  assert.equal(why(), "6 other moves lose: that is proved.", "a long line may be shortened");
  root.judged = root.judged.map((each) => (each.move === last ? { ...each, exact: true } : each));
  assert.equal(why(), "The only shortest line: every other move takes longer or loses.");
  const known = root.judged;
  root.judged = others.map(({ text }) => ({
    ...longer,
    move: text,
    exact: true,
    plan: [...`${text}wxyz`],
  }));
  assert.equal(why(), "The only shortest line: every other move takes longer.", "none loses");
  root.judged = known.filter((each) => each.move !== last);
  lose(others.at(-1));
  assert.equal(why(), "The only move that wins: the other 7 lose.");
});

test("among lines of equal length the analysis shows that of the hint", () => {
  const { root } = line("");
  learn(root, solved("bcd", { optimal: true }));
  learnMove(root, { move: "a", worth: "wins", distance: 3, exact: true, plan: ["a", "x", "y"] });
  learnMove(root, { move: "b", worth: "wins", distance: 3, exact: true, plan: ["b", "x", "y"] });
  learnMove(root, { move: "c", worth: "wins", distance: 3, exact: true, plan: ["c", "x", "y"] });
  const [best, ...others] = ranked(root);
  assert.deepEqual([best.move.text, best.plan, best.exact], ["b", ["b", "c", "d"], true]);
  assert.deepEqual(hinted(nextHint(NO_HINT, root), root)?.plan, best.plan);
  assert.equal(others.filter((each) => each.distance === 3).length, 2);
});

test("a line is called shortest only for the position for which this was proved", () => {
  const session = line("a");
  learn(session.current, solved("bc", { optimal: true }));
  assert.equal(session.current.verdict?.optimal, true);
  assert.equal(session.root.verdict?.optimal, false);
  assert.equal(distance(session.root), 3);
});

test("plan and bound are each the best known, and the bound falls by one with each move of the line", () => {
  const session = line("");
  const { root } = session;
  learn(root, solved("abcdefgh", { bound: 2 }));
  learn(root, solved("abcdef", { bound: 1 }));
  assert.deepEqual([distance(root), bound(root)], [6, 2]);
  learn(root, solved("abcdefgh", { bound: 3 }));
  assert.deepEqual([distance(root), bound(root)], [6, 3]);
  const child = goOn(session, root, { text: "a", words: "a", from: [], to: [] }, position("a"));
  inherit(child);
  assert.deepEqual([distance(child), bound(child)], [5, 2]);
  // A proof about a position after one move does not apply to its siblings.
  learn(child, solved("bcd", { bound: 2 }));
  assert.deepEqual([distance(child), bound(child), distance(root), bound(root)], [3, 2, 4, 3]);
});

test("a move along a line proved shortest leaves a line proved shortest; one move before the win no line is shorter", () => {
  const session = line("ab");
  const { root, current } = session;
  learn(current, solved("cdef"));
  assert.deepEqual([distance(root), !!current.verdict?.optimal], [6, false]);
  // The proof uses another line of the same length.
  learn(root, solved("bacdef", { optimal: true }));
  assert.deepEqual([distance(current), bound(current), current.verdict?.optimal], [4, 4, true]);
  // Results found after the proof count at once.
  const late = line("a");
  learn(late.root, solved("bcd", { optimal: true }));
  learn(late.current, solved("xy"));
  assert.equal(late.current.verdict?.optimal, true);
  const last = line("abcde");
  learn(last.current, solved("f"));
  assert.equal(last.current.verdict?.optimal, true);
  // The trivial bound of one move is not mentioned.
  learn(last.root, solved("abcdef", { bound: 1 }));
  assert.equal(bound(last.root), 0);
});

test("after a lost position everything is lost; a move there has no value", () => {
  const session = line("a");
  learn(session.current, { verdict: "unsolvable", tried: 1 });
  const child = goOn(
    session,
    session.current,
    { text: "b", words: "b", from: [], to: [] },
    position("ab"),
  );
  inherit(child);
  assert.equal(child.verdict?.verdict, "unsolvable");
  assert.equal(worthOf(session.root, "a").worth, "loses");
});

test("the losing move is found by halving, and marked once both sides are known", () => {
  const nodes = path(line("abcd").current);
  learn(nodes[4], { verdict: "unsolvable", tried: 1 });
  assert.equal(findFatal(nodes), nodes[1]);
  learn(nodes[1], solved("xy"));
  assert.equal(findFatal(nodes), nodes[2]);
  learn(nodes[2], { verdict: "unsolvable", tried: 1 });
  assert.equal(findFatal(nodes), null);
  assert.deepEqual(
    nodes.map((node) => node.fatal),
    [false, false, true, false, false],
  );
});

test("around undecided positions both sides are halved, and short attempts are repeated", () => {
  const nodes = path(line("abcdefgg").current);
  learn(nodes[0], solved("xy"));
  learn(nodes[8], { verdict: "unsolvable", tried: 1 });
  const unknown = { verdict: "unknown", tried: 3 } as const;
  learn(nodes[4], { verdict: "unknown", tried: 0.4 });
  assert.equal(findFatal(nodes), nodes[4]);
  const asked: number[] = [];
  for (let open = findFatal(nodes); open; open = findFatal(nodes)) {
    asked.push(nodes.indexOf(open));
    learn(open, unknown);
  }
  assert.deepEqual(asked, [4, 6, 7, 2, 1]);
  assert.ok(nodes.every((node) => !node.fatal));
});

test("the value of a move stays known after it was made, the best one or not", () => {
  const session = line("");
  const { root } = session;
  learnMove(root, { move: "a", worth: "wins", distance: 2, exact: true, plan: ["a", "b"] });
  learnMove(root, { move: "c", worth: "wins", distance: 3, exact: false, plan: ["c", "d", "e"] });
  learnMove(root, { move: "d", worth: "loses" });
  for (const [move, expected] of [
    ["a", 1],
    ["c", 2],
    ["d", null],
  ] as const) {
    const child = goOn(
      session,
      root,
      root.position.view.moves.find((m) => m.text === move)!,
      position(move),
    );
    inherit(child);
    assert.equal(distance(child), expected, move);
  }
  assert.equal(worthOf(path(session.current)[1], "a").worth, "loses");
  assert.deepEqual(
    root.children.map(({ verdict }) => [verdict?.verdict, verdict?.optimal]),
    [
      ["solved", true],
      ["solved", false],
      ["unsolvable", false],
    ],
  );
});

test("hints go from a nudge to the move to the line, and restart elsewhere", () => {
  const session = line("a");
  const { root, current } = session;
  let hint = nextHint(NO_HINT, current);
  hint = nextHint(hint, current);
  assert.equal(hint.step, 1, "nothing is known yet");
  learn(current, solved("bc"));
  const steps = [1, 2, 3].map(() => (hint = nextHint(hint, current)).step);
  assert.deepEqual(steps, [2, 3, 3]);
  assert.equal(hinted(hint, root), null);
  assert.equal(nextHint(hint, root).step, 1);
});

test("the graph has a point for every position and stretches of one state", () => {
  const nodes = path(line("abcd").current);
  learn(nodes[1], solved("bcd"));
  const points = pointsOf(nodes);
  assert.deepEqual(
    points.map((point) => [point.state, point.distance]),
    [
      ["won", 4],
      ["won", 3],
      ["won", 2],
      ["won", 1],
      ["won", 0],
    ],
  );
  assert.deepEqual(
    stretches([
      { state: "won", distance: 3, exact: true },
      { state: "unknown", distance: null, exact: false },
      { state: "lost", distance: null, exact: false },
      { state: "lost", distance: null, exact: false },
    ]),
    [
      ["won", 0, 0],
      ["unknown", 1, 1],
      ["lost", 2, 3],
    ],
  );
});
