// The tree of a Monte Carlo search at a phase of a simulation: nodes show visits, mean and UCB, edge
// widths show visits, and the playout is a dotted tail.
import { PHASES, edgeWidth, talliesOf, ucbOf } from "../../model/monte-carlo";
import type { McNode, McTree, Tally } from "../../model/monte-carlo";
import type { Simulation } from "../../api/types";
import { counted } from "../../model/say";
import { Icon } from "../../parts/icons";
import type { Frame } from "../../model/tree-frame";
import { extentOf, tailFor } from "./size";
import type { Size } from "./size";
import { drawnAbove, gapWords, itemRole, outline, treeRole, widthOf } from "./tree-view";

export const decimal = (value: number) => value.toFixed(2).replace("-", "−");

/** A simulation of a recording at one of its phases. */
export interface McMoment {
  tree: McTree;
  simulations: Simulation[];
  index: number;
  phase: number;
  exploration: number;
}

/** The statistics at a moment: before the backup, of the earlier simulations; after it, including this one. */
export function mcMoment({ tree, simulations, index, phase, exploration }: McMoment) {
  const way = tree.ways[index] ?? [];
  const tallies = talliesOf(tree, simulations, phase === 3 ? index + 1 : index);
  const last = way.at(-1);
  const isNew = last?.added === index;
  const selected = isNew && phase === 0 ? way.slice(0, -1) : way;
  const won = simulations[index]?.won ?? false;
  return { way, selected, tallies, last, isNew, won, exploration };
}

const WHAT = [
  "down the tree, always to the largest UCB",
  "one new position joins",
  "random moves to the end",
  "the result goes up the path",
];

export const Phases = ({ phase }: { phase: number }) => (
  <ol class="mc-phases" aria-label="phases">
    {PHASES.map((name, index) => (
      <li class={index < phase ? "done" : ""} aria-current={index === phase ? "step" : undefined}>
        <span class="mc-number">{index < phase ? <Icon name="check" /> : index + 1}</span>
        <div>
          <b>{name}</b>
          <small>{WHAT[index]}</small>
        </div>
      </li>
    ))}
  </ol>
);

/** The meaning of a node's numbers, and of an edge's width. */
export const McKey = () => (
  <p class="mc-key">
    <span>
      <b>n</b> visits
    </span>
    <span>
      <i>q</i> mean result: 1 a win, −1 none
    </span>
    <span class="of-ucb" title="N: visits of the position above; c: the exploration">
      <i class="ucb">UCB</i> = q + c·√(2 ln N / n)
    </span>
    <span class="of-width">wider edge: more visits</span>
  </p>
);

/** The nodes that are in the tree at a moment. */
export const shownOf = ({ tree, index, phase }: Pick<McMoment, "tree" | "index" | "phase">) =>
  tree.nodes.filter(({ added }) => added < index || (added === index && phase > 0));

interface Props {
  moment: McMoment;
  frame: Frame<McNode>;
  room: { width: number; height: number };
  size: Size;
  scale: number;
  /** the selected node, and the one that keys start from */
  chosen: McNode | null;
  from: McNode | null;
  isClass: boolean;
  /** the name of the move to a node; empty until it is known */
  wordsOf: (node: McNode) => string;
  onChoose: (node: McNode) => void;
}

/**
 * The moves of the edges from the root and along the path of the simulation, above the nodes that
 * they lead to: in words, or as they are written; none where rows are too close.
 */
function edgeWords(
  nodes: McNode[],
  letters: number,
  { across, down, height }: Size,
  wordsOf: Props["wordsOf"],
): Map<McNode, string> {
  if (down - height < LINE * letters + MIN_EDGE) return new Map();
  // The widths are estimated generously.
  const most = (0.95 * across) / letters;
  const wordings = [wordsOf, ({ path }: McNode) => path.at(-1) ?? ""];
  const fits = wordings.find((of) => nodes.every((node) => widthOf(of(node)) <= most));
  return new Map(fits ? nodes.map((node) => [node, fits(node)]) : []);
}

/** The height of a move's line, in letters, and the minimum length of the edge above it. */
const LINE = 1.2;
const MIN_EDGE = 10;

/** The width of the words at the end of a playout, on one side. */
const TOLD = 230;

