// A live search: its reports, and the controls that slow, pause, step and end it. It draws nothing.
import { isAbort, messageOf } from "../api/error";
import type { Expanded, Order, Pace, Progress, Report, Search, Solve, Steer } from "../api/types";

/** Number of initial expansions reported individually. */
const TREE = 120;
/** Maximum number of points of the plots; longer runs keep every other one. */
const MAX_POINTS = 600;

/**
 * The state of a search: the numbers of positions expanded, open and closed, and g and f of the
 * expanded one.
 */
export interface Point {
  expanded: number;
  open: number;
  g: number | null;
  f: number | null;
  closed: number;
}

export interface Run {
  /** the number of the job; null until the server has started it */
  id: number | null;
  /** the last progress report */
  progress: Progress | null;
  series: Point[];
  /** the first expansions */
  nodes: Expanded[];
  report: Report | null;
  /** ended without a report */
  stopped: boolean;
  /** number of progress reports received */
  pictures: number;
  /** whether the answer to a step is pending */
  awaited: boolean;
}

/** The estimate of a whole plan through the expanded position. */
export const estimateOf = ({ g, h }: Pick<Progress, "g" | "h">) =>
  g === null || h === null ? null : g + h;

export class WatchedSearch {
  run: Run | null = null;
  paused = false;
  /** Expansions per second; 0 waits for steps, null runs at full speed. */
  rate: number | null = 1;
  /** Why it failed. */
  fault = "";
  private abort: AbortController | null = null;

  /**
   * `changed` is called with each report of the search, and without a report at other changes.
   */
  constructor(
    private services: { job: Search; control: Steer },
    private changed: (picture?: Progress) => void,
  ) {}

  get isLive() {
    return !!this.run && !this.run.report && !this.run.stopped;
  }

  /** Whether it accepts commands. */
  get isReady() {
    return this.isLive && this.run?.id !== null;
  }

  /** Starts the search; settles when it has ended. */
  async start(question: Solve, rate: number | null) {
    this.stop();
    const abort = (this.abort = new AbortController());
    const run: Run = {
      id: null,
      progress: null,
      series: [],
      nodes: [],
      report: null,
      stopped: false,
      pictures: 0,
      awaited: false,
    };
    Object.assign(this, { run, rate, paused: rate === 0, fault: "" });
    this.changed();
    const watch = { boards: true, tree: TREE, paused: rate !== null };
    try {
      await this.services.job(
        "solve",
        { ...question, watch },
        (name, data) => {
          if (this.run !== run) return;
          if (name === "job") this.begun(run, data.id);
          else if (name === "progress") return this.seen(run, data);
          else if (name === "report") run.report = data.report;
          this.changed();
        },
        abort.signal,
      );
    } catch (error) {
      if (this.run === run && !isAbort(error)) this.fault = messageOf(error);
    }
    if (!run.report) run.stopped = true;
    if (this.run === run) this.changed();
  }

  /** The server has begun. */
  private begun(run: Run, id: number) {
    run.id = id;
    if (this.rate) this.services.control(id, "resume", { rate: this.rate });
  }

  /** A progress report has arrived. */
  private seen(run: Run, picture: Progress) {
    const { expanded, open, closed, g, nodes = [] } = picture;
    run.progress = picture;
    run.pictures++;
    run.awaited = false;
    run.nodes.push(...nodes);
    run.series.push({ expanded, open, g, f: estimateOf(picture), closed });
    if (run.series.length > MAX_POINTS) run.series = run.series.filter((_, i) => i % 2 === 0);
    this.changed(picture);
  }

  private order(order: Order, pace: Pace = {}) {
    if (this.run && this.isReady && this.run.id !== null) {
      this.run.awaited = order === "step";
      this.services.control(this.run.id, order, pace);
    }
    this.paused = order !== "resume";
    this.changed();
  }

  pause() {
    this.order("pause");
  }

  step(steps = 1) {
    this.order("step", { steps });
  }

  resume(rate: number | null = this.rate) {
    this.rate = rate;
    this.order("resume", rate ? { rate } : {});
  }

  stop() {
    this.abort?.abort();
  }
}
