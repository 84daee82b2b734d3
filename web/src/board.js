// The board: draws a view and turns clicks, drags and keys into its legal moves. It knows no rules: what may move where
// stands in the view.
import { Component, html } from "./html.js";
import { Face, Icon, colourClass } from "./faces.js";

/** @typedef {import("./api.js").View} View */
/** @typedef {import("./api.js").Move} Move */
/**
 * @typedef {object} Props
 * @property {View} view
 * @property {(string|null)[]} keys
 * @property {boolean} [down] rows run downward
 * @property {(move: Move) => void} [onMove] without it the board is only looked at
 * @property {(cell: number) => void} [onCell] takes every click, for the editor
 * @property {{[cell: number]: {kind: string, text?: string}}} [marks]
 * @property {number[]} [from] cells that a hint points at
 * @property {number[]} [to]
 * @property {number | null} [chosen] the editor's cell
 * @property {boolean} [movable] whether what can move is marked
 * @property {Map<string, {worth: string, distance?: number}>} [worths] by move
 * @property {boolean} [instant] without animation, where positions follow each other too fast
 * @property {string} label
 */

const DIRECTIONS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const SHIFT = { left: [0, -1], right: [0, 1], up: [-1, 0], down: [1, 0] };
/** A finger that moved less than this many pixels has clicked. */
const SLOP = 7;

/** On which sides a piece goes on in the next cell. @param {View} view @param {number} at */
function joinsOf(view, at) {
  const cell = view.cells[at];
  const column = at % view.columns;
  const same = (other) => view.cells[other]?.group === cell.group && view.cells[other]?.kind === "piece";
  return {
    left: column > 0 && same(at - 1),
    right: column + 1 < view.columns && same(at + 1),
    up: same(at - view.columns),
    down: same(at + view.columns),
  };
}

export class Board extends Component {
  /** @type {{picked: number|null, cursor: number, drag: null|{cell: number, x: number, y: number, dx: number, dy: number, far: boolean, id: number}, ghosts: {key: string, at: number, cell: any}[]}} */
  state = { picked: null, cursor: 0, drag: null, ghosts: [] };
  /** @type {HTMLElement | null} */
  grid = null;
  timer = 0;
  refocus = false;

