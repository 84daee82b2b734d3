// The appearance of the board: coordinates, slots, walls and targets; the pieces on it; marks and
// arrows.
import { Component, createRef } from "preact";
import type { CSSProperties, HTMLAttributes, RefObject } from "preact";
import type { Cell, Move, View } from "../api/types";
import { ended } from "../browser/motion";
import { alike } from "../model/alike";
import { slidOf } from "../model/help";
import { joinsOf, notchesOf } from "../model/paths";
import { isSteered, movesFrom } from "../model/picks";
import { cellName, cellWords, columnName, takenBy, winsIn } from "../model/say";
import type { Keys } from "../model/session";
import { cellAt, fromOf, spotOf } from "../model/view";
import { Dead, Face, Takes } from "../parts/faces";
import { Arrow } from "./arrow";
import { Marks } from "./marks";
import type { Mark } from "./marks";
import { Edges, Target, Walls } from "./shapes";

/** Appearance of the board. */
export interface Looks {
  view: View;
  keys: Keys;
  stacks?: string[][];
  game: string;
  /** rows run downward */
  down?: boolean;
  /** letters instead of glyphs */
  letters?: boolean;
  /** if absent, the board is only displayed */
  onMove?: (move: Move) => Promise<void> | void;
  /** takes every click, for the editor */
  onCell?: (cell: number) => void | Promise<void>;
  /** takes every cell under a stroke of the pointer (if absent, a drag is two clicks) */
  onStroke?: (cell: number, isFirst: boolean, erases: boolean) => void;
  /** empties a cell: by the right button, or by a key */
  onErase?: (cell: number) => void;
  marks?: Record<number, Mark>;
  /** the subject of a hint */
  hint?: Pick<Move, "from" | "to"> | null;
  /** the best move */
  arrow?: Move | null;
  /** the move that led here */
  last?: Pick<Move, "from" | "to"> | null;
  /** the editor's cell */
  chosen?: number | null;
  /** cells with faults found by the editor */
  ringed?: number[];
  /** whether nothing can move, although the board is not won */
  stuck?: boolean;
  /** whether movable pieces are marked */
  movable?: boolean;
  /** the deal of the game; another one is dealt card by card */
  deal?: View;
  /** without animation, if positions follow each other too fast */
  instant?: boolean;
  label: string;
}

interface Props extends Looks {
  picked: number | null;
  cursor: number;
  /** number of rejected moves */
  refused: number;
  drag: object | null;
  targets: Set<number>;
  /** the distance by which a piece is dragged from its cell */
  offset: (at: number) => [x: number, y: number] | null;
  gridRef: RefObject<HTMLDivElement | null>;
  onFocus: (at: number) => void;
  handlers: HTMLAttributes<HTMLDivElement>;
}

interface State {
  /** The previous drawing. */
  before: Pick<Looks, "view" | "keys" | "deal"> | null;
  /** The pieces covered by a move. */
  ghosts: { key: string; at: number; cell: Cell }[];
  /** By key, the distance still to go in cells. */
  moving: Map<string, number>;
  /** Number of deals laid out; 0 once a move is made. */
  dealt: number;
}

/** A cell's size in pixels, which determines how long a card takes to move. */
const SIZE = 80;
/** How long a card takes to move, or a tilt takes per cell. */
const timeOf = (view: View, cells: number) =>
  view.control === "tilt" ? Math.min(90 * cells, 360) : Math.min(180 + 0.12 * cells * SIZE, 320);

/** The distance between two cells. */
function farness(view: View, from: number, to: number) {
  const [row, column] = spotOf(view, from);
  const [toRow, toColumn] = spotOf(view, to);
  return Math.abs(toRow - row) + Math.abs(toColumn - column);
}

/** A tilt, reduced to its principal piece. */
function alone(view: View, move: Move) {
  const at = slidOf(view, move);
  return { ...move, from: [at], to: [move.to[move.from.indexOf(at)] ?? at] };
}

const classesOf = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(" ");

export class BoardView extends Component<Props, State> {
  state: State = { before: null, ghosts: [], moving: new Map(), dealt: 0 };
  private pieceBox = createRef<HTMLDivElement>();

  /** The pieces moved since the last view, and those that they covered. */
  static getDerivedStateFromProps({ view, keys, deal }: Props, { before, dealt }: State) {
    if (before?.view === view) return null;
    const still: State = { before: { view, keys, deal }, ghosts: [], moving: new Map(), dealt: 0 };
    if (!before) return still;
    // The rules have confirmed a move that is already drawn: its pieces are still moving.
    if (before.deal === deal && alike(before.keys, keys)) return { before: still.before };
    // The first board appears at once; every other deal is dealt.
    if (deal === view && before.deal !== deal) return { ...still, dealt: dealt + 1 };
    if (before.keys.length !== keys.length) return still;
    const { ghosts, moving } = still;
    const here = new Map(keys.map((key, at) => [key, at]));
    for (const [at, key] of before.keys.entries()) {
      const now = here.get(key);
      if (key && now === undefined) ghosts.push({ key, at, cell: cellAt(before.view, at) });
      else if (key && now !== undefined && now !== at) moving.set(key, farness(view, at, now));
    }
    // Another deal is not a move.
    return ghosts.length > 4 ? { ...still, ghosts: [], moving: new Map() } : still;
  }

