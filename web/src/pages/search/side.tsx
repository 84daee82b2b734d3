// Next to the tree: counters of the step, the place of the search, and its action.
import { useEffect, useRef } from "preact/hooks";
import type { Algorithm } from "../../api/types";
import type { McNode } from "../../model/monte-carlo";
import { canGoFurther, isFull } from "../../model/recording";
import { counted, foundAt } from "../../model/search-tree";
import type { Kind } from "../../model/search-tree";
import { shownKey, tieWords } from "../../model/open-list";
import { Icon } from "../../parts/icons";
import { textOf } from "./algorithm-texts";
import type { Lane } from "./lane";
import { explorationOf } from "./lane-view";
import { decimal, mcMoment } from "./mc-view";
import { countersAt } from "./figures";
import type { Figure } from "./figures";
import { orderFor } from "./open-list";
import { cutOf, endOf, graphAt, mcAt, momentAt, number } from "./playback";
import type { GraphPlayback, McPlayback } from "./playback";
import { toldOf } from "./told";
import { short } from "../../parts/plots";

const figure = (value: number | string | null) =>
  typeof value === "number" ? short(value) : (value ?? "–");

export const Figures = ({ figures }: { figures: Figure[] }) => (
  <dl class="figures">
    {figures.map(([name, value, what]) => (
      <div title={what}>
        <dt>{name}</dt>
        <dd>{figure(value)}</dd>
      </div>
    ))}
  </dl>
);

/** f = g + h of the selected position. */
export function Sum({ lane, step }: { lane: Lane; step: number }) {
  const { playback, chosen } = lane;
  if (playback?.form !== "graph") return null;
  const { isEnd, tree, done } = graphAt(playback, step);
  const { report } = lane.recording;
  const now = tree?.nodes.find(({ expanded }) => expanded === done - 1);
  const at = chosen && "board" in chosen ? chosen : now;
  if (!at) return null;
  const isSolved = isEnd && !chosen && report?.length;
  const g = isSolved ? (report.length ?? 0) : at.g;
  const h = at.h === null ? null : isSolved ? 0 : at.h;
  return (
    <p class="panel sum">
      {h === null ? (
        <span>
          <b>{number(g)}</b>{" "}
          <small>
            g<i>moves made</i>
          </small>
        </span>
      ) : (
        <>
          <span>
            <b>{g + h}</b>{" "}
            <small>
              f<i>in all</i>
            </small>
          </span>
          =
          <span>
            <b>{number(g)}</b>{" "}
            <small>
              g<i>moves made</i>
            </small>
          </span>
          +
          <span>
            <b>{h}</b>{" "}
            <small>
              h<i>estimated left</i>
            </small>
          </span>
        </>
      )}
    </p>
  );
}

/** The action of the step. */
export function Happens({
  lane,
  step,
  algorithm,
}: {
  lane: Lane;
  step: number;
  algorithm: string;
}) {
  const [first, rest] = wordsOf(lane, step, algorithm);
  return (
    <>
      <p class="panel happens" role="status">
        <b>{first}</b> {rest}
      </p>
      {step >= lane.length ? <Further lane={lane} /> : null}
    </>
  );
}

/** The continuation after the end of a recording that the search outlasted. */
function Further({ lane }: { lane: Lane }) {
  const { live, report } = lane.recording;
  if (report && live) return <small class="further">Recording more …</small>;
  if (!canGoFurther(lane.recording)) return null;
  return (
    <button class="further" onClick={lane.further}>
      <Icon name="forward" />
      {report?.stop === "time" ? "Search longer" : "Record more"}
    </button>
  );
}