  /** @param {Props} before */
  componentDidUpdate(before) {
    const { keys, view } = this.props;
    if (before.view !== view) {
      // A pick survives where the same thing can still move; everything else starts afresh.
      const { picked } = this.state;
      if (picked !== null) {
        const now = keys.indexOf(before.keys[picked]);
        const stays = view.control === "shift" && now >= 0;
        this.setState({ picked: stays ? now : null, cursor: stays ? now : this.state.cursor });
      }
      if (this.state.cursor >= view.cells.length) this.setState({ cursor: 0 });
      const here = new Set(keys);
      const ghosts = before.keys.flatMap((key, at) => (key && !here.has(key) ? [{ key, at, cell: before.view.cells[at] }] : []));
      if (ghosts.length && ghosts.length <= 4 && before.keys.length === keys.length) {
        this.setState({ ghosts });
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.setState({ ghosts: [] }), 200);
      } else if (this.state.ghosts.length) this.setState({ ghosts: [] });
    }
    if (this.refocus) {
      this.refocus = false;
      /** @type {HTMLElement | null | undefined} */ (this.grid?.querySelector(`[data-cell="${this.state.cursor}"]`))?.focus({ preventScroll: true });
    }
  }

  componentWillUnmount() {
    clearTimeout(this.timer);
  }

  movesFrom(cell) {
    return this.props.view.moves.filter((move) => move.from.includes(cell));
  }

  /** The cells onto which a pick may go. */
  targets(picked = this.state.picked) {
    if (picked === null) return [];
    const { control } = this.props.view;
    return this.movesFrom(picked).flatMap((move) =>
      control === "place" ? [move.to[move.from.indexOf(picked)]] : move.to.filter((cell) => !move.from.includes(cell)),
    );
  }

  /** The move of a pick onto a cell; where several fit, the one that goes most nearly that way. */
  moveOnto(picked, cell) {
    const { view } = this.props;
    const fitting = this.movesFrom(picked).filter((move) =>
      view.control === "place" ? move.to[move.from.indexOf(picked)] === cell : move.to.includes(cell) && !move.from.includes(cell),
    );
    const row = Math.floor(cell / view.columns) - Math.floor(picked / view.columns);
    const column = (cell % view.columns) - (picked % view.columns);
    const along = (move) => (move.direction ? SHIFT[move.direction][0] * row + SHIFT[move.direction][1] * column : 0);
    return fitting.sort((a, b) => along(b) - along(a))[0];
  }

  /** @param {Move | undefined} move */
  make(move, cursor = this.state.cursor) {
    if (!move || !this.props.onMove) return;
    const { view } = this.props;
    this.setState({ picked: view.control === "shift" ? this.state.picked : null, cursor });
    this.props.onMove(move);
  }

  /** What a click or Enter on a cell does. */
  activate(cell) {
    const { view, onMove, onCell } = this.props;
    if (onCell) {
      this.setState({ cursor: cell });
      onCell(cell);
      return;
    }
    if (!onMove || view.control === "tilt") return;
    const { picked } = this.state;
    if (picked !== null) {
      const move = this.moveOnto(picked, cell);
      if (move) return this.make(move, cell);
      if (picked === cell) {
        const moves = this.movesFrom(cell);
        if (view.control === "place" && moves.length === 1) return this.make(moves[0], moves[0].to[0]);
        return this.setState({ picked: null });
      }
    }
    if (this.movesFrom(cell).length) return this.setState({ picked: cell, cursor: cell });
    // A free cell asks for what belongs there.
    const into = view.control === "place" ? view.moves.filter((move) => move.to.includes(cell)) : [];
    if (into.length === 1 && view.cells[cell].kind === "empty") return this.make(into[0], cell);
    this.setState({ picked: null, cursor: cell });
  }

  /** Shifts the pick, or tilts the board. @param {string} direction */
  go(direction) {
    const { view } = this.props;
    const { picked } = this.state;
    const moves = view.control === "tilt" ? view.moves : picked === null ? [] : this.movesFrom(picked);
    const move = moves.find((candidate) => candidate.direction === direction);
    if (move && view.control === "shift" && picked !== null) this.make(move, move.to[move.from.indexOf(picked)]);
    else this.make(move);
  }

  onKeyDown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { view, down, onMove } = this.props;
    // The cell that has the focus, wherever a drag has left the cursor.
    const cursor = Number(event.target.dataset.cell ?? this.state.cursor);
    let direction = DIRECTIONS[event.key];
    if (direction) {
      event.preventDefault();
      event.stopPropagation();
      const steers = onMove && (view.control === "tilt" || (view.control === "shift" && this.state.picked !== null));
      if (steers && !event.shiftKey) return this.go(direction);
      if (down) direction = { left: "up", right: "down", up: "left", down: "right" }[direction];
      const [row, column] = SHIFT[direction];
      const nextRow = Math.min(Math.max(Math.floor(cursor / view.columns) + row, 0), view.rows - 1);
      const nextColumn = Math.min(Math.max((cursor % view.columns) + column, 0), view.columns - 1);
      this.refocus = true;
      this.setState({ cursor: nextRow * view.columns + nextColumn });
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.refocus = true;
      this.activate(cursor);
    } else if (event.key === "Escape" && this.state.picked !== null) {
      event.stopPropagation();
      this.setState({ picked: null });
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const row = Math.floor(cursor / view.columns) * view.columns;
      this.refocus = true;
      this.setState({ cursor: event.key === "Home" ? row : row + view.columns - 1 });
    }
  };

  /** The cell under a point of the screen. */
  cellAt(x, y) {
    const { view, down } = this.props;
    const box = /** @type {HTMLElement} */ (this.grid).getBoundingClientRect();
    const across = (x - box.left) / box.width;
    const along = (y - box.top) / box.height;
    if (across < 0 || across >= 1 || along < 0 || along >= 1) return null;
    const [row, column] = down ? [across, along] : [along, across];
    return Math.floor(row * view.rows) * view.columns + Math.floor(column * view.columns);
  }

  onPointerDown = (event) => {
    if (event.button !== 0 || !this.grid) return;
    const cell = this.cellAt(event.clientX, event.clientY);
    if (cell === null) return;
    this.grid.setPointerCapture(event.pointerId);
    this.setState({ drag: { cell, x: event.clientX, y: event.clientY, dx: 0, dy: 0, far: false, id: event.pointerId } });
  };

  onPointerMove = (event) => {
    const { drag, picked } = this.state;
    if (!drag || drag.id !== event.pointerId) return;
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    const far = drag.far || Math.hypot(dx, dy) > SLOP;
    const grips = far && this.props.onMove && this.props.view.control !== "tilt" && this.movesFrom(drag.cell).length > 0;
    this.setState({ drag: { ...drag, dx, dy, far }, picked: grips ? drag.cell : picked });
  };

  onPointerUp = (event) => {
    const { drag } = this.state;
    if (!drag || drag.id !== event.pointerId) return;
    this.setState({ drag: null });
    if (!drag.far) {
      this.refocus = true;
      return this.activate(drag.cell);
    }
    if (!this.props.onMove) return;
    const { view } = this.props;
    if (view.control === "place") {
      const cell = this.cellAt(event.clientX, event.clientY);
      const move = cell === null || !this.movesFrom(drag.cell).length ? undefined : this.moveOnto(drag.cell, cell);
      this.refocus = true;
      if (move && cell !== null) this.make(move, cell);
      else this.setState({ picked: null });
    } else {
      const { dx, dy } = drag;
      if (Math.max(Math.abs(dx), Math.abs(dy)) > 18) {
        this.go(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up");
      }
    }
  };

  onPointerCancel = () => this.setState({ drag: null });

  /** How far a thing is dragged from its cell, in pixels. */
  offset(at) {
    const { drag } = this.state;
    const { view, onMove } = this.props;
    if (!drag?.far || !onMove || !this.movesFrom(drag.cell).length || !this.grid) return null;
    if (view.control === "place") return at === drag.cell ? [drag.dx, drag.dy] : null;
    if (view.control === "tilt") return null;
    // A piece follows along the axis of the drag as far as it may go.
    const direction = Math.abs(drag.dx) > Math.abs(drag.dy) ? (drag.dx > 0 ? "right" : "left") : drag.dy > 0 ? "down" : "up";
    const move = this.movesFrom(drag.cell).find((candidate) => candidate.direction === direction);
    if (!move?.from.includes(at)) return null;
    const size = this.grid.clientWidth / view.columns;
    const clamp = (value) => Math.max(-size, Math.min(size, value));
    return direction === "left" || direction === "right" ? [clamp(drag.dx), 0] : [0, clamp(drag.dy)];
  }

  /** @param {Props} props */
  render({ view, keys, down, label, marks = {}, from = [], to = [], chosen = null, movable, worths, onMove, onCell, instant }) {
    const { picked, cursor, drag, ghosts } = this.state;
    const targets = new Set(onMove ? this.targets() : []);
    const [across, along] = down ? [view.rows, view.columns] : [view.columns, view.rows];
    const place = (at, /** @type {number[] | null} */ shift = null) => {
      const row = Math.floor(at / view.columns);
      const column = at % view.columns;
      const [x, y] = down ? [row, column] : [column, row];
      const extra = shift ? `translate(${shift[0]}px, ${shift[1]}px) ` : "";
      return { width: `${100 / across}%`, height: `${100 / along}%`, transform: `${extra}translate(${100 * x}%, ${100 * y}%)` };
    };
    const pieces = keys.flatMap((key, at) => (key ? [{ key, at }] : [])).sort((a, b) => (a.key < b.key ? -1 : 1));
    const kind = view.control === "place" ? "cards" : "tiles";
    const says = (at) => {
      const cell = view.cells[at];
      const parts = [`row ${Math.floor(at / view.columns)}, column ${at % view.columns}: ${cell.words}`];
      if (onMove && targets.has(at)) parts.push("legal target");
      else if (onMove && view.control !== "tilt" && this.movesFrom(at).length) parts.push("can move");
      if (marks[at]?.text) parts.push(marks[at].text);
      return parts.join(", ");
    };
    return html`<div
      class=${`board ${kind} ${down ? "down" : ""} ${drag?.far ? "dragging" : ""} ${onMove || onCell ? "" : "still"} ${instant ? "instant" : ""}`}
      style=${{ "--across": across, "--along": along }}
    >
      <div
        class="cells"
        role="grid"
        aria-label=${label}
        ref=${(grid) => (this.grid = grid)}
        onKeyDown=${this.onKeyDown}
        onPointerDown=${this.onPointerDown}
        onPointerMove=${this.onPointerMove}
        onPointerUp=${this.onPointerUp}
        onPointerCancel=${this.onPointerCancel}
      >
        ${Array.from(
          { length: view.rows },
          (_, row) => html`<div role="row">
            ${Array.from({ length: view.columns }, (_, column) => {
              const at = row * view.columns + column;
              const cell = view.cells[at];
              const [x, y] = down ? [row, column] : [column, row];
              const classes = [
                `cell k-${cell.kind}`,
                picked === at || chosen === at ? "picked" : "",
                targets.has(at) ? "legal" : "",
                from.includes(at) ? "hint-from" : "",
                to.includes(at) ? "hint-to" : "",
                cell.target ? "target" : "",
              ];
              return html`<div
                class=${classes.join(" ")}
                role="gridcell"
                data-cell=${at}
                aria-label=${says(at)}
                aria-selected=${picked === at || chosen === at}
                tabindex=${at === Math.min(cursor, view.cells.length - 1) ? 0 : -1}
                style=${{ gridArea: `${y + 1} / ${x + 1}` }}
                onFocus=${() => this.state.cursor !== at && this.setState({ cursor: at })}
              >
                ${cell.target ? html`<${Target} colour=${cell.target} />` : null}
              </div>`;
            })}
          </div>`,
        )}
      </div>
      <div class="pieces" aria-hidden="true">
        ${ghosts.map(({ key, at, cell }) => html`<div key=${`ghost ${key}`} class="slot ghost" style=${place(at)}><${Face} cell=${cell} wide=${down} joins=${{}} /></div>`)}
        ${pieces.map(({ key, at }) => {
          const shift = this.offset(at);
          const cell = view.cells[at];
          const can = movable && onMove && view.control === "place" && this.movesFrom(at).length > 0;
          return html`<div key=${key} class=${`slot ${shift ? "dragged" : ""} ${can ? "can" : ""}`} style=${place(at, shift)}>
            <${Face} cell=${cell} wide=${down} joins=${cell.kind === "piece" ? joinsOf(view, at) : {}} />
          </div>`;
        })}
      </div>
      <div class="marks" aria-hidden="true">
        ${[...targets].map((at) => html`<div key=${`t${at}`} class="slot" style=${place(at)}><i class="legal-mark"></i></div>`)}
        ${from.map((at) => html`<div key=${`f${at}`} class="slot" style=${place(at)}><i class="hint-mark from"></i></div>`)}
        ${to.map((at) => html`<div key=${`o${at}`} class="slot" style=${place(at)}><i class="hint-mark to"></i></div>`)}
        <div key="cursor" class="slot cursor-slot" style=${place(Math.min(cursor, view.cells.length - 1))}><i class="cursor-mark"></i></div>
        ${picked !== null ? html`<div key="picked" class="slot" style=${place(picked, this.offset(picked))}><i class="picked-mark"></i></div>` : null}
        ${chosen !== null ? html`<div key="chosen" class="slot" style=${place(chosen)}><i class="picked-mark"></i></div>` : null}
        ${Object.entries(marks).map(
          ([at, mark]) => html`<div key=${`m${at}`} class="slot" style=${place(Number(at))}>
            <span class=${`worth ${mark.kind}`}><${Icon} name=${{ wins: "check", loses: "cross", unknown: "question" }[mark.kind]} />${mark.text ? html`<b>${mark.text}</b>` : null}</span>
          </div>`,
        )}
      </div>
      ${view.control !== "place" && onMove ? this.pad(worths) : null}
    </div>`;
  }

  /** Four buttons that shift the pick or tilt the board. */
  pad(worths) {
    const { view } = this.props;
    const { picked } = this.state;
    const moves = view.control === "tilt" ? view.moves : picked === null ? [] : this.movesFrom(picked);
    const what = view.control === "tilt" ? "tilt" : "shift the picked piece";
    return html`<div class="pad" role="group" aria-label=${what}>
      ${["left", "up", "down", "right"].map((direction) => {
        const move = moves.find((candidate) => candidate.direction === direction);
        const worth = move && worths?.get(move.text);
        const told = worth ? `, ${worth.worth}${worth.distance ? ` in ${worth.distance}` : ""}` : "";
        return html`<button
          class=${`pad-button ${worth ? worth.worth : ""}`}
          aria-label=${`${view.control === "tilt" ? "tilt" : "shift"} ${direction}${told}`}
          aria-disabled=${!move}
          onClick=${() => this.go(direction)}
        >
          <${Icon} name=${direction} />
          ${worth ? html`<span class=${`worth ${worth.worth}`}><${Icon} name=${{ wins: "check", loses: "cross", unknown: "question" }[worth.worth]} />${worth.distance ? html`<b>${worth.distance}</b>` : null}</span>` : null}
        </button>`;
      })}
    </div>`;
  }
}

/** The ring that a piece of its colour belongs on. */
function Target({ colour }) {
  return html`<svg class=${`ring ${colourClass(colour)}`} viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="8.2" /><text x="12" y="12.6">${colour}</text>
  </svg>`;
}
