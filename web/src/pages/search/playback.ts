// The state of a recorded search at a step: a graph search has a step per expansion, a Monte Carlo
// search has one for each of the four phases of a simulation. Pure.
import { short } from "../../parts/plots";
import type { Expanded, Game, Report, Solve, Where } from "../../api/types";
import type { Choice } from "../../model/link";
import { mcTreeOf } from "../../model/monte-carlo";
import type { McTree } from "../../model/monte-carlo";
import type { Recording } from "../../model/recording";
import { isWhole } from "../../model/recording";
import { MAX_PATH, kindOf, treesOf } from "../../model/search-tree";
import type { Iteration, Kind } from "../../model/search-tree";
import { algorithmOf, heuristicOf, questionOf } from "../../parts/search-fields";

/** Phases of a simulation. */
export const PHASES = 4;

/** The settings of an algorithm for use in class. */
const TAUGHT: Record<string, Record<string, string>> = {
  // A search that continues after its first win shows means that differ.
  mcts: { iterations: "400", playout: "20", until: "moves" },
  beam: { width: "3" },
};

interface Example {
  board: string;
  /** a phrase about the algorithm on it, to follow its name */
  shows: string;
}

const wins = (many: string) => `finds a win on it after some ${many} playouts`;
const RISES = "raises its bound on it several times";

/** Boards that show more of an algorithm than a whole deal does, by game. */
const EXAMPLES: Record<string, Record<string, Example>> = {
  mcts: {
    "gaps+standard": {
      board: "2S 4D -- 3C / -- 3S 4S 3D / -- 2C -- 2H / 4C 3H 4H 2D",
      shows: wins("forty"),
    },
    "sliding+standard": { board: "1 2 5 / 3 4 8 / 0 6 7", shows: wins("forty") },
    "tiles+standard": { board: ".Pr#/.#.p/..R./.###", shows: wins("twenty-five") },
    "cohesion+standard": { board: "YYR./.RYY/YYR./..YY", shows: wins("twenty-five") },
    "birds+standard": {
      board: "JH 8H 9C AC / 2C 4H KH 2H / 7C TS QC 9H / 8D 7H JS 5C",
      shows: wins("sixty"),
    },
  },
  idastar: {
    "gaps+standard": {
      board: "4H 3H 4C -- / 2H 2C -- 3C",
      shows: RISES,
    },
    "sliding+standard": { board: "0 5 1 / 3 4 2", shows: RISES },
    "cohesion+standard": { board: ".YY./.BB./.YY./RBBG", shows: RISES },
    "tiles+standard": { board: "#.../r..#/p..#/..PR", shows: RISES },
  },
};

/** A board that shows more of an algorithm than a whole deal does; null if the deal will do. */
export const exampleOf = (algorithm: string, game: string): Example | null =>
  EXAMPLES[algorithm]?.[game] ?? null;

export const isExample = (board: string) =>
  Object.values(EXAMPLES)
    .flatMap((each) => Object.values(each))
    .some((each) => each.board === board);

/** The initial search of the window. */
export const taught = (algorithm: string): Choice => ({
  algorithm,
  heuristic: "",
  texts: TAUGHT[algorithm] ?? {},
});

/** A search from a link, completed with the settings for a class. */
export const ofLink = (choice: Choice): Choice => ({
  ...choice,
  texts: { ...TAUGHT[choice.algorithm], ...choice.texts },
});

/** The request, with the heuristic named, so that successors have estimates. */
export function recordedQuestion(info: Game, choice: Choice, at: Where): Solve {
  const heuristic = heuristicOf(algorithmOf(info, choice), choice);
  return { ...questionOf(info, choice, at), ...(heuristic ? { heuristic } : {}) };
}

export interface GraphPlayback {
  form: "graph";
  nodes: Expanded[];
  /** the number of nodes in the trees: a recording grows */
  size: number;
  trees: Iteration[];
  kind: Kind;
  length: number;
  /** the expansions that are shown */
  shown: number;
  /** whether the last step is the end of the search */
  ends: boolean;
  /** whether it ends with a solution */
  isSolved: boolean;
  /** whether the search continued after the recording */
  isCut: boolean;
}

export interface McPlayback {
  form: "mc";
  tree: McTree;
  length: number;
}

export type Playback = GraphPlayback | McPlayback;

/**
 * The playback of a recording; null if there are no steps to play. The trees of the playback
 * `before` stay if only the report is new, and with them the selected node.
 */