export function McView(props: Props) {
  const { moment, frame, room, size, scale, chosen, from, isClass, onChoose } = props;
  const { tree, index, phase } = moment;
  const { selected, tallies, last, isNew, won, exploration } = mcMoment(moment);
  const onWay = new Set(selected);
  const most = tallies.get(tree.root)?.visits ?? 0;
  const extent = extentOf(frame, size, room, { isMc: true });
  const { height } = extent;
  // A small tree is centred, with room for words at its sides.
  const width = Math.max(extent.width, Math.min(460, room.width));
  const inset = (width - frame.width * size.across) / 2;
  const heightOf = (row: number) => size.down * row + size.height / 2 + 14;
  const at = (node: McNode) =>
    [
      size.across * ((frame.x.get(node) ?? 0) + 0.5) + inset,
      heightOf(frame.row.get(node) ?? 0),
    ] as const;
  const all = shownOf(moment);
  const shown = all.filter((node) => frame.x.has(node));
  const letters = isClass ? 18 : 11;
  const isNamed = (node: McNode) =>
    node.parent !== null &&
    frame.x.has(node.parent) &&
    (node.parent === tree.root || (onWay.has(node) && onWay.has(node.parent)));
  const labels = edgeWords(shown.filter(isNamed), letters, size, props.wordsOf);
  const tail = phase >= 2 && last ? (tree.playouts[index]?.length ?? 0) : 0;
  const edges = (node: McNode) => {
    const parent = drawnAbove(node, frame);
    if (!parent) return null;
    const [x1, y1] = at(parent);
    const [x2, y2] = at(node);
    // An edge ends above the words of its move.
    const words = labels.has(node) ? LINE * letters : 0;
    const [top, end] = [y1 + size.height / 2, y2 - size.height / 2 - words];
    const middle = (top + end) / 2;
    const d = `M${x1} ${top}C${x1} ${middle} ${x2} ${middle} ${x2} ${end}`;
    const visits = tallies.get(node)?.visits ?? 0;
    const scale = size.name === "dot" ? 0.4 : 1;
    const isLit = onWay.has(node) && onWay.has(parent);
    const lit = `${isLit ? (phase === 3 ? "backed" : "taken") : ""} ${parent === node.parent ? "" : "skips"}`;
    const stroke = Math.max(isLit ? 3 : 1.5, scale * edgeWidth(visits, most));
    return (
      <>
        {isLit && phase === 3 ? (
          <path class="mc-edge under" d={d} stroke-width={stroke + 3} />
        ) : null}
        <path class={`mc-edge ${lit}`} d={d} stroke-width={stroke} />
      </>
    );
  };
  const stacked = new Set(
    all.filter((node) => !frame.x.has(node)).map((node) => drawnAbove(node, frame)),
  );
  const first = [chosen, from].find((node) => node && shown.includes(node)) ?? shown[0];
  return (
    <svg
      class={`mc-tree size-${size.name} ${scale < 0.6 ? "is-far" : ""}`}
      width={scale * width}
      height={scale * height}
      viewBox={`0 0 ${width} ${height}`}
      {...treeRole(all.length)}
      aria-label={`search tree: ${counted(all.length, "position")} after ${counted(index + (phase === 3 ? 1 : 0), "playout")}`}
    >
      <g aria-hidden="true">
        {shown.map(edges)}
        {[...labels].map(([node, words]) => (
          <text
            class="st-move"
            x={at(node)[0]}
            y={at(node)[1] - size.height / 2 - (LINE / 2) * letters}
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
      {last && phase >= 2 ? (
        <Tail
          from={at(last)}
          size={size}
          moves={tail}
          most={tailFor(room)}
          won={won}
          faint={phase === 3}
          width={width}
        />
      ) : null}
      {shown.map((node) => (
        <McNodeView
          key={node.path.join(" ")}
          isFirst={node === first}
          isChosen={node === chosen}
          node={node}
          at={at(node)}
          size={size}
          tally={tallies.get(node)}
          above={node.parent ? tallies.get(node.parent) : undefined}
          exploration={exploration}
          kinds={[
            onWay.has(node) ? (phase === 3 ? "backed" : "taken") : "",
            node === last && isNew && phase > 0 && phase < 3 ? "new" : "",
            node === chosen ? "st-chosen" : "",
            node === selected.at(-1) ? "mc-end" : "",
          ].join(" ")}
          isStacked={stacked.has(node)}
          gain={phase === 3 && onWay.has(node) ? (won ? "+1" : "−1") : ""}
          onChoose={() => onChoose(node)}
        />
      ))}
    </svg>
  );
}

/** The height of the result below a node: it covers no move, whose words are above the nodes. */
const GAIN = 16;

/** Where the lines of a node are, as shares of its height from its middle. */
const LINES = { full: { first: 0.26, second: 0.03 }, brief: { first: 0.19, second: 0.24 } };

function McNodeView({
  node,
  at: [x, y],
  size,
  tally,
  above,
  exploration,
  kinds,
  isStacked,
  isFirst,
  isChosen,
  gain,
  onChoose,
}: {
  node: McNode;
  /** whether the Tab key leads to it */
  isFirst: boolean;
  isChosen: boolean;
  at: readonly [number, number];
  size: Size;
  tally: Tally | undefined;
  above: Tally | undefined;
  exploration: number;
  kinds: string;
  /** whether nodes below it are not drawn */
  isStacked: boolean;
  gain: string;
  onChoose: () => void;
}) {
  const mean = tally ? tally.reward / tally.visits : null;
  const ucb = tally && above ? ucbOf(tally, above, exploration).ucb : null;
  const lines = LINES[size.name === "brief" ? "brief" : "full"];
  const share = mean === null ? 0 : Math.round(42 * ((mean + 1) / 2));
  const told = tally
    ? `${counted(tally.visits, "visit")}, mean ${decimal(mean ?? 0)}${ucb === null ? "" : `, UCB ${decimal(ucb)}`}`
    : "new";
  const label = `${node.path.join(" ") || "start"}: ${told}`;
  return (
    <g class={`mc-node ${kinds}`} onClick={onChoose}>
      <title aria-hidden="true">{label}</title>
      {isStacked ? (
        <rect
          class="st-stack"
          x={x - size.width / 2 + 4}
          y={y - size.height / 2 + 4}
          width={size.width}
          height={size.height}
          rx={size.name === "dot" ? 4 : 9}
        />
      ) : null}
      <rect
        x={x - size.width / 2}
        y={y - size.height / 2}
        width={size.width}
        height={size.height}
        rx={size.name === "dot" ? 4 : 9}
        style={{ "--share": `${share}%` }}
      />
      {size.name === "dot" ? null : !tally ? (
        <text class="mc-visits" x={x} y={y}>
          new
        </text>
      ) : (
        <>
          <text class="mc-visits" x={x} y={y - size.height * lines.first}>
            {tally.visits}
          </text>
          <text class="mc-mean" x={x} y={y + size.height * lines.second}>
            {decimal(mean ?? 0)}
          </text>
          {size.name === "brief" ? null : (
            <text class="mc-ucb" x={x} y={y + size.height * 0.3}>
              {ucb === null ? "" : decimal(ucb)}
            </text>
          )}
        </>
      )}
      <path {...itemRole(node, label, isFirst, isChosen)} d={outline(x, y, size)} />
      {gain && size.name !== "dot" ? (
        <g class="mc-gain" aria-hidden="true">
          <rect x={x - 15} y={y + size.height / 2 - 3} width="30" height={GAIN} rx={GAIN / 2} />
          <text x={x} y={y + size.height / 2 + GAIN / 2 - 3}>
            {gain}
          </text>
        </g>
      ) : null}
    </g>
  );
}

/** A playout: dots down to its end, with its result. */
function Tail({
  from: [x, y],
  size,
  moves,
  most,
  won,
  faint,
  width,
}: {
  from: readonly [number, number];
  size: Size;
  moves: number;
  /** maximum number drawn */
  most: number;
  won: boolean;
  faint: boolean;
  /** of the whole picture */
  width: number;
}) {
  const dots = Math.min(most, moves);
  const top = y + size.height / 2 + 10;
  const end = top + dots * 11 + 12;
  const told = won
    ? `won after ${moves} random moves`
    : moves === 0
      ? "no move is left"
      : `not won after ${moves} random moves`;
  // The words are to the right of its end, to the left, or below it.
  const side = x + TOLD <= width ? "" : x > TOLD ? "left" : "below";
  const place =
    side === "below"
      ? { x: Math.max(TOLD / 2 - 8, Math.min(width - TOLD / 2 + 8, x)), y: end + 28 }
      : { x: side ? x - 24 : x + 24, y: end };
  return (
    <g aria-hidden="true" class={`mc-tail ${faint ? "past" : ""}`}>
      {Array.from({ length: dots }, (_, i) => (
        <circle cx={x + 9 * Math.sin(i * 1.1)} cy={top + i * 11} r="3" />
      ))}
      <circle class="mc-result" cx={x} cy={end} r="15" />
      <path
        class="mc-sign"
        d={
          won
            ? `M${x - 6} ${end}l4 5 8-10`
            : `M${x - 5} ${end - 5}l10 10M${x + 5} ${end - 5}l-10 10`
        }
      />
      <text class={`mc-told ${side}`} {...place}>
        {told}
      </text>
    </g>
  );
}
