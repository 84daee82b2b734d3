// The shell: holds the game, the settings and what is open, and has every command; `layout` draws it.
import { Component } from "./html.js";
import { ask as asked, job, offline } from "./api.js";
import { Unreachable } from "./error.js";
import { INSTANCE, POSITION } from "./first-deal.js";
import { shortTitle } from "./frame.js";
import { Game } from "./game.js";
import { unfinished } from "./kept.js";
import { commandOf } from "./keys.js";
import { late } from "./late.js";
import { page } from "./layout.js";
import { fresh, lanesLink } from "./link.js";
import { withResult, seedOf, readTag, tabTitle } from "./daily.js";
import { Preview } from "./preview.js";
import { Router, firstDeal } from "./router.js";
import { pageRest } from "./rest.js";
import { firstPicture } from "./seen.js";
import { wheelStep } from "./wheel.js";
import { countGame, keeps, readDaily, readGames, readLevel, readSettings, writeDaily, writeGames, writeSettings } from "./storage.js";

const shown = () => new Promise((done) => setTimeout(() => done(undefined)));

/** A question; the position of the very first deal is known. */
const ask = async (name, question, signal) => (name === "position" && question.instance === INSTANCE && !question.moves ? POSITION : asked(name, question, signal));

export class App extends Component {
  state = {
    games: /** @type {any[]} */ ([]),
    settings: readSettings(),
    level: readLevel(),
    tab: "play",
    dialog: /** @type {string | null} */ (null),
    /** What lies on the table in place of the game: a film, a search, an edited board. */
    stage: /** @type {any} */ (null),
    /** The plan of the film that is shown. */
    film: /** @type {string[] | null} */ (null),
    draft: /** @type {any} */ (null),
    picked: /** @type {number | null} */ (null),
    /** A move that is pointed at in a list, and where its line has got to. */
    pointed: /** @type {any} */ (null),
    /** Whether the phone's sheet is open, and the picture of the win closed. */
    open: false,
    admired: /** @type {any} */ (null),
    notice: keeps ? "" : "This browser keeps nothing: settings and games are forgotten when the page is closed.",
    down: false,
    parts: /** @type {any} */ (null),
    /** Whether the server has studies; null until that is known. @type {boolean | null} */
    studies: offline ? false : null,
    printing: false,
    busy: "",
    /** The day that the calendar opens with. @type {number | undefined} */
    day: undefined,
    /** The searches that a link puts side by side. @type {import("./link.js").Choice[]} */
    lanes: [],
  };
  game = new Game({
    ask, job, shown,
    changed: () => this.setState({}),
    store: { games: readGames, keep: writeGames, count: countGame, daily: (tag, game, result) => writeDaily(withResult(readDaily(), tag, game, result)) },
    rounds: offline ? [0.4, 4] : undefined,
    rest: pageRest(),
  });
  router = new Router((wanted) => this.openLink(wanted), (dialog) => this.showDialog(dialog));
  ask = ask;
  preview = new Preview(ask, (pointed) => this.setState({ pointed }));
  reading = {};
  /** The address of searches that a link wants side by side, until the game lies on the table. */
  wanted = "";
  /** The position that was heard last. @type {{session: any, node: any} | null} */
  heard = null;
  /** @type {AbortController | null} */
  dealing = null;
  narrow = window.matchMedia("(max-width: 720px) and (orientation: portrait)");
  low = window.matchMedia("(max-height: 520px) and (orientation: landscape)");

  componentDidMount() {
    this.applySettings();
    this.narrow.addEventListener("change", () => this.setState({}));
    window.addEventListener("beforeprint", () => this.setState({ printing: true }));
    window.addEventListener("afterprint", () => this.setState({ printing: false }));
    window.addEventListener("keydown", this.onKey);
    window.setInterval(() => this.game.tick(), 1000);
    document.addEventListener("visibilitychange", () => this.game.look(!document.hidden));
    window.addEventListener("pagehide", () => this.game.keep());
    // Until a board is seen nothing else is asked.
    this.game.look(false);
    this.openLink(this.router.first());
  }

