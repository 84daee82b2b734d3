import assert from "node:assert/strict";
import { test } from "node:test";
import { algorithmTitle, grouped, heuristicTitle, inOrder } from "../../src/model/search-names";
import { nodeAt } from "../../src/model/tree-ways";

interface Node {
  name: string;
  parent: Node | null;
  children: Node[];
  x: number;
}

const node = (name: string, parent: Node | null, x: number): Node => {
  const made = { name, parent, children: [], x };
  parent?.children.push(made);
  return made;
};

test("arrow keys lead to parents, children and neighbours of a row that are shown", () => {
  const root = node("root", null, 1);
  const [a, b] = [node("a", root, 0), node("b", root, 2)];
  const [c, d] = [node("c", a, 0), node("d", b, 2)];
  const all = [root, a, b, c, d];
  const ranks: Record<string, number> = { b: 3 };
  const rank = ({ name }: Node) => ranks[name] ?? 0;
  const xOf = ({ x }: Node) => x;
  assert.equal(nodeAt(c, "up", all, rank, xOf), a);
  assert.equal(nodeAt(root, "up", all, rank, xOf), null);
  assert.equal(nodeAt(root, "down", all, rank, xOf), b);
  assert.equal(nodeAt(root, "down", [root, a], rank, xOf), a);
  assert.equal(nodeAt(c, "down", all, rank, xOf), null);
  // The row continues across families.
  assert.equal(nodeAt(c, "right", all, rank, xOf), d);
  assert.equal(nodeAt(d, "left", all, rank, xOf), c);
  assert.equal(nodeAt(d, "right", all, rank, xOf), null);
  assert.equal(nodeAt(c, "first", all, rank, xOf), all[0]);
  assert.equal(nodeAt(c, "last", all, rank, xOf), all.at(-1));
});

test("titles of searches and heuristics, including those of papers", () => {
  assert.equal(algorithmTitle("astar"), "A*");
  assert.equal(algorithmTitle("birds-report-lr8-dfs"), "LR8-DFS of the Birds report");
  assert.equal(algorithmTitle("tiles-report-bfs"), "Breadth first of the Tiles report");
  assert.equal(heuristicTitle("linear-conflict"), "Linear conflict");
  assert.equal(heuristicTitle("report-h2"), "Paper’s H2");
  assert.equal(heuristicTitle("report-blocked"), "Paper’s blocked");
});

test("algorithms are listed in groups, basics first, unknown ones and papers last", () => {
  const names = ["x", "tiles-report-bfs", "conclusive", "wastar", "mcts", "astar", "bfs"];
  const groups = grouped(names.map((name) => ({ name })));
  assert.deepEqual(
    groups.map(({ title, algorithms }) => [title, ...algorithms.map(({ name }) => name)]),
    [
      ["Basics", "bfs", "astar"],
      ["Variants of A*", "wastar"],
      ["Beams and playouts", "mcts"],
      ["Combined solvers", "conclusive"],
      ["More", "x"],
      ["From papers", "tiles-report-bfs"],
    ],
  );
  assert.equal(inOrder(names.map((name) => ({ name }) as any)).length, names.length);
});
