// The page: one game at a time, and around it everything that can be asked about it.
import { Component, html } from "./html.js";
import { ask, isAbort, job, offline } from "./api.js";
import { Board } from "./board.js";
import { Icon } from "./faces.js";
import { begin, goOn, link, mainLine, movesOf, parseLink, path } from "./session.js";
import { clock, countGame, readLast, readSettings, writeLast, writeSettings } from "./storage.js";
import { Moves } from "./moves.js";
import { Ask } from "./ask.js";
import { firstDeal, today } from "./deals.js";

/** @typedef {import("./session.js").Node} Node */

const TABS = [
  { id: "moves", title: "Moves", panel: Moves },
  { id: "ask", title: "Ask", panel: Ask },
  { id: "watch", title: "Watch", panel: "Watch" },
  { id: "compare", title: "Compare", panel: "Compare" },
  { id: "edit", title: "Board", panel: "Edit" },
];

/** What the first board does not need is fetched right after it. */
const late = () =>
  Promise.all([import("./watch.js"), import("./compare.js"), import("./edit.js"), import("./dialogs.js"), import("./studies.js")]).then((parts) => Object.assign({}, ...parts));

/** Seconds that the background gives "still winnable?" one after the other. */
const PATIENCE = [0.4, 4, 30];

export class App extends Component {
  state = {
    games: /** @type {any[]} */ ([]),
    session: /** @type {import("./session.js").Session | null} */ (null),
    settings: readSettings(),
    tab: "moves",
    dialog: /** @type {string | null} */ (null),
    message: "",
    error: "",
    seconds: 0,
    judging: false,
    hint: /** @type {{step: number, busy: boolean, node: Node | null, plan: string[] | null, told: string}} */ ({ step: 0, busy: false, node: null, plan: null, told: "" }),
    /** What lies over the board instead of the game: a film, a search, an edited board. */
    stage: /** @type {any} */ (null),
    down: false,
    analysing: false,
    /** Components fetched late, by name. */
    parts: /** @type {any} */ (null),
    /** Whether the server shows studies. */
    studies: false,
  };
  helped = false;
  counted = false;
  /** A plan that the Watch panel is to show when it opens. @type {string[] | null} */
  wantFilm = null;
  /** Where the reader of studies was. @type {any} */
  reading = {};
  making = Promise.resolve();
  /** @type {AbortController | null} */
  judge = null;
  /** @type {AbortController | null} */
  analysis = null;
  narrow = window.matchMedia("(max-width: 720px) and (orientation: portrait)");

  componentDidMount() {
    this.applySettings();
    this.narrow.addEventListener("change", () => this.applySettings());
    window.addEventListener("hashchange", () => {
      const wanted = parseLink(location.hash);
      if (wanted && this.state.session && location.hash !== link(this.state.session)) this.openLink(wanted);
    });
    window.addEventListener("keydown", this.onKey);
    window.setInterval(() => this.tick(), 1000);
    ask("games").then((games) => this.setState({ games }), (error) => this.setState({ error: error.message }));
    const wanted = parseLink(location.hash) ?? parseLink(readLast() ?? "") ?? { where: { instance: firstDeal }, moves: "", at: Infinity };
    this.openLink(wanted);
  }

  tick() {
    const { session } = this.state;
    if (!session || document.hidden || !session.current.parent || this.isOver(session.current)) return;
    this.setState({ seconds: this.state.seconds + 1 });
  }

  isOver(node) {
    return node.position.won || node.position.view.moves.length === 0;
  }

  /** The game as statistics name it. */
  get gameName() {
    const position = this.state.session?.root.position;
    return position ? `${position.game}+${position.rules}` : "";
  }

  /** Where the current position is, for questions. */
  at(node = this.state.session?.current) {
    const position = /** @type {Node} */ (node).position;
    return { game: `${position.game}+${position.rules}`, board: position.board };
  }

  info() {
    return this.state.games.find((game) => game.name === this.state.session?.root.position.game);
  }

