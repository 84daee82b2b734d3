// The board as text, in and out, and an editor of positions. What is being edited is kept by the page, so that nothing is
// lost by looking elsewhere.
import { Component, html } from "./html.js";
import { CopyButton } from "./copy-button.js";
import { Glyph, Piece, Token, glyphOf } from "./faces.js";
import { byFingers } from "./fingers.js";
import { begin, firstKeys } from "./session.js";
import { inherit } from "./facts.js";
import { markPlace } from "./error.js";
import { whereOf } from "./judge.js";
import { Prose } from "./prose.js";
import { SUITS } from "./say.js";

/** @typedef {{view: any, chosen: number | null, brush: string | null, error: string}} Draft */

/** The cards of a position that an editor can put down: those that are not on the board, and the empty place. @param {import("./api.js").View} view */
export function spare(view) {
  const ranks = Math.max(...view.cells.map((cell) => cell.rank ?? 0));
  const lowest = Math.min(...view.cells.map((cell) => cell.rank ?? 99));
  /** @type {Record<string, number>} */
  const here = {};
  for (const { sign } of view.cells) here[sign] = (here[sign] ?? 0) + 1;
  const all = Object.keys(SUITS).flatMap((suit) => [..."A23456789TJQK"].slice(lowest - 1, ranks).map((rank) => rank + suit));
  // Two decks have every card twice.
  const copies = Math.max(1, ...all.map((sign) => here[sign] ?? 0));
  return ["--", ...all.filter((sign) => (here[sign] ?? 0) < copies)];
}

/** A board in the canonical notation, from the signs of its cells. @param {string[]} signs @param {import("./api.js").View} view */
export function write(signs, view) {
  const legend = signs.filter((sign) => sign.length > 1 && sign.startsWith("*")).map((sign) => sign.slice(1));
  const rows = Array.from({ length: view.rows }, (_, row) =>
    signs
      .slice(row * view.columns, (row + 1) * view.columns)
      .map((sign) => (sign.length > 1 && sign.startsWith("*") ? "*" : sign))
      .join(view.cell_separator),
  );
  return rows.join(view.row_separator) + (legend.length ? `/*=${legend.join(",")}` : "");
}

/** The sizes of boards that can be drawn: rows and columns, least and most. Birds of a Feather has one size. @type {Record<string, {rows: [number, number], columns: [number, number]}>} */
export const SIZES = { gaps: { rows: [1, 4], columns: [2, 13] }, cohesion: { rows: [2, 8], columns: [2, 8] }, tiles: { rows: [2, 10], columns: [2, 10] } };

/** The plainest board of a size, to draw on: cards in their order; one colour in two corners; a piece and its target. @param {string} game @param {number} rows @param {number} columns */
export function plainBoard(game, rows, columns) {
  const row = (/** @type {(column: number) => string} */ sign) => Array.from({ length: columns }, (_, column) => sign(column));
  if (game === "gaps") return Array.from({ length: rows }, (_, suit) => row((column) => (column === columns - 1 ? "--" : "23456789TJQK"[column] + "CHSD"[suit])).join(" ")).join(" / ");
  const [first, last] = game === "cohesion" ? ["A", "A"] : ["a", "A"];
  return Array.from({ length: rows }, (_, at) => row((column) => (at + column === 0 ? first : at === rows - 1 && column === columns - 1 ? last : ".")).join("")).join("/");
}

/** What a sign puts down, as it looks on the board. @param {string} sign @param {string} control */
function drawn(sign, control) {
  if (sign === "--" || sign === ".") return "empty";
  if (sign === "#") return "wall";
  if (control === "place") return html`<${Token} sign=${sign} />`;
  const piece = (colour) => html`<span class="token-piece"><${Piece} colour=${colour.toUpperCase()} /></span>`;
  const goal = (colour) => html`<span class=${`token-goal c-${glyphOf(colour)}`}><${Glyph} colour=${colour} /></span>`;
  if (control === "shift") return piece(sign);
  const [first, second] = sign.replace("*", "");
  return second ? html`${piece(first)}${goal(second)}` : first === first.toUpperCase() ? goal(first) : piece(first);
}

export class Edit extends Component {
  /** @type {HTMLTextAreaElement | null} */
  field = null;
  state = { notations: /** @type {any[]} */ ([]), text: "", error: "", node: /** @type {any} */ (null), rows: 3, columns: 4 };

  componentDidMount() {
    this.read();
    // The draft lies on the board again.
    if (this.props.draft) this.show(this.props.draft);
  }

  componentDidUpdate() {
    if (this.state.node !== this.props.node) this.read();
  }

  async read() {
    const { node, ask } = this.props;
    this.setState({ node });
    try {
      const { notations } = await ask("notations", whereOf(node));
      if (this.props.node === node) this.setState({ notations });
    } catch (error) {
      this.setState({ error: error.message });
    }
  }

  /** Draws on the plainest board of a size. */
  blank = async () => {
    const { game, rules } = this.props.node.position;
    const { rows, columns } = this.state;
    try {
      const { view } = await this.props.ask("position", { game: `${game}+${rules}`, board: plainBoard(game, rows, columns) });
      this.begin(view);
    } catch (error) {
      this.setState({ error: error.message });
    }
  };

  begin = (view = this.props.node.position.view) => {
    this.show({ view: { ...view, moves: [], cells: view.cells.slice() }, chosen: null, brush: null, error: "" });
  };

