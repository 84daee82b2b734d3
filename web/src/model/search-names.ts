// The names of algorithms and heuristics on the page. Links, commands and questions keep the
// original names.
import type { Algorithm } from "../api/types";
import { capital } from "./say";

/** Titles of algorithms. */
const ALGORITHMS: Record<string, string> = {
  bfs: "Breadth first",
  dfs: "Depth first",
  iddfs: "Iterative deepening",
  ucs: "Uniform cost",
  greedy: "Greedy best first",
  astar: "A*",
  wastar: "Weighted A*",
  peastar: "Partial expansion A*",
  dwastar: "A* with a falling weight",
  focal: "Focal search",
  ees: "Explicit estimation",
  lts: "Levin tree search",
  phs: "Policy-guided search",
  idastar: "IDA*",
  bfhs: "Breadth first with estimates",
  beam: "Beam search",
  anytime: "Anytime A*",
  mcts: "Monte Carlo tree search",
  hybrid: "Tree search, then A*",
  nmcs: "Nested Monte Carlo",
  nrpa: "Rollout policy adaptation",
  player: "A simple player",
  restarts: "Restarts",
  portfolio: "Portfolio",
  reduced: "Fewer moves first",
  nbs: "Near-optimal from both ends",
  conclusive: "The exact solver",
};

/** Titles of heuristics whose names are not clear enough. */
const HEURISTICS: Record<string, string> = {
  blind: "None (always 0)",
  cards: "Cards left",
  connected: "Connected flock",
  "gaps-pieces": "Gaps and pieces",
  manhattan: "Manhattan distance",
  misplaced: "Misplaced cards",
  mst: "Spanning tree",
  "mst-walls": "Spanning tree with walls",
  patterns: "Pattern databases",
  "report-text": "Paper’s H as printed",
  runs: "Straight runs",
};

/** The title of an algorithm; for a paper's, its search and the paper. */
export function algorithmTitle(name: string) {
  const [, game = "", search = ""] = /^(\w+?)-report-(.*)$/.exec(name) ?? [];
  if (!game) return ALGORITHMS[name] ?? name;
  return `${ALGORITHMS[search] ?? search.toUpperCase()} of the ${capital(game)} report`;
}

/** The title of a heuristic; for a paper's, its name in the paper. */
export function heuristicTitle(name: string) {
  const known = HEURISTICS[name];
  if (known) return known;
  const [, paper = ""] = /^report-(.*)$/.exec(name) ?? [];
  if (!paper) return capital(name.replaceAll("-", " "));
  return `Paper’s ${/\d|^h$|^lr/.test(paper) ? paper.toUpperCase() : paper}`;
}

/** The groups in which algorithms are taught, the first ones first; all others follow. */
const GROUPS: [title: string, names: string[]][] = [
  ["Basics", ["bfs", "dfs", "iddfs", "ucs", "greedy", "astar", "idastar"]],
  ["Variants of A*", ["wastar", "dwastar", "anytime", "focal", "ees", "peastar", "nbs", "bfhs"]],
  ["Beams and playouts", ["beam", "mcts", "nmcs", "nrpa", "hybrid", "player"]],
  ["Guided by a policy", ["lts", "phs"]],
  ["Combined solvers", ["restarts", "portfolio", "reduced", "conclusive"]],
];
const PAPERS = "From papers";
const MORE = "More";

/** The algorithms of a game in groups, in the order in which they are taught. */
export function grouped<A extends Pick<Algorithm, "name">>(algorithms: A[]) {
  const named = GROUPS.map(([title, names]) => ({
    title,
    algorithms: names.flatMap((name) => algorithms.filter((each) => each.name === name)),
  }));
  const known = new Set(named.flatMap((group) => group.algorithms));
  const rest = algorithms.filter((each) => !known.has(each));
  const isPaper = ({ name }: A) => name.includes("-report-");
  const all = [
    ...named,
    { title: MORE, algorithms: rest.filter((each) => !isPaper(each)) },
    { title: PAPERS, algorithms: rest.filter(isPaper) },
  ];
  return all.filter((group) => group.algorithms.length);
}

/** The algorithms of a game in the order in which they are taught. */
export const inOrder = (algorithms: Algorithm[]) =>
  grouped(algorithms).flatMap((group) => group.algorithms);
