// The shell: holds the game, the settings and the open parts, and executes every command; `layout` draws
// it.
import { Component } from "preact";
import { job, offline } from "./api/api";
import { Unreachable, messageOf } from "./api/error";
import type { View } from "./api/types";
import { Preview } from "./board/preview";
import type { Stage } from "./board/stage";
import { copied } from "./browser/clipboard";
import { ratings } from "./browser/data";
import { pace, shown } from "./browser/motion";
import { pageRest } from "./browser/rest";
import { firstPicture } from "./browser/seen";
import {
  countGame,
  keeps,
  readDaily,
  readGames,
  readLevel,
  readMet,
  readSettings,
  restoredNotice,
  writeDaily,
  writeGames,
  writeMet,
  writeSettings,
} from "./browser/storage";
import type { Settings } from "./browser/storage";
import { wheelStep } from "./browser/wheel";
import { commandsOf } from "./commands-of";
import { Dealer } from "./dealer";
import type { Reading } from "./dialogs/reading";
import { ask } from "./first-deal";
import { late } from "./late";
import { page } from "./layout";
import { SEARCHES, type DialogName, type Tab } from "./model/commands";
import { tabTitle, withResult } from "./model/daily";
import { Game } from "./model/game";
import type { Kept } from "./model/kept";
import { commandOf } from "./model/keys";
import { badLinkWords, fresh, lanesLink } from "./model/link";
import type { Link } from "./model/link";
import { isMet, meeting } from "./model/met";
import { againWords } from "./model/rounds";
import { shortTitle } from "./model/say";
import type { Node, Session } from "./model/session";
import { Router, firstDeal } from "./router";
import type { Shell, ShellState } from "./shell";

const NOTHING_KEPT =
  "This browser stores nothing: settings and games are lost when the page is closed.";

/** Settings without a board, playback or loading deal that covers the game. */
const CLEAR = {
  stage: null,
  film: null,
  draft: null,
  draws: false,
  dialog: null,
  picked: null,
  admired: null,
  open: false,
  busy: "",
  badLink: null,
} satisfies Partial<ShellState>;

export class App extends Component<object, ShellState> implements Shell {
  state: ShellState = {
    ...CLEAR,
    games: [],
    settings: readSettings(),
    level: readLevel(),
    tab: "play",
    pointed: null,
    notice: keeps ? restoredNotice() : NOTHING_KEPT,
    parts: null,
    ratings: null,
    studies: offline ? false : null,
    printing: false,
    day: undefined,
    lanes: [],
    met: readMet(),
  };
  readonly ask = ask;
  readonly game = new Game({
    ask,
    job,
    shown,
    changed: () => this.setState({}),
    store: {
      games: readGames,
      keep: writeGames,
      count: countGame,
      daily: (tag, game, result) => writeDaily(withResult(readDaily(), tag, game, result)),
    },
    pace,
    rounds: offline ? [0.4, 4] : undefined,
    rest: pageRest(),
  });
  readonly router = new Router(
    (wanted) => this.openLink(wanted),
    (dialog) => this.showDialog(dialog),
  );
  readonly preview = new Preview(ask, (pointed) => this.setState({ pointed }));
  readonly command = commandsOf(this);
  private dealer = new Dealer(this);
  otherGame = this.dealer.other;
  nextDeal = this.dealer.next;
  dailyDeal = this.dealer.daily;
  stopDealing = this.dealer.stop;
  reading: Partial<Reading> = {};
  /** The address of the searches that a link shows side by side, until the game is open. */
  private wanted = "";
  /** The last announced position. */
  private heard: { session: Session; node: Node } | null = null;
  private narrow = window.matchMedia("(max-width: 720px) and (orientation: portrait)");

  componentDidMount() {
    this.applySettings({});
    this.narrow.addEventListener("change", () => this.setState({}));
    window.addEventListener("beforeprint", () => this.setState({ printing: true }));
    window.addEventListener("afterprint", () => this.setState({ printing: false }));
    window.addEventListener("keydown", this.onKey);
    window.setInterval(() => this.state.dialog || this.game.tick(), 1000);
    document.addEventListener("visibilitychange", () => this.game.look(!document.hidden));
    window.addEventListener("pagehide", () => this.game.keep());
    // The page requests nothing else until a board is visible.
    this.game.look(false);
    this.openLink(this.router.first());
  }

