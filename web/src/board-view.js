// The board as it looks: the table with its coordinates, slots, walls and targets; what lies there; marks and arrows.
import { alike } from "./alike.js";
import { Component, html } from "./html.js";
import { Dead, Face, Glyph, Takes, glyphOf } from "./faces.js";
import { Badge } from "./icons.js";
import { gutterPath, joinsOf, shiftPath, straightPath } from "./paths.js";
import { cellName, columnName } from "./say.js";

/** Cards that lie under the top one and are seen. */
const MOST_EDGES = 5;
/** How long a card is on its way, and a cell of a tilt. */
const time = (control, cells, size) => (control === "tilt" ? Math.min(90 * cells, 360) : Math.min(180 + 0.12 * cells * size, 320));

export class BoardView extends Component {
  /** `dealt`: how many deals have been laid, and 0 once a move is made. @type {{before: any, ghosts: {key: string, at: number, cell: any}[], moving: Map<string, number>, dealt: number}} */
  state = { before: null, ghosts: [], moving: new Map(), dealt: 0 };
  timer = 0;

  /** What has moved since the last view, and what was covered by it. */
  static getDerivedStateFromProps({ view, keys, deal }, { before, dealt }) {
    if (before?.view === view) return null;
    // The first board stands at once; every other deal is dealt.
    if (before && deal === view && before.deal !== deal) return { before: { view, keys, deal }, ghosts: [], moving: new Map(), dealt: dealt + 1 };
    const ghosts = [];
    const moving = new Map();
    if (before && before.keys.length === keys.length) {
      const here = new Map(keys.map((key, at) => [key, at]));
      before.keys.forEach((key, at) => {
        const now = key === null ? undefined : here.get(key);
        if (key && now === undefined) ghosts.push({ key, at, cell: before.view.cells[at] });
        else if (key && now !== at && now !== undefined) {
          moving.set(key, Math.abs(Math.floor(now / view.columns) - Math.floor(at / view.columns)) + Math.abs((now % view.columns) - (at % view.columns)));
        }
      });
    }
    // Another deal is not a move.
    return ghosts.length > 4 ? { before: { view, keys, deal }, ghosts: [], moving: new Map(), dealt: 0 } : { before: { view, keys, deal }, ghosts, moving, dealt: 0 };
  }

  /** The page is drawn again for every answer of the solvers and every second of the clock, of which the board mostly shows nothing. */
  shouldComponentUpdate(next, { before, ghosts, moving, dealt }) {
    const { state } = this;
    return before !== state.before || ghosts !== state.ghosts || moving !== state.moving || dealt !== state.dealt || !alike(next, this.props);
  }

