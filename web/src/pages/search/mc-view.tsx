// The tree of a Monte Carlo search at a phase of a simulation: visits, mean and UCB on nodes, edges
// as wide as they were visited, the playout as a dotted tail.
import { PHASES, edgeWidth, talliesOf, ucbOf } from "../../model/monte-carlo";
import type { McNode, McTree, Tally } from "../../model/monte-carlo";
import type { Simulation } from "../../api/types";
import { Icon } from "../../parts/icons";
import { extentOf } from "./size";
import type { Size } from "./size";

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

/** The nodes that are in the tree at a moment. */
export const shownOf = ({ tree, index, phase }: Pick<McMoment, "tree" | "index" | "phase">) =>
  tree.nodes.filter(({ added }) => added < index || (added === index && phase > 0));

interface Props {
  moment: McMoment;
  size: Size;
  scale: number;
  chosen: McNode | null;
  onChoose: (node: McNode) => void;
}

/** Steps of the tail that is drawn of a playout. */
const TAIL = 12;

export function McView({ moment, size, scale, chosen, onChoose }: Props) {
  const { tree, index, phase } = moment;
  const { selected, tallies, last, isNew, won, exploration } = mcMoment(moment);
  const onWay = new Set(selected);
  const most = tallies.get(tree.root)?.visits ?? 0;
  const inset = Math.max(0, (460 - tree.width * size.across - 56) / 2);
  const at = (node: McNode) =>
    [
      size.across * (node.x + 0.5) + 8 + inset,
      size.down * node.path.length + size.height / 2 + 14,
    ] as const;
  const tail = phase >= 2 && last ? (tree.playouts[index]?.length ?? 0) : 0;
  const { width, height } = extentOf(tree, size, true);
  const edges = (node: McNode) => {
    const { parent } = node;
    if (!parent) return null;
    const [x1, y1] = at(parent);
    const [x2, y2] = at(node);
    const [from, to] = [y1 + size.height / 2, y2 - size.height / 2];
    const middle = (from + to) / 2;
    const d = `M${x1} ${from}C${x1} ${middle} ${x2} ${middle} ${x2} ${to}`;
    const visits = tallies.get(node)?.visits ?? 0;
    const scale = size.name === "dot" ? 0.4 : 1;
    const isLit = onWay.has(node) && onWay.has(parent);
    const lit = isLit ? (phase === 3 ? "backed" : "taken") : "";
    const stroke = Math.max(isLit ? 3 : 1.5, scale * edgeWidth(visits, most));
    return (
      <>
        {lit === "backed" ? <path class="mc-edge under" d={d} stroke-width={stroke + 3} /> : null}
        <path class={`mc-edge ${lit}`} d={d} stroke-width={stroke} />
      </>
    );
  };
  const shown = shownOf(moment);
  return (
    <svg
      class={`mc-tree size-${size.name} ${scale < 0.6 ? "is-far" : ""}`}
      width={scale * width}
      height={scale * height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`tree of ${shown.length} positions after ${index + (phase === 3 ? 1 : 0)} playouts`}
    >
      {shown.map(edges)}
      {shown.map((node) => (
        <McNodeView
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
          gain={phase === 3 && onWay.has(node) ? (won ? "+1" : "−1") : ""}
          onChoose={() => onChoose(node)}
        />
      ))}
      {last && phase >= 2 ? (
        <Tail
          from={at(last)}
          size={size}
          moves={tail}
          won={won}
          faint={phase === 3}
          isRight={at(last)[0] > width - 230 && at(last)[0] > 230}
        />
      ) : null}
    </svg>
  );
}

function McNodeView({
  node,
  at: [x, y],
  size,
  tally,
  above,
  exploration,
  kinds,
  gain,
  onChoose,
}: {
  node: McNode;
  at: readonly [number, number];
  size: Size;
  tally: Tally | undefined;
  above: Tally | undefined;
  exploration: number;
  kinds: string;
  gain: string;
  onChoose: () => void;
}) {
  const mean = tally ? tally.reward / tally.visits : null;
  const ucb = tally && above ? ucbOf(tally, above, exploration).ucb : null;
  const share = mean === null ? 0 : Math.round(42 * ((mean + 1) / 2));
  const told = tally
    ? `${tally.visits} visits, mean ${decimal(mean ?? 0)}${ucb === null ? "" : `, UCB ${decimal(ucb)}`}`
    : "new";
  return (
    <g class={`mc-node ${kinds}`} onClick={onChoose}>
      <title>{`${node.path.join(" ") || "start"}: ${told}`}</title>
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
          {size.name === "brief" ? "0" : "new"}
        </text>
      ) : size.name === "brief" ? (
        <text class="mc-visits" x={x} y={y}>
          {tally.visits}
        </text>
      ) : (
        <>
          <text class="mc-visits" x={x} y={y - size.height * 0.26}>
            {tally.visits}
          </text>
          <text class="mc-mean" x={x} y={y + size.height * 0.03}>
            {decimal(mean ?? 0)}
          </text>
          <text class="mc-ucb" x={x} y={y + size.height * 0.3}>
            {ucb === null ? "" : decimal(ucb)}
          </text>
        </>
      )}
      {gain && size.name !== "dot" ? (
        <g class="mc-gain">
          <rect
            x={x + size.width / 2 - 8}
            y={y - size.height / 2 - 12}
            width="30"
            height="18"
            rx="9"
          />
          <text x={x + size.width / 2 + 7} y={y - size.height / 2 - 3}>
            {gain}
          </text>
        </g>
      ) : null}
    </g>
  );
}

/** A playout: dots down to its end, which says what came of it. */
function Tail({
  from: [x, y],
  size,
  moves,
  won,
  faint,
  isRight,
}: {
  from: readonly [number, number];
  size: Size;
  moves: number;
  won: boolean;
  faint: boolean;
  /** whether the words are on its left */
  isRight: boolean;
}) {
  const dots = Math.min(TAIL, moves);
  const top = y + size.height / 2 + 10;
  const end = top + dots * 11 + 12;
  const told = won
    ? `won after ${moves} random moves`
    : moves === 0
      ? "no move is left"
      : `not won after ${moves} random moves`;
  return (
    <g class={`mc-tail ${faint ? "past" : ""}`}>
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
      <text class={`mc-told ${isRight ? "left" : ""}`} x={isRight ? x - 24 : x + 24} y={end}>
        {told}
      </text>
    </g>
  );
}
