// The cards or pieces of a won board leap from the table and bounce out of the window, once.
import { Component, createRef } from "preact";
import type { View } from "../api/types";
import { decorate, isStill } from "../browser/motion";
import { cellAt } from "../model/view";
import { Face } from "../parts/faces";

/** Maximum number of leaping cards or pieces. */
const LEAPS = 16;
/** Milliseconds between two frames of a path, and from one leap to the next. */
const STEP = 40;
const PAUSE = 90;
/** Per second: pixels of a fall's acceleration; the share of speed that a bounce keeps. */
const GRAVITY = 2400;
const BOUNCE = 0.74;

type Path = { transform: string }[];

/**
 * The place of a card or piece at each step until it has left the window: it leaps up,
 * falls, and bounces on the window's edge. `turn` from 0 to 1 spreads the leaps.
 */
export function pathOf(from: DOMRect, turn: number, width: number, height: number): Path {
  const away = from.left + from.width / 2 < width / 2 ? -1 : 1;
  // Two in three cross the window.
  const side = Math.round(turn * 97) % 3 ? -away : away;
  const across = side * width * (0.28 + 0.22 * turn);
  let [x, y, down] = [0, 0, -(300 + 420 * ((turn * 7) % 1))];
  const path: Path = [{ transform: "none" }];
  for (let left = 4000 / STEP; left > 0; left--) {
    const seconds = STEP / 1000;
    x += across * seconds;
    y += down * seconds;
    down += GRAVITY * seconds;
    const floor = height - from.bottom;
    if (y > floor) {
      y = floor;
      down = -BOUNCE * Math.abs(down);
    }
    path.push({ transform: `translate(${Math.round(x)}px,${Math.round(y)}px)` });
    if (from.right + x < 0 || from.left + x > width) break;
  }
  return path;
}

/** The cells whose content leaps: from the end of the board, spread over it. */
function leaping(view: View) {
  const cells = view.cells.flatMap((cell, at) =>
    cell.kind === "card" || cell.kind === "piece" || cell.kind === "tile" ? [at] : [],
  );
  const every = Math.max(1, cells.length / LEAPS);
  const count = Math.min(LEAPS, cells.length);
  return Array.from(
    { length: count },
    (_, i) => cells[cells.length - 1 - Math.floor(i * every)] ?? 0,
  );
}

export class Cascade extends Component<{ view: View }> {
  private box = createRef<HTMLDivElement>();

  componentDidMount() {
    const board = document.querySelector(".stage .board");
    const leaps = [...(this.box.current?.children ?? [])];
    for (const [index, leap] of leaps.entries()) {
      if (!(leap instanceof HTMLElement)) continue;
      const cell = board?.querySelector(`[data-cell="${leap.dataset.from}"]`);
      if (!cell) continue;
      const from = cell.getBoundingClientRect();
      for (const side of ["left", "top", "width", "height"] as const)
        leap.style[side] = `${from[side]}px`;
      // The size of a tile's number.
      leap.style.setProperty("--cw", `${from.width}px`);
      const path = pathOf(from, (index + 0.5) / leaps.length, innerWidth, innerHeight);
      decorate(leap, path, { delay: 260 + PAUSE * index, duration: STEP * path.length });
    }
  }

  render({ view }: { view: View }) {
    if (isStill()) return null;
    const wide = document.querySelector(".stage .table.is-down") !== null;
    return (
      <div class="cascade" aria-hidden="true" ref={this.box}>
        {leaping(view).map((at) => (
          <i data-from={at}>
            <Face cell={cellAt(view, at)} wide={wide} />
          </i>
        ))}
      </div>
    );
  }
}