  componentDidUpdate() {
    if (!this.state.moving.size && !this.state.ghosts.length) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.setState({ moving: new Map(), ghosts: [] }), 400);
  }

  /** A piece that has arrived is drawn in its place again, in the very picture in which the browser gives up its layer. */
  onArrived = (event) => {
    if (event.propertyName === "transform" && event.target.classList.contains("moving")) this.setState({ moving: new Map() });
  };

  componentWillUnmount() {
    clearTimeout(this.timer);
  }

  render(props) {
    const { view, down, game, refused, drag, onMove, onCell, instant } = props;
    const kind = view.control === "place" ? "cards" : "tiles";
    // Where a piece is shifted, the arrow leaves it below its badge; between cards it keeps clear of badges by itself.
    const arrow = props.arrow && view.control !== "tilt" ? html`<${Arrow} key="arrow" view=${view} down=${down} move=${props.arrow} />` : null;
    const across = Array.from({ length: down ? view.rows : view.columns }, (_, i) => (down ? i + 1 : columnName(i)));
    const along = Array.from({ length: down ? view.columns : view.rows }, (_, i) => (down ? columnName(i) : i + 1));
    const classes = ["board", kind, down ? "down" : "", drag ? "dragging" : "", onMove || onCell ? "" : "still", instant ? "instant" : "", this.state.dealt ? `dealt-${this.state.dealt % 2}` : "", refused ? `refused-${refused % 2}` : ""];
    return html`<div class=${`table g-${game} ${down ? "is-down" : ""} ${kind}`} style=${{ "--across": across.length, "--along": along.length }}>
      <div class="co-x" aria-hidden="true">${across.map((name) => html`<span>${name}</span>`)}</div>
      <div class="co-y" aria-hidden="true">${along.map((name) => html`<span>${name}</span>`)}</div>
      <div class="felt"><div class=${classes.join(" ")}>
        ${this.cells(props)}
        ${kind === "tiles" ? html`<${Walls} view=${view} />` : null}
        ${this.pieces(props)}
        ${view.control === "shift" ? [arrow, this.marks(props)] : [this.marks(props), arrow]}
      </div></div>
    </div>`;
  }

  /** Where a cell lies: column and row on the screen. */
  spot(at) {
    const { view, down } = this.props;
    const [row, column] = [Math.floor(at / view.columns), at % view.columns];
    return down ? [row, column] : [column, row];
  }

  place(at, /** @type {number[] | null} */ shift = null, ms = 0) {
    const [x, y] = this.spot(at);
    return { "--x": x, "--y": y, translate: shift ? `${shift[0]}px ${shift[1]}px` : "", ...(ms ? { "--ms": `${Math.round(ms)}ms` } : {}), ...(this.state.dealt ? { "--turn": at / this.props.view.cells.length } : {}) };
  }

  cells({ view, label, picked, cursor, chosen = null, targets, marks = {}, hint, last, onMove, game, down, gridRef, handlers, onFocus }) {
    const asks = view.cells[picked]?.kind === "empty";
    const canMove = (at) => onMove && view.control !== "tilt" && view.moves.some((move) => move.from.includes(at));
    const says = (at) => {
      const parts = [`${cellName(view, at)}: ${view.cells[at].words}`];
      if (targets.has(at)) parts.push(asks ? `may go to ${cellName(view, picked)}` : "legal target");
      else if (canMove(at)) parts.push("can move");
      const mark = marks[at];
      if (mark) parts.push(mark.worth === "wins" ? `wins in ${mark.distance}` : mark.worth === "loses" ? "lost" : "open");
      return parts.join(", ");
    };
    return html`<div class="cells" role="grid" aria-label=${label} ref=${gridRef} ...${handlers}>
      ${Array.from({ length: view.rows }, (_, row) => html`<div role="row">
        ${Array.from({ length: view.columns }, (_, column) => {
          const at = row * view.columns + column;
          const cell = view.cells[at];
          const [x, y] = this.spot(at);
          const holds = onMove && (view.control === "tilt" || canMove(at));
          const classes = [
            `cell k-${cell.kind}`, picked === at || chosen === at ? "picked" : "", targets.has(at) ? "legal" : "", holds ? "holds" : "",
            hint?.from.includes(at) ? "hint-from" : "", hint?.to.includes(at) ? "hint-to" : "", cell.target ? "target" : "", last?.from.includes(at) ? "left" : "",
          ];
          return html`<div class=${classes.join(" ")} role="gridcell" data-cell=${at} aria-label=${says(at)} aria-selected=${picked === at || chosen === at}
            tabindex=${at === Math.min(cursor, view.cells.length - 1) ? 0 : -1} style=${{ gridArea: `${y + 1} / ${x + 1}` }} onFocus=${() => onFocus(at)}>
            ${cell.kind === "empty" && game === "gaps" && onMove ? this.takes(at, down) : null}
            ${cell.target ? html`<${Target} cell=${cell} letters=${this.props.letters} />` : null}
          </div>`;
        })}
      </div>`)}
    </div>`;
  }

  /** What a gap takes: the one card that may go there, be it there twice, or a cross where none may. */
  takes(at, wide) {
    const { view } = this.props;
    const into = view.moves.filter((move) => move.to[0] === at);
    if (into.length === 0) return view.moves.length ? html`<${Dead} wide=${wide} />` : null;
    const [sign, ...others] = new Set(into.map((move) => view.cells[move.from[0]].sign));
    return others.length === 0 ? html`<${Takes} sign=${sign} wide=${wide} />` : null;
  }

  pieces({ view, keys, stacks, down, letters, movable, onMove, offset, picked, last, targets, hint }) {
    const { ghosts, moving } = this.state;
    const size = 80;
    const longest = Math.max(0, ...moving.values());
    const pieces = keys.flatMap((key, at) => (key ? [{ key, at }] : [])).sort((a, b) => (a.key < b.key ? -1 : 1));
    return html`<div class="pieces" aria-hidden="true" onTransitionEnd=${this.onArrived}>
      ${ghosts.map(({ key, at, cell }) => html`<div key=${`ghost ${key}`} class="slot ghost" style=${this.place(at)}><${Face} cell=${cell} wide=${down} letters=${letters} /></div>`)}
      ${pieces.map(({ key, at }) => {
        const shift = offset(at);
        const cell = view.cells[at];
        const can = movable && onMove && view.control === "place" && view.moves.some((move) => move.from.includes(at));
        const together = view.control === "shift" && picked !== null && cell.group !== undefined && view.cells[picked]?.group === cell.group;
        const below = stacks?.[at]?.slice(0, -1) ?? [];
        const classes = ["slot", shift ? "dragged" : "", moving.has(key) ? "moving" : "", can ? "can" : "", picked === at || together ? "up" : "",
          targets.has(at) ? "ring" : "", last?.to.includes(at) && view.control === "place" ? "last" : "", hint?.from.includes(at) ? "hinted" : "", below.length ? "stack" : ""];
        const joins = cell.kind === "piece" && view.control === "shift" ? joinsOf(view, at, (other) => view.cells[other].group === cell.group && view.cells[other].kind === "piece") : {};
        return html`<div key=${key} class=${classes.filter(Boolean).join(" ")} style=${this.place(at, shift, moving.has(key) ? time(view.control, longest, size) : 0)}>
          ${below.length ? html`<${Edges} count=${below.length} />` : null}
          <${Face} cell=${cell} wide=${down} joins=${joins} letters=${letters} />
          ${below.length ? html`<b class="height">${below.length + 1}</b>` : null}
        </div>`;
      })}
    </div>`;
  }

  /** What stands above everything: where a pick may go, tabs of targets, badges, the focus. */
  marks({ view, cursor, chosen, targets, hint, marks = {}, offset, picked, letters }) {
    const at = (index, content, key) => html`<div key=${key} class="slot" style=${this.place(index)}>${content}</div>`;
    const asking = targets.size && view.cells[picked]?.kind === "empty" ? [picked] : [];
    const free = [...targets, ...asking].filter((cell) => view.cells[cell].kind === "empty");
    return html`<div class="marks" aria-hidden="true">
      ${free.map((cell) => at(cell, html`<i class=${view.control === "place" ? "legal-mark" : `ghost-mark c-${glyphOf(view.cells[picked]?.colour ?? "W")}`}></i>`, `t${cell}`))}
      ${view.cells.map((cell, index) => (cell.target && cell.kind === "piece" ? at(index, html`<${Tab} cell=${cell} letters=${letters} />`, `g${index}`) : null))}
      ${hint?.from.map((cell) => at(cell, html`<i class="hint-mark from"></i>`, `f${cell}`))}
      ${hint?.to.map((cell) => at(cell, html`<i class="hint-mark to"></i>`, `o${cell}`))}
      ${chosen !== null && chosen !== undefined ? at(chosen, html`<i class="picked-mark"></i>`, "chosen") : null}
      ${Object.entries(marks).map(([cell, mark]) => at(Number(cell), html`<${Badge} ...${mark} bare />`, `m${cell}`))}
      <div key="cursor" class="slot cursor-slot" style=${this.place(Math.min(cursor, view.cells.length - 1), offset(cursor))}><i class="cursor-mark"></i></div>
    </div>`;
  }
}