  componentDidUpdate() {
    const { session } = this.game;
    if (!session) return;
    this.router.follow(session);
    if (this.wanted && this.state.parts) {
      this.router.settle();
      this.openDialog(this.state.lanes.length === 1 ? "search" : "lanes", this.wanted);
      this.wanted = "";
    }
    this.hear(session);
    if (this.game.made > 0) this.meet();
    const { pointed, tab } = this.state;
    if (pointed && (pointed.node !== session.current || tab !== "analyse"))
      this.preview.point(session.current, null);
    document.title = tabTitle(session, shortTitle(this.info()?.title ?? ""));
    // Marks the time of the first board, for measurements.
    if (performance.getEntriesByName("board").length) return;
    performance.mark("board");
    requestAnimationFrame(() => setTimeout(() => firstPicture().then(() => this.complete())));
  }

  /** The first board is on the screen: the rest of the page is loaded now. */
  private complete() {
    late().then(
      (parts) => this.setState({ parts }),
      (error) => this.fail(error),
    );
    this.load();
    // Without them the page shows no difficulty.
    ratings().then(
      (known) => this.setState({ ratings: known }),
      () => {},
    );
    if (this.router.isTodayDue) this.openDialog("today");
    this.game.look(!document.hidden);
    // Only the static site has everything in the browser; a page of `patience serve` needs its server
    // anyway.
    if (offline) navigator.serviceWorker?.register("sw.js").catch(() => {});
  }

  private async load() {
    try {
      this.setState({ games: await ask("games") });
    } catch (error) {
      this.fail(error);
    }
  }

  /** Whether there are studies, for the next time that the menu opens. */
  private askForStudies() {
    if (this.state.studies !== null) return;
    // The player did not ask for studies, so a busy server causes no alarm; it may have some.
    ask("studies").then(
      (all) => this.setState({ studies: all.length > 0 }),
      () => {},
    );
  }

  /** A sound for the position after a move. */
  private hear(session: Session) {
    const { current } = session;
    const made = this.heard?.session === session && this.heard.node === current.parent;
    this.heard = { session, node: current };
    const { parts, settings } = this.state;
    if (!made || !settings.sound || !parts) return;
    if (current.position.won) parts.won();
    else if (current.position.view.moves.length === 0) parts.lost();
    else parts.moved();
  }

  fail(error: unknown) {
    this.game.error = messageOf(error);
    this.setState({ busy: "" });
  }

  isNew = () => !isMet(this.state.met, this.game.current.position.game);

  /** Whether the player has played this game, or had its lesson. */
  private meet() {
    if (!this.isNew()) return;
    const met = meeting(this.state.met, this.game.current.position.game);
    writeMet(met);
    this.setState({ met });
  }

  whereLost = () => {
    this.game.seek();
    this.setTab("analyse");
  };

  applySettings = (change: Partial<Settings>) => {
    const settings = { ...this.state.settings, ...change };
    writeSettings(settings);
    const root = document.documentElement;
    root.dataset.theme = settings.theme;
    root.dataset.suits = settings.fourColours ? "four" : "two";
    root.dataset.motion = settings.motion ? "on" : "off";
    this.setState({ settings });
    const { verdicts, redeals } = settings;
    this.game.want({ judge: verdicts !== "quiet", warn: verdicts === "warn", redeals });
  };

  /**
   * Rows run downward where a wide board of cards meets a narrow screen: every card stays large
   * enough to touch.
   */
  isDown = (view: View) => {
    const { layout } = this.state.settings;
    if (view.control !== "place" || layout === "across" || this.state.printing) return false;
    return (
      layout === "down" || (view.columns > 8 && view.columns > view.rows && this.narrow.matches)
    );
  };

  info = () => this.state.games.find((game) => game.name === this.game.session?.root.position.game);

  // ——— Opening games.

  openLink = async (wanted: Link) => {
    const { where, moves, lanes } = wanted;
    this.clear();
    try {
      const plan = await this.game.open(wanted);
      if (plan) this.setState({ tab: "watch", film: plan, open: true });
      this.setState({ lanes });
      this.wanted = lanes.length ? lanesLink(where, moves, lanes) : "";
    } catch (error) {
      // An invalid link must not leave the page empty: its deal is opened without the moves, or
      // else the first deal.
      const isFirst = where.instance === firstDeal.where.instance;
      const other = moves ? fresh(where) : isFirst ? null : firstDeal;
      const isEmpty = !this.game.session || moves !== "";
      const isBad = !(error instanceof Unreachable);
      if (other && isEmpty && isBad) await this.openLink(other);
      const text = messageOf(error);
      const { session } = this.game;
      this.game.error = isBad && session ? badLinkWords(session, where, this.info()?.title) : text;
      this.setState({ badLink: isBad ? { says: this.game.error, text } : null });
    }
  };

