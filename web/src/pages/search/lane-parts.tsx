// The bounds above a search tree, and the reason shown if there is no tree.
import { useEffect, useRef } from "preact/hooks";
import type { Report } from "../../api/types";
import type { Lane } from "./lane";
import { graphAt } from "./playback";

/** The text shown as long as nothing can be drawn. */
export function Nothing({ lane }: { lane: Lane }) {
  const { live, fault, report } = lane.recording;
  if (fault)
    return (
      <p class="error" role="alert">
        {fault}
      </p>
    );
  if (live) return <p class="note">Searching …</p>;
  return <p class="note">{report ? withoutTree(report) : "Nothing was recorded."}</p>;
}

const PARITY =
  "This board cannot be solved, like half of all boards: no slide changes its parity, and an odd number of swaps is missing. The heuristic sees it, so nothing is expanded. Swap any two numbers, and it can be solved.";

/** The reason why a finished search has no tree. */
function withoutTree({ verdict, length, expanded, game }: Report) {
  if (verdict === "solved" && length === 0)
    return "This board is solved: there is nothing to search. Change it to see a tree.";
  if (verdict === "unsolvable" && expanded === 0)
    return game === "sliding"
      ? PARITY
      : "The heuristic sees a dead end in the first position: it cannot be solved, and nothing is expanded. Change the board to see a tree.";
  return "This solver works on packed positions or ends without a search: there is no tree to draw. Choose another algorithm to see one.";
}

/** The bounds of a deepening search, one tree each. */
export function Bounds({
  lane,
  step,
  isClass,
  onStep,
}: {
  lane: Lane;
  step: number;
  isClass: boolean;
  onStep: (step: number) => void;
}) {
  const { playback } = lane;
  const now = useRef<HTMLButtonElement>(null);
  const { tree, done } =
    playback?.form === "graph" ? graphAt(playback, step) : { tree: null, done: 0 };
  useEffect(
    () => now.current?.scrollIntoView({ inline: "nearest", block: "nearest" }),
    [tree, isClass],
  );
  if (playback?.form !== "graph") return null;
  return (
    <div class="tree-bounds" role="group" aria-label="bounds">
      <span>Bound</span>
      {playback.trees
        .filter(({ from }) => from < playback.shown)
        .map((each) => {
          const count = Math.max(0, Math.min(done, each.to) - each.from);
          return (
            <button
              ref={each === tree ? now : undefined}
              aria-pressed={each === tree}
              onClick={() => onStep(each.from + 1)}
            >
              <b>{each.bound}</b>
              <small>
                {count} of {Math.min(each.to, playback.shown) - each.from}
                <span> expanded</span>
              </small>
            </button>
          );
        })}
    </div>
  );
}
