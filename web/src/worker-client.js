// The API in this browser: one worker answers questions, others run a job each and are ended to stop it.
import { ApiError, Unreachable } from "./error.js";

/** The solvers as the first worker has compiled them: another one need not fetch and compile them again. @type {WebAssembly.Module | null} */
let compiled = null;

function start() {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.postMessage({ call: "load", module: compiled });
  return worker;
}

/** What a worker says to whoever asked it; the solvers that it has compiled are kept. @param {Worker} worker @param {(data: any) => void} tell */
function listen(worker, tell) {
  worker.onmessage = ({ data }) => {
    if (data.module) compiled = data.module;
    else tell(data);
  };
}

/** @type {Worker | null} */
let asked = null;
let count = 0;
/** @type {Map<number, {keep: (answer: any) => void, fail: (error: Error) => void}>} */
const waiting = new Map();
/** Workers that have run a job to its end and can run another. @type {Worker[]} */
const idle = [];

/** No answer will come any more: all who wait are told why, and the next question starts another worker. @param {string} message */
function giveUp(message) {
  asked?.terminate();
  asked = null;
  for (const { fail } of waiting.values()) fail(new Unreachable({ message }));
  waiting.clear();
}

/** What a worker that cannot run the solvers says. @param {ErrorEvent} event */
const faultOf = (event) => event.message || "The solvers could not be started in this browser.";

/** @param {string} name @param {any} [question] @param {AbortSignal} [_signal] answers come at once */
export function ask(name, question, _signal) {
  if (!asked) {
    asked = start();
    asked.onerror = (event) => giveUp(faultOf(event));
    listen(asked, (data) => {
      if (data.fault) return giveUp(data.fault);
      const entry = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.told.error) entry?.fail(new ApiError(data.told.error));
      else entry?.keep(data.told.answer);
    });
  }
  const id = count++;
  return new Promise((keep, fail) => {
    waiting.set(id, { keep, fail });
    asked?.postMessage({ id, call: "ask", name, question });
  });
}

/**
 * A watched search as it is told: a worker cannot be held back, so its events are kept and told at the pace that is
 * asked for, while the search runs on.
 */
class Recording {
  /** The last one is null. @type {([string, any] | null)[]} */
  events = [];
  delay = 0;
  steps = 0;
  timer = 0;

  /** @param {import("./api.js").OnEvent} tell @param {() => void} ended @param {boolean} paused */
  constructor(tell, ended, paused) {
    this.tell = tell;
    this.ended = ended;
    this.paused = paused;
  }

  /** @param {[string, any] | null} event */
  add(event) {
    this.events.push(event);
    this.play();
  }

  play() {
    while (!this.timer && this.events.length && (!this.paused || this.steps > 0)) {
      const event = this.events.shift();
      if (!event) return this.ended();
      const [name, data] = event;
      this.tell(name, data);
      if (this.paused) this.steps--;
      else if (this.delay && name === "progress") this.wait();
    }
  }

  wait() {
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.play();
    }, this.delay);
  }

  /** @param {"pause"|"step"|"resume"|"cancel"} action @param {{steps?: number, rate?: number}} how */
  control(action, { steps = 1, rate }) {
    this.halt();
    this.paused = action !== "resume";
    this.steps = action === "step" ? this.steps + steps : 0;
    this.delay = rate ? 1000 / rate : 0;
    this.play();
  }

  halt() {
    clearTimeout(this.timer);
    this.timer = 0;
  }
}

/** The recordings being told, by the number of their job. @type {Map<number, Recording>} */
const recordings = new Map();

/** @param {number} id @param {"pause"|"step"|"resume"|"cancel"} action @param {{steps?: number, rate?: number}} how */
export const control = (id, action, how) => recordings.get(id)?.control(action, how);

/**
 * @param {string} name @param {any} question
 * @param {import("./api.js").OnEvent} tell @param {AbortSignal} signal
 * @returns {Promise<{name: string, data: any}>}
 */
export function job(name, question, tell, signal) {
  return new Promise((keep, fail) => {
    const stopped = () => fail(new DOMException("the search was stopped", "AbortError"));
    if (signal.aborted) return stopped();
    const worker = idle.pop() ?? start();
    const id = count++;
    /** @type {{name: string, data: any}} */
    let last = { name: "error", data: { message: "the search ended without an answer" } };
    const hear = (event, data) => {
      last = { name: event, data };
      tell(event, data);
    };
    const ended = () => {
      signal.removeEventListener("abort", stop);
      recordings.delete(id);
      if (last.name === "error") fail(new ApiError(last.data));
      else keep(last);
    };
    const recording = new Recording(hear, ended, question.watch?.paused ?? false);
    let running = true;
    const stop = () => {
      // One that has ended lies idle, or runs another job.
      if (running) worker.terminate();
      recording.halt();
      recordings.delete(id);
      stopped();
    };
    signal.addEventListener("abort", stop, { once: true });
    worker.onerror = (event) => fail(new ApiError({ message: faultOf(event) }));
    listen(worker, (data) => {
      if (data.fault) return fail(new ApiError({ message: data.fault }));
      if (data.told) return recording.add([data.told.event, data.told.data]);
      running = false;
      idle.push(worker);
      recording.add(null);
    });
    recordings.set(id, recording);
    tell("job", { id });
    worker.postMessage({ call: "run", name, question });
  });
}
