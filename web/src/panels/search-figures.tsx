// The figures of a watched search: work done, open positions, depth, and the best plan.
import type { Progress } from "../api/types";
import { duration } from "../model/duration";
import { counted } from "../model/say";
import type { Point } from "../model/watched";
import { Counters } from "../parts/counters";
import { short } from "../parts/plots";

const W = 100;
const H = 26;

/** The history of a figure, without axes. */
function Spark({ values }: { values: number[] }) {
  const most = Math.max(1, ...values);
  const at = (value: number, index: number) =>
    `${((index * W) / Math.max(1, values.length - 1)).toFixed(1)},${(H - 2 - ((H - 5) * value) / most).toFixed(1)}`;
  const line = values.map(at).join(" ");
  return (
    <svg class="spark" viewBox={`0 0 ${W} ${H}`} preserveAspectRatio="none" aria-hidden="true">
      {values.length > 1 ? (
        <>
          <polygon points={`0,${H} ${line} ${W},${H}`} />
          <polyline points={line} />
        </>
      ) : null}
    </svg>
  );
}

interface HeadProps {
  name: string;
  value: number | string;
  /** its description in a few words */
  words: string;
  values?: number[];
}

const Head = ({ name, value, words, values }: HeadProps) => (
  <div class="head-figure" data-words={words}>
    <dt>{name}</dt>
    <dd>{typeof value === "number" ? short(value) : value}</dd>
    {values ? <Spark values={values} /> : null}
  </div>
);

/** The estimate of the expanded position as one bar: moves made, and moves estimated to be left. */
function Estimate({ g, h, most }: { g: number; h: number; most: number }) {
  const share = (value: number) => ({ "--share": value / Math.max(1, most) });
  return (
    <div class="estimate" role="img" aria-label={`f ${g + h}: g ${g} moves made, h ${h} estimated`}>
      <p>
        <b class="of-g">g {g}</b> + <b class="of-h">h {h}</b> = <b>f {g + h}</b>
      </p>
      <div class="estimate-bar">
        <i class="of-g" style={share(g)} />
        <i class="of-h" style={share(h)} />
      </div>
      <small>moves made + moves estimated to be left</small>
    </div>
  );
}

/** The counters that explain the four figures, as far as the search has them. */
const restOf = (progress: Progress): [string, number | string | null][] => [
  ["generated", progress.generated],
  ["duplicates", progress.duplicates],
  ["dead ends", progress.dead_ends],
  ["reopened", progress.reopened],
  ["closed", progress.closed],
  ["time", duration(progress.seconds)],
];

/** The best plan so far; before that, the bound of a search that has one. */
function bestOf({ incumbent, bound }: Progress, length: number | null): HeadProps {
  const best = length ?? incumbent;
  if (best === null && bound !== null)
    return { name: "bound", value: bound, words: "it searches no deeper than this" };
  return {
    name: "best plan",
    value: best ?? "–",
    words: best === null ? "none found yet" : counted(best, "move").replace(/^\d+ /, ""),
  };
}

interface Props {
  progress: Progress;
  /** the history of the figures */
  series: Point[];
  /** moves of the plan with which the search has ended */
  length: number | null;
}

/** All figures of the search's progress. */
export function SearchFigures({ progress, series, length }: Props) {
  const { expanded, open, g, h } = progress;
  const depths = series.flatMap((point) => (point.g === null ? [] : [point.g]));
  const estimates = series.flatMap(({ f }) => (f === null ? [] : [f]));
  return (
    <>
      <dl class="counters heads">
        <Head
          name="expanded"
          value={expanded}
          words="examined so far"
          values={series.map((point) => point.expanded)}
        />
        <Head
          name="frontier"
          value={open}
          words="found, and waiting"
          values={series.map((point) => point.open)}
        />
        <Head name="depth" value={g ?? "–"} words="moves from the start" values={depths} />
        <Head {...bestOf(progress, length)} />
      </dl>
      {g !== null && h !== null ? (
        <Estimate g={g} h={h} most={Math.max(g + h, ...estimates)} />
      ) : null}
      <Counters counters={restOf(progress).filter(([, value]) => value !== null)} />
    </>
  );
}