  /** The first board is on the screen: now comes all that it has not waited for. */
  complete() {
    late().then((parts) => this.setState({ parts }), (error) => this.fail(error));
    this.load();
    this.game.look(!document.hidden);
    // Only the static site has all that it needs in the browser; a page of `patience serve` needs its server anyway.
    if (offline) navigator.serviceWorker?.register("sw.js").catch(() => {});
  }

  async load() {
    try {
      this.setState({ games: await ask("games") });
      if (!offline) this.setState({ studies: (await ask("studies")).length > 0 });
    } catch (error) {
      this.setState({ studies: false });
      this.fail(error);
    }
  }

  componentDidUpdate() {
    const { session } = this.game;
    if (!session) return;
    this.router.follow(session);
    if (this.wanted && this.state.parts) {
      this.router.settle();
      this.openDialog("lanes", this.wanted);
      this.wanted = "";
    }
    this.hear(session);
    const { pointed, tab } = this.state;
    if (pointed && (pointed.node !== session.current || tab !== "analyse")) this.preview.point(session.current, null);
    document.title = tabTitle(session, shortTitle(this.info()?.title ?? ""));
    // When the first board stood, for whoever measures.
    if (!performance.getEntriesByName("board").length) {
      performance.mark("board");
      requestAnimationFrame(() => setTimeout(() => firstPicture().then(() => this.complete())));
    }
  }

  /** A sound for a position that a move has led to. @param {import("./session.js").Session} session */
  hear(session) {
    const { current } = session;
    const made = this.heard?.session === session && this.heard.node === current.parent;
    this.heard = { session, node: current };
    const { parts, settings } = this.state;
    if (!made || !settings.sound || !parts) return;
    if (current.position.won) parts.won();
    else if (current.position.view.moves.length === 0) parts.lost();
    else parts.moved();
  }

  fail(error) {
    this.game.error = error.message;
    this.setState({ busy: "" });
  }

  applySettings(change = {}) {
    const settings = { ...this.state.settings, ...change };
    writeSettings(settings);
    const root = document.documentElement;
    root.dataset.theme = settings.theme;
    root.dataset.suits = settings.fourColours ? "four" : "two";
    root.dataset.motion = settings.motion ? "on" : "off";
    this.setState({ settings });
    this.game.want({ judge: settings.judge, redeals: settings.redeals });
  }

  /** Rows run downward where a wide board of cards meets a narrow screen: every card stays large enough to touch. */
  isDown(view) {
    const { layout } = this.state.settings;
    if (view.control !== "place" || layout === "across" || this.state.printing) return false;
    return layout === "down" || (view.columns > 8 && view.columns > view.rows && this.narrow.matches);
  }

  // ——— Opening games.

  /** @param {import("./link.js").Link} wanted */
  async openLink(wanted) {
    this.clear();
    try {
      const plan = await this.game.open(wanted);
      if (plan) this.setState({ tab: "watch", film: plan, open: true });
      this.setState({ lanes: wanted.lanes });
      this.wanted = wanted.lanes.length ? lanesLink(wanted.where, wanted.moves, wanted.lanes) : "";
    } catch (error) {
      const told = error.message;
      // A link that leads nowhere must not leave the page empty: without its moves, or else the first deal.
      const other = error instanceof Unreachable ? null : wanted.moves ? fresh(wanted.where) : wanted.where.instance !== firstDeal.where.instance ? firstDeal : null;
      if (other && (!this.game.session || wanted.moves)) await this.openLink(other);
      this.game.error = told;
      this.setState({});
    }
  }

  /** @param {import("./session.js").Session} session */
  openSession = (session) => {
    this.clear();
    this.game.show(session);
  };

