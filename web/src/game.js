// The game on the table: what is played, what is asked about it, and every command. It draws nothing; services and the
// store are handed in, so that it runs without a browser.
import { distance, inherit } from "./facts.js";
import { hinted, nextHint, NO_HINT } from "./help.js";
import { Inputs } from "./inputs.js";
import { Judge, whereOf } from "./judge.js";
import { keeping, restored, written } from "./kept.js";
import { isSame } from "./link.js";
import { chanceAt, isRedeal, redealMove, redealsAt, redealsOf, tookBack } from "./redeals.js";
import { begin, depth, goOn, isOver, mainLine, moveOf, movesOf, path, promote, remove, visit } from "./session.js";
import { clock, counted, moveWords } from "./say.js";

/** @typedef {import("./session.js").Node} Node */
/** @typedef {import("./session.js").Session} Session */
/**
 * @typedef {object} Services
 * @property {(name: string, question?: object) => Promise<any>} ask
 * @property {(name: string, question: object, tell: import("./api.js").OnEvent, signal: AbortSignal) => Promise<any>} job
 * @property {{games: () => import("./kept.js").Kept[], keep: (games: import("./kept.js").Kept[]) => void, count: (game: string, result: "won"|"helped"|"lost", seconds: number, moves: number) => void, daily: (tag: string, game: string, result: import("./daily.js").Result) => void}} store
 * @property {() => void} changed called whenever something that is shown is another
 * @property {() => Promise<void>} [shown] settles when it is on the screen
 * @property {number[]} [rounds] seconds for a verdict
 * @property {(isAwaited: boolean) => Promise<unknown>} [rest] settles when a solver is in nobody's way
 * @property {() => number} [random] the seed of a redeal, a whole number below 2³²
 */

export class Game {
  /** @type {Session | null} */
  session = null;
  /** @type {import("./help.js").Hint} */
  hint = NO_HINT;
  /** What is wanted to be known all the time. */
  wants = { judge: true, analyse: false, redeals: "none" };
  /** The rules of redeals by the name of the game. @type {Record<string, import("./redeals.js").Offer[]>} */
  offers = {};
  /** Whether something else lies on the table: a film, a search, an edited board. */
  away = false;
  /** Whether somebody looks. */
  seen = true;
  seconds = 0;
  helped = false;
  isCounted = false;
  /** Moves made here; a link of somebody else's game has none. */
  made = 0;
  message = "";
  error = "";
  opening = 0;

  /** @param {Services} services */
  constructor(services) {
    this.services = services;
    this.inputs = new Inputs(services.shown);
    this.judge = new Judge(services.job, (error) => {
      if (error) this.error = error.message;
      services.changed();
    }, services.rounds, services.rest);
  }

  get current() {
    return /** @type {Session} */ (this.session).current;
  }

  /** The game as statistics name it. */
  get name() {
    const position = this.session?.root.position;
    return position ? `${position.game}+${position.rules}` : "";
  }

  /** What the rule of redeals allows here; null in a game without. */
  get redeals() {
    return this.session ? redealsAt(this.current, this.offers[this.name] ?? [], this.wants.redeals) : null;
  }

  /** The chance to win with them, once it is known. */
  get chance() {
    return this.session ? chanceAt(this.current, this.redeals) : null;
  }

  /** Whether the solver is asked about the position on the table. */
  get isThinking() {
    return this.judge.asking !== null;
  }

  // ——— Opening.

  /**
   * Opens what a link names; when several are opened the last one wins.
   * @param {import("./link.js").Link} wanted
   * @returns {Promise<string[] | null>} the plan of a link to a film
   */
  async open(wanted) {
    const turn = ++this.opening;
    this.error = "";
    const kept = wanted.film || !wanted.moves ? undefined : this.services.store.games().find((each) => isSame(each.where, wanted.where));
    const again = kept && (await this.restore(kept, wanted));
    if (turn !== this.opening) return null;
    if (kept && again) {
      this.showKept(again, kept);
      return null;
    }
    const name = wanted.where.instance ?? "own board";
    const line = wanted.moves ? await this.services.ask("line", { ...wanted.where, moves: wanted.moves }) : { origin: await this.services.ask("position", wanted.where), steps: [] };
    if (turn !== this.opening) return null;
    const session = begin(wanted.where, name, line.origin);
    inherit(session.root);
    session.daily = wanted.daily;
    for (const step of line.steps) {
      inherit(goOn(session, session.current, moveOf(session.current, step), step.position));
    }
    const nodes = mainLine(session);
    visit(session, nodes[Math.min(wanted.at, nodes.length - 1)]);
    // Somebody else's moves: a game won by them is not counted.
    this.show(session, { counted: wanted.moves !== "" });
    return wanted.film ? line.steps.map((step) => step.move) : null;
  }

