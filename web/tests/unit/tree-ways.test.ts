import assert from "node:assert/strict";
import { test } from "node:test";
import { algorithmTitle, heuristicTitle } from "../../src/model/search-names";
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
  assert.equal(nodeAt(c, "up", all, rank), a);
  assert.equal(nodeAt(root, "up", all, rank), null);
  assert.equal(nodeAt(root, "down", all, rank), b);
  assert.equal(nodeAt(root, "down", [root, a], rank), a);
  assert.equal(nodeAt(c, "down", all, rank), null);
  // The row continues across families.
  assert.equal(nodeAt(c, "right", all, rank), d);
  assert.equal(nodeAt(d, "left", all, rank), c);
  assert.equal(nodeAt(d, "right", all, rank), null);
});

test("titles of searches and heuristics, including those of papers", () => {
  assert.equal(algorithmTitle("astar"), "A*");
  assert.equal(algorithmTitle("birds-report-lr8-dfs"), "LR8-DFS of the Birds report");
  assert.equal(algorithmTitle("tiles-report-bfs"), "Breadth first of the Tiles report");
  assert.equal(heuristicTitle("linear-conflict"), "Linear conflict");
  assert.equal(heuristicTitle("report-h2"), "Paper’s H2");
  assert.equal(heuristicTitle("report-blocked"), "Paper’s blocked");
});
