// The open list of a search next to its tree, in the order in which positions leave it.
import type { Algorithm } from "../../api/types";
import { openAfter, orderOf, orderWords, shownKey } from "../../model/open-list";
import type { Order } from "../../model/open-list";
import type { TreeNode } from "../../model/search-tree";
import type { Lane } from "./lane";
import { graphAt, number } from "./playback";

/** Maximum number of positions listed. */
const LISTED = 6;

/** The order of the open list; null if the page does not have it. */
export function orderFor({ playback, choice }: Lane, algorithm: string): Order | null {
  if (playback?.form !== "graph") return null;
  const { weight, epsilon } = choice.texts;
  return orderOf(algorithm, {
    weight: Number(weight || 2),
    epsilon: Number(epsilon || 1),
    start: playback.nodes[0]?.h ?? 0,
  });
}

/** The value of an open position with its parts. */
function Costs({ order, node }: { order: Order; node: TreeNode }) {
  const { g, h } = node;
  const key = order.key === "h" ? String(h ?? 0) : shownKey(order, node);
  return (
    <>
      <b>{key}</b>
      <small>{order.key === "f" ? `${g}+${h ?? 0}` : ""}</small>
    </>
  );
}

/** The first open positions after a step; the next one is marked. */
export function OpenList({
  lane,
  step,
  algorithm,
}: {
  lane: Lane;
  step: number;
  algorithm: Algorithm;
}) {
  const { playback } = lane;
  const order = orderFor(lane, algorithm.name);
  if (playback?.form !== "graph" || !order) return null;
  const { tree, done } = graphAt(playback, step);
  if (!tree) return null;
  const path = lane.pathAt(step);
  const open = openAfter(tree, order, done).filter((node) => !path.has(node));
  const more = open.length - LISTED;
  return (
    <details class="panel open-list" open>
      <summary>Open list</summary>
      <p class="note">{orderWords(order, tree)}</p>
      <ol>
        {open.slice(0, LISTED).map((node, index) => (
          <li key={node.id} class={index === 0 && !path.size ? "next" : ""}>
            <Costs order={order} node={node} />
            <span>{node.words || "start"}</span>
            <small>step {node.found + 1}</small>
          </li>
        ))}
      </ol>
      {more > 0 ? <p class="note">and {number(more)} more</p> : null}
    </details>
  );
}
