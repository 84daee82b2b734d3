// Geometry of the board: the path of an arrow, and the joints between cells of a piece or a wall.
// Pure.

/** The sides on which a cell joins its neighbour. */
export function joinsOf(
  view: { rows: number; columns: number },
  at: number,
  same: (other: number) => boolean,
) {
  const column = at % view.columns;
  return {
    left: column > 0 && same(at - 1),
    right: column + 1 < view.columns && same(at + 1),
    up: at >= view.columns && same(at - view.columns),
    down: at + view.columns < view.rows * view.columns && same(at + view.columns),
  };
}

/** The corners at which a piece turns: it continues both ways, but not between them. */
export function notchesOf(
  view: { rows: number; columns: number },
  at: number,
  same: (other: number) => boolean,
) {
  const joins = joinsOf(view, at, same);
  const corners = [
    ["up", "left", -view.columns - 1],
    ["up", "right", -view.columns + 1],
    ["down", "left", view.columns - 1],
    ["down", "right", view.columns + 1],
  ] as const;
  return corners.flatMap(([along, across, step]) =>
    joins[along] && joins[across] && !same(at + step) ? [`${along}-${across}`] : [],
  );
}

/**
 * The corners of an arrow from one card to another in units of cells: out of the card, along the
 * gutters between rows and columns, and into its target; never across a card. It leaves at the top
 * right, because rank and suit are on the left and badges at the bottom; on a low card between its
 * suit and its badge. `[x, y]` of a cell is its upper left corner.
 */
export function gutterPath(
  [fx, fy]: [number, number],
  [tx, ty]: [number, number],
  isLow = false,
): [number, number][] {
  const start = [fx + (isLow ? 0.56 : 0.76), fy + 0.14] as [number, number];
  // The gutter along the row of the origin, and the one from which the target is entered.
  const out = fy;
  const into = ty < fy ? ty + 1 : ty;
  const end = [tx + 0.5, ty < fy ? ty + 0.62 : ty + 0.38] as [number, number];
  if (out === into) return [start, [start[0], out], [end[0], into], end];
  const across = tx > fx ? fx + 1 : tx < fx ? fx : fx + 1;
  return [start, [start[0], out], [across, out], [across, into], [end[0], into], end];
}

/**
 * Straight from card to card, if only cards of the same row or column meet: below and to the
 * right of a card's rank and suit.
 */
export function straightPath(
  [fx, fy]: [number, number],
  [tx, ty]: [number, number],
): [number, number][] {
  const [dx, dy] = [Math.sign(tx - fx), Math.sign(ty - fy)];
  const [x, y] = [0.5 + 0.16 * Math.abs(dy), 0.5 + 0.14 * Math.abs(dx)];
  return [
    [fx + x + 0.3 * dx, fy + y + 0.3 * dy],
    [tx + x - 0.24 * dx, ty + y - 0.24 * dy],
  ];
}

/** The arrow from a card onto another: straight, unless a card lies between them. */
export function ontoPath(
  isFree: (x: number, y: number) => boolean,
  from: [number, number],
  to: [number, number],
): [number, number][] {
  const [dx, dy] = [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
  for (let [x, y] = [from[0] + dx, from[1] + dy]; x !== to[0] || y !== to[1]; x += dx, y += dy)
    if (!isFree(x, y)) return gutterPath(from, to);
  return straightPath(from, to);
}

/** From the edge of a piece to where it stops, clear of the glyphs in the middle of both cells. */
export function shiftPath(
  [fx, fy]: [number, number],
  [tx, ty]: [number, number],
): [number, number][] {
  const [dx, dy] = [Math.sign(tx - fx), Math.sign(ty - fy)];
  return [
    [fx + 0.5 + 0.3 * dx, fy + 0.5 + 0.3 * dy],
    [tx + 0.5 - 0.16 * dx, ty + 0.5 - 0.16 * dy],
  ];
}
