// The current game: its moves, the questions about it, and every command. It draws nothing;
// services and the store are parameters, so that it runs without a browser.
import type { Move } from "../api/types";
import { messageOf } from "../api/error";
import { aheadOf } from "./ahead";
import type { Ahead } from "./ahead";
import { announcement } from "./announce";
import { count } from "./count";
import { inherit } from "./facts";
import { learnRest } from "./finish";
import { GameState } from "./game-state";
import { hinted, nextHint, NO_HINT } from "./help";
import type { Hint } from "./help";
import { Inputs } from "./inputs";
import { Judge } from "./judge";
import { keeping, restored, written } from "./kept";
import type { Kept } from "./kept";
import { isSame } from "./link";
import type { Link } from "./link";
import { linked, restoredAt } from "./opening";
import { fatalOf, isRedeal, redealMove, redealsOf, round } from "./redeals";
import { nextSought, roundsOf, tryAgain } from "./rounds";
import { goOn, isOver, mainLine, movesOf, path, remove, visit, whereOf } from "./session";
import type { Node, Session } from "./session";
import type { Outcome, Services, Wanted } from "./services";

export class Game extends GameState {
  readonly inputs: Inputs;
  readonly judge: Judge;
  /** The board after a move whose answer is still on its way. */
  ahead: Ahead | null = null;
  private hint: Hint = NO_HINT;
  /** Whether other content is shown: a playback, a search, an edited board. */
  private away = false;
  /** Whether the page is visible. */
  private seen = true;
  /** Whether the result is in the statistics. */
  isCounted = false;
  private opening = 0;

  constructor(private services: Services) {
    super();
    this.inputs = new Inputs(services.shown);
    const changed = (error?: unknown) => {
      if (error) this.error = messageOf(error);
      this.sought();
      // No answer is awaited any more.
      if (!this.judge.asking) this.seeking = null;
      services.changed();
    };
    this.judge = new Judge(services.job, changed, services.rounds, services.rest);
  }

  // ——— Opening.

  /**
   * Opens the game of a link; if several are opened, the last one wins. Returns the plan of a link
   * to a playback.
   */
  async open(wanted: Link): Promise<string[] | null> {
    const { ask, store } = this.services;
    const turn = ++this.opening;
    this.error = "";
    const isOwn = !wanted.film && wanted.moves !== "";
    const kept = isOwn && store.games().find((each) => isSame(each.where, wanted.where));
    const again = kept && (await restoredAt(kept, wanted, ask));
    if (turn !== this.opening) return null;
    if (kept && again) {
      this.showKept(again, kept);
      return null;
    }
    const { session, plan } = await linked(wanted, ask);
    if (turn !== this.opening) return null;
    // Another player's moves: a game won by them is not counted.
    this.show(session, { counted: wanted.moves !== "" });
    return wanted.film ? plan : null;
  }

  /** Reopens a saved game, unless another game is opened in the meantime. */
  async reopen(kept: Kept) {
    const turn = ++this.opening;
    const session = await restored(kept, this.services.ask);
    if (turn === this.opening) this.showKept(session, kept);
  }

  private showKept(session: Session, { seconds, helped, counted, lost, tree }: Kept) {
    this.show(session, { seconds, helped, counted, lost, made: tree.length });
  }

  /** Makes a game the current one. */
  show(
    session: Session,
    { seconds = 0, helped = false, counted = false, lost = false, made = 0 } = {},
  ) {
    this.leave();
    this.inputs.clear();
    Object.assign(this, {
      session,
      seconds,
      helped,
      isCounted: counted,
      made,
      message: "",
      error: "",
      away: false,
      ahead: null,
      isWarned: false,
      seeking: null,
      ended: lost ? mainLine(session).at(-1) : null,
      hint: NO_HINT,
    });
    this.moved();
  }

  /** Requests the redeals of the game. */
  private async offer() {
    const { name, session } = this;
    if (!session || !this.seen || this.offers[name]) return;
    if (this.wants.redeals === "none" && redealsOf(this.current).length === 0) return;
    try {
      this.offers[name] = await this.services.ask("redeals", whereOf(session.root));
    } catch (error) {
      this.error = messageOf(error);
    }
    // Another game may have been opened in the meantime.
    if (this.session !== session) return;
    // The text about a stuck board and about redeals depends on the remaining redeals.
    const { position } = this.current;
    if (!position.won && (position.view.moves.length === 0 || isRedeal(this.current)))
      this.announce();
    this.attend();
    this.services.changed();
  }

  /** Counts an abandoned game: as lost if it was no longer winnable. */
  private leave() {
    if (!this.session || this.made === 0) return;
    if (this.isLost) this.count("lost");
    this.keep();
  }

  // ——— Playing.

  /** Makes a legal move of the current position. */
  async make(move: Move): Promise<void> {
    const { session } = this;
    const from = session?.current;
    if (!session || !from || this.away) return;
    if (this.warning) this.isWarned = true;
    if (!from.position.view.moves.some((legal) => legal.text === move.text)) return;
    await this.goOn(session, from, move);
  }

  /**
   * Makes a move or a redeal, and requests the position after it unless it is already known.
   */
  private async goOn(session: Session, from: Node, move: Move) {
    const known = from.children.find((child) => child.move?.text === move.text);
    this.ahead = known ? null : aheadOf(from, move);
    if (this.ahead) this.services.changed();
    try {
      const position =
        known?.position ??
        (await this.services.ask("position", { ...whereOf(from), moves: move.text }));
      // Other input waits in the meantime, but another game may have been opened.
      if (this.session !== session) return;
      this.ahead = null;
      inherit(goOn(session, from, move, position));
      this.ended = null;
      this.made++;
      // The player continues after any earlier failure.
      this.error = "";
      this.moved();
    } catch (error) {
      this.ahead = null;
      this.inputs.clear();
      this.error = messageOf(error);
      this.services.changed();
    }
  }

