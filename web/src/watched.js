// One search that is watched: what it has told, and the controls that slow, pause, step and end it. It draws nothing.
import { isAbort } from "./error.js";

/** How many of the first expansions are told one by one. */
const TREE = 120;
/** Points of the plots; long runs keep every other one once there are more. */
const MOST_POINTS = 600;

/**
 * @typedef {object} Run
 * @property {number | null} id of the job; null until the server has begun
 * @property {any} progress the last picture
 * @property {[number, number, number | null, number][]} series expanded, open, f, closed
 * @property {any[]} nodes the first expansions
 * @property {any} report
 * @property {boolean} stopped ended without a report
 * @property {number} pictures how many were told
 * @property {boolean} awaited whether a step was ordered that has not been told yet
 */

export class WatchedSearch {
  /** @type {Run | null} */
  run = null;
  paused = false;
  /** Expansions a second; 0 waits for steps, null is as fast as it can. @type {number | null} */
  rate = 1;
  /** Why it failed. */
  fault = "";
  /** @type {AbortController | null} */
  abort = null;

  /**
   * @param {{job: typeof import("./api.js").job, control: typeof import("./api.js").control}} services
   * @param {(picture?: any) => void} changed called with each picture of the search, and without whenever else something is another
   */
  constructor(services, changed) {
    this.services = services;
    this.changed = changed;
  }

  get isLive() {
    return !!this.run && !this.run.report && !this.run.stopped;
  }

  /** Whether it takes orders. */
  get isReady() {
    return this.isLive && this.run?.id !== null;
  }

  /** Begins; settles when the search has ended. @param {object} question @param {number | null} rate */
  async start(question, rate) {
    this.stop();
    const abort = (this.abort = new AbortController());
    /** @type {Run} */
    const run = { id: null, progress: null, series: [], nodes: [], report: null, stopped: false, pictures: 0, awaited: false };
    Object.assign(this, { run, rate, paused: rate === 0, fault: "" });
    this.changed();
    try {
      await this.services.job("solve", { ...question, watch: { boards: true, tree: TREE, paused: rate !== null } }, (name, data) => this.hear(run, name, data), abort.signal);
    } catch (error) {
      if (this.run === run && !isAbort(error)) this.fault = error.message;
    }
    if (!run.report) run.stopped = true;
    if (this.run === run) this.changed();
  }

  /** @param {Run} run @param {string} name @param {any} data */
  hear(run, name, data) {
    if (this.run !== run) return;
    if (name === "job") {
      run.id = data.id;
      if (this.rate) this.services.control(data.id, "resume", { rate: this.rate });
    } else if (name === "progress") {
      run.progress = data;
      run.pictures++;
      run.awaited = false;
      if (data.nodes) run.nodes.push(...data.nodes);
      run.series.push([data.expanded, data.open, data.g === null || data.h === null ? null : data.g + data.h, data.closed]);
      if (run.series.length > MOST_POINTS) run.series = run.series.filter((_, i) => i % 2 === 0);
      return this.changed(data);
    } else if (name === "report") {
      run.report = data.report;
    }
    this.changed();
  }

  /** @param {"pause"|"step"|"resume"} action @param {object} [how] */
  order(action, how) {
    if (this.run && this.isReady) {
      this.run.awaited = action === "step";
      this.services.control(/** @type {number} */ (this.run.id), action, how);
    }
    this.paused = action !== "resume";
    this.changed();
  }

  pause() {
    this.order("pause");
  }

  step(steps = 1) {
    this.order("step", { steps });
  }

  /** @param {number | null} rate */
  resume(rate = this.rate) {
    this.rate = rate;
    this.order("resume", rate ? { rate } : {});
  }

  stop() {
    this.abort?.abort();
  }
}
