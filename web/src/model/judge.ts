// "Can it still be won?": asks the solver about the current position, one question at a time, and
// stops when the position is left. The next question follows from the known facts and the wanted
// ones.
import { FATAL_SECONDS, findFatal, isDone, learn, learnMove } from "./facts";
import { chanceAt, round } from "./redeals";
import { isLostLine, nextSought } from "./rounds";
import type { Search, Tell } from "../api/types";
import type { Redeals } from "./redeals";
import { path, whereOf } from "./session";
import type { Line, Node } from "./session";

export interface Wants {
  judge: boolean;
  hint: boolean;
  analyse: boolean;
  graph: boolean;
  /** the move that lost the game, before less urgent questions */
  seeks?: boolean;
  redeals?: Redeals | null;
}

export interface Question {
  name: "solve" | "analyse" | "chance";
  node: Node;
  seconds: number;
}

/** Seconds for the verdict on a position, attempt by attempt. */
const ROUNDS = [0.4, 4, 30];
/** A hint is awaited; an analysis covers every move, and the graph every position. */
const SECONDS = { hint: 60, analyse: 10, graph: 1, why: 5, chance: 6 };

/**
 * Whether the chance with redeals is needed: a position that is lost or undecided without them may
 * be won with them.
 */
const isChanceOpen = (node: Node, { judge, redeals }: Wants) =>
  judge &&
  !node.position.won &&
  node.verdict?.verdict !== "solved" &&
  !!redeals?.left &&
  !chanceAt(node, redeals);

const ofLost = (node: Node | null): Question | null =>
  node && { name: "solve", node, seconds: FATAL_SECONDS };

/**
 * The next question about the current position, or about another one of the game; null if
 * there is none.
 */
export function nextQuestion(
  node: Node,
  wants: Wants,
  line: Line,
  rounds = ROUNDS,
): Question | null {
  if (wants.hint && !isDone(node, SECONDS.hint))
    return { name: "solve", node, seconds: SECONDS.hint };
  const [quick = 0, ...patient] = rounds;
  if (wants.judge && !isDone(node, quick)) return { name: "solve", node, seconds: quick };
  if (wants.analyse && !node.analysed && !node.position.won)
    return { name: "analyse", node, seconds: SECONDS.analyse };
  // A hint gives the reason for its move.
  if (wants.hint && node.verdict?.verdict === "solved" && !node.analysed && !node.explained)
    return { name: "analyse", node, seconds: SECONDS.why };
  const seconds = wants.judge ? patient.find((each) => !isDone(node, each)) : undefined;
  if (seconds) return { name: "solve", node, seconds };
  const isLost = wants.judge && node.verdict?.verdict === "unsolvable";
  const fatal = isLost
    ? ofLost(wants.seeks ? nextSought(path(node)) : findFatal(round(node)))
    : null;
  if (wants.seeks && fatal) return fatal;
  if (isChanceOpen(node, wants)) return { name: "chance", node, seconds: SECONDS.chance };
  if (fatal) return fatal;
  // The review of a lost game covers all its rounds.
  const reviewed = wants.analyse && isLostLine(line) ? ofLost(nextSought(line, true)) : null;
  if (reviewed) return reviewed;
  const unseen = wants.graph ? line.find((each) => !isDone(each, SECONDS.graph)) : undefined;
  return unseen ? { name: "solve", node: unseen, seconds: SECONDS.graph } : null;
}

/** Whether one question is answered by another. */
const isWithin = (one: Question, other: Question) =>
  one.name === other.name && one.node === other.node && one.seconds <= other.seconds;

/** The current position. */
interface Attended {
  node: Node;
  wants: Wants;
  line: Line;
}

export class Judge {
  /** The running question. */
  asking: Question | null = null;
  /** The position about which no more questions are asked. */
  cancelled: Node | null = null;
  private attended: Attended | null = null;
  private turn = 0;
  private abort: AbortController | null = null;
  /** The last question, until it has ended. */
  private ended: Promise<void> = Promise.resolve();

