// Small plots as inline SVG: lines, bars, a heat map and a tree.
import type { Expanded, Progress } from "../api/types";

/** A human-readable number. */
export function short(value: number) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size >= 1e9) return `${(value / 1e9).toFixed(1)}G`;
  if (size >= 1e6) return `${(value / 1e6).toFixed(size >= 1e7 ? 0 : 1)}M`;
  if (size >= 1e4) return `${(value / 1e3).toFixed(0)}k`;
  if (size >= 100 || Number.isInteger(value)) return value.toLocaleString("en");
  return value.toPrecision(2);
}

/** Round steps for an axis. */
function ticks(most: number, count = 4) {
  if (!(most > 0)) return [0];
  const raw = most / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw) ?? raw;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => i * step);
}

/** Whether values differ so much that only a logarithmic axis shows them all. */
export function isLogarithmic(values: number[]) {
  const known = values.filter((value) => value > 0);
  return known.length > 1 && Math.max(...known) / Math.min(...known) > 50;
}

/** Powers of ten, for a logarithmic axis. */
const powers = (most: number) =>
  Array.from({ length: Math.floor(Math.log10(Math.max(10, most))) + 1 }, (_, i) => 10 ** i);

const W = 320;
const H = 150;
const LEFT = 40;
const BOTTOM = 24;

/** Lines over a common axis, logarithmic if their ends differ greatly. */
export function Lines({
  title,
  x,
  series,
}: {
  title: string;
  x: string;
  series: { name: string; points: [number, number][] }[];
}) {
  const all = series.flatMap((line) => line.points);
  const mostX = Math.max(1e-9, ...all.map((point) => point[0]));
  const mostY = Math.max(1, ...all.map((point) => point[1]));
  const atX = (value: number) => LEFT + (value / mostX) * (W - LEFT - 8);
  const logarithmic =
    series.length > 1 && isLogarithmic(series.map((line) => line.points.at(-1)?.[1] ?? 0));
  const share = (value: number) =>
    logarithmic ? Math.log10(Math.max(1, value)) / Math.log10(Math.max(10, mostY)) : value / mostY;
  const atY = (value: number) => H - BOTTOM - share(value) * (H - BOTTOM - 10);
  const last = series
    .map((line) => `${line.name} ${short(line.points.at(-1)?.[1] ?? 0)}`)
    .join(", ");
  return (
    <figure class="plot">
      <figcaption>
        {title}
        {logarithmic ? ", logarithmic" : ""}
        {series.length > 1 ? (
          <span class="legend">
            {series.map((line, i) => (
              <span class={`line-${i}`}>{line.name}</span>
            ))}
          </span>
        ) : null}
      </figcaption>
      <svg viewBox={`0 0 ${W} ${H}`} role="img" aria-label={`${title} over ${x}; now ${last}`}>
        {(logarithmic ? powers(mostY) : ticks(mostY, 3)).map((y) => (
          <>
            <line class="grid" x1={LEFT} x2={W - 8} y1={atY(y)} y2={atY(y)} />
            <text class="tick end" x={LEFT - 5} y={atY(y) + 3.5}>
              {short(y)}
            </text>
          </>
        ))}
        {ticks(mostX).map((value) => (
          <text class="tick middle" x={atX(value)} y={H - 10}>
            {short(value)}
          </text>
        ))}
        <text class="tick end" x={W - 8} y={H - 1}>
          {x}
        </text>
        {series.map((line, i) => (
          <polyline
            class={`line line-${i}`}
            points={line.points
              .map((point) => `${atX(point[0]).toFixed(1)},${atY(point[1]).toFixed(1)}`)
              .join(" ")}
          />
        ))}
      </svg>
    </figure>
  );
}

