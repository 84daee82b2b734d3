// The size of a tree's nodes: as large as the room allows, then smaller, then dots.

export interface Size {
  name: "full" | "small" | "brief" | "dot";
  /** of a node */
  width: number;
  height: number;
  /** from one node to the next, across and down */
  across: number;
  down: number;
}

const FULL: Size = { name: "full", width: 58, height: 44, across: 66, down: 68 };
const MEDIUM: Size = { name: "full", width: 46, height: 36, across: 51, down: 56 };
const SMALL: Size = { name: "small", width: 34, height: 26, across: 39, down: 44 };
const DOT: Size = { name: "dot", width: 11, height: 11, across: 14, down: 26 };
/** For a class: nothing is smaller than 18 pixels. */
const CLASS: Size = { name: "small", width: 64, height: 36, across: 82, down: 66 };
/** The same with g and h, where the whole tree fits. */
const CLASS_FULL: Size = { name: "full", width: 84, height: 66, across: 94, down: 96 };

/** How many rooms wide any other tree may be and keep its words. */
const READ = 1.7;

/** Two digits of that size. */
const NARROW = 30;

const MC_FULL: Size = { name: "full", width: 50, height: 58, across: 56, down: 96 };
const MC_SMALL: Size = { name: "small", width: 37, height: 46, across: 41, down: 82 };
const MC_DOT: Size = { name: "dot", width: 13, height: 13, across: 17, down: 44 };
/** For a class: all figures, only visits, or none; the figures of the path are also at the side. */
const MC_FULL_CLASS: Size = { name: "full", width: 62, height: 74, across: 67, down: 104 };
const MC_BRIEF_CLASS: Size = { name: "brief", width: 40, height: 40, across: 45, down: 76 };
const MC_DOT_CLASS: Size = { ...MC_DOT, width: 17, height: 17, across: 21, down: 48 };
/** How many rooms wide a Monte Carlo tree may be and keep its figures: it follows the simulation. */
const MC_ROOMS = 3;
/** Next to another search rows move together. */
const MC_CLASS_PAIR: Size = { name: "full", width: 62, height: 74, across: 67, down: 92 };

/** The size for a tree of the given nodes across and down, in a room of the given pixels. */
export function sizeFor(
  { width, depth }: { width: number; depth: number },
  room: { width: number; height: number },
  { isClass = false, isMc = false, isPair = false, isLocal = false } = {},
): Size {
  // Half a window is too narrow for most trees, and without figures a Monte Carlo tree says nothing:
  // it has them next to another search as well, and follows the simulation.
  if (isPair && isMc) return isClass ? MC_CLASS_PAIR : MC_SMALL;
  if (isClass && isMc) {
    const widthIn = (size: Size) => extentOf({ width, depth }, size, true).width;
    const isRead = widthIn(MC_FULL_CLASS) <= MC_ROOMS * room.width;
    const whole = [MC_FULL_CLASS, MC_BRIEF_CLASS].find((each) => widthIn(each) <= room.width);
    const size = whole ?? (isRead ? MC_FULL_CLASS : MC_DOT_CLASS);
    const down = (room.height - size.height - MARGINS.mc.down) / depth;
    return { ...size, down: Math.max(size.height + 24, Math.min(size.down, down)) };
  }
  if (isClass) {
    const whole = extentOf({ width, depth }, CLASS_FULL, false);
    if (whole.width <= room.width && whole.height <= room.height) return CLASS_FULL;
    const fitting = Math.min(CLASS.across, (room.width - 24) / width);
    // Words are read by scrolling a little, rather than not at all; a search that works along one
    // path is followed, however wide its tree is.
    const isRead = isLocal || NARROW * width <= READ * room.width;
    const across = isRead ? Math.max(NARROW, fitting) : fitting;
    // A tree without room for words is still shown as a whole.
    if (across < NARROW)
      return { ...DOT, across: Math.max(DOT.width, Math.min(across, DOT.across)) };
    const down = Math.max(46, Math.min(CLASS.down, (room.height - 60) / Math.max(1, depth - 1)));
    return { ...CLASS, across, width: Math.min(CLASS.width, across - 4), down };
  }
  const sizes = isMc ? [MC_FULL, MC_SMALL] : [FULL, MEDIUM, SMALL];
  const fits = (size: Size) =>
    width * size.across + 24 <= room.width &&
    depth * (isMc ? size.down * 0.6 : size.height + 13) <= room.height;
  // A readable tree is drawn a little too wide, with scrolling, rather than as dots.
  const last = sizes.at(-1);
  const isRead = last && width * last.across <= (isMc ? MC_ROOMS : READ) * room.width;
  const size = isRead ? (sizes.find(fits) ?? last) : isMc ? MC_DOT : DOT;
  // Rows move together if that shows the whole tree.
  const down = (room.height - size.height - 26) / Math.max(1, depth - 1);
  const least = size.height + (size.name === "dot" ? 8 : 13);
  return isMc ? size : { ...size, down: Math.max(least, Math.min(size.down, down)) };
}

/** How many times larger than its size a small tree is drawn. */
const GROWN = 1.7;

/** The scale at which a tree fills its room: above 1 only if all of it fits. */
export function grownFor(
  tree: { width: number; depth: number },
  room: { width: number; height: number },
  size: Size,
) {
  const { width, height } = extentOf(tree, size, false);
  return Math.max(1, Math.min(GROWN, (room.width - 8) / width, (room.height - 8) / height));
}

/** The margins of a tree, and room for a playout below a Monte Carlo tree. */
const MARGINS = {
  graph: { across: 16, down: 24, least: 0 },
  mc: { across: 56, down: 192, least: 460 },
};

/** The width and height of a tree at a size. */
export function extentOf(
  { width, depth }: { width: number; depth: number },
  { across, down, height }: Size,
  isMc: boolean,
) {
  const margin = MARGINS[isMc ? "mc" : "graph"];
  return {
    width: Math.max(margin.least, width * across + margin.across),
    height: (isMc ? depth : depth - 1) * down + height + margin.down,
  };
}

/** The minimum scale of a tree, at which it is visible as a whole, and the maximum. */
export function zoomsFor(
  tree: { width: number; depth: number },
  room: { width: number; height: number },
  size: Size,
  isMc: boolean,
) {
  const { width, height } = extentOf(tree, size, isMc);
  return {
    least: Math.min(1, (room.width - 2) / width, (room.height - 2) / height),
    most: (2.5 * (isMc ? MC_FULL : FULL).across) / size.across,
  };
}

/**
 * The size for a scaled tree: nodes have words as soon as there is room for
 * them. Everything is drawn at `scale` times the size.
 */
export function zoomed(
  size: Size,
  zoom: number,
  { isMc, rows, height }: { isMc: boolean; rows: number; height: number },
): { size: Size; scale: number } {
  if (zoom === 1) return { size, scale: 1 };
  const [dot, ...sizes] = isMc ? [MC_DOT, MC_FULL, MC_SMALL] : [DOT, FULL, MEDIUM, SMALL];
  const across = size.across * zoom;
  const next = sizes.find((each) => across >= each.across) ?? dot;
  const scale = across / next.across;
  // Rows keep their distance as far as the room is high enough for all of them.
  const loose = isMc ? 0 : Math.min(size.down, (height - 40) / Math.max(1, rows - 1));
  const down = Math.max(next.height + 8, Math.max(size.down * zoom, loose) / scale);
  return { size: { ...next, down }, scale };
}
