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
  /** the selected node, and the one that keys start from */
  chosen: TreeNode | null;
  from: TreeNode | null;
  isClass: boolean;
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
  const { tree, frame, kind, done, level, size, scale, path, room } = props;
  const { chosen, from, isClass, onChoose } = props;
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
  const labels = edgeWords(
    shown.map(({ node }) => node),
    size,
    isClass,
  );
  const inRing = [chosen, from].find((node) => node && shown.some((each) => each.node === node));
  const first = inRing ?? shown[0]?.node;
  const deepest = Math.max(0, ...all.map(depthOf));
  const edge = (node: TreeNode) => {
    const above = drawnAbove(node, frame);
    if (!above) return null;
    const [x1, y1] = at(above);
    const [x2, y2] = at(node);
    // An edge ends above the words of its move.
    const words = labels.has(node) ? wordsHeight(isClass) : 0;
    const [top, end] = [y1 + size.height / 2, y2 - size.height / 2 - words];
    const middle = (top + end) / 2;
    const d = `M${x1} ${top}C${x1} ${middle} ${x2} ${middle} ${x2} ${end}`;
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
      {...treeRole(all.length)}
      aria-label={`search tree: ${counted(all.length, "position")}, ${counted(deepest, "move")} deep`}
    >
      <g aria-hidden="true">
        {shown.map(({ node }) => edge(node))}
        {[...labels].map(([node, words]) => (
          <text
            class="st-move"
            x={at(node)[0]}
            y={at(node)[1] - size.height / 2 - wordsHeight(isClass) / 2}
          >
            {words}
          </text>
        ))}
        {frame.gap ? (
          <text class="st-gap" x="8" y={heightOf(frame.gap[0])}>
            {gapWords(frame.gap)}
          </text>
        ) : null}
      </g>
      {shown.map(({ node, status }) => {
        const [x, y] = at(node);
        const marks = `${node === chosen ? "st-chosen" : ""} ${node === last ? "st-last" : ""}`;
        const kinds = `st-node st-${status} ${marks}`;
        const told = `${costsOf(node)}, ${wordsOf(status, kind)}${stacked.has(node) ? ", more below it" : ""}`;
        return (
          <g key={node.id} class={kinds} onClick={() => onChoose(node)}>
            <title aria-hidden="true">{told}</title>
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
            {status === "cut" || status === "dead" ? (
              <path
                class="st-cross"
                d={`M${x - size.width / 2 + 3} ${y - size.height / 2 + 3}L${x + size.width / 2 - 3} ${y + size.height / 2 - 3}`}
              />
            ) : null}
            {size.name === "dot" ? null : <Words node={node} x={x} y={y} size={size} />}
            <path
              {...itemRole(node, told, node === first, node === chosen)}
              aria-current={status === "now" ? "step" : undefined}
              d={outline(x, y, size)}
            />
          </g>
        );
      })}
    </svg>
  );
}

/** The role of a tree, for screen readers. */
export const treeRole = (size: number) =>
  ({
    role: "tree",
    tabindex: -1,
    "aria-description":
      size > 1
        ? "Up and down go to a parent and a child, left and right along the row, Home and End to the first and the last position, Enter to the step. Page Up and Page Down step through the search; plus and minus change the size."
        : undefined,
  }) as const;

interface Kin {
  parent: Kin | null;
  children: unknown[];
}

/** The outline of a node, which has the focus: its figures are not part of its name. */
export const outline = (x: number, y: number, { width, height }: Size) =>
  `M${x - width / 2} ${y - height / 2}h${width}v${height}h${-width}z`;

/** The role of a node, for screen readers; the Tab key reaches one node of a tree. */
export const itemRole = (node: Kin, label: string, isFirst: boolean, isChosen: boolean) =>
  ({
    class: "st-item",
    role: "treeitem",
    tabindex: isFirst ? 0 : -1,
    "aria-label": label,
    "aria-level": depthOf(node as TreeNode) + 1,
    "aria-selected": isChosen,
    "aria-posinset": (node.parent?.children.indexOf(node) ?? 0) + 1 || undefined,
    "aria-setsize": node.parent?.children.length ?? 1,
  }) as const;

/** Maximum number of nodes whose edges have words. */
const MAX_WORDS = 40;
/** The width of words in letters of size 1, estimated generously. */
export const widthOf = (words: string) =>
  [...words].reduce((sum, letter) => sum + ("fijlrt .,:".includes(letter) ? 0.4 : 0.68), 0);

/** The size of the letters of a move, and the height of its line. */
const lettersOf = (isClass: boolean) => (isClass ? 18 : 11);
const wordsHeight = (isClass: boolean) => 1.4 * lettersOf(isClass);
/** Minimum length of an edge above the words of its move. */
const MIN_EDGE = 6;

/** The moves of edges, if a tree has room for all of them: in words, or in notation. */
function edgeWords(nodes: TreeNode[], size: Size, isClass: boolean): Map<TreeNode, string> {
  const letters = lettersOf(isClass);
  const made = nodes.filter(({ parent, move }) => parent && move);
  const isRoom = size.name !== "dot" && size.down - size.height > wordsHeight(isClass) + MIN_EDGE;
  if (!isRoom || made.length > MAX_WORDS) return new Map();
  const most = (size.across - 4) / letters;
  const wordings = [({ words }: TreeNode) => words, ({ move }: TreeNode) => move];
  const fits = wordings.find((wording) => made.every((node) => widthOf(wording(node)) <= most));
  return new Map(fits ? made.map((node) => [node, fits(node)]) : []);
}

/** The nearest ancestor of a node that is drawn. */
export function drawnAbove<N extends { parent: N | null }>(
  { parent }: N,
  frame: Frame<N>,
): N | null {
  return !parent || frame.x.has(parent) ? parent : drawnAbove(parent, frame);
}

/** The text that replaces omitted rows. */
export const gapWords = ([first, last]: Gap) =>
  first === last ? `⋮ move ${first} is left out` : `⋮ moves ${first} to ${last} are left out`;

function costsOf({ words, g, h }: TreeNode) {
  return `${words || "start"}: ${h === null ? `g ${g}` : `f ${g + h} = g ${g} + h ${h}`}`;
}

/** f in large type with its parts below; without an estimate, the moves made. */
function Words({ node, x, y, size }: { node: TreeNode; x: number; y: number; size: Size }) {
  const { g, h, isDead } = node;
  // Beyond the recording only the moves of the solution are known.
  if (node.id < 0 && !node.wins)
    return (
      <text aria-hidden="true" class="st-gh" x={x} y={y}>
        g {g}
      </text>
    );
  const large = isDead ? "∞" : String(fOf(node) ?? g);
  if (size.name === "small")
    return (
      <text aria-hidden="true" class="st-f" x={x} y={y}>
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
      <text aria-hidden="true" class="st-f" x={x} y={small ? y - size.height * 0.14 : y}>
        {large}
      </text>
      <text aria-hidden="true" class="st-gh" x={x} y={y + size.height * 0.26}>
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
