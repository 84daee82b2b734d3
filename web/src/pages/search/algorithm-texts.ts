// Descriptions of the algorithms, in plain words. Those from papers have the program's summary.
import type { Algorithm } from "../../api/types";
import { algorithmTitle } from "../../model/search-names";
import { capital } from "../../model/say";

export interface AlgorithmText {
  title: string;
  /** in a few words */
  idea: string;
  what: string;
  steps: string[];
  /** what to look for in its picture */
  look: string;
}

const TEXTS: Record<string, Omit<AlgorithmText, "title">> = {
  bfs: {
    idea: "oldest position first",
    what: "Looks at all positions one move away, then at all that are two away, and so on. The first solution has the fewest moves, but every shorter line is examined first.",
    steps: [
      "Take the position that has waited longest.",
      "Make each of its moves.",
      "Put new positions at the end of the queue.",
    ],
    look: "The tree grows row by row: no row starts before the one above is done.",
  },
  dfs: {
    idea: "newest position first",
    what: "Follows one line as far as it goes, then steps back to the last fork. It needs little memory on deep boards, and its solution may be far too long.",
    steps: [
      "Take the newest position.",
      "Make a move that leads to a new position, and go there.",
      "If there is none, step back.",
    ],
    look: "One branch goes down and down, while others wait.",
  },
  iddfs: {
    idea: "depth first, again and again, a move deeper each time",
    what: "Depth-first search that stops at a depth of one, then two, then three. It finds a solution with the fewest moves, like breadth-first search, with the memory of depth-first search. The price is that it repeats the first rows.",
    steps: [
      "Search depth first, but no deeper than the bound.",
      "If there was no solution, raise the bound by one.",
      "Start again from the beginning.",
    ],
    look: "The tree is drawn once for each bound. Compare how many positions each takes.",
  },
  ucs: {
    idea: "smallest g first",
    what: "Always continues with the position that is cheapest to reach. Here each move costs one, so it works like breadth-first search.",
    steps: [
      "Take the position with the smallest cost so far, g; among equals the oldest.",
      "Make each of its moves.",
      "Put a known position back into the open list if this path to it is cheaper.",
    ],
    look: "g never falls from one step to the next.",
  },
  greedy: {
    idea: "smallest h first",
    what: "Goes where the estimate is lowest, whatever the cost of getting there. It is often fast, and its solutions are often too long.",
    steps: [
      "Take the position with the smallest estimate, h; among equals the oldest.",
      "Make each of its moves, and estimate the rest.",
      "Put the new ones into the open list.",
    ],
    look: "It dives where h falls, and jumps elsewhere when h rises.",
  },
  astar: {
    idea: "smallest g + h first",
    what: "Always continues where the moves made plus the estimated moves left are fewest. If h never overestimates, the first solution is a shortest one.",
    steps: [
      "Take the position with the smallest f = g + h; among equals the one with the smallest h, then the newest.",
      "Make each of its moves, and estimate the rest.",
      "Put a known position back into the open list if this path to it is shorter.",
    ],
    look: "A contour is made of all positions with the same f. A* empties one before it starts the next.",
  },
  wastar: {
    idea: "smallest g + w·h first",
    what: "A* that trusts the estimate more than the moves made. With weight 2 it finds a solution sooner, which is at most twice as long as a shortest one.",
    steps: [
      "Take the position with the smallest g + w·h; among equals the one with the smallest h, then the newest.",
      "Make each of its moves.",
      "Stop at the first solution; its bound is proved.",
    ],
    look: "The larger the weight, the straighter it goes down.",
  },
  peastar: {
    idea: "A* that stores nothing before its turn",
    what: "Like A*, but of the positions after a move it keeps only those that are due; the others are generated again when their turn comes. That saves memory if positions have many moves.",
    steps: [
      "Take the position with the smallest f; among equals the one with the smallest h, then the newest.",
      "Keep the successors whose f is no larger.",
      "Put it back under the smallest f of the others.",
    ],
    look: "It expands a position several times, each time for a larger f.",
  },
  dwastar: {
    idea: "first trusting, then careful",
    what: "Weighted A* whose weight is large far from the goal and falls to one near it: it hurries at first and is exact at the end.",
    steps: [
      "Take the position with the smallest weighted sum; among equals the one with the smallest h, then the newest.",
      "The smaller h is, the smaller the weight.",
      "Stop at the first solution.",
    ],
    look: "Compare it with weighted A*: the last rows are wider.",
  },
  focal: {
    idea: "the most promising among those good enough",
    what: "Allows solutions that are a given factor too long. Among the positions within that bound, it takes the one with the best second estimate.",
    steps: [
      "Find the smallest f in the open list.",
      "Among all within its bound, take the one that the guide prefers.",
      "Make each of its moves.",
    ],
    look: "It ignores the smallest f if the guide sees a faster way.",
  },
  ees: {
    idea: "the nearest one that is provably good enough",
    what: "Uses a realistic estimate in addition to the one that never overestimates, and looks for whichever solution within the bound it can find soonest.",
    steps: [
      "Prefer what seems nearest to a goal.",
      "If it may be too long, take what seems best instead.",
      "If even that is not certain, raise the lower bound.",
    ],
    look: "It alternates between diving and tidying up.",
  },
  lts: {
    idea: "likely moves first",
    what: "A policy gives the likelihood of each move. Positions are ordered by their moves divided by the likelihood of the path to them, which bounds the number of expansions.",
    steps: [
      "Take the position with the smallest ratio of moves to probability.",
      "Make each of its moves, and multiply by their likelihood.",
      "Put them into the open list.",
    ],
    look: "Paths that the policy favours go deep before others start.",
  },
  phs: {
    idea: "likely moves first, and near the goal",
    what: "Levin tree search with an estimate of the remaining moves: the policy ranks the moves, the heuristic estimates the distance to the goal.",
    steps: [
      "Take the position with the smallest product of cost and improbability.",
      "Make each of its moves.",
      "Put them into the open list.",
    ],
    look: "Compare it with Levin tree search on the same board.",
  },
  idastar: {
    idea: "depth first within a bound on f, which rises",
    what: "Depth-first search that goes no further than a bound on f = g + h. The next bound is the smallest f that was cut off. It is exact like A* and has to keep only the current path. Here a table also spares it a second search of a position; under Parameters it can be switched off.",
    steps: [
      "Search depth first, but cut off positions whose f exceeds the bound.",
      "Remember the smallest f that was cut.",
      "Make that the bound, and start again from the beginning.",
    ],
    look: "There is a tree for each bound. Crossed positions lie beyond it and come in a later one.",
  },
  bfhs: {
    idea: "breadth-first within a bound, forgetting old layers",
    what: "Searches level by level among the positions whose moves made plus estimated moves left stay within a bound, and raises the bound until a solution turns up. If moves can be undone, it stores only three levels.",
    steps: [
      "Expand all positions of a level that are within the bound.",
      "Forget the level before the last.",
      "No solution? Raise the bound and start over.",
    ],
    look: "Each round is a little wider than the one before.",
  },
  nbs: {
    idea: "from both ends until they meet",
    what: "Searches forward from the start and backward from the goal, each side guided by its own estimate. It always expands a pair of positions that could still meet cheaply, and ends with a shortest solution.",
    steps: [
      "Take the pair, one position from each side, with the smallest bound.",
      "Expand both.",
      "Stop when no pair can meet more cheaply than the best meeting so far.",
    ],
    look: "Its counters show both sides together.",
  },
  beam: {
    idea: "only the best of each level",
    what: "Goes level by level like breadth-first search, but keeps only the most promising positions of each. It is fast and needs little memory, but it never returns to what it drops.",
    steps: [
      "Make all moves of the positions on this level.",
      "Keep the best, as many as the beam is wide.",
      "Drop the others, and go to the next level.",
    ],
    look: "Crossed positions were dropped. Here the beam is three wide: change that in the search window, and see what it misses.",
  },
  anytime: {
    idea: "a first solution soon, then better ones",
    what: "Weighted A* that does not stop at its first solution. It keeps looking for shorter ones until none can remain, which proves that the last is a shortest one.",
    steps: [
      "Search as weighted A* does.",
      "At a solution, drop all positions that cannot lead to a shorter one.",
      "Continue until nothing is left.",
    ],
    look: "The best plan in the counters gets shorter as it goes.",
  },
  mcts: {
    idea: "random playouts, more where they win",
    what: "Plays random games and counts which first moves win. It visits moves with a high mean more often, and rarely tried ones now and then: UCB adds the two. UCB = mean + c·√(2 ln N / n), where n counts the visits of a move, N those of the position before it, and c is the exploration.",
    steps: [
      "Selection: go down the tree, always to the largest UCB.",
      "Expansion: add one new position.",
      "Playout: random moves to the end.",
      "Backup: the result goes up the path.",
    ],
    look: "The width of an edge shows its visits. Change the exploration, and see where the visits go.",
  },
  hybrid: {
    idea: "explore by playouts, finish by search",
    what: "A Monte Carlo tree search finds promising positions. An exact search continues from its most visited leaves.",
    steps: [
      "Run playouts from the start.",
      "Take the most visited leaves.",
      "Continue from there with A* or greedy search.",
    ],
    look: "Watch it on a board where plain playouts seldom win.",
  },
  nmcs: {
    idea: "playouts that choose by playouts",
    what: "For each move it tries a playout, and makes the move whose playout did best. At level two, those playouts themselves choose their moves that way.",
    steps: [
      "For each move, run a search of the level below.",
      "Follow the best line seen so far.",
      "At level zero, play at random.",
    ],
    look: "A higher level takes far longer and wins far more.",
  },
  nrpa: {
    idea: "playouts that learn from the best one",
    what: "Playouts follow a policy that is shifted towards the best line so far. Levels are nested: each learns from the best of the one below.",
    steps: [
      "Play by the policy.",
      "If it is the best so far, remember it.",
      "Make its moves a little more likely, and play again.",
    ],
    look: "The best plan in the counters shows how it learns.",
  },
  player: {
    idea: "looks a few moves ahead, never undoes a move",
    what: "A stand-in for people, not a search for plans: it plays one game, each time choosing the move that looks best a few moves ahead.",
    steps: [
      "Examine every line of this length.",
      "Play the first move of the best; among equals, one at random.",
      "Avoid positions already visited.",
    ],
    look: "Play the same deal with other seeds: the share of wins shows how hard the deal is to play.",
  },
  restarts: {
    idea: "depth first at random, again and again",
    what: "Depth-first search in a random order that gives up early and restarts. Most tries are unlucky and a few are very short, so many short tries win. Lost positions are remembered.",
    steps: [
      "Search depth first in a random order.",
      "Give up after a number of positions.",
      "Restart with another order; lost positions stay known.",
    ],
    look: "Each try has its own tree.",
  },
  portfolio: {
    idea: "several searches in turns",
    what: "Gives greedy search, restarts, weighted A* and A* turns that grow longer. The first answer counts: the best search for a board is unknown in advance.",
    steps: [
      "Give each search a turn.",
      "Stop at the first answer.",
      "Otherwise make the turns longer.",
    ],
    look: "Watch the members on their own to see which one wins.",
  },
  reduced: {
    idea: "alternating restarts and beams, on the moves that suffice",
    what: "For rule sets that the exact solver does not support: at each position it looks for a few cards whose moves suffice, and searches with alternating restarts and beams, which grow.",
    steps: [
      "Look for a small set of cards whose moves suffice.",
      "Search at random, remembering lost positions.",
      "Search with a beam, and make it wider each time.",
    ],
    look: "Watch restarts and beam search on their own first.",
  },
  conclusive: {
    idea: "always ends in a plan or a proof",
    what: "Made for this one game: it combines reductions that keep every verdict, so it decides deals that no general search can.",
    steps: [
      "Look for dead ends without a search.",
      "Leave out moves that need not be made now.",
      "Remember every position that is proved lost.",
    ],
    look: "It works on packed positions, which cannot be drawn one by one.",
  },
};

/** The summary of an algorithm as a sentence, without its source. */
const sentence = (summary: string) => {
  const text = summary.replace(/\s*\([^)]*\)\.?$/, "");
  return `${capital(text)}.`.replace(/\.\.$/, ".");
};

export const textOf = ({ name, summary }: Pick<Algorithm, "name" | "summary">): AlgorithmText => ({
  title: algorithmTitle(name),
  ...(TEXTS[name] ?? { idea: "", what: sentence(summary), steps: [], look: "" }),
});

/** The guarantees of an algorithm. */
export function promiseOf({
  complete,
  optimal,
  heuristic,
}: Pick<Algorithm, "complete" | "optimal" | "heuristic">) {
  const unless = heuristic ? ", if h never overestimates," : "";
  if (optimal) return `Ends with a shortest solution${unless} or a proof that none exists.`;
  if (complete) return "Ends with some solution or a proof that none exists.";
  return "May miss a solution, and proves nothing.";
}
