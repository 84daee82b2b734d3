// The moves from the expanded position as a list: the content of the tree for keyboards and screen readers.
import type { TreeNode } from "../../model/search-tree";
import { plainWords } from "../../model/say";
import type { Lane } from "./lane";
import { graphAt } from "./playback";

interface Props {
  lane: Lane;
  step: number;
  onChoose: (node: TreeNode) => void;
}

export function Successors({ lane, step, onChoose }: Props) {
  const { playback, chosen } = lane;
  if (playback?.form !== "graph") return null;
  const { now, tree, done } = graphAt(playback, step);
  const node = tree?.nodes.find(({ expanded }) => expanded === done - 1);
  const successors = now?.successors ?? [];
  if (!node || !successors.length) return null;
  return (
    <details class="panel successors">
      <summary>Moves from here ({successors.length})</summary>
      <ul>
        {successors.map(({ move, words, h, dead_end }) => {
          const child = node.children.find((each) => each.move === move && each.found === done - 1);
          const f = h === null ? "" : `f ${node.g + 1 + h}, `;
          const told = dead_end ? "dead end" : child ? "new" : "seen before";
          return (
            <li>
              <button
                aria-pressed={!!child && child === chosen}
                aria-disabled={!child}
                onClick={() => child && onChoose(child)}
              >
                {plainWords(words)}
                <small>
                  {f}
                  {told}
                </small>
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
