// The counters of a graph search at a step, with their meanings. Pure.
import { isWhole } from "../../model/recording";
import type { Recording } from "../../model/recording";
import { openIn } from "../../model/search-tree";
import type { TreeNode } from "../../model/search-tree";
import { graphAt, momentAt } from "./playback";
import type { GraphPlayback } from "./playback";

/** A counter: its name, its value, and what it counts, if the page explains it. */
export type Figure = [name: string, value: number | string | null, what?: string];

/**
 * The counters after the expansion of a step, itself included. `path` has the nodes of a lit
 * solution.
 */
export function countersAt(
  playback: GraphPlayback,
  step: number,
  recording: Recording,
  path: Set<TreeNode>,
): Figure[] {
  const { nodes, kind } = playback;
  const { done, tree, now } = graphAt(playback, step);
  // A node has the counters before its expansion: those after it are at the next one.
  const after = nodes[done] ?? (isWhole(recording) ? recording.progress : null);
  const fs = nodes.slice(0, done).map(({ g, h }) => (h === null ? null : g + h));
  const largest = fs.every((f) => f !== null) ? Math.max(...fs.map(Number)) : null;
  const bound = now?.bound ?? null;
  const isDeepening = kind === "deepening" && bound !== null && tree;
  const last: Figure = isDeepening
    ? [`with bound ${bound}`, done - tree.from, "positions expanded since the bound was raised"]
    : bound === null
      ? ["largest f so far", largest, "the largest f = g + h of an expanded position"]
      : ["level", bound, "the level of the position expanded now"];
  const open = tree ? openIn(tree, momentAt(playback, step), path) : null;
  const made: Figure[] = [
    [
      isDeepening ? "expanded in all" : "expanded",
      done,
      "positions whose moves were made, the one of this step included",
    ],
    [
      "generated",
      after?.generated ?? null,
      "moves made from them, whether their end is new or not",
    ],
  ];
  const waiting: Figure = [
    "open",
    open,
    "positions found and not expanded: the dashed nodes of the tree",
  ];
  const again = after?.duplicates ?? null;
  if (isDeepening)
    return [
      ...made,
      [
        "on the path",
        path.size || (now ? now.g + 1 : null),
        "positions from the start to this one: all that the search has to keep",
      ],
      [
        "seen before",
        again,
        "moves to a position of the path, or to one that was searched with this bound",
      ],
      waiting,
      last,
    ];
  return [
    ...made,
    waiting,
    ["remembered", after?.closed ?? null, "different positions in memory"],
    ["seen before", again, "moves that led to a position in memory"],
    last,
  ];
}