  applySettings(change = {}) {
    const settings = { ...this.state.settings, ...change };
    writeSettings(settings);
    const root = document.documentElement;
    root.dataset.theme = settings.theme;
    root.dataset.suits = settings.fourColours ? "four" : "two";
    root.dataset.motion = settings.motion ? "on" : "off";
    const view = this.state.session?.root.position.view;
    this.setState({ settings, down: this.isDown(view, settings) });
    if ("judge" in change) this.startJudge();
  }

  /** Rows run downward where a wide board of cards meets a narrow screen: every card stays large enough to touch. */
  isDown(view, settings = this.state.settings) {
    if (!view || view.control !== "place" || settings.layout === "across") return false;
    return settings.layout === "down" || (view.columns > 8 && view.columns > view.rows && this.narrow.matches);
  }

  /** @param {import("./session.js").Link} wanted */
  async openLink(wanted) {
    try {
      const name = wanted.where.instance ?? "pasted board";
      if (!wanted.moves) return this.show(begin(wanted.where, name, await ask("position", wanted.where)));
      const line = await ask("line", { ...wanted.where, moves: wanted.moves });
      const session = begin(wanted.where, name, line.origin);
      for (const step of line.steps) {
        goOn(session, { text: step.move, words: step.words, from: step.from, to: step.to }, step.position);
      }
      const nodes = mainLine(session);
      session.current = nodes[Math.max(0, Math.min(wanted.at, nodes.length - 1))];
      const plan = line.steps.map((step) => step.move);
      // A film that ends in a win settles the question whether the board can be won.
      if (wanted.film && nodes[plan.length].position.won) session.root.verdict = { verdict: "solved", length: plan.length, plan, tried: 0 };
      // Somebody else's moves: a game won by them is not counted.
      this.show(session, true);
      if (wanted.film) {
        this.wantFilm = plan;
        this.setState({ tab: "watch" });
      }
    } catch (error) {
      this.setState({ error: error.message });
      // A link that leads nowhere must not leave the page empty.
      if (!this.state.session && wanted.where.instance !== firstDeal) {
        await this.openLink({ where: { instance: firstDeal }, moves: "", at: Infinity });
        this.setState({ error: error.message });
      }
    }
  }

  /** Opens a game by name. @param {string} instance */
  openInstance(instance) {
    return this.openLink({ where: { instance }, moves: "", at: Infinity });
  }

  /** @param {import("./session.js").Session} session */
  show(session, counted = false) {
    this.helped = false;
    this.counted = counted;
    this.analysis?.abort();
    this.setState({ session, seconds: 0, error: "", message: "", stage: null, dialog: null, down: this.isDown(session.root.position.view), hint: { step: 0, busy: false, node: null, plan: null, told: "" } });
    this.moved();
  }

  componentDidUpdate() {
    // When the first board stood, for whoever measures.
    if (this.state.session && !performance.getEntriesByName("board").length) {
      performance.mark("board");
      requestAnimationFrame(() => late().then((parts) => this.setState({ parts }), (error) => this.setState({ error: error.message })));
      if (!offline) ask("studies").then((list) => this.setState({ studies: list.length > 0 }), () => {});
    }
  }

  /** What happens whenever another position is on the board. */
  moved() {
    this.setState({}, () => {
      const { session, analysing } = this.state;
      if (!session) return;
      history.replaceState(null, "", link(session));
      writeLast(link(session));
      this.announce(session.current);
      this.startJudge();
      if (analysing) this.analyse();
    });
  }

  /** @param {Node} node */
  announce(node) {
    const { position, move } = node;
    const moves = path(node).length - 1;
    if (position.won) {
      this.setState({ message: `Won in ${moves} moves, ${clock(this.state.seconds)}${this.helped ? ", with help" : ""}.` });
      this.count(this.helped ? "helped" : "won", moves);
    } else if (position.view.moves.length === 0) {
      this.setState({ message: "Stuck: no move is left. Undo, or restart." });
    } else {
      this.setState({ message: move ? move.words : "" });
    }
  }

  count(result, moves) {
    if (this.counted) return;
    this.counted = true;
    countGame(this.gameName, result, this.state.seconds, moves);
  }

