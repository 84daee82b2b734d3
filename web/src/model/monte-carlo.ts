// The tree of a recorded Monte Carlo search: visits and results of each position. Pure.
import type { Simulation } from "../api/types";

export interface McNode {
  /** the moves from the start */
  path: string[];
  parent: McNode | null;
  children: McNode[];
  /** the simulation that added it */
  added: number;
}

export interface McTree {
  root: McNode;
  nodes: McNode[];
  /** the nodes that each simulation visited, from the root of the tree at that time */
  ways: McNode[][];
  /** the random moves of each simulation */
  playouts: string[][];
}

export const PHASES = ["Selection", "Expansion", "Playout", "Backup"] as const;

const words = (line: string) => line.split(" ").filter(Boolean);

export function mcTreeOf(simulations: Simulation[]): McTree {
  const root: McNode = { path: [], parent: null, children: [], added: -1 };
  const nodes = [root];
  const ways: McNode[][] = [];
  const playouts: string[][] = [];
  for (const [index, { line, settled, in_tree }] of simulations.entries()) {
    const moves = words(line);
    let at = root;
    const way: McNode[] = settled === 0 ? [root] : [];
    for (const [depth, move] of moves.slice(0, settled + in_tree).entries()) {
      let next = at.children.find((child) => child.path.at(-1) === move);
      if (!next) {
        next = { path: [...at.path, move], parent: at, children: [], added: index };
        at.children.push(next);
        nodes.push(next);
      }
      at = next;
      if (depth >= settled - 1) way.push(at);
    }
    ways.push(way);
    playouts.push(moves.slice(settled + in_tree));
  }
  return { root, nodes, ways, playouts };
}

export interface Tally {
  visits: number;
  reward: number;
}

/** Visits and rewards of the nodes after a number of simulations: 1 for a win, −1 for any other. */
export function talliesOf(tree: McTree, simulations: Simulation[], done: number) {
  const tallies = new Map<McNode, Tally>();
  for (const [index, way] of tree.ways.slice(0, done).entries()) {
    for (const node of way) {
      const tally = tallies.get(node) ?? { visits: 0, reward: 0 };
      tally.visits++;
      tally.reward += simulations[index]?.won ? 1 : -1;
      tallies.set(node, tally);
    }
  }
  return tallies;
}

/** The mean of a node's rewards, and the bonus for few visits. */
export function ucbOf(tally: Tally, parent: Tally, exploration: number) {
  const mean = tally.reward / tally.visits;
  const bonus = exploration * Math.sqrt((2 * Math.log(parent.visits)) / tally.visits);
  return { mean, bonus, ucb: mean + bonus };
}

export interface McChoice {
  child: McNode;
  tally: Tally;
  mean: number;
  bonus: number;
  ucb: number;
  /** whether the simulation went there */
  isTaken: boolean;
}

interface McRun {
  tree: McTree;
  simulations: Simulation[];
  index: number;
  exploration: number;
}

/**
 * The moves that a simulation chose from by UCB, the largest first, with the values at that time: at
 * its deepest choice, or at another node. Among equal ones the search takes the first.
 */
export function choicesOf(run: McRun, looked: McNode | null) {
  const { tree, simulations, index, exploration } = run;
  const way = tree.ways[index] ?? [];
  const tallies = talliesOf(tree, simulations, index);
  const tried = (node: McNode) => node.children.filter((each) => tallies.has(each));
  // A move that joins the tree was not chosen by UCB.
  const chosen = way.findLast(({ added }, depth) => depth > 0 && added < index)?.parent;
  const at = looked ?? chosen ?? way[0] ?? tree.root;
  const above = tallies.get(at);
  const rows = tried(at).flatMap((child): McChoice[] => {
    const tally = tallies.get(child);
    if (!tally || !above) return [];
    return [{ child, tally, ...ucbOf(tally, above, exploration), isTaken: way.indexOf(child) > 0 }];
  });
  rows.sort((a, b) => b.ucb - a.ucb);
  return {
    at,
    rows,
    /** whether the one taken is as good as another */
    isTie: rows.some(({ isTaken }) => isTaken) && rows[0]?.ucb === rows[1]?.ucb,
    /** whether a move that was never tried was taken there */
    isNew: way.some(({ parent, added }) => parent === at && added === index),
  };
}

/** The width of the edge to a node, by its share of the visits; in a young tree all are thin. */
export const edgeWidth = (visits: number, most: number) =>
  1.5 + Math.min(24.5, 0.5 * most) * (most > 0 ? visits / most : 0);
