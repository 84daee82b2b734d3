// A board of pieces or tiles being edited: the effect of a tool on a cell, and the missing pieces.
// Pure.
import type { View } from "../api/types";
import { COLOURS } from "./editing";
import { capital, counted, pieceName } from "./say";

/** A board that is being edited. */
export interface Draft {
  view: View;
  /** the cell to be swapped with another */
  chosen: number | null;
  /** the sign that is put down; null swaps cells */
  brush: string | null;
  /** the tool on boards of pieces and tiles, and its colour */
  tool: Tool;
  colour: string;
  error: string;
  /** the previous boards, and the undone ones */
  past: View[];
  future: View[];
}

export type Tool = "piece" | "target" | "wall" | "erase";

/** The tools of a board; there are none for cards and numbers, which are swapped. */
export function toolsOf({ control }: Pick<View, "control">): Tool[] {
  if (control === "tilt") return ["piece", "target", "wall", "erase"];
  return control === "shift" ? ["piece", "erase"] : [];
}

/** The colours to draw with, those on the board first. */
export function coloursOf({ palette }: View) {
  const known = (palette ?? []).filter((sign) => /^[a-z]$/i.test(sign));
  return [...new Set([...known.map((sign) => sign.toUpperCase()), ...COLOURS])];
}

/** A tool in its colour. */
export type Brush = Pick<Draft, "tool" | "colour">;

/** The piece and the target of a cell. */
function lettersOf(sign: string) {
  const letters = [...sign].filter((each) => /[a-z]/i.test(each));
  return {
    piece: letters.find((each) => each === each.toLowerCase()) ?? "",
    target: letters.find((each) => each === each.toUpperCase()) ?? "",
  };
}

/** Whether a cell has the content that a tool draws; used there, the tool erases it. */
export function has(sign: string, { tool, colour }: Brush, view: View) {
  if (tool === "erase") return false;
  if (tool === "wall") return sign === "#";
  if (view.control === "shift") return sign === colour;
  const { piece, target } = lettersOf(sign);
  return tool === "piece" ? piece.toUpperCase() === colour : target === colour;
}

/**
 * The sign of a cell after a tool was used on it. A stroke has the same effect on all its cells
 * as on the first: it draws or erases.
 */
export function drawn(sign: string, brush: Brush, view: View, takes = has(sign, brush, view)) {
  const { tool, colour } = brush;
  if (takes && !has(sign, brush, view)) return sign;
  if (tool === "erase") return ".";
  if (tool === "wall") return takes ? "." : "#";
  if (view.control === "shift") return takes ? "." : colour;
  let { piece, target } = lettersOf(sign);
  if (tool === "piece") piece = takes ? "" : colour.toLowerCase();
  else target = takes ? "" : colour;
  return piece && target ? `*${piece}${target}` : piece || target || ".";
}

/** The tool or colour that a key selects; null if it selects none. */
export function chosenBy(key: string, draft: Draft): Partial<Draft> | null {
  const { view } = draft;
  const tools = toolsOf(view);
  if (!tools.length)
    return view.control === "slide" && view.palette?.includes(key) ? { brush: key } : null;
  const colour = /^[1-9]$/.test(key) && coloursOf(view)[Number(key) - 1];
  if (colour) return inColour(draft, colour);
  const tool = tools.find((each) => each.startsWith(key.toLowerCase()) && key.length === 1);
  return tool ? { tool } : null;
}

/** Another colour to draw in, with a tool that has one. */
export const inColour = ({ tool }: Draft, colour: string): Partial<Draft> => ({
  colour,
  tool: isColoured(tool) ? tool : "piece",
});

/** Whether a tool draws in a colour. */
export const isColoured = (tool: Tool) => tool === "piece" || tool === "target";

/** The signs of a board after resizing: those that fit are kept. */
export function resized({ cells, rows, columns }: View, to: { rows: number; columns: number }) {
  const kept = { rows: Math.min(rows, to.rows), columns: Math.min(columns, to.columns) };
  return Array.from({ length: to.rows * to.columns }, (_, at) => {
    const [row, column] = [Math.floor(at / to.columns), at % to.columns];
    const isKept = row < kept.rows && column < kept.columns;
    return (isKept && cells[row * columns + column]?.sign) || ".";
  });
}

/** Whether a drawn board can be played, as a line and a reason, with the cells concerned. */
export interface Readiness {
  ready: boolean;
  title: string;
  more: string;
  cells: number[];
}

const listed = (names: string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
const toldOf = (letters: string[]) => capital(listed(letters.map(pieceName)));

export function readinessOf(view: View): Readiness | null {
  if (view.control === "tilt") return tilted(view);
  if (view.control === "shift") return shifted(view);
  return null;
}

/** Every piece needs a target of its colour. */
function tilted({ cells }: View): Readiness {
  const at = (letter: string, of: "colour" | "target") =>
    cells.flatMap((cell, index) => (cell[of] === letter ? [index] : []));
  const all = [...new Set(cells.flatMap(({ colour, target }) => [colour ?? "", target ?? ""]))];
  const letters = all.filter(Boolean).toSorted();
  const lacks = letters.filter((each) => at(each, "colour").length > at(each, "target").length);
  const idle = letters.filter((each) => !at(each, "colour").length);
  const spare = idle.length ? `${toldOf(idle)} ${idle.length > 1 ? "have" : "has"} no piece.` : "";
  const wanting = [
    ...lacks.flatMap((each) => at(each, "colour")),
    ...idle.flatMap((each) => at(each, "target")),
  ];
  if (lacks.length)
    return {
      ready: false,
      title: `${toldOf(lacks)} ${lacks.length > 1 ? "lack" : "lacks"} a target.`,
      more: spare || "Every piece needs a target of its colour.",
      cells: wanting,
    };
  const colours = letters.length - idle.length;
  return {
    ready: colours > 0,
    title: colours ? `Ready: ${counted(colours, "colour")}.` : "Put down a piece.",
    more: spare || "Every piece has its target.",
    cells: wanting,
  };
}

/** Cells of one colour that touch are one piece; one of each colour wins. */
function shifted({ cells }: View): Readiness {
  const groups = new Map<string, Set<number>>();
  for (const { colour, group } of cells)
    if (colour) groups.set(colour, (groups.get(colour) ?? new Set()).add(group ?? 0));
  const pieces = [...groups.values()].reduce((sum, { size }) => sum + size, 0);
  if (pieces === groups.size)
    return {
      ready: false,
      title: pieces ? "Every colour is one piece already." : "Put down pieces.",
      more: "Draw two pieces of a colour that do not touch.",
      cells: [],
    };
  return {
    ready: true,
    title: `Ready: ${counted(groups.size, "colour")}, ${counted(pieces, "piece")}.`,
    more: "Cells of one colour that touch are one piece.",
    cells: [],
  };
}