/** The edges of the cards below the top one. */
const Edges = ({ count }) => Array.from({ length: Math.min(count, MOST_EDGES) }, (_, i) => Math.min(count, MOST_EDGES) - i).map((k) => html`<i class=${`edge edge-${k}`}></i>`);

/** Where a piece belongs: four corners and the glyph; under a piece of its colour the frame closes. */
function Target({ cell, letters }) {
  const home = cell.kind === "piece" && cell.colour === cell.target;
  return html`<div class=${`goal c-${glyphOf(cell.target)}`}>
    <svg viewBox="0 0 100 100">${home
      ? html`<rect x="6.5" y="6.5" width="87" height="87" rx="13" />`
      : html`<path d="M32.5 6.5H16.5Q6.5 6.5 6.5 16.5V32.5M67.5 6.5H83.5Q93.5 6.5 93.5 16.5V32.5M67.5 93.5H83.5Q93.5 93.5 93.5 83.5V67.5M32.5 93.5H16.5Q6.5 93.5 6.5 83.5V67.5" />`}</svg>
    ${cell.kind === "piece" ? null : html`<${Glyph} colour=${cell.target} letters=${letters} />`}
  </div>`;
}

/** A target's tab beside the piece that stands on it: the target's glyph, or a tick when the piece is home. */
function Tab({ cell, letters }) {
  const home = cell.colour === cell.target;
  return html`<i class=${`tab c-${glyphOf(cell.target)} ${home ? "home" : ""}`}>${home
    ? html`<svg viewBox="0 0 24 24"><path d="M5 12.5l5 5 9-10" /></svg>`
    : html`<${Glyph} colour=${cell.target} letters=${letters} />`}</i>`;
}

