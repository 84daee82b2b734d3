// The tree of a recorded search at a step, in a frame that grows with it.
import { counted } from "../../model/say";
import { depthOf, fOf, statusOf } from "../../model/search-tree";
import type { Iteration, Kind, Status, TreeNode } from "../../model/search-tree";
import type { Frame, Gap } from "../../model/tree-frame";
import { extentOf } from "./size";
import type { Size } from "./size";

interface Props {
  tree: Iteration;
  frame: Frame;
  kind: Kind;
  /** the number of expansions, and the depth of the last one */
  done: number;
  level: number;
  size: Size;
  scale: number;
  /** the nodes of the solution, once the search has ended */
  path: Set<TreeNode>;
  room: { width: number; height: number };
  chosen: TreeNode | null;
  onChoose: (node: TreeNode) => void;
}

/** The description of a node, for the legend and for screen readers. */
const WORDS: Record<Status, string> = {
  hidden: "",
  open: "open",
  closed: "closed",
  now: "now",
  barren: "nothing new",
  dead: "dead end",
  cut: "cut off",
  solution: "solution",
};

/** The reason why a node was discarded, which depends on the search. */
const CUT: Record<Kind, string> = {
  deepening: "beyond the bound",
  levels: "dropped",
  "best-first": "longer way",
};

const wordsOf = (status: Status, kind: Kind) => (status === "cut" ? CUT[kind] : WORDS[status]);

