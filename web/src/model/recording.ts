// A search recorded at full speed, for playback in the browser.
import { isAbort, messageOf } from "../api/error";
import type { Expanded, Progress, Report, Search, Simulation, Solve } from "../api/types";

/** Numbers of initial expansions and simulations kept by the first recording of a search. */
const NODES = 240;
const SIMULATIONS = 80;
/** Maximum duration of that search, in seconds. */
const SECONDS = 10;
/** A longer recording is at most this many times as long. */
const FURTHER = 4;
const MAX_EFFORT = 8;

export interface Recording {
  /** the first expansions */
  nodes: Expanded[];
  simulations: Simulation[];
  /** the state of the search, or its last one */
  progress: Progress | null;
  report: Report | null;
  live: boolean;
  /** how many times as long as the first recording it may be */
  effort: number;
  /** why it failed */
  fault: string;
}

export const EMPTY: Recording = {
  nodes: [],
  simulations: [],
  progress: null,
  report: null,
  live: false,
  effort: 1,
  fault: "",
};

/** Whether the recording contains all expansions of the search. */
export const isWhole = ({ nodes, progress }: Recording) =>
  nodes.length > 0 && nodes.length >= (progress?.expanded ?? 0);

/** Whether the recording has all the simulations that it may have. */
export const isFull = ({ simulations, effort }: Recording) =>
  simulations.length >= effort * SIMULATIONS;

/** Whether a longer recording would have more of the search. */
export function canGoFurther(recording: Recording) {
  const { nodes, simulations, report, live, effort } = recording;
  if (!report || live || effort >= MAX_EFFORT) return false;
  if (simulations.length) return isFull(recording);
  return nodes.length > 0 && (!isWhole(recording) || report.stop === "time");
}

export class Recorder {
  recording: Recording = EMPTY;
  private abort: AbortController | null = null;

  constructor(
    private job: Search,
    private changed: () => void,
  ) {}

  /** Records a search, and stops any other recording. */
  start(question: Solve) {
    const own: Recording = { ...EMPTY, nodes: [], simulations: [], live: true };
    this.recording = own;
    return this.record(question, own);
  }

  /** Records more of the search; the recording stays until the longer one is complete. */
  async further(question: Solve) {
    const before = this.recording;
    const effort = Math.min(MAX_EFFORT, before.effort * FURTHER);
    const own: Recording = { ...EMPTY, nodes: [], simulations: [], live: true, effort };
    before.live = true;
    await this.record(question, own);
    before.live = false;
    if (this.recording !== before) return;
    if (own.report) this.recording = own;
    else before.fault = own.fault;
    this.changed();
  }

  private async record(question: Solve, own: Recording) {
    this.abort?.abort();
    const abort = (this.abort = new AbortController());
    const { effort } = own;
    this.changed();
    const watch = {
      tree: effort * NODES,
      successors: true,
      simulations: effort * SIMULATIONS,
    };
    try {
      await this.job(
        "solve",
        { seconds: effort * SECONDS, ...question, watch },
        (name, data) => {
          if (abort.signal.aborted) return;
          if (name === "progress") {
            own.progress = data;
            own.nodes.push(...(data.nodes ?? []));
            own.simulations.push(...(data.simulations ?? []));
          } else if (name === "report") own.report = data.report;
          this.changed();
        },
        abort.signal,
      );
    } catch (error) {
      if (!isAbort(error)) own.fault = messageOf(error);
    }
    own.live = false;
    if (this.recording === own) this.changed();
  }

  stop() {
    this.abort?.abort();
  }
}
