import assert from "node:assert/strict";
import { test } from "node:test";
import { choicesOf, edgeWidth, mcTreeOf, talliesOf, ucbOf } from "../../src/model/monte-carlo";
import recorded from "./playouts.json";

const simulation = (line: string, in_tree: number, won = false, settled = 0) => ({
  line,
  in_tree,
  won,
  settled,
});
const RUN = [
  simulation("L U R", 1),
  simulation("U U", 1),
  simulation("L R D D", 2, true),
  simulation("L R U", 2, false, 1),
];

test("each simulation adds one node below an existing one", () => {
  const tree = mcTreeOf(RUN.slice(0, 3));
  assert.deepEqual(
    tree.nodes.map(({ path, added }) => [path.join(""), added]),
    [
      ["", -1],
      ["L", 0],
      ["U", 1],
      ["LR", 2],
    ],
  );
  assert.deepEqual(tree.playouts, [["U", "R"], ["U"], ["D", "D"]]);
});

test("visits and rewards are those of the search, and results go up the whole path", () => {
  const tree = mcTreeOf(RUN.slice(0, 3));
  const tallies = talliesOf(tree, RUN, 3);
  const of = (path: string) => tallies.get(tree.nodes.find((each) => each.path.join("") === path)!);
  assert.deepEqual(of(""), { visits: 3, reward: -1 });
  assert.deepEqual(of("L"), { visits: 2, reward: 0 });
  assert.deepEqual(of("LR"), { visits: 1, reward: 1 });
  assert.equal(talliesOf(tree, RUN, 0).size, 0);
});

test("once a move is chosen, the tree's root is after it", () => {
  const tree = mcTreeOf(RUN);
  assert.deepEqual(
    tree.ways[3]?.map(({ path }) => path.join("")),
    ["L", "LR", "LRU"],
  );
});

test("UCB is the mean plus the exploration term, as in the search", () => {
  const { mean, bonus, ucb } = ucbOf({ visits: 4, reward: -2 }, { visits: 10, reward: 0 }, 1.4);
  assert.equal(mean, -0.5);
  assert.ok(Math.abs(bonus - 1.4 * Math.sqrt((2 * Math.log(10)) / 4)) < 1e-12);
  assert.equal(ucb, mean + bonus);
  assert.deepEqual([edgeWidth(0, 90), edgeWidth(90, 90)], [1.5, 26]);
  // Twelve visits are few: no thick band from the root.
  assert.equal(edgeWidth(12, 12), 7.5);
});

// Recorded from sliding tiles, "1 2 5 / 3 4 8 / 0 6 7": 30 playouts a move, at most 20 moves each.
test("in a recorded search the marked choice is on the path, and the first of the largest UCB", () => {
  const tree = mcTreeOf(recorded);
  let [marked, ties, ahead] = [0, 0, 0];
  for (const index of recorded.keys()) {
    const run = { tree, simulations: recorded, index, exploration: 1.4 };
    const way = tree.ways[index] ?? [];
    for (const looked of [null, ...way]) {
      const { at, rows, isTie, isNew } = choicesOf(run, looked);
      const next = way[way.indexOf(at) + 1];
      const taken = rows.filter(({ isTaken }) => isTaken);
      if (!next || next.added === index) {
        assert.deepEqual([taken.length, isTie, isNew], [0, false, !!next], `playout ${index + 1}`);
        continue;
      }
      assert.deepEqual(
        taken.map(({ child }) => child),
        [next],
      );
      // Equal values stay in the order of the search.
      assert.equal(rows[0]?.child, next, `playout ${index + 1}`);
      assert.equal(isTie, rows.filter(({ ucb }) => ucb === rows[0]?.ucb).length > 1);
      marked++;
      ties += Number(isTie);
      ahead += Number(rows.length > 1 && !isTie);
    }
  }
  assert.ok(marked > 100 && ties > 10 && ahead > 10, `${marked} ${ties} ${ahead}`);
});
