// The board's input: turns clicks, drags and keys into legal moves. It knows no rules: what may move where stands in the
// view. Every input goes through `enqueue`, so that it is read against the position that the player will see then.
import { Component, html } from "./html.js";
import { Icon, Badge } from "./icons.js";
import { BoardView } from "./board-view.js";
import { movesInto } from "./session.js";

/** @typedef {import("./api.js").View} View */
/** @typedef {import("./api.js").Move} Move */
/**
 * @typedef {object} Props
 * @property {View} view
 * @property {(string|null)[]} keys
 * @property {string[][]} [stacks]
 * @property {string} game
 * @property {boolean} [down] rows run downward
 * @property {boolean} [letters] letters in place of glyphs
 * @property {(move: Move) => Promise<void> | void} [onMove] without it the board is only looked at
 * @property {(work: () => unknown) => void} [enqueue]
 * @property {(cell: number) => void} [onCell] takes every click, for the editor
 * @property {(cell: number | null) => void} [onPick] told what is picked
 * @property {{[cell: number]: {worth: string, distance: number | null, exact: boolean}}} [marks]
 * @property {{from: number[], to: number[]} | null} [hint] what a hint points at
 * @property {Move | null} [arrow] the best move
 * @property {Pick<Move, "from" | "to"> | null} [last] the move that led here
 * @property {number | null} [chosen] the editor's cell
 * @property {boolean} [movable] whether what can move is marked
 * @property {Map<string, {worth: string, distance: number | null, exact: boolean}>} [worths] by move
 * @property {View} [deal] the deal of the game; another one is dealt card by card
 * @property {boolean} [instant] without animation, where positions follow each other too fast
 * @property {string} label
 */

const DIRECTIONS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const SHIFT = { left: [0, -1], right: [0, 1], up: [-1, 0], down: [1, 0] };
/** A finger that moved less than this many pixels has clicked. */
const SLOP = 7;