  /** Makes a move; moves made in haste wait for each other. @param {import("./api.js").Move} move */
  play = (move) => {
    this.making = this.making.then(async () => {
      const { session } = this.state;
      if (!session || !session.current.position.view.moves.some((legal) => legal.text === move.text)) return;
      const known = session.current.children.find((child) => child.move?.text === move.text);
      try {
        const position = known?.position ?? (await ask("position", { ...this.at(), moves: move.text }));
        if (this.state.session !== session) return;
        goOn(session, move, position);
        this.moved();
      } catch (error) {
        this.setState({ error: error.message });
      }
    });
  };

  /** @param {Node | null | undefined} node */
  goTo = (node) => {
    const { session } = this.state;
    if (!session || !node) return;
    // Redo from an ancestor leads back along the path just left.
    for (let at = node; at.parent; at = at.parent) at.parent.last = at;
    session.current = node;
    this.setState({ stage: null });
    this.moved();
  };

  undo = () => this.goTo(this.state.session?.current.parent);
  redo = () => this.goTo(this.state.session?.current.last);
  restart = () => this.goTo(this.state.session?.root);

  /** Takes up a game given up on: counted as lost if it was begun. */
  giveUp() {
    const { session } = this.state;
    if (session && session.count > 1 && !session.current.position.won) this.count("lost", path(session.current).length - 1);
  }

  /** "Still winnable?": asked in the background with growing patience, until the position changes. */
  async startJudge() {
    this.judge?.abort();
    const { session, settings } = this.state;
    if (!session || !settings.judge || this.state.stage) return this.setState({ judging: false });
    const node = session.current;
    const abort = (this.judge = new AbortController());
    if (node.position.won) node.verdict = { verdict: "solved", length: 0, plan: [], tried: 0 };
    for (const seconds of offline ? PATIENCE.slice(0, 2) : PATIENCE) {
      if (node.verdict && (node.verdict.verdict !== "unknown" || node.verdict.tried >= seconds)) continue;
      this.setState({ judging: true });
      try {
        await this.settle(node, seconds, abort.signal);
      } catch (error) {
        if (isAbort(error)) return;
        this.setState({ error: error.message });
        break;
      }
    }
    if (abort.signal.aborted) return;
    if (node.verdict?.verdict === "unsolvable") await this.findFatal(node, abort.signal);
    if (!abort.signal.aborted) this.setState({ judging: false });
  }

  /** @param {Node} node @param {number} seconds @param {AbortSignal} signal */
  async settle(node, seconds, signal) {
    const { data } = await job("solve", { at: this.at(node), seconds }, () => {}, signal);
    const { verdict, length, optimal, plan } = data.report;
    node.verdict = { verdict: data.stuck ? "unsolvable" : verdict, length, optimal, plan, tried: seconds };
    this.setState({});
  }

  /** Finds the move that threw the win away, by halving the path. @param {Node} node @param {AbortSignal} signal */
  async findFatal(node, signal) {
    const nodes = path(node);
    let won = -1;
    let lost = nodes.length - 1;
    nodes.forEach((each, index) => {
      if (each.verdict?.verdict === "solved") won = Math.max(won, index);
      if (each.verdict?.verdict === "unsolvable") lost = Math.min(lost, index);
    });
    try {
      while (lost - won > 1) {
        const at = Math.floor((won + lost) / 2);
        if (!nodes[at].verdict || nodes[at].verdict.verdict === "unknown") await this.settle(nodes[at], 3, signal);
        const verdict = nodes[at].verdict?.verdict;
        if (verdict === "unsolvable") lost = at;
        else if (verdict === "solved") won = at;
        else break;
      }
    } catch (error) {
      if (!isAbort(error)) this.setState({ error: error.message });
      return;
    }
    nodes.forEach((each, index) => (each.fatal = index === lost && won === lost - 1 && index > 0));
    this.setState({});
  }

