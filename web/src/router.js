// The address bar: a game is an entry of the history, its moves are not, and what opens over the page closes with Back.
import { INSTANCE } from "./first-deal.js";
import { fresh, link, parseLink } from "./link.js";
import { readLast, writeLast } from "./storage.js";

/** The deal that is on the table at the very first visit. */
export const firstDeal = fresh({ instance: INSTANCE });

export class Router {
  /** @type {import("./api.js").Where | null} */
  where = null;

  /** @param {(wanted: import("./link.js").Link) => void} open @param {(dialog: string | null) => void} dialog */
  constructor(open, dialog) {
    this.open = open;
    window.addEventListener("popstate", () => {
      dialog(history.state?.dialog ?? null);
      const wanted = parseLink(location.hash);
      if (wanted && location.hash !== this.shown) this.open(wanted);
    });
  }

  shown = "";

  /** What the page opens with: its address, else the game that was open last. */
  first() {
    return parseLink(location.hash) ?? parseLink(readLast()) ?? firstDeal;
  }

  /** The game on the table has changed. @param {import("./session.js").Session} session */
  follow(session) {
    const address = link(session);
    if (address === this.shown) return;
    const another = this.where !== null && this.where !== session.where && parseLink(location.hash) !== null && location.hash === this.shown;
    this.where = session.where;
    this.shown = address;
    if (another && !history.state?.dialog) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    writeLast(address);
  }

  /** The game that a link has opened lies on the table; what else the link said is not part of the game's address. */
  settle() {
    if (this.shown && location.hash !== this.shown) history.replaceState(null, "", this.shown);
  }

  /** Something opens over the page; it may have an address of its own. @param {string} dialog @param {string} [address] */
  over(dialog, address = location.href) {
    // Forward leads to an entry that is there already.
    if (history.state?.dialog === dialog) history.replaceState({ dialog }, "", address);
    else history.pushState({ dialog }, "", address);
  }

  /** What lies over the page has another address now. @param {string} address */
  amend(address) {
    if (history.state?.dialog) history.replaceState(history.state, "", address);
  }

  /** It closes again. */
  under() {
    if (history.state?.dialog) history.back();
  }
}