  /**
   * The page is redrawn for every answer of the solvers and every second of the clock, most of which
   * do not affect the board.
   */
  shouldComponentUpdate(next: Props, { before, ghosts, moving, dealt }: State) {
    const { state } = this;
    return (
      before !== state.before ||
      ghosts !== state.ghosts ||
      moving !== state.moving ||
      dealt !== state.dealt ||
      !alike(next, this.props)
    );
  }

  /** A piece counts as moving until its animations end, even on slow machines. */
  async componentDidUpdate(_: Props, { moving }: State) {
    const { state } = this;
    if (moving === state.moving || (!state.moving.size && !state.ghosts.length)) return;
    await ended([...(this.pieceBox.current?.querySelectorAll(".moving, .ghost") ?? [])]);
    if (this.state.moving === state.moving) this.setState({ moving: new Map(), ghosts: [] });
  }

  /**
   * A piece that has arrived is drawn in its place again, in the same frame in which the browser
   * drops its layer.
   */
  private onArrived = ({ propertyName, target }: TransitionEvent) => {
    const isMoved = target instanceof Element && target.classList.contains("moving");
    if (propertyName === "transform" && isMoved) this.setState({ moving: new Map() });
  };

  render(props: Props) {
    const { view, down = false, game, refused, drag, onMove, onCell, instant } = props;
    const kind = view.control === "place" ? "cards" : "tiles";
    // If a piece is shifted, the arrow leaves it below its badge; between cards the arrow avoids
    // badges anyway. The arrow of a tilt follows its principal piece.
    const best = props.arrow && (view.control === "tilt" ? alone(view, props.arrow) : props.arrow);
    const arrow = best ? <Arrow key="arrow" view={view} down={down} move={best} /> : null;
    const marks = <Marks key="marks" {...props} place={(at, shift) => this.place(at, shift)} />;
    const across = Array.from({ length: down ? view.rows : view.columns }, (_, i) =>
      down ? i + 1 : columnName(i),
    );
    const along = Array.from({ length: down ? view.columns : view.rows }, (_, i) =>
      down ? columnName(i) : i + 1,
    );
    const { dealt } = this.state;
    const classes = classesOf(
      "board",
      kind,
      down && "down",
      drag !== null && "dragging",
      !onMove && !onCell && "still",
      instant && "instant",
      dealt > 0 && `dealt-${dealt % 2}`,
      refused > 0 && `refused-${refused % 2}`,
    );
    return (
      <div
        class={`table g-${game} ${down ? "is-down" : ""} ${kind}`}
        style={{ "--across": across.length, "--along": along.length }}
      >
        <div class="co-x" aria-hidden="true">
          {across.map((name) => (
            <span>{name}</span>
          ))}
        </div>
        <div class="co-y" aria-hidden="true">
          {along.map((name) => (
            <span>{name}</span>
          ))}
        </div>
        <div class="felt">
          <div class={classes}>
            {this.cells(props)}
            {kind === "tiles" ? <Walls view={view} /> : null}
            {this.pieces(props)}
            {view.control === "shift" ? [arrow, marks] : [marks, arrow]}
          </div>
        </div>
      </div>
    );
  }

  /** The column and row of a cell on the screen. */
  private spot(at: number) {
    const { view, down } = this.props;
    const [row, column] = spotOf(view, at);
    return down ? ([row, column] as const) : ([column, row] as const);
  }

  private place(at: number, shift: [number, number] | null = null, ms = 0): CSSProperties {
    const [x, y] = this.spot(at);
    return {
      "--x": x,
      "--y": y,
      translate: shift ? `${shift[0]}px ${shift[1]}px` : "",
      ...(ms ? { "--ms": `${Math.round(ms)}ms` } : {}),
      ...(this.state.dealt ? { "--turn": at / this.props.view.cells.length } : {}),
    };
  }

  /** Whether fewer than half of the cards can move: marks on most cards would be useless. */
  private get fewMove() {
    const { cells, moves } = this.props.view;
    const cards = cells.filter((cell) => cell.kind === "card").length;
    return 2 * new Set(moves.map(fromOf)).size < cards;
  }

  /** Whether the piece on a cell can be moved individually. */
  private canMove(at: number) {
    const { view, onMove } = this.props;
    return !!onMove && view.control !== "tilt" && movesFrom(view, at).length > 0;
  }

  /** The description of a cell for screen readers. */
  private says(at: number) {
    const { view, picked, targets, stuck, marks = {} } = this.props;
    const parts = [`${cellName(view, at)}: ${cellWords(view, at, stuck)}`];
    const asks = picked !== null && view.cells[picked]?.kind === "empty";
    if (targets.has(at)) parts.push(asks ? `may go to ${cellName(view, picked)}` : "legal target");
    else if (this.canMove(at)) parts.push("can move");
    const mark = marks[at];
    if (mark?.worth === "wins") parts.push(winsIn(mark));
    else if (mark) parts.push(mark.worth === "loses" ? "lost" : "open");
    return parts.join(", ");
  }