/** Walls, joined where they touch: four copies of one outline. */
function Walls({ view }) {
  const walls = view.cells.flatMap((cell, at) => (cell.kind === "wall" ? [at] : []));
  if (!walls.length) return null;
  const copy = (inset, dy, radius) => walls.map((at) => {
    const [x, y] = [100 * (at % view.columns), 100 * Math.floor(at / view.columns) + dy];
    const joins = joinsOf(view, at, (other) => view.cells[other].kind === "wall");
    const size = 100 - 2 * inset;
    return html`<rect x=${x + inset} y=${y + inset} width=${size} height=${size} rx=${radius} />
      ${joins.right ? html`<rect x=${x + 50} y=${y + inset} width="100" height=${size} />` : null}
      ${joins.down ? html`<rect x=${x + inset} y=${y + 50} width=${size} height="100" />` : null}`;
  });
  return html`<svg class="walls" viewBox=${`0 0 ${100 * view.columns} ${100 * view.rows}`} aria-hidden="true">
    <defs><pattern id="hatch" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="wall-face" width="14" height="14" /><rect class="wall-stripe" width="2" height="14" /></pattern></defs>
    <g class="wall-shade">${copy(4, 3, 13)}</g><g class="wall-line">${copy(4, -2, 13)}</g><g class="wall-hatched">${copy(6.5, -2, 11)}</g>
  </svg>`;
}

/** The best move: a line with a dark edge through the gutters, a head in the target. */
function Arrow({ view, down, move }) {
  const spot = (at) => /** @type {[number, number]} */ (down ? [Math.floor(at / view.columns), at % view.columns] : [at % view.columns, Math.floor(at / view.columns)]);
  // A larger piece moves with the cell in front.
  const front = view.control === "shift" ? Math.max(0, move.to.findIndex((cell) => !move.from.includes(cell))) : 0;
  const [from, to] = [spot(move.from[front]), spot(move.to[front])];
  const way = view.control === "shift" ? shiftPath : view.cells[move.to[0]].kind === "card" ? straightPath : gutterPath;
  const corners = way(from, to);
  const [w, h] = view.control === "shift" ? [100, 100] : down ? [200, 104] : [100, 138];
  const points = corners.map(([x, y]) => [x * w, y * h]);
  const [[px, py], [ex, ey]] = points.slice(-2);
  const turn = (Math.atan2(ey - py, ex - px) * 180) / Math.PI;
  const line = points.map((point) => point.join(",")).join(" ");
  const [sx, sy] = points[0];
  return html`<svg class="arrow" viewBox=${`0 0 ${w * (down ? view.rows : view.columns)} ${h * (down ? view.columns : view.rows)}`} preserveAspectRatio="none" aria-hidden="true">
    <polyline class="arrow-edge" points=${line} /><path class="arrow-edge head" d="M16 0-10-17V17z" transform=${`translate(${ex} ${ey}) rotate(${turn})`} />
    <polyline class="arrow-line" points=${line} /><path class="arrow-line head" d="M16 0-10-17V17z" transform=${`translate(${ex} ${ey}) rotate(${turn})`} />
    <circle class="arrow-start" cx=${sx} cy=${sy} r="8" />
  </svg>`;
}