/** The direction of a drag. */
const directionOf = (dx, dy) => (Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up");

export class Board extends Component {
  /** @type {{picked: number|null, cursor: number, drag: null|{cell: number, x: number, y: number, dx: number, dy: number, far: boolean, id: number}, refused: number}} */
  state = { picked: null, cursor: 0, drag: null, refused: 0 };
  /** @type {HTMLElement | null} */
  grid = null;
  refocus = false;
  /** Where a pointer went down; nothing is drawn before it drags. @type {Board["state"]["drag"]} */
  pressed = null;

  /** @param {Props} before */
  componentDidUpdate(before, { picked: pickedBefore }) {
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
    }
    if (pickedBefore !== this.state.picked) this.props.onPick?.(this.state.picked);
    if (this.refocus) {
      this.refocus = false;
      /** @type {HTMLElement | null | undefined} */ (this.grid?.querySelector(`[data-cell="${this.state.cursor}"]`))?.focus({ preventScroll: true });
    }
  }

  /** @param {() => unknown} work */
  enqueue(work) {
    if (this.props.enqueue) this.props.enqueue(work);
    else work();
  }

  movesFrom(cell) {
    return this.props.view.moves.filter((move) => move.from.includes(cell));
  }

  /** The cells onto which a pick may go; of a picked gap, where the cards lie that it takes. */
  targets(picked = this.state.picked) {
    if (picked === null) return [];
    const { view } = this.props;
    const into = movesInto(view, picked);
    if (into.length) return into.map((move) => move.from[0]);
    return this.movesFrom(picked).flatMap((move) =>
      view.control === "place" ? [move.to[move.from.indexOf(picked)]] : move.to.filter((cell) => !move.from.includes(cell)),
    );
  }

  /** The move of a pick onto a cell; where several fit, the one that goes most nearly that way. */
  moveOnto(picked, cell) {
    const { view } = this.props;
    const into = movesInto(view, picked);
    if (into.length) return into.find((move) => move.from[0] === cell);
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
    const { view, onMove } = this.props;
    if (!onMove) return;
    // A move that is not legal is shaken off.
    if (!move) return this.setState({ refused: this.state.refused + 1 });
    this.setState({ picked: view.control === "shift" ? this.state.picked : null, cursor });
    return onMove(move);
  }

  /** What a click or Enter on a cell does. */
  activate(cell) {
    const { view, onMove, onCell } = this.props;
    if (onCell) {
      this.setState({ cursor: cell });
      return onCell(cell);
    }
    if (!onMove || view.control === "tilt") return;
    const { picked } = this.state;
    if (picked !== null) {
      const move = this.moveOnto(picked, cell);
      if (move) return this.make(move, view.control === "place" ? move.to[0] : cell);
      if (picked === cell) {
        const moves = this.movesFrom(cell);
        if (view.control === "place" && moves.length === 1) return this.make(moves[0], moves[0].to[0]);
        return this.setState({ picked: null });
      }
    }
    if (this.movesFrom(cell).length) return this.setState({ picked: cell, cursor: cell });
    // A free cell asks for what belongs there; of several cards one is chosen.
    const into = movesInto(view, cell);
    if (into.length === 1) return this.make(into[0], cell);
    this.setState({ picked: into.length ? cell : null, cursor: cell });
  }

  /** Shifts the pick, or tilts the board. @param {string} direction */
  go(direction) {
    const { view } = this.props;
    const { picked } = this.state;
    const moves = view.control === "tilt" ? view.moves : picked === null ? [] : this.movesFrom(picked);
    const move = moves.find((candidate) => candidate.direction === direction);
    if (move && view.control === "shift" && picked !== null) return this.make(move, move.to[move.from.indexOf(picked)]);
    return this.make(move);
  }

  onKeyDown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, shiftKey } = event;
    const taken = DIRECTIONS[key] || key === "Enter" || key === " " || ((key === "Home" || key === "End") && this.props.onCell) || (key === "Escape" && this.state.picked !== null);
    if (!taken) return;
    event.preventDefault();
    event.stopPropagation();
    this.enqueue(() => this.key(key, shiftKey));
  };

  /** @param {string} key @param {boolean} shift */
  key(key, shift) {
    const { view, down, onMove } = this.props;
    const { cursor, picked } = this.state;
    let direction = DIRECTIONS[key];
    if (direction) {
      const steers = onMove && (view.control === "tilt" || (view.control === "shift" && picked !== null));
      if (steers && !shift) return this.go(direction);
      if (down) direction = { left: "up", right: "down", up: "left", down: "right" }[direction];
      const [row, column] = SHIFT[direction];
      const nextRow = Math.min(Math.max(Math.floor(cursor / view.columns) + row, 0), view.rows - 1);
      const nextColumn = Math.min(Math.max((cursor % view.columns) + column, 0), view.columns - 1);
      this.refocus = true;
      return this.setState({ cursor: nextRow * view.columns + nextColumn });
    }
    if (key === "Escape") return this.setState({ picked: null });
    this.refocus = true;
    return this.activate(cursor);
  }

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
    // What a finger may drag is held; elsewhere it scrolls the page.
    if (event.pointerType !== "touch" || this.holds(cell)) this.grid.setPointerCapture(event.pointerId);
    this.pressed = { cell, x: event.clientX, y: event.clientY, dx: 0, dy: 0, far: false, id: event.pointerId };
  };

  /** Whether a drag that begins on a cell is a move rather than a scroll. */
  holds(cell) {
    return !!this.props.onMove && (this.props.view.control === "tilt" || this.movesFrom(cell).length > 0);
  }

  onPointerMove = (event) => {
    const { pressed } = this;
    if (!pressed || pressed.id !== event.pointerId) return;
    const dx = event.clientX - pressed.x;
    const dy = event.clientY - pressed.y;
    if (!pressed.far && Math.hypot(dx, dy) <= SLOP) return;
    const drag = (this.pressed = { ...pressed, dx, dy, far: true });
    const grips = this.props.onMove && this.props.view.control !== "tilt" && this.movesFrom(drag.cell).length > 0;
    this.setState({ drag, picked: grips ? drag.cell : this.state.picked });
  };

  onPointerUp = (event) => {
    const { pressed } = this;
    if (!pressed || pressed.id !== event.pointerId) return;
    this.release();
    const { clientX, clientY } = event;
    const cell = this.cellAt(clientX, clientY);
    this.enqueue(() => this.drop(pressed, cell));
  };

  /** @param {NonNullable<Board["state"]["drag"]>} drag @param {number | null} cell */
  drop(drag, cell) {
    this.refocus = !drag.far || this.props.view.control === "place";
    if (!drag.far) return this.activate(drag.cell);
    if (!this.props.onMove) return;
    if (this.props.view.control === "place") {
      if (!this.movesFrom(drag.cell).length) return;
      const move = cell === null ? undefined : this.moveOnto(drag.cell, cell);
      if (move && cell !== null) return this.make(move, cell);
      this.setState({ picked: null, refused: this.state.refused + (cell === drag.cell ? 0 : 1) });
    } else if (Math.max(Math.abs(drag.dx), Math.abs(drag.dy)) > 18) {
      return this.go(directionOf(drag.dx, drag.dy));
    }
  }

  onPointerCancel = () => this.release();

  /** Nothing is held any more. */
  release() {
    this.pressed = null;
    if (this.state.drag) this.setState({ drag: null });
  }

  onFocus = (cell) => this.state.cursor !== cell && this.setState({ cursor: cell });

  /** How far a thing is dragged from its cell, in pixels. */
  offset = (at) => {
    const { drag } = this.state;
    const { view, onMove } = this.props;
    if (!drag?.far || !onMove || !this.grid || view.control === "tilt" || !this.movesFrom(drag.cell).length) return null;
    if (view.control === "place") return at === drag.cell ? [drag.dx, drag.dy] : null;
    // A piece follows along the axis of the drag as far as it may go.
    const direction = directionOf(drag.dx, drag.dy);
    const move = this.movesFrom(drag.cell).find((candidate) => candidate.direction === direction);
    if (!move?.from.includes(at)) return null;
    const size = this.grid.clientWidth / view.columns;
    const clamp = (value) => Math.max(-size, Math.min(size, value));
    return direction === "left" || direction === "right" ? [clamp(drag.dx), 0] : [0, clamp(drag.dy)];
  };

  /** @param {Props} props */
  render(props) {
    const { worths, ...seen } = props;
    const { view, onMove } = seen;
    const { picked, cursor, drag, refused } = this.state;
    return html`<${BoardView} ...${seen}
        picked=${picked} cursor=${cursor} refused=${refused} drag=${drag} offset=${this.offset}
        targets=${new Set(onMove ? this.targets() : [])}
        gridRef=${(grid) => (this.grid = grid)} onFocus=${this.onFocus}
        handlers=${{ onKeyDown: this.onKeyDown, onPointerDown: this.onPointerDown, onPointerMove: this.onPointerMove, onPointerUp: this.onPointerUp, onPointerCancel: this.onPointerCancel }}
      />
      ${view.control !== "place" && onMove ? this.pad() : null}`;
  }

  /** Four buttons that shift the pick or tilt the board. */
  pad() {
    const { view, worths, arrow } = this.props;
    const { picked } = this.state;
    const verb = view.control === "tilt" ? "tilt" : "shift";
    const moves = view.control === "tilt" ? view.moves : picked === null ? [] : this.movesFrom(picked);
    return html`<div class="pad" role="group" aria-label=${verb === "tilt" ? "tilt" : "shift the picked piece"}>
      ${["left", "up", "down", "right"].map((direction) => {
        const move = moves.find((candidate) => candidate.direction === direction);
        const worth = move && worths?.get(move.text);
        const told = worth ? `, ${worth.worth}${worth.distance ? ` in ${worth.distance}` : ""}` : "";
        return html`<button class=${`pad-button ${move && arrow?.text === move.text ? "best" : ""}`} aria-label=${`${verb} ${direction}${told}`} aria-disabled=${!move} onClick=${() => this.enqueue(() => this.go(direction))}>
          <${Icon} name=${direction} />${worth && worth.worth !== "open" ? html`<${Badge} ...${worth} bare />` : null}
        </button>`;
      })}
    </div>`;
  }
}