  private cells({ view, label, gridRef, handlers }: Props) {
    return (
      <div class="cells" role="grid" aria-label={label} ref={gridRef} {...handlers}>
        {Array.from({ length: view.rows }, (_, row) => (
          <div role="row">
            {Array.from({ length: view.columns }, (_, column) =>
              this.cell(row * view.columns + column),
            )}
          </div>
        ))}
      </div>
    );
  }

  private cell(at: number) {
    const { view, picked, cursor, chosen, targets, hint, last, onMove, onStroke } = this.props;
    const { game, down, letters } = this.props;
    const cell = cellAt(view, at);
    const [x, y] = this.spot(at);
    const isPicked = picked === at || chosen === at;
    const classes = classesOf(
      `cell k-${cell.kind}`,
      isPicked && "picked",
      targets.has(at) && "legal",
      ((onMove && isSteered(view)) || onStroke || this.canMove(at)) && "holds",
      hint?.from.includes(at) && "hint-from",
      hint?.to.includes(at) && "hint-to",
      cell.target !== undefined && "target",
      last?.from.includes(at) && "left",
    );
    return (
      <div
        class={classes}
        role="gridcell"
        data-cell={at}
        aria-label={this.says(at)}
        aria-selected={isPicked}
        tabindex={at === Math.min(cursor, view.cells.length - 1) ? 0 : -1}
        style={{ gridArea: `${y + 1} / ${x + 1}` }}
        onFocus={() => this.props.onFocus(at)}
      >
        {cell.kind === "empty" && game === "gaps" && onMove ? this.takes(at, down) : null}
        {cell.target ? <Target cell={cell} letters={letters} /> : null}
      </div>
    );
  }

  /**
   * The mark of a gap: the only card that it takes (even if there are two copies), the rank if it
   * takes any suit, or a cross if it takes no card.
   */
  private takes(at: number, wide?: boolean) {
    const { view, stuck } = this.props;
    const [sign, ...others] = takenBy(view, at);
    if (!sign) return view.moves.length || stuck ? <Dead wide={wide} /> : null;
    if (others.length === 0) return <Takes sign={sign} wide={wide} />;
    // Several cards of one rank: at the left edge any two may go.
    const isRank = others.every((other) => other.charAt(0) === sign.charAt(0));
    return isRank ? <Takes sign={sign.charAt(0)} wide={wide} /> : null;
  }

  private pieces({ view, keys, down, letters }: Props) {
    const { ghosts, moving } = this.state;
    const longest = timeOf(view, Math.max(0, ...moving.values()));
    const pieces = keys
      .flatMap((key, at) => (key ? [{ key, at }] : []))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
    return (
      <div class="pieces" ref={this.pieceBox} aria-hidden="true" onTransitionEnd={this.onArrived}>
        {ghosts.map(({ key, at, cell }) => (
          <div key={`ghost ${key}`} class="slot ghost" style={this.place(at)}>
            <Face cell={cell} wide={down} letters={letters} />
          </div>
        ))}
        {pieces.map(({ key, at }) => this.piece(key, at, moving.has(key) ? longest : 0))}
      </div>
    );
  }

  /** A card or a cell of a piece; `ms`: the duration of its movement. */
  private piece(key: string, at: number, ms: number) {
    const { view, stacks, down, letters, movable, onMove, offset, picked, last, targets, hint } =
      this.props;
    const shift = offset(at);
    const cell = cellAt(view, at);
    const isCard = view.control === "place";
    const isPart = (other: number) =>
      cell.group !== undefined && view.cells[other]?.group === cell.group;
    const together = view.control === "shift" && picked !== null && isPart(picked);
    const below = stacks?.[at]?.slice(0, -1) ?? [];
    const classes = classesOf(
      "slot",
      shift !== null && "dragged",
      ms > 0 && "moving",
      movable && onMove && isCard && this.fewMove && movesFrom(view, at).length > 0 && "can",
      (picked === at || together) && "up",
      targets.has(at) && "ring",
      last?.to.includes(at) && isCard && "last",
      hint?.from.includes(at) && "hinted",
      below.length > 0 && "stack",
    );
    const goesOn = (other: number) => isPart(other) && view.cells[other]?.kind === "piece";
    const joins =
      cell.kind === "piece" && view.control === "shift" ? joinsOf(view, at, goesOn) : {};
    const notches =
      cell.kind === "piece" && view.control === "shift" ? notchesOf(view, at, goesOn) : [];
    return (
      <div key={key} class={classes} style={this.place(at, shift, ms)}>
        {below.length ? <Edges count={below.length} /> : null}
        <Face cell={cell} wide={down} joins={joins} notches={notches} letters={letters} />
        {below.length ? <b class="height">{below.length + 1}</b> : null}
      </div>
    );
  }
}
