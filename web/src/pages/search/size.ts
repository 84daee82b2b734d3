// The size of a tree's nodes: as large as the space allows, then smaller. A tree that is too large
// for numbers is drawn in part, or as dots if the whole is requested.
import type { Space } from "../../model/tree-part";

export interface Size {
  name: "full" | "parts" | "line" | "small" | "brief" | "dot";
  /** of a node */
  width: number;
  height: number;
  /** from one node to the next, across and down */
  across: number;
  down: number;
}

const FULL: Size = { name: "full", width: 58, height: 44, across: 66, down: 74 };
const MEDIUM: Size = { name: "full", width: 46, height: 36, across: 51, down: 56 };
const SMALL: Size = { name: "small", width: 34, height: 26, across: 39, down: 44 };
const DOT: Size = { name: "dot", width: 11, height: 11, across: 14, down: 26 };
/** For a class: all text has at least 18 pixels. */
const CLASS: Size = { name: "full", width: 84, height: 66, across: 94, down: 108 };

const MC_FULL: Size = { name: "full", width: 50, height: 58, across: 56, down: 96 };
const MC_SMALL: Size = { name: "small", width: 37, height: 46, across: 41, down: 82 };
/** Three lines in a low room. */
const MC_LOW: Size = { name: "small", width: 38, height: 42, across: 41, down: 66 };
/** Two lines, if the height does not suffice for three. */
const MC_BRIEF: Size = { name: "brief", width: 38, height: 34, across: 41, down: 60 };
const MC_DOT: Size = { name: "dot", width: 13, height: 13, across: 17, down: 44 };
const MC_CLASS: Size = { name: "full", width: 62, height: 74, across: 67, down: 110 };
const MC_CLASS_BRIEF: Size = { name: "brief", width: 62, height: 52, across: 67, down: 86 };

/** The minimum distances between nodes with one number. */
const LEAST = {
  graph: () => ({ across: 34, down: 27 }),
  class: (digits: number) => ({ across: Math.max(34, 10 + 12 * digits), down: 36 }),
};
/** For a class, with f above g + h, or all in a line; `signs` is the length of the longest f=g+h. */
const LEAST_PARTS = {
  parts: (signs: number) => ({ across: 14 + 9 * signs, down: 74 }),
  line: (signs: number) => ({ across: 24 + 12 * signs, down: 39 }),
};
/** The part of a row's height that its nodes have. */
const PART = 0.65;
/** Minimum room for two lines in a node. */
const TWO_LINES = { width: 44, height: 34 };
const TWO_LINES_CLASS = { width: 72, height: 56 };

interface Form {
  isClass?: boolean;
  /** whether it is one of two */
  isPair?: boolean;
  /** the length of the longest single number */
  digits?: number;
  isMc?: boolean;
  /** how the nodes of a class show g and h, and the length of the longest f=g+h; else undefined */
  parts?: { as: "parts" | "line"; signs: number };
  /** the length of the longest f=g+h, which is shown where a node is wide enough; 0 without estimates */
  signs?: number;
}

/**
 * The form of a tree. A class sees g and h: below f, or after it if more nodes fit that way. With
 * two trees, showing f alone takes precedence over showing a part of a tree.
 */
export function formFor(whole: Extent, room: Room, form: Form, signs: number): Form {
  if (form.isMc || signs === 0) return form;
  if (!form.isClass) return { ...form, signs };
  const below: Form = { ...form, parts: { as: "parts", signs } };
  const after: Form = { ...form, parts: { as: "line", signs } };
  const isWhole = (each: Form) => fits(whole, spaceFor(room, each));
  return [below, after].find(isWhole) ?? (form.isPair ? form : after);
}

interface Room {
  width: number;
  height: number;
}

interface Extent {
  width: number;
  depth: number;
}

/** The sizes of a Monte Carlo tree's nodes, the largest first. */
const mcSizes = ({ isClass }: Form, { height }: Room) =>
  isClass
    ? [height < 560 ? MC_CLASS_BRIEF : MC_CLASS]
    : height < 390
      ? [height < 330 ? MC_BRIEF : MC_LOW]
      : [MC_FULL, MC_SMALL];

/** The minimum distances between nodes, and the minimum height of a node. */
function leastOf(form: Form, room: Room) {
  if (!form.isMc) {
    const { parts, isClass, digits = 2 } = form;
    const { across, down } = parts
      ? LEAST_PARTS[parts.as](parts.signs)
      : LEAST[isClass ? "class" : "graph"](digits);
    return { across, down, height: PART * down };
  }
  const { across, height } = mcSizes(form, room).at(-1) ?? MC_SMALL;
  return { across, down: height + 14, height };
}

/** The dots of a playout below a Monte Carlo tree. */
export const tailFor = ({ height }: Room) =>
  height < 450 ? 2 : height < 560 ? 4 : height < 760 ? 8 : 12;

/** The margins of a tree, with room for a playout below a Monte Carlo tree. */
const marginsOf = ({ isMc }: Form, room: Room) =>
  isMc ? { across: 56, down: 96 + 11 * tailFor(room) } : { across: 16, down: 24 };