function wordsOf(lane: Lane, step: number, algorithm: string): string[] {
  const { playback, recording, chosen } = lane;
  if (!playback)
    return recording.report
      ? endOf(recording.report)
      : [recording.live ? "Searching …" : "Nothing is recorded.", ""];
  if (playback.form === "mc") return mcWords(playback, lane, step);
  const { now, done, isEnd, tree } = graphAt(playback, step);
  if (isEnd && recording.report && !chosen)
    return playback.isCut ? cutOf(playback, recording.report) : endOf(recording.report);
  if (chosen && "board" in chosen && lane.pathAt(step).has(chosen)) {
    if (chosen.wins) return [`${chosen.words}:`, "the solution."];
    if (chosen.id < 0)
      return [`${chosen.words}:`, "on the way to the solution, found after the recording."];
  }
  if (chosen && "board" in chosen)
    return [
      `${chosen.words || "Start"}:`,
      chosen.isDead
        ? "the heuristic proves that no solution lies beyond it."
        : chosen.expanded !== null && chosen.expanded < done
          ? `expanded at step ${chosen.expanded + 1}. Enter leads there.`
          : "found, and not expanded so far.",
    ];
  if (!now) return ["", ""];
  if (!tree) return ["", ""];
  const found = foundAt(tree, momentAt(playback, step), now.successors?.length ?? 0);
  const order = orderFor(lane, algorithm);
  const node = tree.nodes.find(({ expanded }) => expanded === done - 1);
  const sum = order && node ? shownKey(order, node) : "";
  const tie = order ? tieWords(tree, order, done) : "";
  return toldOf(algorithm, playback.kind, now, found, { sum, tie });
}

function mcWords(playback: McPlayback, lane: Lane, step: number): string[] {
  const { index, phase } = mcAt(playback, step);
  const { way, selected, isNew, won, last } = momentOf(playback, lane, step);
  const { chosen, recording } = lane;
  const { report } = recording;
  if (chosen && "path" in chosen)
    return [`${lane.wordsOf(chosen)}:`, tallyWords(lane, step, chosen)];
  if (step >= playback.length && report) {
    const [many, isSolved] = [playback.tree.playouts.length, report.verdict === "solved"];
    if (won && isSolved)
      return ["A playout has won:", `solved in ${report.length} moves. The search ends here.`];
    const after = isSolved ? `won in ${report.length} moves` : "did not win";
    if (isFull(recording))
      return [
        `The first ${many} playouts are recorded.`,
        `The search continued, played the moves with the best means and ${after}.`,
      ];
  }
  const moves = playback.tree.playouts[index]?.length ?? 0;
  if (phase === 0)
    return [
      "Selection.",
      selected.length > 1
        ? `From the root ${selected.length - 1} ${selected.length === 2 ? "move" : "moves"} down, each time to the largest UCB.`
        : "The root still has moves that were never tried.",
    ];
  if (phase === 1)
    return [
      "Expansion.",
      isNew
        ? `The move ${last ? lane.wordsOf(last) : ""} was not tried here yet: its position joins the tree.`
        : "No position is added: the game ends here.",
    ];
  if (phase === 2)
    return [
      "Playout.",
      `From there ${moves} random moves. ${won ? "They win." : "They do not win."}`,
    ];
  return [
    "Backup.",
    `All ${way.length} positions on the path count one more visit and ${won ? "add 1" : "subtract 1"}.`,
  ];
}

/** The statistics of a node as a sentence. */
function tallyWords(lane: Lane, step: number, node: McNode) {
  const { playback } = lane;
  const tally = playback?.form === "mc" && momentOf(playback, lane, step).tallies.get(node);
  if (!tally) return `joined the tree in playout ${node.added + 1}.`;
  const { visits, reward } = tally;
  return `${visits} ${visits === 1 ? "visit" : "visits"}, mean ${decimal(reward / visits)}.`;
}

export const momentOf = (playback: McPlayback, lane: Lane, step: number) =>
  mcMoment({
    tree: playback.tree,
    simulations: lane.recording.simulations,
    exploration: explorationOf(lane),
    ...mcAt(playback, step),
  });

