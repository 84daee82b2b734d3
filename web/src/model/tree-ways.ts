// Arrow keys in a tree: up to the parent, down to a child, along the row. Pure.

export interface Linked<N> {
  parent: N | null;
  children: N[];
}

/** The nodes that the arrow keys reach from a node. */
export type Way = "up" | "down" | "left" | "right";

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
