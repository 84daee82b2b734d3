// What opens over the page: a new game, settings, statistics, help.
import { Component, html } from "./html.js";
import { ask, isAbort, job, offline } from "./api.js";
import { dayNumber, fields, numbered, today } from "./deals.js";
import { clearStatistics, clock, readStatistics } from "./storage.js";
import { begin } from "./session.js";

/** A modal dialog; the browser keeps the focus in it and closes it on Escape. */
export class Dialog extends Component {
  /** @type {HTMLDialogElement | null} */
  box = null;
  componentDidMount() {
    this.box?.showModal();
  }
  render({ title, onClose, wide, children }) {
    return html`<dialog class=${wide ? "wide" : ""} ref=${(box) => (this.box = box)} aria-label=${title} onClose=${onClose} onClick=${(event) => event.target === this.box && this.box?.close()}>
      <div class="sheet">
        <header><h2>${title}</h2><button class="quiet" onClick=${() => this.box?.close()}>Close</button></header>
        ${children}
      </div>
    </dialog>`;
  }
}

const LEVELS = { "": "any", easy: "easy", medium: "medium", hard: "hard" };

export class DealDialog extends Component {
  state = { game: "", rules: "", source: 0, values: /** @type {string[] | null} */ (null), level: "", winnable: true, busy: false, told: "", tried: 0, text: "" };
  /** @type {AbortController | null} */
  abort = null;

  componentWillUnmount() {
    this.abort?.abort();
  }

  get info() {
    const { app } = this.props;
    const name = this.state.game || app.state.session.root.position.game;
    return app.state.games.find((game) => game.name === name);
  }

  get rules() {
    const { app } = this.props;
    const here = app.state.session.root.position;
    return this.state.rules || (this.info.name === here.game ? here.rules : this.info.rule_sets[0].name);
  }

  head() {
    const first = this.info.rule_sets[0].name;
    return this.rules === first ? this.info.name : `${this.info.name}+${this.rules}`;
  }

  open = async (instance) => {
    const { app } = this.props;
    this.setState({ busy: true, told: "" });
    try {
      const position = await ask("position", { instance });
      app.giveUp();
      app.show(begin({ instance }, instance, position));
    } catch (error) {
      this.setState({ busy: false, told: error.message });
    }
  };

  paste = async () => {
    const { app } = this.props;
    try {
      const where = { game: `${this.info.name}+${this.rules}`, board: this.state.text };
      const position = await ask("position", where);
      app.giveUp();
      app.show(begin({ ...where, board: position.board }, "own board", position));
    } catch (error) {
      this.setState({ told: error.message });
    }
  };

  /** Looks for a deal that can be won, or is as hard as wanted, from a random number on. */
  search = async () => {
    const { level } = this.state;
    const source = numbered(this.info);
    const path = source.example.slice(source.example.indexOf(":") + 1).split("/").slice(0, -1).join("/");
    const abort = (this.abort = new AbortController());
    this.setState({ busy: true, told: "Looking for a deal …", tried: 0 });
    try {
      const seed = Math.floor(Math.random() * 1e6) + 1;
      const question = { source: `${this.head()}:${path}`, seed, level: level || undefined };
      const { name, data } = await job("deal", question, (event) => {
        if (event === "tried") this.setState({ tried: this.state.tried + 1, told: `Looking for a deal … ${this.state.tried + 1} passed over` });
      }, abort.signal);
      if (name !== "deal") return this.setState({ busy: false, told: "No such deal was found. Try another level." });
      await this.open(data.instance);
      if (data.rating) this.props.app.setState({ message: `Rated ${data.rating.level}: ${data.rating.measure}.` });
    } catch (error) {
      if (!isAbort(error)) this.setState({ busy: false, told: error.message });
    }
  };

