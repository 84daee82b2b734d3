// The address bar: a game is an entry in the history, but its moves are not, and parts that open
// over the page close with Back.
import { isTodayDue } from "./browser/today";
import { INSTANCE } from "./first-deal";
import { fresh, link, parseLink } from "./model/link";
import { readLast, writeLast } from "./browser/storage";
import type { Where } from "./api/types";
import type { DialogName } from "./model/commands";
import type { Link } from "./model/link";
import type { Session } from "./model/session";

/** The deal shown at the very first visit. */
export const firstDeal = fresh({ instance: INSTANCE });

export class Router {
  private where: Where | null = null;
  private shown = "";
  /** Whether the browser is on its way back from a dialog. */
  private returning = false;
  /** Whether the page starts with today's deals. */
  readonly isTodayDue = isTodayDue(location.hash);

  constructor(open: (wanted: Link) => void, dialog: (dialog: DialogName | null) => void) {
    window.addEventListener("popstate", () => {
      dialog(history.state?.dialog ?? null);
      if (this.returning) {
        this.returning = false;
        // A move made meanwhile has its address in the dialog's entry, which has been left.
        if (this.shown) history.replaceState(history.state, "", this.shown);
        return;
      }
      const wanted = parseLink(location.hash);
      if (wanted && location.hash !== this.shown) open(wanted);
    });
  }

  /** The content that the page opens: its address, or else the last open game. */
  first() {
    return parseLink(location.hash) ?? parseLink(readLast()) ?? firstDeal;
  }

  /** The current game has changed. */
  follow(session: Session) {
    const address = link(session);
    if (address === this.shown) return;
    const another =
      this.where !== null &&
      this.where !== session.where &&
      parseLink(location.hash) !== null &&
      location.hash === this.shown;
    this.where = session.where;
    this.shown = address;
    if (another && !history.state?.dialog) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    writeLast(address);
  }

  /**
   * The game of a link is now open; the rest of the link is not part of the game's address.
   */
  settle() {
    if (this.shown && location.hash !== this.shown) history.replaceState(null, "", this.shown);
  }

  /** A part opens over the page; it may have its own address. */
  over(dialog: DialogName, address = location.href) {
    // Forward leads to an existing entry.
    if (history.state?.dialog === dialog) history.replaceState({ dialog }, "", address);
    else history.pushState({ dialog }, "", address);
  }

  /** The open dialog has another address now. */
  amend(address: string) {
    if (history.state?.dialog) history.replaceState(history.state, "", address);
  }

  /** It closes again. */
  under() {
    if (!history.state?.dialog || this.returning) return;
    this.returning = true;
    history.back();
  }
}