  /** Plays the rest of a game that only puts cards home, until another command arrives. */
  async finish(): Promise<void> {
    const { session, inputs, services } = this;
    while (this.session === session && inputs.waiting.length === 0) {
      const from = this.current;
      const move = from.position.view.moves.find((each) => each.text === from.rest?.[0]);
      if (!move) return;
      await this.make(move);
      if (this.current === from) return;
      await services.pace?.();
    }
  }

  /**
   * Redeals the cards that are not in order. A player who undoes it gets the same redeal.
   */
  async redeal() {
    const { session, redeals } = this;
    const from = session?.current;
    if (!session || !from || !redeals || this.away) return;
    if (!redeals.allowed) {
      if (redeals.left && !from.position.won)
        this.message = "This rule of redeals waits until no card can move.";
      return this.services.changed();
    }
    const dealt = from.children.find(isRedeal)?.move;
    await this.goOn(session, from, dealt ?? redealMove(redeals.rule, this.services.random?.()));
  }

  goTo(node: Node | null | undefined) {
    if (!this.session || !node) return;
    visit(this.session, node);
    // In an analysis the player only looks.
    if (!this.wants.analyse) this.ended = null;
    this.moved();
  }

  /** Finds the move that lost the game, and goes to the position before it. */
  seek() {
    this.seeking = this.current;
    this.sought();
  }

  /** Goes to the position at which the lost game is to be tried again, once that is settled. */
  private sought() {
    const { current } = this;
    if (!this.isSeeking || current.verdict?.verdict !== "unsolvable") return;
    const line = path(current);
    if (nextSought(line)) return;
    this.seeking = null;
    const place = tryAgain(roundsOf(line))?.back;
    if (place) this.inputs.add(() => this.goTo(place));
  }

  keepPlaying() {
    this.isWarned = true;
    this.services.changed();
  }

  undo() {
    if (this.warning) this.isWarned = true;
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

  /** Back to the last position that could be won; false if the losing move must be found first. */
  winnable() {
    const { current } = this;
    const isSolved = (node: Node) => node.verdict?.verdict === "solved";
    const canWin = current.position.won || isSolved(current);
    // A lost redeal leads back to the cards before it.
    const isDealtLost = round(current)[0]?.verdict?.verdict === "unsolvable";
    const back =
      fatalOf(current)?.parent ?? (isDealtLost ? path(current).findLast(isSolved) : null);
    if (back) this.goTo(back);
    else if (canWin || !current.parent) {
      this.message = canWin ? "It can be won from here." : "No move has been made.";
      this.services.changed();
    } else return false;
    return true;
  }

  /** Edits the tree of the game: another order, a comment. */
  edit(work: () => void) {
    work();
    this.keep();
    this.services.changed();
  }

  remove(node: Node) {
    if (!this.session) return;
    const here = this.session.current;
    remove(this.session, node);
    if (this.session.current !== here) this.moved();
    this.keep();
    this.services.changed();
  }

  /** Called when another position becomes current. */
  private moved() {
    this.hint = NO_HINT;
    this.away = false;
    if (isOver(this.current)) this.ended = this.current;
    this.announce();
    this.keep();
    this.attend();
    this.offer();
    learnRest(this.current, this.services.ask, this.services.changed);
    this.services.changed();
  }

  /** Replaces later messages with the announcement of the position. */
  say() {
    const { redeals, made, seconds, helped } = this;
    this.message = announcement({ session: this.opened, redeals, made, seconds, helped });
  }

  private announce() {
    this.say();
    if (this.current.position.won) this.count(this.helped ? "helped" : "won");
  }

  private count(result: Outcome) {
    if (this.isCounted || this.made === 0) return;
    this.isCounted = true;
    count(this.services.store, this.opened, { name: this.name, seconds: this.seconds, result });
  }

  /** Saves the game in the browser once it has a move. */
  keep() {
    const { session, services } = this;
    if (!session || session.root.children.length === 0) return;
    const { seconds, helped, isCounted, isLost } = this;
    const counts = { seconds, helped, counted: isCounted, lost: isLost, when: Date.now() };
    services.store.keep(keeping(services.store.games(), { ...written(session), ...counts }));
  }

  /**
   * A second has passed. Stepping through a won game takes no time, nor does the analysis; playing
   * another line does.
   */
  tick() {
    if (!this.session || !this.seen || this.away || this.made === 0) return;
    if (this.wants.analyse || isOver(this.current)) return;
    if (mainLine(this.session).at(-1)?.position.won) return;
    this.seconds++;
    this.services.changed();
  }

  // ——— Asking.

  /** Judges only the current position. */
  attend() {
    if (!this.session || this.away || !this.seen) return this.judge.stop();
    const node = this.current;
    const hint = this.hint.node === node;
    if (hint || this.wants.analyse) this.helped = true;
    const { analyse } = this.wants;
    const judge = this.wants.judge || analyse;
    const graph = analyse || node.position.won;
    const wants = { judge, hint, analyse, graph, seeks: this.isSeeking, redeals: this.redeals };
    this.judge.attend(node, wants, mainLine(this.session));
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

  want(wants: Partial<Wanted>) {
    this.wants = { ...this.wants, ...wants };
    this.judge.cancelled = null;
    this.attend();
    this.offer();
    this.services.changed();
  }

  /** Shows other content, or removes it. */
  lay(away: boolean) {
    if (this.away === away) return;
    this.away = away;
    this.attend();
  }

  look(seen: boolean) {
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