  /** What belongs to the game before is put away. */
  clear() {
    this.dealing?.abort();
    if (this.state.tab === "analyse") this.analyse(false);
    this.setState({ stage: null, film: null, draft: null, dialog: null, picked: null, admired: null, open: false, busy: "", tab: this.state.tab === "compare" ? "compare" : "play" });
    this.game.lay(false);
  }

  /** @param {import("./kept.js").Kept} kept */
  async openKept(kept) {
    this.clear();
    try {
      await this.game.reopen(kept);
    } catch (error) {
      this.router.under();
      this.fail(error);
    }
  }

  /** Another game: the one of its kind that was left last, where it goes on, or else a new deal. */
  async otherGame(info) {
    const other = info.name !== this.game.session?.root.position.game;
    const left = other ? unfinished(readGames(), info.name) : null;
    if (left) return this.openKept(left);
    this.closeDialog();
    if (other) this.nextDeal(info, "");
  }

  /** A new deal of the last level that can be won. @param {any} [info] @param {string} [rules] */
  async nextDeal(info = this.info(), rules = this.game.session?.root.position.rules ?? "") {
    if (!info || !this.state.parts) return;
    this.clear();
    const abort = (this.dealing = new AbortController());
    this.game.judge.stop();
    this.setState({ busy: "Looking for a deal that can be won …" });
    let tried = 0;
    try {
      const { name, data } = await job("deal", this.state.parts.dealSource(info, rules, this.state.level), (event) => {
        if (event === "tried") this.setState({ busy: `Looking for a deal that can be won … ${++tried} tried` });
      }, abort.signal);
      if (abort.signal.aborted) return;
      this.setState({ busy: "" });
      if (name === "deal") await this.openLink(fresh({ instance: data.instance }));
      else this.fail(new Error("No such deal was found in the time allowed. Try another level."));
    } catch (error) {
      this.setState({ busy: "" });
      this.game.attend();
      if (!abort.signal.aborted) this.fail(error);
    }
  }

  /** The deal of a day. @param {any} info @param {string} tag */
  async dailyDeal(info, tag) {
    const wanted = readTag(tag);
    if (!wanted || !this.state.parts) return;
    try {
      const question = this.state.parts.dealSource(info, "", wanted.level, seedOf(wanted.day));
      const { data } = await job("deal", question, () => {}, new AbortController().signal);
      const kept = readGames().find((each) => each.daily === tag && each.where.instance === data.instance);
      if (kept) return this.openKept(kept);
      await this.openLink({ ...fresh({ instance: data.instance }), daily: tag });
    } catch (error) {
      this.closeDialog();
      this.fail(error);
    }
  }

  info() {
    return this.state.games.find((game) => game.name === this.game.session?.root.position.game);
  }

  // ——— Commands.

  inTurn = (work) => this.game.inputs.add(work);
  /** Leaves a film or a search before the game goes on. */
  back = (work) => () => this.inTurn(() => {
    if (this.state.stage && !this.state.draft) this.leave();
    return work();
  });
  /** From a film or a search to the game, with the whole board in sight. */
  leave = () => {
    this.setStage(null);
    this.setState({ tab: "play", film: null, open: false });
  };
  /** The button that led back to the game is gone: the focus goes to the board. */
  toBoard = () => this.setState({}, () => {
    if (document.activeElement !== document.body) return;
    /** @type {HTMLElement | null} */ (document.querySelector('.board [data-cell][tabindex="0"]'))?.focus({ preventScroll: true });
  });
  command = {
    undo: this.back(() => this.game.undo()), redo: this.back(() => this.game.redo()), restart: this.back(() => this.game.restart()), end: this.back(() => this.game.end()),
    back: this.back(() => this.game.undo()), forward: this.back(() => this.game.redo()), winnable: this.back(() => this.game.winnable()),
    goTo: (node) => this.back(() => this.game.goTo(node))(), promote: (node) => this.game.promote(node), remove: (node) => this.game.remove(node), comment: (node, text) => this.game.comment(node, text),
    make: (move) => this.make(move),
    hint: () => this.inTurn(() => this.hint()),
    look: () => this.inTurn(() => this.game.help()),
    redeal: this.back(() => this.game.redeal()),
    cancel: () => this.game.cancel(),
    help: () => (this.game.helped = true),
    show: (move, plan) => this.preview.point(this.game.current, move, plan),
    analyse: () => this.analyse(this.state.tab !== "analyse"),
    film: () => this.game.current.verdict?.plan?.length && this.film(this.game.current.verdict.plan),
    next: () => this.nextDeal(),
    edit: () => this.setTab("edit"),
    copy: (text, what) => this.copy(text, what),
    review: () => this.analyse(true),
    copyLink: () => this.copy(location.href, "the link to this position and its history", "The link stands in the address bar."),
    dialog: (dialog) => this.openDialog(dialog),
  };

