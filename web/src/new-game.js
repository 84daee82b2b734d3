// More ways to begin a game: a fitting deal, one by name, a board of one's own, a game that was kept.
import { Component, html } from "./html.js";
import { job } from "./api.js";
import { isAbort, markPlace } from "./error.js";
import { Prose } from "./prose.js";
import { fields, headOf } from "./deals.js";
import { readTag } from "./daily.js";
import { Dialog } from "./dialog.js";
import { clock, counted, dateText, names, rulesText, summaryText } from "./say.js";
import { begin } from "./session.js";
import { inherit } from "./facts.js";
import { dealSource } from "./deal-search.js";

export const LEVELS = { any: "any", easy: "easy", medium: "medium", hard: "hard" };

/** A kept game by its title, and the day of a daily deal. */
function keptText(games, kept) {
  const { instance, game, board } = kept.where;
  const [name, rules = "standard"] = (instance ?? game ?? "").split(":")[0].split("+");
  const title = games.find((each) => each.name === name)?.title.replace(/ \(.*/, "") ?? name;
  const { head, small } = names({ where: kept.where, root: { position: { rules } } }, title);
  const day = readTag(kept.daily ?? "");
  return `${day ? `${dateText(day.day)}, ${day.level}` : head} · ${small}${board ? `, ${board.length > 30 ? `${board.slice(0, 30)} …` : board}` : ""}`;
}

/** A part of a name, as players call it. @param {string} name */
const labelOf = (name) => (name === "RxC" ? "Size" : name.charAt(0) + name.slice(1).toLowerCase());

export class DealDialog extends Component {
  state = { game: "", rules: "", source: 0, values: /** @type {string[] | null} */ (null), busy: false, told: "", tried: 0, text: "" };
  /** @type {AbortController | null} */
  abort = null;
  /** @type {HTMLTextAreaElement | null} */
  field = null;

  componentWillUnmount() {
    this.abort?.abort();
  }

  get info() {
    const { games, here } = this.props;
    return games.find((game) => game.name === (this.state.game || here.game)) ?? games[0];
  }

  get rules() {
    const { here } = this.props;
    return this.state.rules || (this.info.name === here.game ? here.rules : this.info.rule_sets[0].name);
  }

  /** @param {import("./api.js").Where} where */
  open = async (where) => {
    this.setState({ busy: true, told: "" });
    try {
      const position = await this.props.ask("position", where);
      const session = begin(where.instance ? where : { ...where, board: position.board }, where.instance ?? "own board", position);
      inherit(session.root);
      this.props.onOpen(session);
    } catch (error) {
      this.setState({ busy: false, told: error.message });
      if (where.board) markPlace(this.field, error);
    }
  };

  /** Looks for a deal that can be won, and is as hard as wanted. */
  search = async () => {
    const abort = (this.abort = new AbortController());
    this.setState({ busy: true, told: "Looking for a deal …", tried: 0 });
    try {
      const { name, data } = await job("deal", dealSource(this.info, this.rules, this.props.level), (event) => {
        if (event === "tried") this.setState({ tried: this.state.tried + 1, told: `Looking for a deal … ${this.state.tried + 1} passed over` });
      }, abort.signal);
      if (name !== "deal") return this.setState({ busy: false, told: "No such deal was found in the time allowed. Try another level." });
      await this.open({ instance: data.instance });
    } catch (error) {
      this.setState({ busy: false, told: isAbort(error) ? "Stopped." : error.message });
    }
  };

  render({ games, kept, level, onLevel, onKept, onClose }) {
    const { source, values, busy, told, text } = this.state;
    const { info } = this;
    const chosen = info.sources[source] ?? info.sources[0];
    const parts = fields(chosen);
    const now = values ?? parts.map((part) => part.value);
    const instance = `${headOf(info, this.rules)}:${[chosen.name, ...now].join("/")}`;
    return html`<${Dialog} title="New game" onClose=${onClose}>
      <div class="fields">
        <label>Game <select value=${info.name} onChange=${(event) => this.setState({ game: event.target.value, rules: "", source: 0, values: null })}>${games.map((game) => html`<option value=${game.name}>${game.title}</option>`)}</select></label>
        ${info.rule_sets.length > 1 ? html`<label>Rules <select value=${this.rules} onChange=${(event) => this.setState({ rules: event.target.value })}>${info.rule_sets.map((set) => html`<option value=${set.name}>${rulesText(set.name)}</option>`)}</select></label>` : null}
        <label>Level <select value=${level} onChange=${(event) => onLevel(event.target.value)}>${Object.entries(LEVELS).map(([value, name]) => html`<option value=${value}>${name}</option>`)}</select></label>
      </div>
      ${info.rule_sets.length > 1 ? html`<p class="note">${summaryText(info.rule_sets.find((set) => set.name === this.rules)?.summary ?? "")}</p>` : null}
      <div class="transport"><button class="primary" disabled=${busy} onClick=${this.search}>Deal one that can be won</button>${busy ? html`<button onClick=${() => this.abort?.abort()}>Stop</button>` : null}</div>
      <p class=${busy ? "note" : "error"} role="status"><${Prose} text=${told} /></p>
      ${kept.length === 0 ? html`<section><h3>My games</h3><p class="note">Every game that you begin is kept here, with its moves and its clock.</p></section>` : html`<section><h3>My games</h3><ul class="kept" tabindex="0" aria-label="kept games">${kept.map((game) => html`<li><button title=${game.name} onClick=${() => onKept(game)}><span>${keptText(games, game)}</span><small>${counted(game.moves, "move")}${game.won ? ", won" : ""}, ${clock(game.seconds)}</small></button></li>`)}</ul></section>`}
      <section>
        <h3>By name or number</h3>
        <div class="fields">
          <label>Source <select value=${source} onChange=${(event) => this.setState({ source: Number(event.target.value), values: null })}>${info.sources.map((each, index) => html`<option value=${index}>${each.name}</option>`)}</select></label>
          ${parts.map((part, index) => {
            const set = (event) => this.setState({ values: now.map((value, i) => (i === index ? event.target.value : value)) });
            return part.name === "ID" && info.levels.length
              ? html`<label>Number <select value=${now[index]} onChange=${set}>${info.levels.map((each) => html`<option value=${each}>${each}</option>`)}</select></label>`
              : html`<label>${labelOf(part.name)} <input value=${now[index]} size="8" onInput=${set} /></label>`;
          })}
        </div>
        <p class="note">${chosen.summary}</p>
        <button disabled=${busy} onClick=${() => this.open({ instance })}>Deal <code>${instance}</code></button>
      </section>
      <section>
        <h3>A board of your own</h3>
        <label>Any notation of the game <textarea rows="3" spellcheck=${false} ref=${(field) => (this.field = field)} value=${text} onInput=${(event) => this.setState({ text: event.target.value })}></textarea></label>
        <button disabled=${!text.trim()} onClick=${() => this.open({ game: `${info.name}+${this.rules}`, board: text })}>Open this board</button>
      </section>
    <//>`;
  }
}
