// The drawings on cells: edges of stacks, targets, walls.
import type { Cell, View } from "../api/types";
import { joinsOf } from "../model/paths";
import { Glyph, glyphOf } from "../parts/faces";

/** Visible cards below the top one. */
const MAX_EDGES = 5;

interface CellProps {
  cell: Cell;
  letters?: boolean;
}

/** The edges of the cards below the top one. */
export function Edges({ count }: { count: number }) {
  const seen = Math.min(count, MAX_EDGES);
  return (
    <>
      {Array.from({ length: seen }, (_, i) => (
        <i class={`edge edge-${seen - i}`} />
      ))}
    </>
  );
}

/**
 * The target of a piece: four corners and the glyph; under a piece of its colour the frame closes.
 */
export function Target({ cell, letters }: CellProps) {
  const { target = "" } = cell;
  const home = cell.kind === "piece" && cell.colour === target;
  return (
    <div class={`goal c-${glyphOf(target)}`}>
      <svg viewBox="0 0 100 100">
        {home ? (
          <rect x="6.5" y="6.5" width="87" height="87" rx="13" />
        ) : (
          <path d="M32.5 6.5H16.5Q6.5 6.5 6.5 16.5V32.5M67.5 6.5H83.5Q93.5 6.5 93.5 16.5V32.5M67.5 93.5H83.5Q93.5 93.5 93.5 83.5V67.5M32.5 93.5H16.5Q6.5 93.5 6.5 83.5V67.5" />
        )}
      </svg>
      {cell.kind === "piece" ? null : <Glyph colour={target} letters={letters} />}
    </div>
  );
}

/**
 * A target's tab next to the piece on it: the target's glyph, or a tick when the piece is home.
 */
export function Tab({ cell, letters }: CellProps) {
  const { target = "" } = cell;
  const home = cell.colour === target;
  return (
    <i class={`tab c-${glyphOf(target)} ${home ? "home" : ""}`}>
      {home ? (
        <svg viewBox="0 0 24 24">
          <path d="M5 12.5l5 5 9-10" />
        </svg>
      ) : (
        <Glyph colour={target} letters={letters} />
      )}
    </i>
  );
}

/** Walls, joined where they touch: four copies of one outline. */
export function Walls({ view }: { view: View }) {
  const walls = view.cells.flatMap((cell, at) => (cell.kind === "wall" ? [at] : []));
  if (!walls.length) return null;
  const copy = (inset: number, dy: number, radius: number) =>
    walls.map((at) => {
      const [x, y] = [100 * (at % view.columns), 100 * Math.floor(at / view.columns) + dy];
      const joins = joinsOf(view, at, (other) => view.cells[other]?.kind === "wall");
      const size = 100 - 2 * inset;
      return (
        <>
          <rect x={x + inset} y={y + inset} width={size} height={size} rx={radius} />
          {joins.right ? <rect x={x + 50} y={y + inset} width="100" height={size} /> : null}
          {joins.down ? <rect x={x + inset} y={y + 50} width={size} height="100" /> : null}
          {joins.right && joins.down && view.cells[at + view.columns + 1]?.kind === "wall" ? (
            <rect x={x + 50} y={y + 50} width="100" height="100" />
          ) : null}
        </>
      );
    });
  return (
    <svg class="walls" viewBox={`0 0 ${100 * view.columns} ${100 * view.rows}`} aria-hidden="true">
      <defs>
        <pattern
          id="hatch"
          width="14"
          height="14"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect class="wall-face" width="14" height="14" />
          <rect class="wall-stripe" width="2" height="14" />
        </pattern>
      </defs>
      <g class="wall-shade">{copy(4, 3, 13)}</g>
      <g class="wall-line">{copy(4, -2, 13)}</g>
      <g class="wall-hatched">{copy(6.5, -2, 11)}</g>
    </svg>
  );
}