export function TreeView(props: Props) {
  const { tree, frame, kind, done, level, size, scale, path, room, chosen, onChoose } = props;
  const heightOf = (row: number) => size.down * row + size.height / 2 + 10;
  const at = (node: TreeNode) =>
    [
      size.across * ((frame.x.get(node) ?? 0) + 0.5) + 8,
      heightOf(frame.row.get(node) ?? 0),
    ] as const;
  const { width, height } = extentOf(frame, size, room, {});
  const given = { done, kind, bound: tree.bound, level };
  const isFound = (node: TreeNode) => path.has(node) || node.found < done;
  const all = [...tree.nodes, ...[...path].filter((node) => node.id < 0)].filter(isFound);
  const shown = all
    .filter((node) => frame.x.has(node))
    .map(
      (node) => ({ node, status: path.has(node) ? "solution" : statusOf(node, given) }) as const,
    );
  const stacked = new Set(
    all.filter((node) => !frame.x.has(node)).map((node) => drawnAbove(node, frame)),
  );
  const last = shown.findLast(({ status }) => status === "solution")?.node;
  const edge = (node: TreeNode) => {
    const above = drawnAbove(node, frame);
    if (!above) return null;
    const [x1, y1] = at(above);
    const [x2, y2] = at(node);
    const [from, to] = [y1 + size.height / 2, y2 - size.height / 2];
    const middle = (from + to) / 2;
    const d = `M${x1} ${from}C${x1} ${middle} ${x2} ${middle} ${x2} ${to}`;
    const skips = above === node.parent ? "" : "skips";
    return path.has(node) ? (
      <>
        <path class="st-edge lit-under" d={d} />
        <path class={`st-edge lit ${skips}`} d={d} />
      </>
    ) : (
      <path class={`st-edge ${skips}`} d={d} />
    );
  };
  return (
    <svg
      class={`search-tree size-${size.name} ${scale < 0.6 ? "is-far" : ""}`}
      width={scale * width}
      height={scale * height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`tree of ${counted(all.length, "position")}, ${counted(Math.max(0, ...all.map(depthOf)), "move")} deep`}
    >
      {shown.map(({ node }) => edge(node))}
      {frame.gap ? (
        <text class="st-gap" x="8" y={heightOf(frame.gap[0])}>
          {gapWords(frame.gap)}
        </text>
      ) : null}
      {shown.map(({ node, status }) => {
        const [x, y] = at(node);
        const marks = `${node === chosen ? "st-chosen" : ""} ${node === last ? "st-last" : ""}`;
        const kinds = `st-node st-${status} ${marks}`;
        return (
          <g class={kinds} onClick={() => onChoose(node)}>
            <title>{`${costsOf(node)}, ${wordsOf(status, kind)}${stacked.has(node) ? ", more below it" : ""}`}</title>
            {stacked.has(node) ? (
              <rect
                class="st-stack"
                x={x - size.width / 2 + 4}
                y={y - size.height / 2 + 4}
                width={size.width}
                height={size.height}
                rx={Math.min(8, size.height / 3)}
              />
            ) : null}
            <rect
              x={x - size.width / 2}
              y={y - size.height / 2}
              width={size.width}
              height={size.height}
              rx={status === "barren" || status === "dead" ? 2 : Math.min(8, size.height / 3)}
            />
            {size.name === "dot" ? null : <Words node={node} x={x} y={y} size={size} />}
            {status === "cut" || status === "dead" ? (
              <path
                class="st-cross"
                d={`M${x - size.width / 2 + 3} ${y - size.height / 2 + 3}L${x + size.width / 2 - 3} ${y + size.height / 2 - 3}`}
              />
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}

/** The nearest drawn node above one. */
export function drawnAbove<N extends { parent: N | null }>(
  { parent }: N,
  frame: Frame<N>,
): N | null {
  return !parent || frame.x.has(parent) ? parent : drawnAbove(parent, frame);
}

/** The text that stands for omitted rows. */
export const gapWords = ([first, last]: Gap) =>
  first === last ? `⋮ move ${first} is left out` : `⋮ moves ${first} to ${last} are left out`;

function costsOf({ words, g, h }: TreeNode) {
  return `${words || "start"}: ${h === null ? `g ${g}` : `f ${g + h} = g ${g} + h ${h}`}`;
}

/** f in large type with its parts below; without an estimate, the moves made. */
function Words({ node, x, y, size }: { node: TreeNode; x: number; y: number; size: Size }) {
  const { g, h, isDead } = node;
  // Beyond the recording only the moves of the solution are known.
  if (node.id < 0 && !node.wins) return null;
  const large = isDead ? "∞" : String(fOf(node) ?? g);
  if (size.name === "small")
    return (
      <text class="st-f" x={x} y={y}>
        {large}
      </text>
    );
  if (size.name === "line")
    return (
      <text class="st-f" x={x} y={y}>
        {large}
        {h === null ? "" : <tspan class="st-gh">{`=${g}+${h}`}</tspan>}
      </text>
    );
  const number = node.expanded === null ? "" : `nr ${node.expanded + 1}`;
  const small = h !== null ? `${g}+${h}` : node.parent ? number : "start";
  return (
    <>
      <text class="st-f" x={x} y={y - size.height * 0.14}>
        {large}
      </text>
      <text class="st-gh" x={x} y={y + size.height * 0.26}>
        {small}
      </text>
    </>
  );
}

const ORDER = ["open", "closed", "now", "barren", "dead", "cut", "solution"] as const;

/** The legend of the nodes that occur in the tree. */
export const Legend = ({ kinds }: { kinds: Map<Status, string> }) => (
  <ul class="tree-legend" aria-label="what the nodes mean">
    {ORDER.filter((each) => kinds.has(each)).map((each) => (
      <li>
        <svg viewBox="0 0 26 20" class="st-key" aria-hidden="true">
          <g class={`st-node st-${each}`}>
            <rect
              x="2"
              y="2"
              width="22"
              height="16"
              rx={each === "barren" || each === "dead" ? 1 : 5}
            />
            {each === "cut" || each === "dead" ? <path class="st-cross" d="M4 4L22 16" /> : null}
          </g>
        </svg>
        {kinds.get(each)}
      </li>
    ))}
  </ul>
);

/** The possible appearances of nodes, with their descriptions. */
export function kindsOf(kind: Kind, trees: Iteration[], isSolved: boolean): Map<Status, string> {
  const nodes = trees.flatMap((tree) => tree.nodes);
  const known: Status[] = ["open", "closed", "now", "barren"];
  if (nodes.some(({ isDead }) => isDead)) known.push("dead");
  const deepest = Math.max(
    0,
    ...nodes.filter(({ expanded }) => expanded !== null).map(({ g }) => g),
  );
  const isCut = ({ replaced, expanded, g, wins }: TreeNode) =>
    replaced !== null ||
    (expanded === null && (kind === "levels" ? g < deepest && !wins : kind === "deepening"));
  if (nodes.some(isCut)) known.push("cut");
  if (isSolved) known.push("solution");
  return new Map(known.map((each) => [each, wordsOf(each, kind)]));
}