  /** The next step of help: a nudge, the move, the whole line. */
  hint = async () => {
    const { session, hint } = this.state;
    if (!session || session.current.position.won) return;
    const node = session.current;
    this.setState({ tab: "ask", stage: null });
    const step = hint.node === node && hint.plan ? Math.min(hint.step + 1, 3) : 1;
    this.helped = true;
    if (hint.node === node && hint.plan) return this.setState({ hint: { ...hint, step } });
    this.setState({ hint: { step: 0, busy: true, node, plan: null, told: "" } });
    try {
      if (!node.verdict?.plan?.length && node.verdict?.verdict !== "unsolvable") await this.settle(node, 60, new AbortController().signal);
    } catch (error) {
      return this.setState({ error: error.message, hint: { ...hint, busy: false } });
    }
    if (this.state.session?.current !== node) return;
    const plan = node.verdict?.plan?.length ? node.verdict.plan : null;
    const told = plan ? "" : node.verdict?.verdict === "unsolvable" ? "This position is lost: that is proved. Go back to where it was lost and try again." : "No way was found within the time allowed.";
    this.setState({ hint: { step: plan ? 1 : 0, busy: false, node, plan, told } });
  };

  /** Judges every legal move of the current position. */
  analyse = async () => {
    this.analysis?.abort();
    const node = this.state.session?.current;
    if (!node) return;
    this.helped = true;
    this.setState({ analysing: true });
    if (node.worth) return;
    const abort = (this.analysis = new AbortController());
    node.judged = [];
    const tell = (name, data) => {
      if (name === "move") node.judged.push(data);
      if (name === "done") node.worth = data.worth;
      if (name === "move" || name === "done") this.setState({});
    };
    try {
      await job("analyse", { at: this.at(node), seconds: 10 }, tell, abort.signal);
    } catch (error) {
      if (!isAbort(error)) this.setState({ error: error.message });
    }
  };

  stopAnalysis = () => {
    this.analysis?.abort();
    this.setState({ analysing: false });
  };

  /** Puts something else on the board, or takes it away. */
  setStage = (stage) => {
    const before = this.state.stage;
    this.setState({ stage }, () => {
      if (stage && !before) {
        this.judge?.abort();
        this.setState({ judging: false });
      }
      if (!stage && before) this.startJudge();
    });
  };

