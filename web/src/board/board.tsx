// The board's input: turns clicks, drags and keys into legal moves. It knows no rules: the view
// contains the legal moves. Every input goes through `enqueue`, so that it applies to the position
// that the player then sees.
import { Component, createRef } from "preact";
import type { TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import type { Move } from "../api/types";
import {
  isSteered,
  moveOnto,
  movesFrom,
  moveTowards,
  neighbour,
  targetOf,
  targetsOf,
} from "../model/picks";
import type { Direction } from "../model/picks";
import { movesInto } from "../model/session";
import { toOf } from "../model/view";
import { BoardView } from "./board-view";
import type { Looks } from "./board-view";
import type { Mark } from "./marks";
import { Pad } from "./pad";
import { Stroke } from "./stroke";

interface Props extends Looks {
  /** Queues an action. */
  enqueue?: (work: () => unknown) => void;
  /** receives the picked cell */
  onPick?: (cell: number | null) => void;
  /** the values of moves, by their texts */
  worths?: Map<string, Mark>;
  /** left and right arrows step through the game's moves, and do not move the selection */
  stepping?: boolean;
}

const ARROWS = new Map<string, Direction>([
  ["ArrowLeft", "left"],
  ["ArrowRight", "right"],
  ["ArrowUp", "up"],
  ["ArrowDown", "down"],
]);
/** A finger that moved less than this many pixels has clicked. */
const SLOP = 7;

/** The direction of a drag. */
const directionOf = (dx: number, dy: number): Direction =>
  Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up";

interface Drag {
  cell: number;
  x: number;
  y: number;
  dx: number;
  dy: number;
  far: boolean;
  id: number;
}

interface State {
  picked: number | null;
  cursor: number;
  drag: Drag | null;
  refused: number;
}

/** The cells highlighted by a hint; empty if there is none. */
const hintKey = ({ hint }: Props) => (hint ? `${hint.from} ${hint.to}` : "");

type Press = TargetedPointerEvent<HTMLDivElement>;

export class Board extends Component<Props, State> {
  state: State = { picked: null, cursor: 0, drag: null, refused: 0 };
  private grid = createRef<HTMLDivElement>();
  private refocus = false;
  /** Whether the focus on the board came from a pointer: an analysis then keeps its arrows. */
  private isClicked = false;
  /** The place where the pointer was pressed; no drag is drawn before it moves. */
  private pressed: Drag | null = null;
  private stroke = new Stroke(
    (x, y) => this.cellAt(x, y),
    (cell, isFirst, erases) => {
      this.setState({ cursor: cell });
      this.props.onStroke?.(cell, isFirst, erases);
    },
  );

  componentDidMount() {
    window.addEventListener("keydown", this.onPageKey);
  }

  componentWillUnmount() {
    window.removeEventListener("keydown", this.onPageKey);
  }

  componentDidUpdate(before: Props, { picked: pickedBefore, cursor: cursorBefore }: State) {
    const { keys, view } = this.props;
    if (before.view !== view) {
      // A pick survives if the same piece can still move; all other state is reset.
      const { picked } = this.state;
      if (picked !== null) {
        const now = keys.indexOf(before.keys[picked] ?? null);
        const stays = view.control === "shift" && now >= 0;
        this.setState({ picked: stays ? now : null, cursor: stays ? now : this.state.cursor });
      }
      if (this.state.cursor >= view.cells.length) this.setState({ cursor: 0 });
    }
    // During a hint only its cells are highlighted.
    if (
      hintKey(this.props) &&
      hintKey(this.props) !== hintKey(before) &&
      this.state.picked !== null
    )
      this.setState({ picked: null });
    if (pickedBefore !== this.state.picked) this.props.onPick?.(this.state.picked);
    // The focus follows the piece that a key has shifted.
    const isAway = this.state.cursor !== cursorBefore && this.hasFocus;
    if (this.refocus || isAway) {
      this.refocus = false;
      this.grid.current
        ?.querySelector<HTMLElement>(`[data-cell="${this.state.cursor}"]`)
        ?.focus({ preventScroll: true });
    }
  }

  private get hasFocus() {
    return !!this.grid.current?.contains(document.activeElement);
  }

  private enqueue(work: () => unknown) {
    if (this.props.enqueue) this.props.enqueue(work);
    else work();
  }

  private movesFrom(cell: number) {
    return movesFrom(this.props.view, cell);
  }

  private make(move: Move | undefined, cursor = this.state.cursor) {
    const { view, onMove } = this.props;
    if (!onMove) return;
    // An illegal move is rejected with a shake.
    if (!move) return this.setState({ refused: this.state.refused + 1 });
    this.setState({ picked: view.control === "shift" ? this.state.picked : null, cursor });
    return onMove(move);
  }

  /** The effect of a click or Enter on a cell. */
  private activate(cell: number) {
    const { view, onMove, onCell } = this.props;
    if (onCell) {
      this.setState({ cursor: cell });
      return onCell(cell);
    }
    if (!onMove || view.control === "tilt") return;
    // A tile next to the blank has one way to go.
    if (view.control === "slide") return this.make(this.movesFrom(cell)[0], cell);
    const { picked } = this.state;
    if (picked !== null) {
      const move = moveOnto(view, picked, cell);
      if (move) return this.make(move, view.control === "place" ? toOf(move) : cell);
      if (picked === cell) {
        const [only, ...others] = this.movesFrom(cell);
        if (view.control === "place" && only && !others.length) return this.make(only, toOf(only));
        return this.setState({ picked: null });
      }
    }
    if (this.movesFrom(cell).length) return this.setState({ picked: cell, cursor: cell });
    // A picked free cell names its possible cards; if there are several, one is chosen.
    const into = movesInto(view, cell);
    if (into.length === 1) return this.make(into[0], cell);
    // Explain why a card cannot move.
    const isCard = view.control === "place" && view.cells[cell]?.kind === "card";
    this.setState({ picked: into.length || isCard ? cell : null, cursor: cell });
  }

  /** Shifts the pick, tilts the board, or slides the tile that can go that way. */
  private go(direction: Direction) {
    const { view } = this.props;
    const { picked } = this.state;
    const move = moveTowards(view, picked, direction);
    if (move && view.control === "shift" && picked !== null)
      return this.make(move, targetOf(move, picked));
    return this.make(move);
  }

  /** Whether an arrow steps through the moves of the game; for a player who walks on the board it does not. */
  private isStep({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">) {
    if (!this.props.stepping || (this.hasFocus && !this.isClicked)) return false;
    return !shiftKey && (key === "ArrowLeft" || key === "ArrowRight");
  }

  /**
   * Arrows control the board wherever the focus is: they tilt it, or move the focus there. Elements
   * that use arrows keep them, and so do overlays.
   */
  private onPageKey = (event: KeyboardEvent) => {
    const { target, key } = event;
    const grid = this.grid.current;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!grid || !(target instanceof Element) || !ARROWS.has(key) || this.isStep(event)) return;
    if (target.closest("input, select, textarea, [role=tablist]")) return;
    const isOver = target === document.body ? grid.closest("dialog") : target.closest("dialog");
    if (isOver !== grid.closest("dialog") || (!this.props.onMove && !this.props.onCell)) return;
    event.preventDefault();
    if (isSteered(this.props.view) && this.props.onMove)
      return this.enqueue(() => this.key(key, event.shiftKey));
    grid
      .querySelector<HTMLElement>(`[data-cell="${this.state.cursor}"]`)
      ?.focus({ preventScroll: true });
  };

  private onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || this.isStep(event)) return;
    const { key, shiftKey } = event;
    const taken =
      ARROWS.has(key) ||
      key === "Enter" ||
      key === " " ||
      (this.props.onCell && ["Home", "End"].includes(key)) ||
      (this.props.onErase && ["Delete", "Backspace"].includes(key)) ||
      (key === "Escape" && this.state.picked !== null);
    if (!taken) return;
    event.preventDefault();
    event.stopPropagation();
    this.enqueue(() => this.key(key, shiftKey));
  };

  private key(key: string, shift: boolean) {
    const { view, down, onMove } = this.props;
    const { cursor, picked } = this.state;
    const direction = ARROWS.get(key);
    if (direction) {
      const steers = onMove && (isSteered(view) || (view.control === "shift" && picked !== null));
      if (steers && !shift) return this.go(direction);
      this.refocus = true;
      return this.setState({ cursor: neighbour(view, cursor, direction, !!down) });
    }
    if (key === "Escape") return this.setState({ picked: null });
    this.refocus = true;
    if (key === "Delete" || key === "Backspace") return this.props.onErase?.(cursor);
    if (key === "Home") return this.setState({ cursor: 0 });
    if (key === "End") return this.setState({ cursor: view.cells.length - 1 });
    return this.activate(cursor);
  }

  /** The cell under a point of the screen. */
  private cellAt(x: number, y: number) {
    const { view, down } = this.props;
    const box = this.grid.current?.getBoundingClientRect();
    if (!box) return null;
    const across = (x - box.left) / box.width;
    const along = (y - box.top) / box.height;
    if (across < 0 || across >= 1 || along < 0 || along >= 1) return null;
    const [row, column] = down ? ([across, along] as const) : ([along, across] as const);
    return Math.floor(row * view.rows) * view.columns + Math.floor(column * view.columns);
  }

  private onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (!this.grid.current?.contains(relatedTarget as Element | null)) this.isClicked = false;
  };

  private onPointerDown = (event: Press) => {
    this.isClicked = true;
    const { onStroke, onErase } = this.props;
    const erases = event.button === 2;
    if (event.button !== 0 && !(erases && onErase)) return;
    const cell = this.cellAt(event.clientX, event.clientY);
    if (cell === null) return;
    if (onStroke) {
      this.grid.current?.setPointerCapture(event.pointerId);
      this.refocus = true;
      return this.stroke.begin(event, erases);
    }
    if (erases) return this.enqueue(() => onErase?.(cell));
    // A finger on a draggable piece drags it; elsewhere it scrolls the page.
    if (event.pointerType !== "touch" || this.holds(cell))
      this.grid.current?.setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y, pointerId: id } = event;
    this.pressed = { cell, x, y, dx: 0, dy: 0, far: false, id };
  };

  /** Whether a drag that begins on a cell is a move rather than a scroll. */
  private holds(cell: number) {
    return !!this.props.onMove && (isSteered(this.props.view) || this.movesFrom(cell).length > 0);
  }

  /** The right button erases: no menu opens. */
  private onContextMenu = (event: Event) => {
    if (this.props.onErase) event.preventDefault();
  };

  private onPointerMove = (event: Press) => {
    if (this.stroke.go(event)) return;
    const { pressed } = this;
    if (!pressed || pressed.id !== event.pointerId) return;
    const dx = event.clientX - pressed.x;
    const dy = event.clientY - pressed.y;
    if (!pressed.far && Math.hypot(dx, dy) <= SLOP) return;
    const drag = (this.pressed = { ...pressed, dx, dy, far: true });
    const grips =
      this.props.onMove && !isSteered(this.props.view) && this.movesFrom(drag.cell).length > 0;
    this.setState({ drag, picked: grips ? drag.cell : this.state.picked });
  };

  private onPointerUp = (event: Press) => {
    this.stroke.end();
    const { pressed } = this;
    if (!pressed || pressed.id !== event.pointerId) return;
    this.release();
    const { clientX, clientY } = event;
    const cell = this.cellAt(clientX, clientY);
    this.enqueue(() => this.drop(pressed, cell));
  };

  private drop(drag: Drag, cell: number | null) {
    this.refocus = !drag.far || this.props.view.control === "place";
    if (!drag.far) return this.activate(drag.cell);
    if (!this.props.onMove) return this.swap(drag.cell, cell);
    if (this.props.view.control === "place") {
      const move = cell === null ? undefined : moveOnto(this.props.view, drag.cell, cell);
      if (move && cell !== null) return this.make(move, cell);
      if (cell === drag.cell) return this.setState({ picked: null });
      // Still picked: the sentence then names its targets, or the reason why it has none.
      this.setState({ picked: drag.cell, refused: this.state.refused + 1 });
    } else if (Math.max(Math.abs(drag.dx), Math.abs(drag.dy)) > 18) {
      return this.go(directionOf(drag.dx, drag.dy));
    }
  }

  /** In the editor a dragged card changes places with the content of its target. */
  private async swap(from: number, to: number | null) {
    const { onCell } = this.props;
    if (!onCell || to === null || to === from) return;
    await onCell(from);
    await onCell(to);
  }

  private onPointerCancel = () => {
    this.stroke.end();
    this.release();
  };

  /** Ends the drag. */
  private release() {
    this.pressed = null;
    if (this.state.drag) this.setState({ drag: null });
  }

  private onFocus = (cell: number) => {
    if (this.state.cursor !== cell) this.setState({ cursor: cell });
  };

  /** The distance in pixels by which a piece is dragged from its cell. */
  private offset = (at: number): [x: number, y: number] | null => {
    const { drag } = this.state;
    const { view, onMove } = this.props;
    if (!drag?.far || !onMove || view.control === "tilt") return null;
    if (!this.movesFrom(drag.cell).length) return null;
    if (view.control === "place") return at === drag.cell ? [drag.dx, drag.dy] : null;
    // A piece follows along the axis of the drag as far as it may go.
    const direction = directionOf(drag.dx, drag.dy);
    const move = this.movesFrom(drag.cell).find((candidate) => candidate.direction === direction);
    if (!move?.from.includes(at)) return null;
    const size = (this.grid.current?.clientWidth ?? 0) / view.columns;
    const clamp = (value: number) => Math.max(-size, Math.min(size, value));
    return direction === "left" || direction === "right"
      ? [clamp(drag.dx), 0]
      : [0, clamp(drag.dy)];
  };

  render(props: Props) {
    const { worths, stepping: _, ...seen } = props;
    const { view, onMove } = seen;
    const { picked, cursor, drag, refused } = this.state;
    return (
      <>
        <BoardView
          {...seen}
          picked={picked}
          cursor={cursor}
          refused={refused}
          drag={drag}
          offset={this.offset}
          targets={new Set(onMove && picked !== null ? targetsOf(view, picked) : [])}
          gridRef={this.grid}
          onFocus={this.onFocus}
          handlers={{
            onKeyDown: this.onKeyDown,
            onFocusOut: this.onFocusOut,
            onPointerDown: this.onPointerDown,
            onPointerMove: this.onPointerMove,
            onPointerUp: this.onPointerUp,
            onPointerCancel: this.onPointerCancel,
            onContextMenu: this.onContextMenu,
          }}
        />
        {view.control !== "place" && onMove ? (
          <Pad
            view={view}
            picked={picked}
            arrow={seen.arrow}
            worths={worths}
            onGo={(direction) => this.enqueue(() => this.go(direction))}
          />
        ) : null}
      </>
    );
  }
}
