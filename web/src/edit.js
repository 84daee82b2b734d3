// The board as text, in and out, and an editor of positions.
import { Component, html } from "./html.js";
import { ask } from "./api.js";
import { begin, firstKeys } from "./session.js";

export class Edit extends Component {
  state = {
    draft: /** @type {any} */ (null),
    notations: /** @type {any[]} */ ([]),
    text: "",
    error: "",
    chosen: /** @type {number | null} */ (null),
    brush: /** @type {string | null} */ (null),
    node: /** @type {any} */ (null),
  };

  componentDidMount() {
    this.read();
  }

  componentDidUpdate() {
    if (this.state.node !== this.props.app.state.session.current) this.read();
  }

  componentWillUnmount() {
    if (this.state.draft) this.props.app.setStage(null);
  }

  async read() {
    const { app } = this.props;
    const node = app.state.session.current;
    this.setState({ node });
    const { notations } = await ask("notations", app.at());
    if (app.state.session.current === node) this.setState({ notations });
  }

  begin = () => {
    const { view } = this.props.app.state.session.current.position;
    this.setState({ draft: { ...view, moves: [], cells: view.cells.slice() }, chosen: null, brush: null, error: "" }, this.show);
  };

  show = () => {
    const { draft, chosen } = this.state;
    if (!draft) return;
    this.props.app.setStage({
      view: draft,
      keys: firstKeys(/** @type {any} */ ({ view: draft })),
      onCell: this.click,
      chosen,
      label: "editor: choose two cells to swap them, or a sign to put on a cell",
      note: html`<p class="note film-note">Editing: ${this.state.brush ? `click a cell to put ${this.state.brush} there` : "click two cells to swap them"}</p>`,
    });
  };

  click = async (cell) => {
    const { draft, chosen, brush } = this.state;
    const cells = draft.cells.slice();
    if (brush !== null) {
      const signs = cells.map((each) => each.sign);
      signs[cell] = brush;
      return this.check(signs);
    }
    if (chosen === null) return this.setState({ chosen: cell }, this.show);
    const signs = cells.map((each) => each.sign);
    // Targets belong to the board, not to what lies on it; signs carry both, so the whole cells are swapped.
    [signs[chosen], signs[cell]] = [signs[cell], signs[chosen]];
    this.setState({ chosen: null });
    return this.check(signs);
  };

  /** Lets the rules say whether a board is one, and draws it if so. */
  async check(signs) {
    const { app } = this.props;
    const { draft } = this.state;
    const board = write(signs, draft);
    try {
      const position = await ask("position", { game: app.at().game, board });
      this.setState({ draft: { ...position.view, moves: [], palette: draft.palette }, error: "" }, this.show);
    } catch (error) {
      this.setState({ error: error.message }, this.show);
    }
  }

  use = async () => {
    const { app } = this.props;
    const { draft } = this.state;
    const board = write(draft.cells.map((cell) => cell.sign), draft);
    this.setState({ draft: null });
    await open(app, board);
  };

  cancel = () => {
    this.setState({ draft: null, error: "" });
    this.props.app.setStage(null);
  };

  paste = async () => {
    try {
      await open(this.props.app, this.state.text);
      this.setState({ text: "", error: "" });
    } catch (error) {
      this.setState({ error: error.message });
    }
  };

  render() {
    const { draft, notations, text, error, brush } = this.state;
    const palette = draft?.palette ?? [];
    return html`<div class="edit">
      <h3>Editor</h3>
      ${draft
        ? html`<p class="note">Click two cells to swap what is on them${palette.length ? ", or choose a sign and click where it goes" : ""}.</p>
            ${palette.length ? html`<div class="palette" role="group" aria-label="signs">
              <button aria-pressed=${brush === null} onClick=${() => this.setState({ brush: null, chosen: null }, this.show)}>swap</button>
              ${palette.map((sign) => html`<button aria-pressed=${brush === sign} onClick=${() => this.setState({ brush: sign, chosen: null }, this.show)}>${sign}</button>`)}
            </div>` : null}
            <div class="transport"><button class="primary" onClick=${this.use}>Play this position</button><button onClick=${this.cancel}>Cancel</button></div>`
        : html`<button onClick=${this.begin}>Edit this position</button>`}
      ${error ? html`<p class="error" role="alert">${error}</p>` : null}
      <h3>Read a board</h3>
      <label>Any notation of the game
        <textarea rows="4" spellcheck="false" value=${text} onInput=${(event) => this.setState({ text: event.target.value })}></textarea>
      </label>
      <button disabled=${!text.trim()} onClick=${this.paste}>Open this board</button>
      <h3>Write the board</h3>
      ${notations.map((each) => html`<${Written} key=${each.name} app=${this.props.app} written=${each} />`)}
      <${Written} app=${this.props.app} written=${{ name: "moves so far", summary: "as plans are written", text: this.props.app.movesHere() || "(none)" }} />
    </div>`;
  }
}

function Written({ app, written }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(written.text);
      app.setState({ message: `Copied: ${written.name}.` });
    } catch {
      app.setState({ message: "The browser does not allow copying; select the text instead." });
    }
  };
  return html`<details class="written" open=${written.name === "notation"}>
    <summary>${written.name} <small>${written.summary}</small></summary>
    <pre tabindex="0" role="group" aria-label=${written.name}>${written.text}</pre>
    <button onClick=${copy} aria-label=${`copy ${written.name}`}>Copy</button>
  </details>`;
}

/** A board in the canonical notation, from the signs of its cells. */
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

/** Opens a board of the current game as a new game. */
export async function open(app, board) {
  const where = { game: app.at().game, board };
  const position = await ask("position", where);
  app.giveUp();
  app.show(begin({ ...where, board: position.board }, "own board", position));
}