  /** A move of the hint is looked at on the board, which the sheet of the whole line has covered. */
  make(move) {
    if (this.state.tab === "play") this.setState({ open: false });
    this.back(() => this.game.make(move))();
  }

  /** A hint is read beside the board, the whole line of the last step in the sheet. */
  async hint() {
    if (this.state.tab === "watch") this.leave();
    else if (this.state.tab !== "play") this.setState({ open: false });
    await this.game.help();
    const hint = this.game.hinted();
    // A phone on its side has no line for what is said below its board: only the panel says that there is no way.
    if (this.state.tab === "play" && (hint?.step === 3 || (this.low.matches && hint && !hint.move))) this.setState({ open: true });
  }

  onKey = (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || target.closest("input, select, textarea, dialog") || !this.game.session) return;
    const name = commandOf(event, this.state.tab === "analyse");
    if (!name || (this.state.stage && name !== "help")) return;
    event.preventDefault();
    if (name === "help") this.openDialog("help");
    else this.command[name]();
  };

  /** Over the board of an analysed game the wheel steps through the moves. */
  onWheel = (event) => {
    const step = wheelStep(event);
    if (step) this.command[step > 0 ? "forward" : "back"]();
  };

  /** @param {string} dialog @param {string} [address] */
  openDialog(dialog, address) {
    if (!this.state.dialog) this.router.over(dialog, address);
    this.setState({ open: false });
    this.showDialog(dialog);
  }

  closeDialog = () => {
    if (!this.state.dialog) return;
    this.showDialog(null);
    this.router.under();
  };

  /** @param {string | null} dialog */
  showDialog(dialog) {
    this.setState({ dialog });
    // Searches of its own lie before the table then.
    this.game.lay(dialog === "lanes" || this.state.stage !== null);
  }

  /** An analysis is read in the panel; whoever ends it with the sheet closed wants to see the board. */
  analyse = (on) => this.setTab(on ? "analyse" : "play", on || this.state.open);

  setTab(tab, open = true) {
    if (this.state.stage && tab !== this.state.tab) this.setStage(null);
    this.setState({ tab, film: null, open });
    this.game.want({ analyse: tab === "analyse" });
  }

  /** Puts something else on the table, or takes it away. */
  setStage = (stage) => {
    this.setState({ stage });
    this.game.lay(stage !== null);
  };

  film = (plan) => {
    this.game.helped = true;
    this.setState({ tab: "watch", film: plan, open: true });
    this.game.want({ analyse: false });
  };

  /** Whether it was copied. @param {string} text @param {string} what @param {string} [stands] where the text is found if it was not */
  async copy(text, what, stands = "") {
    let isCopied = true;
    try {
      await navigator.clipboard.writeText(text);
      this.game.message = `Copied: ${what}.`;
    } catch {
      isCopied = false;
      this.game.message = ["Not copied: the browser does not allow it.", stands].filter(Boolean).join(" ");
    }
    this.setState({});
    return isCopied;
  }

  importGames = async (file) => {
    try {
      this.game.message = await this.state.parts.importGames(file);
    } catch (error) {
      this.game.message = "";
      this.game.error = error.message;
    }
    this.closeDialog();
  };

  render() {
    return page(this);
  }
}
