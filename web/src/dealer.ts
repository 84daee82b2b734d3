// New deals: of the current game or another, as last requested, and daily deals.
import { job } from "./api/api";
import type { Game as GameInfo } from "./api/types";
import { readGames } from "./browser/storage";
import { readTag, seedOf } from "./model/daily";
import { unfinished } from "./model/kept";
import { fresh } from "./model/link";
import type { Shell } from "./shell";

const LOOKING = "Looking for a deal that can be won …";

type Host = Pick<
  Shell,
  "state" | "setState" | "game" | "info" | "openLink" | "openKept" | "closeDialog"
> & {
  /** removes everything that belongs to the previous game */
  clear: () => void;
  fail: (error: unknown) => void;
};

export class Dealer {
  private dealing: AbortController | null = null;

  constructor(private app: Host) {}

  /** Switches to another game: resumes its last unfinished one, or else deals a new one. */
  other = (info: GameInfo) => {
    const isOther = info.name !== this.app.game.session?.root.position.game;
    const left = isOther ? unfinished(readGames(), info.name) : null;
    if (left) return this.app.openKept(left);
    this.app.closeDialog();
    if (isOther) this.deal(info, "");
  };

  /** A new deal of the current game. */
  next = () => {
    const info = this.app.info();
    if (info) this.deal(info, this.app.game.opened.root.position.rules);
  };

  stop = () => this.dealing?.abort();

  /** A new deal as last requested. */
  private async deal(info: GameInfo, rules: string) {
    const { parts, level } = this.app.state;
    if (!parts) return;
    this.app.clear();
    const { signal } = (this.dealing = new AbortController());
    this.app.game.judge.stop();
    this.app.setState({ busy: LOOKING });
    const tell = (tried: number) => this.app.setState({ busy: `${LOOKING} ${tried} tried` });
    try {
      const wanted = { game: info, rules, wish: level };
      const instance = await parts.wishedDeal(job, wanted, signal, tell);
      if (signal.aborted) return;
      this.app.setState({ busy: "" });
      if (instance) await this.app.openLink(fresh({ instance }, level));
      else this.app.fail("No such deal was found in the time allowed. Try another level.");
    } catch (error) {
      this.app.setState({ busy: "" });
      this.app.game.attend();
      if (!signal.aborted) this.app.fail(error);
    }
  }

  /** The daily deal. */
  daily = async (info: GameInfo, tag: string) => {
    const wanted = readTag(tag);
    const { parts } = this.app.state;
    if (!wanted || !parts) return;
    const question = parts.dealSource(info, "", wanted.level, seedOf(wanted.day));
    try {
      const instance = await parts.findDeal(job, question, new AbortController().signal);
      if (!instance) throw new Error("There is no deal for that day.");
      const kept = readGames().find(
        (each) => each.daily === tag && each.where.instance === instance,
      );
      if (kept) return this.app.openKept(kept);
      await this.app.openLink({ ...fresh({ instance }), daily: tag });
    } catch (error) {
      this.app.closeDialog();
      this.app.fail(error);
    }
  };
}