  /** @param {Draft} draft */
  show(draft) {
    this.draft = draft;
    this.props.onDraft(draft);
    this.props.onStage({
      view: draft.view, keys: firstKeys(draft.view), onCell: this.click, chosen: draft.chosen,
      label: "editor: choose two cells to swap them, or a sign to put on a cell",
      note: `Editing: ${byFingers() ? "tap" : "click"} ${draft.brush ? "a cell to put the sign there" : "two cells to swap them"}`,
    });
  }

  click = (cell) => {
    const draft = /** @type {Draft} */ (this.draft);
    const signs = draft.view.cells.map((each) => each.sign);
    if (draft.brush !== null) {
      signs[cell] = draft.brush;
      return this.check(signs);
    }
    if (draft.chosen === null) return this.show({ ...draft, chosen: cell });
    [signs[draft.chosen], signs[cell]] = [signs[cell], signs[draft.chosen]];
    return this.check(signs);
  };

  /** Asks the rules whether a board is one, and draws it if so; what was there stays otherwise. */
  async check(signs) {
    const draft = /** @type {Draft} */ (this.draft);
    try {
      const position = await this.props.ask("position", { game: whereOf(this.props.node).game, board: write(signs, draft.view) });
      this.show({ view: { ...position.view, moves: [], palette: draft.view.palette }, chosen: null, brush: draft.brush, error: "" });
    } catch (error) {
      this.show({ ...draft, chosen: null, error: error.message });
    }
  }

  /** Opens a board of the current game as a new game. @param {string} board */
  async open(board) {
    const where = { game: whereOf(this.props.node).game, board };
    const position = await this.props.ask("position", where);
    const session = begin({ ...where, board: position.board }, "own board", position);
    inherit(session.root);
    this.cancel();
    this.props.onOpen(session);
  }

  use = () => {
    const { view } = /** @type {Draft} */ (this.draft);
    return this.open(write(view.cells.map((cell) => cell.sign), view)).catch((error) => this.setState({ error: error.message }));
  };

  cancel = () => {
    this.draft = null;
    this.props.onDraft(null);
    this.props.onStage(null);
  };

  paste = async () => {
    try {
      await this.open(this.state.text);
    } catch (error) {
      this.setState({ error: error.message });
      markPlace(this.field, error);
    }
  };

  /** A small board of one's own, to see searches on. @param {string} game */
  size(game) {
    const sizes = SIZES[game];
    if (!sizes) return null;
    const field = (/** @type {"rows" | "columns"} */ name) => html`<label class="inline">${name} <select value=${String(this.state[name])} onChange=${(event) => this.setState({ [name]: Number(event.target.value) })}>${Array.from({ length: sizes[name][1] - sizes[name][0] + 1 }, (_, i) => sizes[name][0] + i).map((each) => html`<option value=${String(each)}>${each}</option>`)}</select></label>`;
    return html`<div class="transport">${field("rows")}${field("columns")}<button onClick=${this.blank}>Draw a new board</button></div>`;
  }

  render({ draft, node, onCopy, movesHere }) {
    const { notations, text, error } = this.state;
    const cards = node.position.view.control === "place";
    const palette = draft ? (cards ? spare(draft.view) : (draft.view.palette ?? [])) : [];
    const brush = (sign) => () => this.show({ ...draft, brush: sign, chosen: null });
    return html`<div class="edit scroller">
      <h3>Editor</h3>
      ${draft
        ? html`<p class="note">${byFingers() ? "Tap" : "Click"} two cells to swap what is on them, or choose what to put down and ${byFingers() ? "tap" : "click"} where it goes.</p>
            <div class="palette" role="group" aria-label="signs">
              <button aria-pressed=${draft.brush === null} onClick=${brush(null)}>swap</button>
              ${palette.map((sign) => html`<button key=${sign} aria-label=${sign} aria-pressed=${draft.brush === sign} onClick=${brush(sign)}>${drawn(sign, node.position.view.control)}</button>`)}
            </div>
            ${draft.error ? html`<p class="error" role="alert"><${Prose} text=${draft.error} /></p>` : null}
            <div class="transport"><button class="primary" onClick=${this.use}>Play this position</button><button onClick=${this.cancel}>Cancel</button></div>`
        : html`<div class="transport"><button onClick=${() => this.begin()}>Edit this position</button></div>${this.size(node.position.game)}`}
      <h3>Read a board</h3>
      <label>Any notation of the game
        <textarea rows="4" spellcheck=${false} ref=${(field) => (this.field = field)} aria-invalid=${!!error} value=${text} onInput=${(event) => this.setState({ text: event.target.value })}></textarea>
      </label>
      ${error ? html`<p class="error" role="alert"><${Prose} text=${error} /></p>` : null}
      <button disabled=${!text.trim()} onClick=${this.paste}>Open this board</button>
      <h3>Write the board</h3>
      ${notations.map((each) => html`<${Written} key=${each.name} written=${each} onCopy=${onCopy} />`)}
      <${Written} written=${{ name: "moves so far", summary: "as plans are written", text: movesHere || "(none)" }} onCopy=${onCopy} />
    </div>`;
  }
}

const Written = ({ written, onCopy }) => html`<details class="written" open=${written.name === "notation"}>
  <summary>${written.name} <small>${written.summary}</small></summary>
  <pre tabindex="0" role="group" aria-label=${written.name}>${written.text}</pre>
  <${CopyButton} words="Copy" label=${`copy ${written.name}`} onCopy=${() => onCopy(written.text, written.name)} />
</details>`;