  openSession = (session: Session) => {
    this.clear();
    this.game.show(session);
  };

  /** Removes all state of the previous game. */
  clear() {
    this.dealer.stop();
    if (this.state.tab === "analyse") this.analyse(false);
    this.setState({ ...CLEAR, tab: this.state.tab === "compare" ? "compare" : "play" });
    this.game.lay(false);
  }

  openKept = async (kept: Kept) => {
    this.clear();
    try {
      await this.game.reopen(kept);
    } catch (error) {
      this.router.under();
      this.fail(error);
    }
  };

  // ——— Commands.

  inTurn = (work: () => unknown) => this.game.inputs.add(work);

  /** Queues an action on the game, after closing a playback or a search. */
  withGame = (work: () => unknown) =>
    this.inTurn(() => {
      if (this.state.stage && !this.state.draft) this.leave();
      return work();
    });

  /** Returns from a playback or a search to the game, with the whole board visible. */
  leave = () => {
    this.setStage(null);
    this.setTab("play", false);
  };

  /** Back to the game at the place where a lost one is tried again. */
  tryAgain = () => {
    this.leave();
    this.game.message = againWords(this.game.current);
    this.setState({});
  };

  /** The button that led back to the game has disappeared: the focus goes to the board. */
  toBoard = () =>
    this.setState({}, () => {
      if (document.activeElement !== document.body) return;
      document
        .querySelector<HTMLElement>('.board [data-cell][tabindex="0"]')
        ?.focus({ preventScroll: true });
    });

  /** A hint is shown next to the board; its last step, the whole line, in the sheet. */
  hint = async () => {
    if (this.state.tab === "watch") this.leave();
    else if (this.state.tab !== "play") this.setState({ open: false });
    this.game.help();
    const hint = this.game.hinted();
    if (this.state.tab !== "play" || !hint) return;
    if (hint.step === 3) this.setState({ open: true });
  };

  private onKey = (event: KeyboardEvent) => {
    const isElsewhere = (event.target as Element).closest("input, select, textarea, dialog");
    if (event.defaultPrevented || isElsewhere || !this.game.session) return;
    const name = commandOf(event, this.state.tab === "analyse");
    if (!name || (this.state.stage && name !== "help")) return;
    event.preventDefault();
    if (name === "help") this.openDialog("help");
    else this.command[name]();
  };

  /** Over the board of an analysed game the wheel steps through the moves. */
  onWheel = (event: WheelEvent) => {
    const step = wheelStep(event);
    if (step) this.command[step > 0 ? "forward" : "back"]();
  };

  openDialog(dialog: DialogName, address?: string) {
    if (!this.state.dialog) this.router.over(dialog, address);
    this.setState({ open: false });
    if (dialog === "lesson") this.meet();
    if (dialog === "menu") this.askForStudies();
    this.showDialog(dialog);
  }

  closeDialog = () => {
    if (!this.state.dialog) return;
    this.showDialog(null);
    this.router.under();
  };

  private showDialog(dialog: DialogName | null) {
    this.setState({ dialog });
    // Its own searches then cover the board.
    this.game.lay((dialog && SEARCHES.has(dialog)) || this.state.stage !== null);
  }

  /** An analysis opens the panel; ending it with the sheet closed shows the board. */
  analyse = (on: boolean) => this.setTab(on ? "analyse" : "play", on || this.state.open);

  setTab = (tab: Tab, open = true) => {
    if (this.state.stage && tab !== this.state.tab) this.setStage(null);
    // A message about a copied text disappears with its panel.
    if (tab !== this.state.tab && this.game.session) this.game.say();
    this.setState({ tab, film: null, open });
    this.game.want({ analyse: tab === "analyse" });
  };

  /** Shows other content instead of the game, or removes it. */
  setStage = (stage: Stage | null) => {
    this.setState({ stage });
    this.game.lay(stage !== null);
  };

  film = (plan: string[]) => {
    this.game.helped = true;
    this.setState({ tab: "watch", film: plan, open: true });
    this.game.want({ analyse: false });
  };

  copy = async (text: string, what: string, stands = "") => {
    const isCopied = await copied(text);
    const refused = ["Not copied: the browser does not allow it.", stands];
    this.game.message = isCopied ? `Copied: ${what}.` : refused.filter(Boolean).join(" ");
    this.setState({});
    return isCopied;
  };

  importing = async (message: Promise<string>) => {
    try {
      this.game.message = await message;
      this.game.error = "";
    } catch (error) {
      this.game.message = "";
      this.game.error = messageOf(error);
    }
    this.closeDialog();
  };

  render() {
    return page(this);
  }
}
