// Boards made in the editor. Pure.
import type { View } from "../api/types";
import { SUITS } from "./say";

/**
 * The cards of a position that an editor can put down: those that are not on the board, and the
 * empty place.
 */
export function spare(view: View) {
  const ranks = Math.max(...view.cells.map((cell) => cell.rank ?? 0));
  const lowest = Math.min(...view.cells.map((cell) => cell.rank ?? 99));
  const here: Record<string, number> = {};
  for (const { sign } of view.cells) here[sign] = (here[sign] ?? 0) + 1;
  const all = [...SUITS.keys()].flatMap((suit) =>
    [..."A23456789TJQK"].slice(lowest - 1, ranks).map((rank) => rank + suit),
  );
  // Two decks have every card twice.
  const copies = Math.max(1, ...all.map((sign) => here[sign] ?? 0));
  return ["--", ...all.filter((sign) => (here[sign] ?? 0) < copies)];
}

/** Colours that a board may have, including unused ones. */
export const COLOURS = "RGBYOPCM";

/** The signs that an editor can put down; signs of other colours come after those on the board. */
export function signsOf(view: View) {
  if (view.control === "place") return spare(view);
  const known = view.palette ?? [];
  if (view.control === "slide") return known;
  const here = new Set(known.map((sign) => sign.toUpperCase()));
  const more = [...COLOURS].filter((colour) => !here.has(colour));
  const signs = (colour: string) =>
    view.control === "tilt" ? [colour.toLowerCase(), colour] : [colour];
  return [...known, ...more.flatMap(signs)];
}

/** Whether a cell holds several pieces or targets, named by a legend. */
const isMarked = (sign: string) => sign.length > 1 && sign.startsWith("*");

/** A board in the canonical notation, from the signs of its cells. */
export function write(signs: string[], view: View) {
  const legend = signs.filter(isMarked).map((sign) => sign.slice(1));
  const rows = Array.from({ length: view.rows }, (_, row) =>
    signs
      .slice(row * view.columns, (row + 1) * view.columns)
      .map((sign) => (isMarked(sign) ? "*" : sign))
      .join(view.cell_separator),
  );
  return rows.join(view.row_separator) + (legend.length ? `/*=${legend.join(",")}` : "");
}

/**
 * The minimum and maximum sizes of boards that can be drawn; null for Birds of a Feather, which has
 * one size.
 */
export function sizesOf(game: string) {
  const range = ([least, most]: [number, number]) =>
    Array.from({ length: most - least + 1 }, (_, i) => least + i);
  const sizes = SIZES[game];
  return sizes ? { rows: range(sizes.rows), columns: range(sizes.columns) } : null;
}
const SIZES: Record<string, { rows: [number, number]; columns: [number, number] }> = {
  gaps: { rows: [1, 4], columns: [2, 13] },
  cohesion: { rows: [2, 8], columns: [2, 8] },
  tiles: { rows: [2, 10], columns: [2, 10] },
  sliding: { rows: [2, 5], columns: [2, 5] },
};

/**
 * The signs of a board in another order. They are permuted in cycles of three, so that sliding
 * tiles remain solvable.
 */
export function shuffled(board: string, chance = Math.random) {
  const parts = board.split(/( \/ | )/);
  const cells = [...parts.keys()].filter((at) => at % 2 === 0 && parts[at] !== "0");
  const any = () => cells[Math.floor(chance() * cells.length)] ?? 0;
  for (let count = 4 * cells.length; count > 0; count--) {
    const [a, b, c] = [any(), any(), any()];
    if (a === b || b === c || c === a) continue;
    [parts[a], parts[b], parts[c]] = [parts[b] ?? "", parts[c] ?? "", parts[a] ?? ""];
  }
  return parts.join("");
}

/**
 * The plainest board of a given size, to draw on: cards in their order; one colour in two corners; a
 * piece and its target; numbers in order.
 */
export function plainBoard(game: string, rows: number, columns: number) {
  const grid = (sign: (row: number, column: number) => string) =>
    Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) => sign(row, column)),
    );
  if (game === "gaps") {
    const card = (suit: number, column: number) =>
      "23456789TJQK".charAt(column) + "CHSD".charAt(suit);
    return grid((row, column) => (column === columns - 1 ? "--" : card(row, column)))
      .map((row) => row.join(" "))
      .join(" / ");
  }
  if (game === "sliding")
    return grid((row, column) => `${row * columns + column}`)
      .map((row) => row.join(" "))
      .join(" / ");
  const first = game === "cohesion" ? "R" : "r";
  const isLast = (row: number, column: number) => row === rows - 1 && column === columns - 1;
  return grid((row, column) => (row + column === 0 ? first : isLast(row, column) ? "R" : "."))
    .map((row) => row.join(""))
    .join("/");
}