/** Bars on an axis that suits the values: linear, or logarithmic if they differ greatly. */
export function Bars({
  title,
  bars,
}: {
  title: string;
  bars: { name: string; value: number; kind?: string }[];
}) {
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  const logarithmic = isLogarithmic(bars.map((bar) => bar.value));
  const row = 20;
  const height = bars.length * row + 4;
  const share = (value: number) =>
    logarithmic ? Math.log10(Math.max(1, value)) / Math.log10(most) : value / most;
  const width = (value: number) => Math.max(2, share(value) * 150);
  return (
    <figure class="plot">
      <figcaption>
        {title} <span class="legend">{logarithmic ? "logarithmic" : "linear"}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${W} ${height}`}
        role="img"
        aria-label={`${title}: ${bars.map((bar) => `${bar.name} ${short(bar.value)}`).join(", ")}`}
      >
        {bars.map((bar, i) => (
          <>
            <text class="tick end" x="112" y={i * row + 14}>
              {bar.name.length > 20 ? `${bar.name.slice(0, 19)}…` : bar.name}
            </text>
            <rect
              class={`bar ${bar.kind ?? ""}`}
              x="118"
              y={i * row + 3}
              width={width(bar.value)}
              height={row - 6}
              rx="3"
            />
            <text class="tick" x={123 + width(bar.value)} y={i * row + 14}>
              {short(bar.value)}
            </text>
          </>
        ))}
      </svg>
    </figure>
  );
}

/** The region in which a search works: expansions by g and h. */
export function Frontier({
  frontier,
  now,
}: {
  frontier: Progress["frontier"];
  now: Pick<Progress, "g" | "h">;
}) {
  const { bucket } = frontier;
  const cells = frontier.cells.map(([g = 0, h = 0, count = 0]) => ({ g, h, count }));
  const width = Math.max(8, ...cells.map((cell) => cell.g + 1));
  const height = Math.max(6, ...cells.map((cell) => cell.h + 1));
  const most = Math.log1p(Math.max(1, ...cells.map((cell) => cell.count)));
  const size = Math.min((W - LEFT - 8) / width, 150 / height);
  const bottom = height * size + 6;
  const atG = (g: number) => LEFT + g * size;
  const atH = (h: number) => bottom - (h + 1) * size;
  return (
    <figure class="plot">
      <figcaption>
        Where it expands: moves made (g) against moves estimated to be left (h)
      </figcaption>
      <svg
        viewBox={`0 0 ${W} ${bottom + 24}`}
        role="img"
        aria-label={`expansions by g and h; now g ${now.g ?? "–"}, h ${now.h ?? "–"}`}
      >
        {cells.map(({ g, h, count }) => (
          <rect
            class="heat"
            x={atG(g)}
            y={atH(h)}
            width={size}
            height={size}
            opacity={(0.15 + (0.85 * Math.log1p(count)) / most).toFixed(2)}
          />
        ))}
        {now.g !== null ? (
          <rect
            class="heat-now"
            x={atG(Math.floor(now.g / bucket))}
            y={atH(Math.floor((now.h ?? 0) / bucket))}
            width={size}
            height={size}
          />
        ) : null}
        <line class="axis" x1={LEFT} x2={W - 8} y1={bottom} y2={bottom} />
        <line class="axis" x1={LEFT} x2={LEFT} y1="4" y2={bottom} />
        {ticks(width * bucket, 5).map((g) => (
          <text class="tick middle" x={atG(g / bucket) + size / 2} y={bottom + 13}>
            {g}
          </text>
        ))}
        {ticks((height - 1) * bucket, 3).map((h) => (
          <text class="tick end" x={LEFT - 5} y={atH(h / bucket) + size / 2 + 3.5}>
            {h}
          </text>
        ))}
        <text class="tick end" x={W - 8} y={bottom + 23}>
          g
        </text>
        <text class="tick" x="2" y="12">
          h
        </text>
      </svg>
    </figure>
  );
}

/** The cost of a position in the tree, and its heuristic estimate. */
export const costsOf = ({ g, h }: Pick<Expanded, "g" | "h">) =>
  h === null ? `g ${g}` : `g ${g}, h ${h}`;

/**
 * The places of a tree's positions: leaves from left to right, a parent in the middle above its
 * children.
 */
function places(nodes: Expanded[]) {
  const children = new Map<number | null, Expanded[]>();
  for (const node of nodes) {
    children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  }
  const placed = new Map<number, { x: number; depth: number }>();
  let leaves = 0;
  let deepest = 0;
  const settle = ({ id }: Expanded, depth: number): number => {
    deepest = Math.max(deepest, depth);
    const below = (children.get(id) ?? []).map((child) => settle(child, depth + 1));
    const [first] = below;
    const x = first === undefined ? leaves++ : (first + (below.at(-1) ?? first)) / 2;
    placed.set(id, { x, depth });
    return x;
  };
  for (const root of children.get(null) ?? []) settle(root, 0);
  return { placed, leaves, deepest };
}

/** The first expansions as a tree, numbered in their order. */
export function Tree({
  nodes,
  chosen,
  onChoose,
}: {
  nodes: Expanded[];
  chosen: number | null;
  onChoose: (id: number) => void;
}) {
  const { placed, leaves, deepest } = places(nodes);
  const gapX = Math.max(5, Math.min(26, (W - 24) / Math.max(1, leaves - 1)));
  const gapY = Math.max(10, Math.min(30, 220 / Math.max(1, deepest)));
  const width = (leaves - 1) * gapX + 24;
  const at = (id: number) => {
    const { x, depth } = placed.get(id) ?? { x: 0, depth: 0 };
    return [12 + x * gapX, 12 + depth * gapY] as const;
  };
  const r = Math.min(8, gapX / 2.3, gapY / 2.3);
  const newest = nodes.at(-1)?.id;
  return (
    <figure class="plot">
      <figcaption>
        How it began: the first {nodes.length} positions expanded, in their order
      </figcaption>
      <div class="scroll" tabindex={0} role="group" aria-label="search tree">
        <svg
          class="tree"
          viewBox={`0 0 ${width} ${deepest * gapY + 24}`}
          style={{ "--drawn": `${width}px` }}
          role="img"
          aria-label={`search tree of ${nodes.length} positions, ${deepest} moves deep`}
        >
          {nodes.map(({ id, parent }) => {
            if (parent === null) return null;
            const [x1, y1] = at(parent);
            const [x2, y2] = at(id);
            const middle = (y1 + y2) / 2;
            return (
              <path class="edge" d={`M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`} />
            );
          })}
          {nodes.map((node) => {
            const [x, y] = at(node.id);
            const kind = node.id === chosen ? "chosen" : node.id === newest ? "newest" : "";
            return (
              <g class={`tree-node ${kind}`} onClick={() => onChoose(node.id)}>
                <circle cx={x} cy={y} r={r} />
                <title>{`expanded as number ${node.id + 1}: ${costsOf(node)}`}</title>
                {r >= 6 ? (
                  <text x={x} y={y + 2.5}>
                    {node.id + 1}
                  </text>
                ) : null}
              </g>
            );
          })}
        </svg>
      </div>
    </figure>
  );
}