  /** `rest` settles when a solver would not disturb the page. */
  constructor(
    private job: Search,
    private changed: (error?: unknown) => void,
    private rounds = ROUNDS,
    private rest: (isAwaited: boolean) => Promise<unknown> = async () => {},
  ) {}

  /** Ends the current question. */
  stop() {
    this.turn++;
    this.abort?.abort();
    this.abort = null;
    this.asking = null;
  }

  /** Asks no more questions about this position. */
  cancel(node: Node) {
    this.stop();
    this.cancelled = node;
    this.changed();
  }

  /**
   * Judges a position until no question is left; the previous position is abandoned.
   */
  async attend(node: Node, wants: Wants, line: Line) {
    const same = this.asking && nextQuestion(node, wants, line, this.rounds);
    this.attended = { node, wants, line };
    // A question that would be asked again continues.
    if (same && this.asking && isWithin(same, this.asking)) return;
    this.stop();
    const turn = this.turn;
    let isRested = false;
    for (;;) {
      const { node, wants, line }: Attended = this.attended;
      const next = this.cancelled === node ? null : nextQuestion(node, wants, line, this.rounds);
      this.asking = next;
      this.changed();
      if (!next) return;
      // The previous question was cancelled; the next one waits for its end.
      await this.ended.catch(() => {});
      if (!isRested) await this.rest(wants.hint);
      isRested = true;
      if (turn !== this.turn) return;
      const { signal } = (this.abort = new AbortController());
      try {
        this.ended = this.ask(next, wants.redeals, signal);
        await this.ended;
      } catch (error) {
        if (turn !== this.turn) return;
        this.stop();
        // A fault is reported once, and the question is not repeated.
        this.cancelled = node;
        this.changed(error);
        return;
      }
      if (turn !== this.turn) return;
      findFatal(round(this.attended.node));
    }
  }

  private ask(question: Question, redeals: Redeals | null | undefined, signal: AbortSignal) {
    if (question.name === "solve") return this.solve(question, signal);
    if (question.name === "chance" && redeals) return this.weigh(question, redeals, signal);
    return this.analyse(question, signal);
  }

  private async solve({ node, seconds }: Question, signal: AbortSignal) {
    const { data } = await this.job("solve", { at: whereOf(node), seconds }, () => {}, signal);
    const { verdict, optimal, plan, lower_bound: bound } = data.report;
    const known = {
      verdict: data.stuck ? "unsolvable" : verdict,
      optimal,
      bound,
      tried: seconds,
    } as const;
    learn(node, verdict === "solved" ? { ...known, plan } : known);
  }

  private async weigh({ node, seconds }: Question, { rule, left }: Redeals, signal: AbortSignal) {
    const { data } = await this.job(
      "chance",
      { at: whereOf(node), rule, redeals: left, seconds },
      () => {},
      signal,
    );
    node.chance = {
      rule,
      left,
      tried: seconds,
      best: data.policies[0] ?? null,
      open: data.verdict === "unknown",
    };
  }

  private async analyse({ node, seconds }: Question, signal: AbortSignal) {
    const isWhole = seconds === SECONDS.analyse;
    const tell: Tell<"analyse"> = (name, data) => {
      if (signal.aborted || name !== "move") return;
      // The reason for a hint does not change the hint: it gives no shorter line.
      if (!isWhole && !node.verdict?.optimal && data.worth !== "loses") return;
      learnMove(node, data);
      this.changed();
    };
    const { data } = await this.job("analyse", { at: whereOf(node), seconds }, tell, signal);
    node.explained = true;
    if (!isWhole) return;
    node.analysed = true;
    node.heuristics = data.heuristics;
    if (data.worth === "loses") learn(node, { verdict: "unsolvable", tried: 0 });
  }
}
