// The game graph: for every position of the game whether it is won, lost or unknown, and how far the win is. The model
// is pure; the picture draws it.
import { distance } from "./facts.js";

/** @typedef {import("./session.js").Node} Node */
/** @typedef {{state: "won"|"lost"|"unknown", distance: number | null, exact: boolean}} Point */

/** @param {Node[]} line @returns {Point[]} */
export const pointsOf = (line) =>
  line.map((node) => ({
    state: node.position.won || node.verdict?.verdict === "solved" ? "won" : node.verdict?.verdict === "unsolvable" || node.position.view.moves.length === 0 ? "lost" : "unknown",
    distance: node.position.won ? 0 : distance(node),
    exact: node.position.won || !!node.verdict?.optimal,
  }));

/** Stretches of positions of one state: `[state, first, last]`. @param {Point[]} points @returns {[Point["state"], number, number][]} */
export function stretches(points) {
  /** @type {[Point["state"], number, number][]} */
  const found = [];
  points.forEach((point, index) => {
    const last = found.at(-1);
    if (last && last[0] === point.state) last[2] = index;
    else found.push([point.state, index, index]);
  });
  return found;
}

/** Round steps for the axis of distances. @param {number} most */
export function steps(most) {
  const raw = most / 3;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, raw)));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw) ?? 1;
  const found = [];
  for (let at = step; at < most; at += step) found.push(at);
  return found;
}

/** What a position is, in words. @param {Point} point */
export const pointWords = ({ state, distance, exact }) =>
  state === "lost" ? "lost" : state === "unknown" ? "not known yet" : distance === null ? "can be won" : distance === 0 ? "won" : `${exact ? "" : "at most "}${distance} ${distance === 1 ? "move" : "moves"} to the win`;