  render({ app }) {
    const { source, values, level, winnable, busy, told, text } = this.state;
    const { info } = this;
    if (!info) return null;
    const chosen = info.sources[source] ?? info.sources[0];
    const parts = fields(chosen);
    const now = values ?? parts.map((part) => part.value);
    const instance = `${this.head()}:${[chosen.name, ...now].join("/")}`;
    return html`<${Dialog} title="New game" onClose=${app.closeDialog}>
      <div class="fields">
        <label>Game <select value=${info.name} onChange=${(event) => this.setState({ game: event.target.value, rules: "", source: 0, values: null })}>${app.state.games.map((game) => html`<option value=${game.name}>${game.title}</option>`)}</select></label>
        ${info.rule_sets.length > 1 ? html`<label>Rules <select value=${this.rules} onChange=${(event) => this.setState({ rules: event.target.value })}>${info.rule_sets.map((set) => html`<option value=${set.name}>${set.name}</option>`)}</select></label>` : null}
      </div>
      ${info.rule_sets.length > 1 ? html`<p class="note">${info.rule_sets.find((set) => set.name === this.rules)?.summary}</p>` : null}
      <section>
        <h3>Today</h3>
        <p class="note">The deal of the day is the same for everybody: number ${dayNumber()}.</p>
        <button class="primary" disabled=${busy} onClick=${() => this.open(today(info, this.rules === info.rule_sets[0].name ? "" : this.rules))}>Play today's deal</button>
      </section>
      <section>
        <h3>A fitting deal</h3>
        <div class="fields">
          <label>Level <select value=${level} onChange=${(event) => this.setState({ level: event.target.value })}>${Object.entries(LEVELS).map(([value, name]) => html`<option value=${value}>${name}</option>`)}</select></label>
          <label class="check"><input type="checkbox" checked=${winnable || level !== ""} disabled=${level !== ""} onChange=${(event) => this.setState({ winnable: event.target.checked })} />only winnable deals</label>
        </div>
        <p class="note">${info.name === "gaps" || info.name === "birds" ? "A deal is as hard as it is unforgiving: of the side steps from a winning line, easy deals lose fewer than a tenth, hard ones three tenths or more." : "A level is as hard as its solution is long: easy up to 6 moves, hard from 12."}</p>
        <button disabled=${busy} onClick=${() => (level || winnable ? this.search() : this.open(`${this.head()}:${[numbered(info).name, ...fields(numbered(info)).slice(0, -1).map((part) => part.value), Math.floor(Math.random() * 1e6) + 1].join("/")}`))}>Deal</button>
      </section>
      <section>
        <h3>By name or number</h3>
        <div class="fields">
          <label>Source <select value=${source} onChange=${(event) => this.setState({ source: Number(event.target.value), values: null })}>${info.sources.map((each, index) => html`<option value=${index}>${each.name}</option>`)}</select></label>
          ${parts.map((part, index) => {
            const set = (event) => this.setState({ values: now.map((value, i) => (i === index ? event.target.value : value)) });
            return part.name === "ID" && info.levels.length
              ? html`<label>Level <select value=${now[index]} onChange=${set}>${info.levels.map((each) => html`<option value=${each}>${each}</option>`)}</select></label>`
              : html`<label>${part.name.toLowerCase()} <input value=${now[index]} size="8" onInput=${set} /></label>`;
          })}
        </div>
        <p class="note">${chosen.summary}</p>
        <button disabled=${busy} onClick=${() => this.open(instance)}>Deal <code>${instance}</code></button>
      </section>
      <section>
        <h3>A board of your own</h3>
        <label>Any notation of the game <textarea rows="3" spellcheck="false" value=${text} onInput=${(event) => this.setState({ text: event.target.value })}></textarea></label>
        <button disabled=${!text.trim()} onClick=${this.paste}>Open this board</button>
      </section>
      <p class=${busy ? "note" : "error"} role="status">${told}</p>
    <//>`;
  }
}

export function SettingsDialog({ app }) {
  const { settings } = app.state;
  const check = (name, words) => html`<label class="check"><input type="checkbox" checked=${settings[name]} onChange=${(event) => app.applySettings({ [name]: event.target.checked })} />${words}</label>`;
  return html`<${Dialog} title="Settings" onClose=${app.closeDialog}>
    <div class="fields">
      <label>Colours <select value=${settings.theme} onChange=${(event) => app.applySettings({ theme: event.target.value })}><option value="auto">as the system</option><option value="light">light</option><option value="dark">dark</option></select></label>
      <label>Rows of cards <select value=${settings.layout} onChange=${(event) => app.applySettings({ layout: event.target.value })}><option value="auto">as it fits</option><option value="across">across</option><option value="down">downward</option></select></label>
    </div>
    ${check("fourColours", "Four colours: diamonds blue, clubs green")}
    ${check("movable", "Mark what may move")}
    ${check("motion", "Animate moves")}
    ${check("judge", "Tell me all the time whether the game can still be won")}
    <p class="note">Settings, times and statistics stay in this browser. ${offline ? "The solvers run in it too." : "The solvers run on this computer."}</p>
  <//>`;
}

export class StatisticsDialog extends Component {
  render({ app }) {
    const all = Object.entries(readStatistics());
    return html`<${Dialog} title="Statistics" onClose=${app.closeDialog}>
      ${all.length === 0 ? html`<p>No game finished yet.</p>` : null}
      ${all.map(([game, record]) => html`<section key=${game}>
        <h3>${game}</h3>
        <dl class="counters">
          <div><dt>finished</dt><dd>${record.played}</dd></div>
          <div><dt>won</dt><dd>${record.won}</dd></div>
          <div><dt>won with help</dt><dd>${record.helped}</dd></div>
          <div><dt>given up</dt><dd>${record.lost}</dd></div>
          <div><dt>best time</dt><dd>${record.best === null ? "–" : clock(record.best)}</dd></div>
          <div><dt>fewest moves</dt><dd>${record.fewest ?? "–"}</dd></div>
          <div><dt>streak</dt><dd>${record.streak}</dd></div>
          <div><dt>longest streak</dt><dd>${record.longest}</dd></div>
          <div><dt>time played</dt><dd>${clock(record.seconds)}</dd></div>
        </dl>
      </section>`)}
      <p class="note">A win after a hint, an analysis or a film counts as won with help. A game that was begun and left for another counts as given up.</p>
      ${all.length ? html`<button onClick=${() => { clearStatistics(); this.setState({}); }}>Forget all this</button>` : null}
    <//>`;
  }
}

export function HelpDialog({ app }) {
  const keys = [
    ["Arrow keys", "walk on the board; shift the picked piece; tilt the board"],
    ["Enter, space", "pick, put down, make the only move of a picked card"],
    ["Escape", "let go"], ["Shift + arrows", "walk on a board that tilts"],
    ["U, Ctrl Z, Backspace", "undo"], ["R, Ctrl Y", "redo"], ["H", "hint: a nudge, the move, the whole line"],
    ["A", "analyse every move"], ["N", "new game"], ["?", "this help"],
  ];
  return html`<${Dialog} title="Help" onClose=${app.closeDialog}>
    <p>${app.info()?.summary}</p>
    <p>Drag, or click what moves and then where it goes; a click on a free place fetches the card that belongs there. On boards that tilt, swipe. Rows and columns count from 0.</p>
    <table class="keys"><tbody>${keys.map(([key, words]) => html`<tr><th scope="row">${key}</th><td>${words}</td></tr>`)}</tbody></table>
  <//>`;
}
