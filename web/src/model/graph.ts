// The game graph: for every position of the game, whether it is won, lost or unknown, and the
// distance to the win. The model is pure; `graph-view.tsx` draws it.
import { distance } from "./facts";
import { counted } from "./say";
import type { Line, Node } from "./session";

export interface Point {
  state: "won" | "lost" | "unknown";
  distance: number | null;
  exact: boolean;
}

/** The known facts about a position, as a point of the graph. */
export function pointOf(node: Node): Point {
  const { position, verdict } = node;
  const exact = position.won || !!verdict?.optimal;
  if (position.won) return { state: "won", distance: 0, exact };
  if (verdict?.verdict === "solved") return { state: "won", distance: distance(node), exact };
  const isLost = verdict?.verdict === "unsolvable" || position.view.moves.length === 0;
  return { state: isLost ? "lost" : "unknown", distance: null, exact };
}

export const pointsOf = ([first, ...others]: Line): [Point, ...Point[]] => [
  pointOf(first),
  ...others.map(pointOf),
];

/** Points of one state, from the first to the last. */
export type Stretch = [state: Point["state"], first: number, last: number];

export function stretches(points: Point[]): Stretch[] {
  const found: Stretch[] = [];
  for (const [index, { state }] of points.entries()) {
    const last = found.at(-1);
    if (last?.[0] === state) last[2] = index;
    else found.push([state, index, index]);
  }
  return found;
}

/** Round steps for the axis of distances. */
export function steps(most: number) {
  const raw = most / 3;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, raw)));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw) ?? 1;
  const found: number[] = [];
  for (let at = step; at < most; at += step) found.push(at);
  return found;
}

/** The state of a position, in words. */
export function pointWords({ state, distance, exact }: Point) {
  if (state === "lost") return "lost";
  if (state === "unknown") return "not known yet";
  if (distance === null) return "can be won";
  if (distance === 0) return "won";
  return `${exact ? "" : "at most "}${counted(distance, "move")} to the win`;
}