  /** Opens a kept game where it was left, unless something else is opened meanwhile. @param {import("./kept.js").Kept} kept */
  async reopen(kept) {
    const turn = ++this.opening;
    const session = await restored(kept, this.services.ask);
    if (turn === this.opening) this.showKept(session, kept);
  }

  /** @param {Session} session @param {import("./kept.js").Kept} kept */
  showKept(session, { seconds, helped, counted, moves }) {
    this.show(session, { seconds, helped, counted, made: moves });
  }

  /** A kept game, if the moves of a link are among its own. @param {import("./kept.js").Kept} kept @param {import("./link.js").Link} wanted */
  async restore(kept, wanted) {
    try {
      const session = await restored(kept, this.services.ask);
      /** @type {Node | undefined} */
      let node = session.root;
      const nodes = [node];
      for (const text of wanted.moves.split(" ")) {
        node = node?.children.find((child) => child.move?.text === text);
        if (node) nodes.push(node);
      }
      if (!node) return null;
      visit(session, node);
      visit(session, nodes[Math.min(wanted.at, nodes.length - 1)]);
      return session;
    } catch {
      // What cannot be read any more is opened as the link says.
      return null;
    }
  }

  /** Puts a game on the table. @param {Session} session */
  show(session, { seconds = 0, helped = false, counted = false, made = 0 } = {}) {
    this.leave();
    this.inputs.clear();
    Object.assign(this, { session, seconds, helped, isCounted: counted, made, message: "", error: "", away: false, hint: NO_HINT });
    this.moved();
  }

  /** Learns which redeals the game has. */
  async offer() {
    const { name, session } = this;
    if (!session || !this.seen || this.offers[name] || (this.wants.redeals === "none" && redealsOf(this.current).length === 0)) return;
    try {
      this.offers[name] = await this.services.ask("redeals", whereOf(session.root));
    } catch (error) {
      this.error = error.message;
    }
    // Another game may have been opened meanwhile.
    if (this.session !== session) return;
    // What is said of a stuck board and of a redeal depends on the redeals that are left.
    const { position } = this.current;
    if (!position.won && (position.view.moves.length === 0 || isRedeal(this.current))) this.announce();
    this.attend();
    this.services.changed();
  }

  /** What a game that is left counts for: lost if it could not be won any more. */
  leave() {
    if (!this.session || this.made === 0) return;
    if (this.isLost) this.count("lost");
    this.keep();
  }

  /** Whether no way leads to a win from here, redeals included. */
  get isLost() {
    const { position, verdict } = this.current;
    return !position.won && !this.redeals?.left && (position.view.moves.length === 0 || verdict?.verdict === "unsolvable");
  }

  // ——— Playing.

  /** Makes a legal move of the current position. @param {import("./api.js").Move} move @returns {Promise<void>} */
  async make(move) {
    const { session } = this;
    const from = session?.current;
    if (!session || !from || this.away || !from.position.view.moves.some((legal) => legal.text === move.text)) return;
    await this.goOn(session, from, move);
  }

  /** Goes on by a move or a redeal to the position after it, which is asked for unless it is known. @param {Session} session @param {Node} from @param {import("./api.js").Move} move */
  async goOn(session, from, move) {
    const known = from.children.find((child) => child.move?.text === move.text);
    try {
      const position = known?.position ?? (await this.services.ask("position", { ...whereOf(from), moves: move.text }));
      // Nothing else is done meanwhile; but another game may have been opened.
      if (this.session !== session) return;
      inherit(goOn(session, from, move, position));
      this.made++;
      // Whatever failed before, it goes on.
      this.error = "";
      this.moved();
    } catch (error) {
      this.inputs.clear();
      this.error = error.message;
      this.services.changed();
    }
  }

  /** Deals again what is not in order. Whoever went back and deals again gets what was dealt before. */
  async redeal() {
    const { session, redeals } = this;
    const from = session?.current;
    if (!session || !from || !redeals || this.away) return;
    if (!redeals.allowed) {
      if (redeals.left && !from.position.won) this.message = "This rule of redeals waits until no card can move.";
      return this.services.changed();
    }
    const random = this.services.random ?? (() => crypto.getRandomValues(new Uint32Array(1))[0]);
    await this.goOn(session, from, from.children.find(isRedeal)?.move ?? redealMove(redeals.rule, random()));
  }

  /** Goes to a position of the game. @param {Node | null | undefined} node */
  goTo(node) {
    if (!this.session || !node) return;
    visit(this.session, node);
    this.moved();
  }

  undo() {
    this.goTo(this.current.parent);
  }

  redo() {
    this.goTo(this.current.last);
  }

  restart() {
    this.goTo(this.session?.root);
  }

  /** To the end of the line. */
  end() {
    if (this.session) this.goTo(mainLine(this.session).at(-1));
  }

  /** The last position on the path that is known to be winnable. */
  winnable() {
    this.goTo(path(this.current).reverse().find((node) => node.verdict?.verdict === "solved"));
  }

