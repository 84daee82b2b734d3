// "Can it still be won?": asks the solver about the position on the table, one question at a time, and stops when the
// position is left. What is asked next follows from what is known and what is wanted.
import { findFatal, learn, learnMove } from "./facts.js";
import { chanceAt, round } from "./redeals.js";

/** @typedef {import("./session.js").Node} Node */
/** @typedef {{judge: boolean, hint: boolean, analyse: boolean, graph: boolean, redeals?: import("./redeals.js").Redeals | null}} Wants */
/** @typedef {{name: "solve"|"analyse"|"chance", node: Node, seconds: number}} Question */

/** Seconds that the verdict on a position is given, one after the other. */
const ROUNDS = [0.4, 4, 30];
/** A hint is waited for, an analysis looks at every move, and the graph at every position. */
const SECONDS = { hint: 60, analyse: 10, graph: 1, fatal: 3, chance: 6 };

/** Whether a position is settled, or was given that much time. @param {Node} node @param {number} seconds */
const isDone = (node, seconds) => !!node.verdict && (node.verdict.verdict !== "unknown" || node.verdict.tried >= seconds);

/**
 * What is to be asked next; null when there is nothing.
 * @param {Node} node the position on the table
 * @param {Wants} wants
 * @param {Node[]} line all positions of the game
 * @returns {Question | null}
 */
export function nextQuestion(node, wants, line, rounds = ROUNDS) {
  if (wants.hint && !isDone(node, SECONDS.hint)) return { name: "solve", node, seconds: SECONDS.hint };
  const [quick, ...patient] = rounds;
  if (wants.judge && !isDone(node, quick)) return { name: "solve", node, seconds: quick };
  if (wants.analyse && !node.analysed && !node.position.won) return { name: "analyse", node, seconds: SECONDS.analyse };
  const seconds = wants.judge ? patient.find((each) => !isDone(node, each)) : undefined;
  if (seconds) return { name: "solve", node, seconds };
  // What is lost as it lies, or could not be decided, may be won with redeals.
  if (wants.judge && !node.position.won && node.verdict?.verdict !== "solved" && wants.redeals?.left && !chanceAt(node, wants.redeals)) return { name: "chance", node, seconds: SECONDS.chance };
  if (wants.judge && node.verdict?.verdict === "unsolvable") {
    const open = findFatal(round(node));
    if (open) return { name: "solve", node: open, seconds: SECONDS.fatal };
  }
  const open = wants.graph ? line.find((each) => !isDone(each, SECONDS.graph)) : undefined;
  return open ? { name: "solve", node: open, seconds: SECONDS.graph } : null;
}

export class Judge {
  /** The question that is being asked. @type {Question | null} */
  asking = null;
  /** The position that nothing more is asked about. @type {Node | null} */
  cancelled = null;
  turn = 0;
  /** @type {AbortController | null} */
  abort = null;
  /** The last question, until it has ended. @type {Promise<void>} */
  ended = Promise.resolve();

  /**
   * @param {(name: string, question: object, tell: import("./api.js").OnEvent, signal: AbortSignal) => Promise<{data: any}>} job
   * @param {(error?: Error) => void} changed
   * @param {number[]} [rounds]
   * @param {(isAwaited: boolean) => Promise<unknown>} [rest] settles when a solver is in nobody's way
   */
  constructor(job, changed, rounds = ROUNDS, rest = async () => {}) {
    this.job = job;
    this.changed = changed;
    this.rounds = rounds;
    this.rest = rest;
  }

  /** Ends the question that is being asked. */
  stop() {
    this.turn++;
    this.abort?.abort();
    this.abort = null;
    this.asking = null;
  }

  /** Asks nothing more about this position. @param {Node} node */
  cancel(node) {
    this.stop();
    this.cancelled = node;
    this.changed();
  }

  /**
   * Looks at a position until there is nothing left to ask; the position looked at before is left.
   * @param {Node} node @param {Wants} wants @param {Node[]} line
   */
  async attend(node, wants, line) {
    const same = this.asking && nextQuestion(node, wants, line, this.rounds);
    // A question that would be asked again is let go on.
    if (same && same.name === this.asking?.name && same.node === this.asking.node && same.seconds <= this.asking.seconds) {
      this.attending = { node, wants, line };
      return;
    }
    this.stop();
    this.attending = { node, wants, line };
    const turn = this.turn;
    let isRested = false;
    for (;;) {
      const { node, wants, line } = this.attending;
      const next = this.cancelled === node ? null : nextQuestion(node, wants, line, this.rounds);
      this.asking = next;
      this.changed();
      if (!next) return;
      // The question before has been told to end; the next waits until it has.
      await this.ended.catch(() => {});
      if (!isRested) await this.rest(wants.hint);
      isRested = true;
      if (turn !== this.turn) return;
      const abort = (this.abort = new AbortController());
      try {
        this.ended = next.name === "solve" ? this.solve(next, abort.signal) : next.name === "chance" ? this.weigh(next, wants.redeals, abort.signal) : this.analyse(next, abort.signal);
        await this.ended;
      } catch (error) {
        if (turn !== this.turn) return;
        this.stop();
        // A fault is told once, not asked for again and again.
        this.cancelled = node;
        this.changed(error);
        return;
      }
      if (turn !== this.turn) return;
      findFatal(round(this.attending.node));
    }
  }

  /** @param {Question} question @param {AbortSignal} signal */
  async solve({ node, seconds }, signal) {
    const { data } = await this.job("solve", { at: whereOf(node), seconds }, () => {}, signal);
    const { verdict, optimal, plan, lower_bound: bound } = data.report;
    learn(node, { verdict: data.stuck ? "unsolvable" : verdict, optimal, bound, plan: verdict === "solved" ? plan : undefined, tried: seconds });
  }

  /** @param {Question} question @param {any} redeals @param {AbortSignal} signal */
  async weigh({ node, seconds }, { rule, left }, signal) {
    const { data } = await this.job("chance", { at: whereOf(node), rule, redeals: left, seconds }, () => {}, signal);
    node.chance = { rule, left, tried: seconds, best: data.policies[0] ?? null, open: data.verdict === "unknown" };
  }

  /** @param {Question} question @param {AbortSignal} signal */
  async analyse({ node, seconds }, signal) {
    const tell = (name, data) => {
      if (signal.aborted || name !== "move") return;
      learnMove(node, data);
      this.changed();
    };
    const { data } = await this.job("analyse", { at: whereOf(node), seconds }, tell, signal);
    node.analysed = true;
    node.heuristics = data.heuristics ?? [];
    if (data.worth === "loses") learn(node, { verdict: "unsolvable", tried: 0 });
  }
}

/** Where a position is, for questions. @param {Node} node */
export const whereOf = ({ position }) => ({ game: `${position.game}+${position.rules}`, board: position.board });
