// Several algorithms and heuristics on one position, side by side.
import { Component } from "preact";
import { job } from "../api/api";
import { isAbort, messageOf } from "../api/error";
import type { Algorithm, Game, Progress, Report, Solve, Where } from "../api/types";
import { conclusionOf } from "../model/compare-words";
import { duration, unitFor } from "../model/duration";
import { filledIn, settable } from "../model/schema";
import { algorithmTitle, heuristicTitle, inOrder } from "../model/search-names";
import type { Texts } from "../model/schema";
import { ParameterFields } from "../parts/parameters";
import { Icon } from "../parts/icons";
import { Bars, Lines, short } from "../parts/plots";

const CLASSIC = ["bfs", "astar", "greedy", "idastar", "dfs", "wastar"];

/** An algorithm with a heuristic, and its result. */
interface Run {
  algorithm: string;
  /** empty: the algorithm's own */
  heuristic: string;
  state: string;
  /** seconds and expansions */
  points: [number, number][];
  progress: Progress | null;
  report: Report | null;
}

const nameOf = ({ algorithm, heuristic }: Run) =>
  heuristic
    ? `${algorithmTitle(algorithm)}, ${heuristicTitle(heuristic)}`
    : algorithmTitle(algorithm);

/** The title of the heuristic that a run uses; null without one. */
function heuristicIn(info: Game, { algorithm, heuristic }: Run) {
  const own = info.algorithms.find(({ name }) => name === algorithm)?.heuristic;
  const used = heuristic || own;
  return used ? heuristicTitle(used) : null;
}

/** A pending run, from its name. */
function runOf(name: string): Run {
  const [algorithm = "", heuristic = ""] = name.split("|");
  return {
    algorithm,
    heuristic,
    state: "waiting",
    points: [[0, 0]],
    progress: null,
    report: null,
  };
}

export interface CompareProps {
  info: Game | undefined;
  at: Where;
  onHelp: () => void;
  /** requests the whole window */
  onWide?: () => void;
  /** whether it runs as soon as it is opened */
  isAtOnce?: boolean;
}

interface State {
  /** `algorithm|heuristic` each; null until the user chooses. */
  chosen: Set<string> | null;
  runs: Run[];
  seconds: number;
  /** The filled-in parameters, by algorithm. */
  texts: Record<string, Texts>;
  running: boolean;
}

export class Compare extends Component<CompareProps, State> {
  state: State = { chosen: null, runs: [], seconds: 10, texts: {}, running: false };
  private abort: AbortController | null = null;

  componentDidMount() {
    const { info, isAtOnce } = this.props;
    if (info && isAtOnce) this.start(info);
  }

  componentWillUnmount() {
    this.abort?.abort();
  }

  /** The default comparison: the classics that the game has, and its own best. */
  private chosen(info: Game) {
    if (this.state.chosen) return this.state.chosen;
    const names = [info.default_algorithm, ...CLASSIC].filter((name) =>
      info.algorithms.some((each) => each.name === name),
    );
    return new Set([...new Set(names)].slice(0, 4).map((name) => `${name}|`));
  }

  /** Every algorithm with its own heuristic. */
  private every(info: Game) {
    return new Set(inOrder(info.algorithms).map(({ name }) => `${name}|`));
  }

  private start = async (info: Game) => {
    const { signal } = (this.abort = new AbortController());
    const runs = [...this.chosen(info)].map(runOf);
    this.props.onHelp();
    this.setState({ runs, running: true });
    // One after the other: only then are their times comparable, and no page requests more than one
    // search.
    for (const run of runs) {
      if (signal.aborted) run.state = "cancelled";
      else await this.run(run, info, signal);
    }
    this.setState({ running: false });
  };

  private question({ algorithm, heuristic }: Run, info: Game): Solve {
    const { seconds, texts } = this.state;
    const described = info.algorithms.find((each) => each.name === algorithm);
    const set = described ? filledIn(described, texts[algorithm] ?? {}) : {};
    const named = heuristic ? { algorithm, heuristic } : { algorithm };
    return { at: this.props.at, ...named, seconds, watch: {}, ...set };
  }

