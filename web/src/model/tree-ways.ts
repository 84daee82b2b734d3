// Keys in a tree: up to the parent, down to a child, along the row, to its first and last node. Pure.

export interface Linked<N> {
  parent: N | null;
  children: N[];
}

/** The nodes that keys reach from a node; the last two are those of the whole tree. */
export type Way = "up" | "down" | "left" | "right" | "first" | "last";

const depthOf = <N extends Linked<N>>(node: N): number =>
  node.parent ? depthOf(node.parent) + 1 : 0;

/**
 * The visible node that a key reaches; null if none. Down leads to the highest-ranked child, the
 * first among equals.
 */
export function nodeAt<N extends Linked<N>>(
  from: N,
  way: Way,
  shown: N[],
  rankOf: (node: N) => number,
  xOf: (node: N) => number,
): N | null {
  if (way === "first") return shown[0] ?? null;
  if (way === "last") return shown.at(-1) ?? null;
  if (way === "up") return from.parent;
  const known = new Set(shown);
  if (way === "down")
    return from.children
      .filter((child) => known.has(child))
      .reduce<N | null>((best, each) => (best && rankOf(best) >= rankOf(each) ? best : each), null);
  const depth = depthOf(from);
  const row = shown.filter((each) => depthOf(each) === depth).toSorted((a, b) => xOf(a) - xOf(b));
  return row[row.indexOf(from) + (way === "left" ? -1 : 1)] ?? null;
}
