// The known facts about the current game, without any actions.
import type { Judge } from "./judge";
import { chanceAt, fatalOf, redealsAt } from "./redeals";
import type { Offer } from "./redeals";
import type { Node, Session } from "./session";
import type { Wanted } from "./services";

export abstract class GameState {
  session: Session | null = null;
  wants: Wanted = { judge: true, analyse: false, redeals: "none" };
  seconds = 0;
  helped = false;
  /** Moves made here; a link to another player's game has none. */
  made = 0;
  message = "";
  error = "";
  abstract readonly judge: Judge;
  protected isWarned = false;
  /** The stuck position whose losing move is being searched for. */
  protected seeking: Node | null = null;
  /** The board without moves on which the line ended, until the player tries again. */
  protected ended: Node | null = null;
  /** The rules of redeals by the name of the game. */
  protected offers: Record<string, Offer[]> = {};

  /** The current game. */
  get opened(): Session {
    if (!this.session) throw new Error("no game has been opened");
    return this.session;
  }

  get current() {
    return this.opened.current;
  }

  /** The game as statistics name it. */
  get name() {
    const position = this.session?.root.position;
    return position ? `${position.game}+${position.rules}` : "";
  }

  /** The redeals that the rule allows here; null in a game without redeals. */
  get redeals() {
    return this.session ? this.redealsAt(this.current) : null;
  }

  private redealsAt(node: Node) {
    return redealsAt(node, this.offers[this.name] ?? [], this.wants.redeals);
  }

  /** The chance of winning with them, once known. */
  get chance() {
    return this.session ? chanceAt(this.current, this.redeals) : null;
  }

  /** Whether the solver is working on the current position. */
  get isThinking() {
    return this.judge.asking !== null;
  }

  /** Whether the move that lost the game is being searched for. */
  get isSeeking() {
    return this.seeking !== null && this.seeking === this.session?.current;
  }

  /** Whether verdicts are always shown. */
  get tells() {
    return this.wants.analyse || (this.wants.judge && !this.wants.warn);
  }

  /** The move that threw the win away, until the player is warned; a redeal may restore the win. */
  get warning() {
    const isDue = this.wants.warn && !this.tells && !this.isWarned && !this.redeals?.left;
    return (isDue && this.session && fatalOf(this.current)) || null;
  }

  /** Whether no path leads to a win, including redeals; a review of a lost game does not change that. */
  get isLost() {
    const isLostAt = (node: Node) =>
      !node.position.won &&
      !this.redealsAt(node)?.left &&
      (node.position.view.moves.length === 0 || node.verdict?.verdict === "unsolvable");
    return isLostAt(this.current) || (this.ended !== null && isLostAt(this.ended));
  }
}