  private async run(run: Run, info: Game, signal: AbortSignal) {
    run.state = "running";
    this.setState({});
    try {
      const { data } = await job(
        "solve",
        this.question(run, info),
        (name, data) => {
          if (name === "progress") {
            run.progress = data;
            run.points.push([data.seconds, data.expanded]);
          } else if (name === "report") run.report = data.report;
          this.setState({});
        },
        signal,
      );
      run.state = "done";
      // The report omits moves already made, so the line never returns to an earlier position.
      const [last = 0] = run.points.at(-1) ?? [];
      run.points.push([Math.max(last, data.report.seconds), data.report.expanded]);
    } catch (error) {
      run.state = isAbort(error) ? "cancelled" : messageOf(error);
    }
  }

  private toggle(name: string, info: Game) {
    const chosen = new Set(this.chosen(info));
    if (!chosen.delete(name)) chosen.add(name);
    this.setState({ chosen });
  }

  /** An algorithm to choose, with heuristics other than its own, and its parameters. */
  private choice(each: Algorithm, info: Game) {
    const { running, texts } = this.state;
    const chosen = this.chosen(info);
    const box = (name: string) => ({
      type: "checkbox" as const,
      checked: chosen.has(name),
      disabled: running,
      onChange: () => this.toggle(name, info),
    });
    const isChosen = [...chosen].some((name) => name.startsWith(`${each.name}|`));
    return (
      <li key={each.name}>
        <label class="check" title={each.summary}>
          <input {...box(`${each.name}|`)} />
          {algorithmTitle(each.name)}
          {each.heuristic ? (
            <>
              {" "}
              <small>with {heuristicTitle(each.heuristic)}</small>
            </>
          ) : null}
        </label>
        {each.heuristic && chosen.has(`${each.name}|`) ? (
          <details class="inner">
            <summary>other heuristics</summary>
            {info.heuristics
              .filter((other) => other.name !== each.heuristic)
              .map((other) => (
                <label class="check" title={other.summary}>
                  <input {...box(`${each.name}|${other.name}`)} />
                  {heuristicTitle(other.name)}
                </label>
              ))}
          </details>
        ) : null}
        {settable(each).length && isChosen ? (
          <details class="inner">
            <summary>parameters of {algorithmTitle(each.name)}</summary>
            <div class="fields">
              <ParameterFields
                algorithm={each}
                texts={texts[each.name] ?? {}}
                disabled={running}
                onChange={(filled) => this.setState({ texts: { ...texts, [each.name]: filled } })}
              />
            </div>
          </details>
        ) : null}
      </li>
    );
  }