  onKey = (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.altKey || target.closest("input, select, textarea, dialog")) return;
    const { stage } = this.state;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    /** @type {{[key: string]: () => void}} */
    const keys = stage ? {} : {
      u: this.undo, r: this.redo, h: this.hint, n: () => this.setState({ dialog: "deal" }), "?": () => this.setState({ dialog: "help" }),
      a: () => (this.state.analysing ? this.stopAnalysis() : this.analyse()),
      backspace: this.undo,
    };
    if (command && key === "z") {
      event.preventDefault();
      if (event.shiftKey) this.redo();
      else this.undo();
    } else if (command && key === "y") {
      event.preventDefault();
      this.redo();
    } else if (!command && keys[key]) {
      event.preventDefault();
      keys[key]();
    }
  };

  copyLink = async () => {
    const url = location.href;
    try {
      await navigator.clipboard.writeText(url);
      this.setState({ message: "The link to this position and its history is copied." });
    } catch {
      this.setState({ message: "The link to this position stands in the address bar." });
    }
  };

  /** What the marks of an analysis say about each cell. */
  marks() {
    const { session, analysing } = this.state;
    const node = session?.current;
    /** @type {{[cell: number]: {kind: string, text?: string}}} */
    const marks = {};
    const worths = new Map();
    if (!node || !analysing) return { marks, worths };
    const rank = { wins: 2, unknown: 1, loses: 0 };
    for (const judged of node.judged) {
      worths.set(judged.move, judged);
      const move = node.position.view.moves.find((legal) => legal.text === judged.move);
      if (!move || node.position.view.control === "tilt") continue;
      const cell = move.from[0];
      const distance = judged.distance ? String(judged.distance) : undefined;
      const better = !marks[cell] || rank[judged.worth] > rank[marks[cell].kind] || (judged.worth === marks[cell].kind && judged.distance < Number(marks[cell].text));
      if (better) marks[cell] = { kind: judged.worth, text: distance };
    }
    return { marks, worths };
  }

  render() {
    const { session, games, tab, dialog, error, seconds, stage, settings, down, message, hint } = this.state;
    if (!session) {
      return html`<main class="empty">${error ? html`<p role="alert">${error}</p>` : html`<p>Dealing …</p>`}</main>`;
    }
    const node = session.current;
    const { view } = node.position;
    const shown = stage ?? { view, keys: node.keys };
    const { marks, worths } = stage ? { marks: {}, worths: undefined } : this.marks();
    const hinted = hint.node === node && hint.plan ? view.moves.find((move) => move.text === hint.plan?.[0]) : undefined;
    const { parts } = this.state;
    const part = /** @type {any} */ (TABS.find((each) => each.id === tab)).panel;
    const Panel = typeof part === "string" ? parts?.[part] : part;
    const Dialog = dialog ? parts?.[{ deal: "DealDialog", settings: "SettingsDialog", statistics: "StatisticsDialog", studies: "StudiesDialog", help: "HelpDialog" }[dialog] ?? ""] : null;
    const title = games.find((game) => game.name === node.position.game)?.title ?? "";
    return html`<div class="app">
      <header class="top">
        <h1><span class="mark" aria-hidden="true"><i></i><i></i></span>Patience</h1>
        <nav aria-label="games">
          ${games.map((game) => html`<button class=${game.name === node.position.game ? "current" : ""} aria-current=${game.name === node.position.game ? "true" : "false"} onClick=${() => {
            if (game.name === node.position.game) return;
            this.giveUp();
            this.openInstance(today(game));
          }}><span class="long">${game.title.replace(/ \(.*/, "")}</span><span class="short">${game.name}</span></button>`)}
        </nav>
        <div class="tools">
          ${this.state.studies ? html`<button class="quiet" onClick=${() => this.setState({ dialog: "studies" })}>Studies</button>` : null}
          <button class="quiet" onClick=${() => this.setState({ dialog: "statistics" })}>Statistics</button>
          <button class="quiet" onClick=${() => this.setState({ dialog: "help" })}>Help</button>
          <button class="icon-button" aria-label="settings" onClick=${() => this.setState({ dialog: "settings" })}><${Icon} name="settings" /></button>
        </div>
      </header>
      <main>
        <section class="table" aria-label="game">
          <div class="caption">
            <h2>${session.name}<small>${title}${node.position.rules === "standard" ? "" : `, ${node.position.rules}`}</small></h2>
            <${Badge} app=${this} node=${node} />
            <span class="count"><b>${path(node).length - 1}</b> moves <b class="clock">${clock(seconds)}</b></span>
          </div>
          <${Board}
            view=${shown.view}
            keys=${shown.keys}
            down=${down}
            label=${stage?.label ?? `${title}, ${node.position.won ? "won" : `${view.moves.length} legal moves`}`}
            onMove=${stage ? undefined : this.play}
            onCell=${stage?.onCell}
            chosen=${stage?.chosen ?? null}
            from=${stage ? (stage.from ?? []) : hinted && hint.step >= 1 ? hinted.from : []}
            to=${stage ? (stage.to ?? []) : hinted && hint.step >= 2 ? hinted.to : []}
            marks=${marks}
            worths=${worths}
            movable=${settings.movable}
            instant=${stage?.instant}
          />
          <${Outcome} app=${this} node=${node} />
          <div class="toolbar" role="toolbar" aria-label="game">
            <button aria-label="undo" aria-disabled=${!node.parent} onClick=${this.undo}><${Icon} name="undo" /><span>Undo</span></button>
            <button aria-label="redo" aria-disabled=${!node.last} onClick=${this.redo}><${Icon} name="redo" /><span>Redo</span></button>
            <button aria-label="restart" aria-disabled=${!node.parent} onClick=${this.restart}><${Icon} name="restart" /><span>Restart</span></button>
            <button aria-label="hint" onClick=${this.hint}><${Icon} name="hint" /><span>Hint</span></button>
            <button aria-label="copy link" onClick=${this.copyLink}><${Icon} name="link" /><span>Link</span></button>
            <button class="primary" aria-label="new game" onClick=${() => this.setState({ dialog: "deal" })}><${Icon} name="new" /><span>New</span></button>
          </div>
          <p class="live" role="status" aria-live="polite">${message}</p>
          ${error ? html`<p class="error" role="alert">${error} <button class="quiet" onClick=${() => this.setState({ error: "" })}>Dismiss</button></p>` : null}
        </section>
        <aside aria-label="about this game">
          <div class="tabs" role="tablist" aria-label="panels">
            ${TABS.map((each) => html`<button role="tab" id=${`tab-${each.id}`} aria-selected=${each.id === tab} aria-controls="panel" tabindex=${each.id === tab ? 0 : -1} onKeyDown=${this.onTabKey} onClick=${() => this.setTab(each.id)}>${each.title}</button>`)}
          </div>
          <div class="panel" id="panel" role="tabpanel" aria-labelledby=${`tab-${tab}`} tabindex="0">${Panel ? html`<${Panel} app=${this} key=${tab} />` : null}</div>
        </aside>
      </main>
      ${Dialog ? html`<${Dialog} app=${this} key=${dialog} />` : null}
    </div>`;
  }

  setTab(tab) {
    if (this.state.stage && tab !== this.state.tab) this.setStage(null);
    this.setState({ tab });
  }

  onTabKey = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const index = TABS.findIndex((each) => each.id === this.state.tab);
    const next = TABS[(index + step + TABS.length) % TABS.length].id;
    this.setTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };

  closeDialog = () => this.setState({ dialog: null });

  /** The film of a plan from the current position. @param {string[]} plan */
  film = async (plan, at = this.at()) => {
    this.helped = true;
    const line = await ask("line", { ...at, moves: plan.join(" ") });
    return [{ move: null, words: "", from: [], to: [], position: line.origin }, ...line.steps];
  };

  movesHere = () => (this.state.session ? movesOf(path(this.state.session.current)) : "");
}