/** The counters of a Monte Carlo search. */
export function mcFigures(playback: McPlayback, lane: Lane, step: number): Figure[] {
  const { tallies } = momentOf(playback, lane, step);
  const { index, phase } = mcAt(playback, step);
  const root = tallies.get(playback.tree.root);
  const nodes = playback.tree.nodes.filter(
    ({ added }) => added < index || (added === index && phase > 0),
  );
  return [
    ["playouts", root?.visits ?? 0, "random games whose result went up the tree"],
    ["positions", nodes.length, "nodes of the tree"],
    [
      "deepest",
      Math.max(0, ...nodes.map(({ path }) => path.length)),
      "moves from the start to the deepest node",
    ],
    [
      "mean",
      root ? decimal(root.reward / root.visits) : "–",
      "the mean result of all playouts: 1 is a win, −1 is none",
    ],
  ];
}

/** Counters of the step, for every form of search. */
export function figuresOf(lane: Lane, step: number): Figure[] {
  const { playback, recording } = lane;
  if (playback?.form === "mc") return mcFigures(playback, lane, step);
  if (playback) return countersAt(playback, step, recording, lane.pathAt(step));
  const { progress } = recording;
  return [
    ["expanded", progress?.expanded ?? null],
    ["generated", progress?.generated ?? null],
  ];
}

const CONTOURS = {
  "best-first": ["Expanded at each f", "One bar is one contour: equal f = g + h."],
  deepening: ["Expanded in each iteration", "The bound rises to the smallest f that was cut."],
  levels: [
    "Expanded on each level",
    "A level holds all positions that are equally many moves away.",
  ],
} as const;

/** The same counters without estimates, if they differ. */
const BLIND: Partial<Record<Kind, readonly [string, string]>> = {
  "best-first": ["Expanded at each depth", "How many moves from the start."],
  deepening: ["Expanded in each iteration", "The bound is a number of moves. It rises by one."],
};

/** Expansions by f, by iteration or by level. */
export function Contours({
  playback,
  step,
  hasEstimate,
}: {
  playback: GraphPlayback;
  step: number;
  hasEstimate: boolean;
}) {
  const { bars, now } = counted(playback.nodes, playback.kind, graphAt(playback, step).done);
  const list = useRef<HTMLOListElement>(null);
  const here = useRef<HTMLLIElement>(null);
  // Keeps the bar of the step visible, even after a change of window size; only the row of bars
  // moves.
  useEffect(() => {
    if (!list.current || !here.current) return;
    const [box, bar] = [list.current.getBoundingClientRect(), here.current.getBoundingClientRect()];
    const over = Math.max(0, bar.right - box.right) + Math.min(0, bar.left - box.left);
    if (over) list.current.scrollLeft += over + Math.sign(over) * bar.width;
  });
  const most = Math.max(1, ...bars.map(({ whole }) => whole));
  const [title, note] = (hasEstimate ? null : BLIND[playback.kind]) ?? CONTOURS[playback.kind];
  return (
    <section class="panel contours" aria-label={title}>
      <h3>{title}</h3>
      <p class="note">{note}</p>
      <ol class={bars.length > 12 ? "many" : ""} tabindex={0} aria-label={title} ref={list}>
        {bars.map(({ value, count, whole }) => (
          <li
            ref={value === now ? here : undefined}
            class={value === now ? "now" : ""}
            title={`${value}: ${count} of ${whole}`}
            style={{ "--part": `${(100 * count) / most}%` }}
          >
            <b>{count ? short(count) : ""}</b>
            <i />
            <span>{value}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A description of the algorithm, with a link to its page, and one to its example. */
export const About = ({
  algorithm,
  onMore,
  onExample,
}: {
  algorithm: Algorithm;
  onMore: () => void;
  /** null if it has no example, or if that is shown */
  onExample: (() => void) | null;
}) => {
  const { title, what } = textOf(algorithm);
  return (
    <section class="panel about" aria-label={`about ${title}`}>
      <h3>{title}</h3>
      <p class="note">{what}</p>
      <button class="quiet" onClick={onMore}>
        How {title} works
        <Icon name="forward" />
      </button>
      {onExample ? (
        <button class="quiet" onClick={onExample}>
          Show a small example
          <Icon name="forward" />
        </button>
      ) : null}
    </section>
  );
};
