// A search recorded at full speed, for playback in the browser.
import { isAbort, messageOf } from "../api/error";
import type { Expanded, Progress, Report, Search, Simulation, Solve } from "../api/types";

/** Numbers of initial expansions and simulations kept. */
export const MAX_NODES = 240;
export const MAX_SIMULATIONS = 80;
/** Maximum duration of a recorded search, in seconds. */
const SECONDS = 10;

export interface Recording {
  /** the first expansions */
  nodes: Expanded[];
  simulations: Simulation[];
  /** the state of the search, or its last one */
  progress: Progress | null;
  report: Report | null;
  live: boolean;
  /** why it failed */
  fault: string;
}

export const EMPTY: Recording = {
  nodes: [],
  simulations: [],
  progress: null,
  report: null,
  live: false,
  fault: "",
};

/** Whether the recording contains all expansions of the search. */
export const isWhole = ({ nodes, progress }: Recording) =>
  nodes.length > 0 && nodes.length >= (progress?.expanded ?? 0);

export class Recorder {
  recording: Recording = EMPTY;
  private abort: AbortController | null = null;

  constructor(
    private job: Search,
    private changed: () => void,
  ) {}

  /** Records a search, and stops any other recording. */
  async start(question: Solve) {
    this.abort?.abort();
    const abort = (this.abort = new AbortController());
    const own: Recording = { ...EMPTY, nodes: [], simulations: [], live: true };
    this.recording = own;
    this.changed();
    const watch = { tree: MAX_NODES, successors: true, simulations: MAX_SIMULATIONS };
    try {
      await this.job(
        "solve",
        { seconds: SECONDS, ...question, watch },
        (name, data) => {
          if (this.recording !== own) return;
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