/** Won, lost or open, as the background judge knows it. */
function Badge({ app, node }) {
  const { settings, judging, stage } = app.state;
  const verdict = node.verdict?.verdict;
  // While a film or a search is on the table nothing is judged: what is not known yet is not being looked at either.
  if (!settings.judge || (stage && !verdict && !node.position.won)) return null;
  if (node.position.won) return html`<span class="badge wins"><${Icon} name="check" />won</span>`;
  if (verdict === "solved") {
    return html`<span class="badge wins" title="a way to win was found and replayed"><${Icon} name="check" />winnable</span>`;
  }
  if (verdict === "unsolvable") return html`<span class="badge loses" title="proved: no way leads to a win"><${Icon} name="cross" />lost</span>`;
  return html`<span class=${`badge unknown ${judging ? "busy" : ""}`} title=${judging ? "still looking" : "not settled in the time allowed"}>
    <${Icon} name="question" />${judging ? "thinking" : "unknown"}
  </span>`;
}

/** What is to be said when a game is over, or lost. */
function Outcome({ app, node }) {
  const { session, stage, seconds } = app.state;
  if (stage) return stage.note ?? null;
  const nodes = path(node);
  const fatal = nodes.find((each) => each.fatal);
  const again = fatal
    ? html`<button onClick=${() => app.goTo(fatal.parent)}>Try again before move ${nodes.indexOf(fatal)}</button>`
    : html`<button onClick=${app.undo}>Undo</button>`;
  if (node.position.won) {
    return html`<div class="outcome wins">
      <p><strong>Won!</strong> ${nodes.length - 1} moves in ${clock(seconds)}${app.helped ? ", with help" : ""}.</p>
      <button class="primary" onClick=${() => app.setState({ dialog: "deal" })}>New game</button>
    </div>`;
  }
  if (node.position.view.moves.length === 0) {
    return html`<div class="outcome loses"><p><strong>Stuck.</strong> No move is left.</p>${session.root === node ? null : again}</div>`;
  }
  if (node.verdict?.verdict === "unsolvable" && app.state.settings.judge) {
    return html`<div class="outcome loses">
      <p><strong>Lost</strong>, and that is proved. ${fatal ? html`Move ${nodes.indexOf(fatal)} (${fatal.move?.words}) threw it away.` : node.parent ? "" : "This deal cannot be won."}</p>
      ${node.parent ? again : html`<button onClick=${() => app.setState({ dialog: "deal" })}>New game</button>`}
    </div>`;
  }
  return null;
}