  /** @param {Node} node */
  promote(node) {
    promote(node);
    this.keep();
    this.services.changed();
  }

  /** @param {Node} node */
  remove(node) {
    if (!this.session) return;
    const here = this.session.current;
    remove(this.session, node);
    if (this.session.current !== here) this.moved();
    this.keep();
    this.services.changed();
  }

  /** @param {Node} node @param {string} comment */
  comment(node, comment) {
    node.comment = comment.trim().slice(0, 500);
    this.keep();
    this.services.changed();
  }

  /** What happens whenever another position is on the table. */
  moved() {
    this.hint = NO_HINT;
    this.away = false;
    this.announce();
    this.keep();
    this.attend();
    this.offer();
    this.services.changed();
  }

  announce() {
    const node = this.current;
    const { position, move, parent } = node;
    if (position.won) {
      const time = this.made > 0 && this.seconds > 0 ? `, ${clock(this.seconds)}` : "";
      const dealt = redealsOf(node).length;
      const again = `${dealt ? `, with ${counted(dealt, "redeal")}` : ""}${this.session && tookBack(this.session) ? ", a redeal taken back" : ""}`;
      this.message = `Won in ${counted(depth(node), "move")}${time}${again}${this.helped ? ", with help" : ""}.`;
      this.count(this.helped ? "helped" : "won");
    } else if (position.view.moves.length === 0) {
      this.message = this.redeals?.left ? parent ? "Stuck: no move is left. Redeal, or undo." : "Stuck: no move is possible here. Redeal." : parent ? "Stuck: no move is left. Undo, or restart." : "Stuck: no move is possible here.";
    } else if (isRedeal(node)) {
      this.message = `Dealt again. ${this.redeals?.left ? `${counted(this.redeals.left, "redeal")} left.` : "No redeal is left."}`;
    } else {
      const words = move && parent ? moveWords(parent.position.view, move) : "";
      this.message = words.charAt(0).toUpperCase() + words.slice(1);
    }
  }

  /** @param {"won"|"helped"|"lost"} result */
  count(result) {
    if (this.isCounted || this.made === 0) return;
    this.isCounted = true;
    const { session, seconds } = this;
    const moves = depth(this.current);
    this.services.store.count(redealsOf(this.current).length ? `${this.name} with redeals` : this.name, result, seconds, moves);
    if (!session?.daily || result === "lost") return;
    const least = distance(session.root);
    this.services.store.daily(session.daily, session.root.position.game, { result, moves, seconds, shortest: least !== null && moves <= least });
  }

  /** Keeps the game in the browser, once it was begun. */
  keep() {
    const { session, services } = this;
    if (!session || session.root.children.length === 0) return;
    const { seconds, helped, isCounted, isLost } = this;
    services.store.keep(keeping(services.store.games(), { ...written(session), seconds, helped, counted: isCounted, lost: isLost, when: Date.now() }));
  }

  /** A second has gone by. Looking through a game that was won takes no time; another way does. */
  tick() {
    if (!this.session || !this.seen || this.away || this.made === 0 || isOver(this.current) || mainLine(this.session).at(-1)?.position.won) return;
    this.seconds++;
    this.services.changed();
  }

  // ——— Asking.

  /** Looks at the position on the table, and at nothing else. */
  attend() {
    if (!this.session || this.away || !this.seen) return this.judge.stop();
    const node = this.current;
    const hint = this.hint.node === node;
    if (hint || this.wants.analyse) this.helped = true;
    this.judge.attend(node, { judge: this.wants.judge || this.wants.analyse, hint, analyse: this.wants.analyse, graph: this.wants.analyse || node.position.won, redeals: this.redeals }, mainLine(this.session));
  }

  /** The next step of help. */
  help() {
    if (!this.session || this.away || this.current.position.won) return;
    this.hint = nextHint(this.hint, this.current);
    if (this.judge.cancelled === this.current) this.judge.cancelled = null;
    this.attend();
    this.services.changed();
  }

  hinted() {
    return this.session && !this.away ? hinted(this.hint, this.current) : null;
  }

  /** Stops thinking about this position. */
  cancel() {
    this.hint = NO_HINT;
    this.judge.cancel(this.current);
  }

  /** @param {Partial<{judge: boolean, analyse: boolean, redeals: string}>} wants */
  want(wants) {
    this.wants = { ...this.wants, ...wants };
    this.judge.cancelled = null;
    this.attend();
    this.offer();
    this.services.changed();
  }

  /** Something else is put on the table, or taken away. @param {boolean} away */
  lay(away) {
    if (this.away === away) return;
    this.away = away;
    this.attend();
  }

  /** @param {boolean} seen */
  look(seen) {
    this.seen = seen;
    if (!seen) this.keep();
    this.attend();
    this.offer();
  }

  /** The moves from the deal to here, as text. */
  movesHere() {
    return this.session ? movesOf(path(this.current)) : "";
  }
}
