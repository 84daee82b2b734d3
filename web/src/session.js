// A game being played: the positions seen, as a tree whose path to the current node is the history.

/** @typedef {import("./api.js").Position} Position */
/** @typedef {import("./api.js").Move} Move */
/** @typedef {{verdict: "solved"|"unsolvable"|"unknown", length?: number, optimal?: boolean, plan?: string[], tried: number}} Verdict */
/**
 * @typedef {object} Node
 * @property {number} id
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {Node | null} last the child that redo goes to
 * @property {Move | null} move the move that led here
 * @property {Position} position
 * @property {(string|null)[]} keys by cell, what lies there; equal keys in neighbouring nodes are the same thing
 * @property {Verdict | null} verdict
 * @property {boolean} fatal whether the move that led here threw the win away
 * @property {any[]} judged moves with what they are worth
 * @property {string | null} worth of all moves together, once judged
 */
/** @typedef {{where: import("./api.js").Where, name: string, root: Node, current: Node, count: number}} Session */

/** @param {Position} position */
export function firstKeys(position) {
  /** @type {Record<string, number>} */
  const seen = {};
  return position.view.cells.map((cell) => {
    if (cell.kind === "empty" || cell.kind === "wall") return null;
    const name = cell.kind === "card" ? cell.sign : `${cell.colour}`;
    seen[name] = (seen[name] ?? 0) + 1;
    return cell.kind === "card" ? name : `${name}${seen[name]}`;
  });
}

/**
 * Where everything is after a move.
 * @param {(string|null)[]} keys
 * @param {Move} move
 */
export function movedKeys(keys, move) {
  const next = keys.slice();
  for (const cell of move.from) next[cell] = null;
  move.from.forEach((cell, index) => (next[move.to[index]] = keys[cell]));
  return next;
}

/** @returns {Node} */
function node(id, parent, move, position, keys) {
  return { id, parent, children: [], last: null, move, position, keys, verdict: null, fatal: false, judged: [], worth: null };
}

/**
 * @param {import("./api.js").Where} where
 * @param {string} name
 * @param {Position} position
 * @returns {Session}
 */
export function begin(where, name, position) {
  const root = node(0, null, null, position, firstKeys(position));
  return { where, name, root, current: root, count: 1 };
}

/**
 * Goes on with a move; a move made before leads to the same node.
 * @param {Session} session
 * @param {Move} move
 * @param {Position} position
 */
export function goOn(session, move, position) {
  const from = session.current;
  let child = from.children.find((other) => other.move?.text === move.text);
  if (!child) {
    child = node(session.count++, from, move, position, movedKeys(from.keys, move));
    child.verdict = inherited(from, move);
    from.children.push(child);
  }
  from.last = child;
  session.current = child;
  return child;
}

/** Who follows a known plan is still winning; after a lost position all is lost. */
function inherited(from, move) {
  const known = from.verdict;
  if (known?.verdict === "unsolvable") return { ...known };
  if (known?.verdict === "solved" && known.plan?.[0] === move.text) {
    return { ...known, plan: known.plan.slice(1), length: known.plan.length - 1 };
  }
  return null;
}

/** @param {Node} node */
export function path(node) {
  const nodes = [];
  for (let at = /** @type {Node|null} */ (node); at; at = at.parent) nodes.unshift(at);
  return nodes;
}

/** The line that redo would follow, the path included. @param {Session} session */
export function mainLine(session) {
  const nodes = path(session.current);
  for (let at = session.current.last; at; at = at.last) nodes.push(at);
  return nodes;
}

/** @param {Node[]} nodes */
export const movesOf = (nodes) => nodes.flatMap((node) => (node.move ? [node.move.text] : [])).join(" ");

/** The address of a game with its history. @param {Session} session */
export function link(session) {
  const line = mainLine(session);
  const parts = new URLSearchParams();
  const { where } = session;
  if (where.instance) parts.set("i", where.instance);
  else {
    parts.set("g", where.game ?? "");
    parts.set("b", where.board ?? "");
  }
  const moves = movesOf(line);
  if (moves) parts.set("m", moves);
  const at = path(session.current).length - 1;
  if (at !== line.length - 1) parts.set("at", String(at));
  return `#${parts}`;
}

/** The address that shows a plan as a film, or only the board where there is none. @param {import("./api.js").Where} where @param {string | null} plan */
export function filmLink(where, plan) {
  const parts = new URLSearchParams(where.instance ? { i: where.instance } : { g: where.game ?? "", b: where.board ?? "" });
  if (plan) {
    parts.set("m", plan);
    parts.set("film", "");
  }
  return `#${parts}`;
}

/** @typedef {{where: import("./api.js").Where, moves: string, at: number, film?: boolean}} Link */

/** @param {string} hash @returns {Link | null} */
export function parseLink(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const film = parts.has("film");
  const at = film ? 0 : parts.has("at") ? Number(parts.get("at")) : Infinity;
  const moves = parts.get("m") ?? "";
  if (parts.has("i")) return { where: { instance: parts.get("i") ?? "" }, moves, at, film };
  if (parts.has("g") && parts.has("b")) return { where: { game: parts.get("g") ?? "", board: parts.get("b") ?? "" }, moves, at, film };
  return null;
}
