// The API in this browser: one worker answers questions, others run one job each and are
// terminated to stop it.
import { ApiError, Unreachable } from "./error";
import type {
  Answers,
  Ask,
  Event,
  Events,
  Order,
  Pace,
  Questions,
  Result,
  Search,
  Steer,
  Tell,
} from "./types";
import type { Call, Said } from "./worker";

/**
 * The solvers compiled by the first worker: another one need not fetch and compile them
 * again.
 */
let compiled: WebAssembly.Module | null = null;

const call = (worker: Worker, what: Call) => worker.postMessage(what);

function start() {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  call(worker, { call: "load", module: compiled });
  return worker;
}

/** Handles the messages of a worker, and keeps its compiled solvers. */
function listen(worker: Worker, hear: (said: Exclude<Said, { module: unknown }>) => void) {
  worker.onmessage = ({ data }: MessageEvent<Said>) => {
    if ("module" in data) compiled = data.module;
    else hear(data);
  };
}

let asked: Worker | null = null;
let count = 0;
/** The callers waiting for an answer, by the number of the question. */
const waiting = new Map<
  number,
  { keep: (answer: unknown) => void; fail: (error: Error) => void }
>();
/** Workers that have run a job to its end and can run another. */
const idle: Worker[] = [];

/**
 * No answer will arrive any more: all pending questions fail with the reason, and the next one
 * starts another worker.
 */
function giveUp(message: string) {
  asked?.terminate();
  asked = null;
  for (const { fail } of waiting.values()) fail(new Unreachable({ message }));
  waiting.clear();
}

/** The message of a worker that cannot run the solvers. */
const faultOf = (event: ErrorEvent) =>
  event.message || "The solvers could not be started in this browser.";

/** The worker that answers questions. */
function answering() {
  if (asked) return asked;
  const worker = start();
  asked = worker;
  worker.onerror = (event) => giveUp(faultOf(event));
  listen(worker, (said) => {
    if ("fault" in said) return giveUp(said.fault);
    if (!("id" in said)) return;
    const entry = waiting.get(said.id);
    waiting.delete(said.id);
    if (said.told.error) entry?.fail(new ApiError(said.told.error));
    else entry?.keep(said.told.answer);
  });
  return worker;
}

// Answers are immediate: there is no way to cancel a question.
export const ask: Ask = <N extends keyof Answers>(name: N, question?: Questions[N]) => {
  const worker = answering();
  const id = count++;
  return new Promise<Answers[N]>((keep, fail) => {
    waiting.set(id, { keep: (answer) => keep(answer as Answers[N]), fail });
    call(worker, { call: "ask", id, name, question });
  });
};

/**
 * A watched search: a worker cannot be held back, so its events are recorded and replayed at the
 * requested pace, while the search continues.
 */
class Recording {
  /** The last one is null. */
  private events: (Event | null)[] = [];
  private delay = 0;
  private steps = 0;
  private timer = 0;

  constructor(
    private tell: (event: Event) => void,
    private ended: () => void,
    private paused: boolean,
  ) {}

  add(event: Event | null) {
    this.events.push(event);
    this.play();
  }

  private play() {
    while (!this.timer && this.events.length && (!this.paused || this.steps > 0)) {
      const event = this.events.shift();
      if (!event) return this.ended();
      this.tell(event);
      if (this.paused) this.steps--;
      else if (this.delay && event.name === "progress") this.wait();
    }
  }

  private wait() {
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.play();
    }, this.delay);
  }

  control(order: Order, { steps = 1, rate }: Pace) {
    this.halt();
    this.paused = order !== "resume";
    this.steps = order === "step" ? this.steps + steps : 0;
    this.delay = rate ? 1000 / rate : 0;
    this.play();
  }

  halt() {
    clearTimeout(this.timer);
    this.timer = 0;
  }
}

/** The recordings being replayed, by the number of their job. */
const recordings = new Map<number, Recording>();

export const control: Steer = (id, order, pace = {}) => recordings.get(id)?.control(order, pace);

export const job: Search = <N extends keyof Events>(
  name: N,
  question: Questions[N],
  tell: Tell<N>,
  signal: AbortSignal,
) =>
  new Promise<Result<N>>((keep, fail) => {
    const stopped = () => fail(new DOMException("the search was stopped", "AbortError"));
    if (signal.aborted) return stopped();
    const worker = idle.pop() ?? start();
    const id = count++;
    let last: Event = { name: "error", data: { message: "the search ended without an answer" } };
    const hear = (event: Event) => {
      last = event;
      tell(...([event.name, event.data] as Parameters<Tell<N>>));
    };
    const ended = () => {
      signal.removeEventListener("abort", stop);
      recordings.delete(id);
      if (last.name === "error") fail(new ApiError(last.data));
      else keep(last as Result<N>);
    };
    const isPaused = "watch" in question && question.watch?.paused;
    const recording = new Recording(hear, ended, !!isPaused);
    let running = true;
    const stop = () => {
      // A worker whose job has ended is idle, or runs another job.
      if (running) worker.terminate();
      recording.halt();
      recordings.delete(id);
      stopped();
    };
    signal.addEventListener("abort", stop, { once: true });
    worker.onerror = (event) => fail(new ApiError({ message: faultOf(event) }));
    listen(worker, (said) => {
      if ("fault" in said) return fail(new ApiError({ message: said.fault }));
      if ("told" in said && "event" in said.told) {
        const { event, data } = said.told;
        return recording.add({ name: event, data } as Event);
      }
      running = false;
      idle.push(worker);
      recording.add(null);
    });
    recordings.set(id, recording);
    tell(...(["job", { id }] as unknown as Parameters<Tell<N>>));
    call(worker, { call: "run", name, question });
  });