/** Maximum number of nodes with numbers that fit, across and down. */
export function spaceFor(room: Room, form: Form): Space {
  const least = leastOf(form, room);
  const margin = marginsOf(form, room);
  return {
    across: Math.max(3, Math.floor((room.width - margin.across) / least.across)),
    rows: Math.max(3, 1 + Math.floor((room.height - margin.down - least.height) / least.down)),
  };
}

export const fits = ({ width, depth }: Extent, { across, rows }: Space) =>
  width <= across && depth <= rows;

/** The size of the nodes of a tree that fits with numbers. */
export function sizeFor({ width, depth }: Extent, room: Room, form: Form): Size {
  const { isClass = false, isMc = false, parts, signs = 0 } = form;
  const least = leastOf(form, room);
  const margin = marginsOf(form, room);
  const across = (room.width - margin.across - 2) / Math.max(1, width);
  const between = (height: number) =>
    (room.height - margin.down - height - 2) / Math.max(1, depth - 1);
  const within = (low: number, high: number, at: number) => Math.max(low, Math.min(high, at));
  if (isMc) {
    const sizes = mcSizes(form, room);
    const fit = sizes.find(
      (each) => across >= each.across && between(each.height) >= each.height + 18,
    );
    const size = fit ?? sizes.at(-1) ?? MC_SMALL;
    return { ...size, down: within(size.height + 14, size.down, between(size.height)) };
  }
  const usual = isClass ? CLASS : FULL;
  // Labels on one line may need more room.
  const most = {
    ...usual,
    width: Math.max(usual.width, least.across - 6),
    across: Math.max(usual.across, least.across),
  };
  const step = within(least.across, most.across, across);
  const down = within(
    least.down,
    most.down,
    (room.height - margin.down - 2) / (Math.max(1, depth) - 1 + PART),
  );
  const size = {
    width: Math.min(most.width, step - (isClass ? 6 : 5)),
    height: Math.min(most.height, PART * down),
    across: step,
    down,
  };
  const lines = isClass ? TWO_LINES_CLASS : TWO_LINES;
  const isFull = size.width >= lines.width && size.height >= lines.height;
  if (isFull || parts) return { ...size, name: isFull ? "full" : (parts?.as ?? "small") };
  // In a low row, f = g + h fits on one line if the row is wide enough.
  const wide = 6 + 8.5 * signs;
  if (signs === 0 || across < wide + 6) return { ...size, name: "small" };
  const line = { width: Math.max(size.width, wide), across: Math.max(size.across, wide + 6) };
  return { ...size, ...line, name: "line" };
}

/** The size of the nodes of a tree that is shown as a whole, with numbers or not. */
export const wholeSize = ({ isMc }: Form): Size => (isMc ? MC_DOT : DOT);

/** The magnification of a small tree. */
const GROWN = 1.7;

/** If there is very little height, a Monte Carlo tree is reduced, so that its root and its playout are visible together. */
const REDUCED = 0.72;

/** The scale at which a tree fills its room: above 1 only if all of it fits. */
export function grownFor(tree: Extent, room: Room, size: Size, form: Form) {
  const { width, height } = extentOf(tree, size, room, form);
  return Math.max(
    form.isMc ? REDUCED : 1,
    Math.min(GROWN, (room.width - 8) / width, (room.height - 8) / height),
  );
}

/** The width and height of a tree at a size. */
export function extentOf({ width, depth }: Extent, size: Size, room: Room, form: Form) {
  const margin = marginsOf(form, room);
  return {
    width: width * size.across + margin.across,
    height: (depth - 1) * size.down + size.height + margin.down,
  };
}

/**
 * The minimum scale of a tree, at which it is visible as a whole, and the maximum. A large tree drawn
 * as a whole fills its room.
 */
export function zoomsFor(tree: Extent, room: Room, size: Size, form: Form) {
  const { width, height } = extentOf(tree, size, room, form);
  return {
    least: Math.min(
      size.name === "dot" ? GROWN : 1,
      (room.width - 2) / width,
      (room.height - 2) / height,
    ),
    most: (2.5 * (form.isMc ? MC_FULL : FULL).across) / size.across,
  };
}

/**
 * The size for the whole of a large tree, scaled: nodes have words as soon as there is room for
 * them. The tree is drawn at `scale` times the size.
 */
export function zoomed(
  size: Size,
  zoom: number,
  { isMc, rows, height }: { isMc: boolean; rows: number; height: number },
): { size: Size; scale: number } {
  const [dot, ...sizes] = isMc ? [MC_DOT, MC_FULL, MC_SMALL] : [DOT, FULL, MEDIUM, SMALL];
  const across = size.across * zoom;
  const next = sizes.find((each) => across >= each.across) ?? dot;
  const scale = across / next.across;
  // Rows keep their distance if there is enough height for all of them.
  const loose = isMc ? 0 : Math.min(size.down, (height - 40) / Math.max(1, rows - 1));
  const down = Math.max(next.height + 8, Math.max(size.down * zoom, loose) / scale);
  return { size: { ...next, down }, scale };
}