export function playbackOf(recording: Recording, before: Playback | null = null): Playback | null {
  const { nodes, simulations, report } = recording;
  const length = simulations.length * PHASES;
  if (length > 0) {
    const isKnown = before?.form === "mc" && before.length === length;
    return { form: "mc", tree: isKnown ? before.tree : mcTreeOf(simulations), length };
  }
  if (!nodes.length) return null;
  const ends = !!report;
  const isCut = ends && !isWhole(recording);
  const isKnown = before?.form === "graph" && before.size === nodes.length;
  const trees = isKnown ? before.trees : treesOf(nodes);
  const kind = kindOf(nodes);
  // The counters after the last expansion of a part are unknown, so it is not shown as a step.
  const shown = Math.max(1, nodes.length - Number(isCut));
  const isSolved = report?.verdict === "solved";
  const steps = shown + Number(ends);
  const size = nodes.length;
  return { form: "graph", nodes, size, trees, kind, shown, ends, isSolved, isCut, length: steps };
}

/** The state of a graph search's playback at a step, from 1. */
export function graphAt(playback: GraphPlayback, step: number) {
  const { nodes, trees, shown } = playback;
  const done = Math.max(1, Math.min(step, shown));
  const isEnd = playback.ends && step > shown;
  const tree = trees.findLast(({ from }) => from < done) ?? trees[0];
  const now = nodes[done - 1];
  return { done, isEnd, tree, now };
}

/** The state of a Monte Carlo search's playback at a step, from 1. */
export function mcAt(playback: McPlayback, step: number) {
  const at = Math.max(0, Math.min(step, playback.length) - 1);
  return { index: Math.floor(at / PHASES), phase: at % PHASES };
}

/** The moment of a graph search's tree at a step, which determines the states of its nodes. */
export function momentAt(playback: GraphPlayback, step: number) {
  const { done, tree, now } = graphAt(playback, step);
  return { done, kind: playback.kind, bound: tree?.bound ?? null, level: now?.g ?? 0 };
}

export const number = (count: number) => count.toLocaleString("en");
export const plural = (count: number, one: string) =>
  `${number(count)} ${one}${count === 1 ? "" : "s"}`;

/** The end of a search, as a line and a reason. */
export function endOf({ verdict, length, optimal, stop, expanded }: Report): [string, string] {
  if (verdict === "solved") {
    const solved = `Solved in ${number(length ?? 0)}`;
    const title = optimal ? `${solved}, and nothing is shorter.` : `${solved}.`;
    return [title, optimal ? "That is proved." : "A shorter solution may exist."];
  }
  if (verdict === "unsolvable" && expanded === 0)
    return ["Cannot be solved.", "The first position shows it: nothing is expanded."];
  if (verdict === "unsolvable") return ["Cannot be solved.", "Every line was followed to its end."];
  return ["No answer.", `The search was stopped by ${stop}.`];
}

/** The end of a recording that the search outlasted, as a line and what came after it. */
export function cutOf({ shown }: GraphPlayback, report: Report): [string, string] {
  const { verdict, length, optimal, expanded, stop } = report;
  const all = number(expanded);
  const part = stop === "time" ? "" : ` of ${all}`;
  const title = `The recording ends here, after ${shown}${part} expansions.`;
  if (verdict === "solved") {
    const proof = optimal ? ", and nothing is shorter" : "";
    const path =
      (length ?? 0) > MAX_PATH
        ? ", and the end of the path, which is too long to draw."
        : ": there the lit path shows g, the moves made.";
    const rest = `Left out are ${shown + 1} to ${all}${path}`;
    return [
      title,
      `The solution came at expansion ${all}: ${plural(length ?? 0, "move")}${proof}. ${rest}`,
    ];
  }
  if (verdict === "unsolvable")
    return [
      title,
      `At expansion ${all} every line had been followed to its end: it cannot be solved.`,
    ];
  return [title, `No solution: the search was stopped by ${stop}.`];
}

/** The part of a search that is in its recording. */
export function partOf(recording: Recording) {
  const { nodes, progress, report } = recording;
  if (!progress || isWhole(recording) || !nodes.length) return "";
  // A clock stops the search elsewhere at the next visit.
  if (!report || report.stop === "time")
    return `The first ${nodes.length} expansions; the search is longer.`;
  return `The first ${nodes.length} of ${short(progress.expanded)} expansions.`;
}