  render({ info, onWide }: CompareProps) {
    const { runs, running, seconds } = this.state;
    if (!info) return null;
    const chosen = this.chosen(info);
    const reports = runs.flatMap((run) =>
      run.report
        ? [{ name: nameOf(run), heuristic: heuristicIn(info, run), report: run.report }]
        : [],
    );
    // A search has one colour in all plots; its bar shows if there is no solution.
    const kindOf = (name: string, verdict: string) =>
      verdict === "solved"
        ? `of-line line-${runs.findIndex((run) => nameOf(run) === name)}`
        : verdict;
    const conclusion = running ? "" : conclusionOf(reports);
    const times = runs.flatMap(({ points }) => points.map(([time]) => time));
    const unit = unitFor(Math.max(0, ...times));
    return (
      <div class="compare scroller">
        <p class="note">
          Each runs on the position on the board, one after the other. A table and plots show the
          positions, the time and the moves that each of them needs.{" "}
          {onWide ? (
            <button class="mini to-wide" onClick={onWide}>
              <Icon name="full" />
              Full width
            </button>
          ) : null}
        </p>
        <ul class="chips" aria-label="chosen">
          {[...chosen].map((name) => (
            <li key={name}>
              <button disabled={running} onClick={() => this.toggle(name, info)}>
                {nameOf(runOf(name))}
                <Icon name="cross" />
                <span class="for-readers">, leave out</span>
              </button>
            </li>
          ))}
        </ul>
        <details>
          <summary>All algorithms and heuristics</summary>
          <button
            class="mini"
            disabled={running}
            onClick={() => this.setState({ chosen: this.every(info) })}
          >
            Choose all
          </button>
          <ul class="choices">{inOrder(info.algorithms).map((each) => this.choice(each, info))}</ul>
        </details>
        <div class="transport">
          <label>
            Seconds each{" "}
            <input
              type="number"
              min="1"
              max="60"
              value={seconds}
              disabled={running}
              onInput={(event) =>
                this.setState({ seconds: Number(event.currentTarget.value) || 10 })
              }
            />
          </label>
          {running ? (
            <button onClick={() => this.abort?.abort()}>Stop comparing</button>
          ) : (
            <button class="primary" disabled={chosen.size === 0} onClick={() => this.start(info)}>
              {runs.length ? "Compare again" : "Compare"}
            </button>
          )}
        </div>
        {runs.length ? null : (
          <p class="compare-first">
            <b>Compare</b> runs {chosen.size === 1 ? "it" : `these ${chosen.size}`} on this
            position. A table then lists who solves it, in how many moves, and at which price:
            positions expanded, time, and positions kept in memory. Plots show the same while they
            run. Leave out a search with ×, or add others from the list.
          </p>
        )}
        {conclusion ? (
          <p class="conclusion" role="status">
            {conclusion}
          </p>
        ) : null}
        {runs.length ? <Results runs={runs} info={info} /> : null}
        {runs.some((run) => run.points.length > 1) ? (
          <Lines
            title="Expansions over time"
            x={unit.name}
            series={runs.map((run) => ({
              name: nameOf(run),
              points: run.points.map(([seconds, expanded]) => [unit.perSecond * seconds, expanded]),
            }))}
          />
        ) : null}
        {reports.length && !running ? (
          <>
            <Bars
              title="Positions expanded"
              bars={reports.map(({ name, report }) => ({
                name,
                value: report.expanded,
                kind: kindOf(name, report.verdict),
              }))}
            />
            <Bars
              title="Moves of the plan"
              bars={reports.flatMap(({ name, report: { length } }) =>
                length ? [{ name, value: length, kind: kindOf(name, "solved") }] : [],
              )}
            />
          </>
        ) : null}
      </div>
    );
  }
}

/** The columns of the table, and what the less plain ones count. */
const COLUMNS: [name: string, what?: string][] = [
  ["algorithm"],
  ["result"],
  ["moves"],
  ["expanded", "positions whose moves were made"],
  ["time"],
  ["generated", "moves made from them"],
  ["most open", "how many positions waited at once; of IDA*, the length of its longest path"],
  [
    "most remembered",
    "how many positions were kept in memory to recognize them; of IDA*, its table",
  ],
];

/** The runs so far, as a table. */
const Results = ({ runs, info }: { runs: Run[]; info: Game }) => (
  <div class="scroll" tabindex={0} role="region" aria-label="results">
    <table>
      <thead>
        <tr>
          {COLUMNS.map(([name, what], at) => (
            <th class={at > 1 ? "n" : ""} title={what}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row run={run} info={info} />
        ))}
      </tbody>
    </table>
  </div>
);

function Row({ run, info }: { run: Run; info: Game }) {
  const { report, progress, state } = run;
  const heuristic = run.heuristic ? null : heuristicIn(info, run);
  const now = report ?? progress;
  const open = report ? report.peak_open : progress?.open;
  const kept = report ? report.peak_closed : progress?.closed;
  return (
    <tr class={report?.verdict ?? ""}>
      <th scope="row">
        {nameOf(run)}
        {heuristic ? <small> with {heuristic}</small> : null}
      </th>
      <td>
        {report ? report.verdict : state}
        {report?.stop ? (
          <>
            {" "}
            <small>{report.stop}</small>
          </>
        ) : null}
      </td>
      <td class="n">
        {report?.length ?? "–"}
        {report?.optimal ? <small title="proved to be the fewest"> min</small> : null}
      </td>
      <td class="n">{short(now?.expanded ?? NaN)}</td>
      <td class="n">{now ? duration(now.seconds) : "–"}</td>
      <td class="n">{short(now?.generated ?? NaN)}</td>
      <td class="n">{short(open ?? NaN)}</td>
      <td class="n">{short(kept ?? NaN)}</td>
    </tr>
  );
}
