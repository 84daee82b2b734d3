// A game being played: the positions seen, as a tree whose path to the current node is the history. Pure data.

/** @typedef {import("./api.js").Position} Position */
/** @typedef {import("./api.js").Move} Move */
/** @typedef {import("./facts.js").Verdict} Verdict */
/** @typedef {{heuristic: string, value: number | null, dead_end: boolean, parts: {name: string, value: number | string}[]}} Evaluated */
/**
 * @typedef {object} Node
 * @property {number} id
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {Node | null} last the child that redo goes to
 * @property {Move | null} move the move that led here
 * @property {Position} position
 * @property {(string|null)[]} keys by cell, what lies there; equal keys in neighbouring nodes are the same thing
 * @property {string[][]} stacks by cell, the cards that lie there, the top one last
 * @property {Verdict | null} verdict the best that is known; written by `facts` alone
 * @property {boolean} fatal whether the move that led here lost a game that could be won
 * @property {any[]} judged moves as the analysis has judged them
 * @property {Evaluated[]} heuristics what every heuristic says of the position, once it is analysed
 * @property {boolean} analysed whether the analysis has judged all of them
 * @property {import("./redeals.js").Chance | null} chance the chance to win with the redeals that were left
 * @property {string} comment
 */
/** @typedef {{where: import("./api.js").Where, name: string, daily: string, root: Node, current: Node, count: number}} Session `daily` is the tag of a daily deal, or empty */

/** @param {import("./api.js").View} view */
export function firstKeys(view) {
  /** @type {Record<string, number>} */
  const seen = {};
  return view.cells.map((cell) => {
    if (cell.kind === "empty" || cell.kind === "wall") return null;
    const name = cell.kind === "card" ? cell.sign : `${cell.colour}`;
    seen[name] = (seen[name] ?? 0) + 1;
    // Two decks have every card twice.
    return cell.kind === "card" && seen[name] === 1 ? name : `${name}${seen[name]}`;
  });
}

/**
 * Where everything is after a move.
 * @param {(string|null)[]} keys
 * @param {Pick<Move, "from" | "to">} move
 */
export function movedKeys(keys, move) {
  const next = keys.slice();
  for (const cell of move.from) next[cell] = null;
  move.from.forEach((cell, index) => (next[move.to[index]] = keys[cell]));
  return next;
}

/** What lies on top of what after a move. @param {string[][]} stacks @param {Pick<Move, "from" | "to">} move */
export function movedStacks(stacks, move) {
  const next = stacks.slice();
  for (const cell of move.from) next[cell] = [];
  move.from.forEach((cell, index) => (next[move.to[index]] = [...next[move.to[index]], ...stacks[cell]]));
  return next;
}

/** @param {import("./api.js").View} view */
const firstStacks = (view) => view.cells.map((cell) => (cell.kind === "card" ? [cell.sign] : []));

/** A game that is won is over, although pieces could still be moved: a swipe in haste does not take the win back. @param {Position} position */
const over = (position) => (position.won && position.view.moves.length ? { ...position, view: { ...position.view, moves: [] } } : position);

/** @returns {Node} */
function node(id, parent, move, reached, keys, stacks) {
  const position = over(reached);
  return { id, parent, children: [], last: null, move, position, keys, stacks, verdict: null, fatal: false, judged: [], analysed: false, heuristics: [], chance: null, comment: "" };
}

/**
 * @param {import("./api.js").Where} where
 * @param {string} name
 * @param {Position} position
 * @returns {Session}
 */
export function begin(where, name, position) {
  const root = node(0, null, null, position, firstKeys(position.view), firstStacks(position.view));
  return { where, name, daily: "", root, current: root, count: 1 };
}

/**
 * The node that a move leads to; a move made before leads to the same node. It becomes the current one.
 * @param {Session} session
 * @param {Node} from
 * @param {Move} move
 * @param {Position} position
 */
export function goOn(session, from, move, position) {
  let child = from.children.find((other) => other.move?.text === move.text);
  if (!child) {
    // A move that moves nothing by itself, as a redeal, has laid everything anew.
    const isAnew = position.view.control === "place" && move.from.length === 0;
    const stacks = isAnew ? firstStacks(position.view) : position.view.control === "place" ? movedStacks(from.stacks, move) : from.stacks;
    child = node(session.count++, from, move, position, isAnew ? firstKeys(position.view) : movedKeys(from.keys, move), stacks);
    from.children.push(child);
  }
  visit(session, child);
  return child;
}

/** The move of a line's step; the position before it tells more of it than the step. @param {Node} from @param {any} step @returns {Move} */
export const moveOf = (from, step) => from.position.view.moves.find((move) => move.text === step.move) ?? { text: step.move, words: step.words, from: step.from, to: step.to };

/** Makes a node the current one; redo from any of its ancestors leads back to it. @param {Session} session @param {Node} to */
export function visit(session, to) {
  for (let at = to; at.parent; at = at.parent) at.parent.last = at;
  session.current = to;
}

/** @param {Node} node */
export function path(node) {
  const nodes = [];
  for (let at = /** @type {Node|null} */ (node); at; at = at.parent) nodes.unshift(at);
  return nodes;
}

/** What was moved last, once each: cards, or a piece of each colour. @param {Node} node @returns {import("./api.js").Cell[]} */
export function lastMoved(node, most = 4) {
  const moved = new Map();
  for (let at = node; at.parent && moved.size < most; at = at.parent) {
    for (const cell of at.move?.from.map((from) => /** @type {Node} */ (at.parent).position.view.cells[from]) ?? []) {
      const name = cell.kind === "card" ? cell.sign : cell.colour;
      if (!moved.has(name)) moved.set(name, cell);
    }
  }
  return [...moved.values()].slice(0, most).reverse();
}

/** How many moves led here; what moved nothing by itself, as a redeal, is no move. @param {Node} node */
export const depth = (node) => path(node).filter((each) => each.move && !each.move.text.startsWith("redeal/")).length;

/** The line that redo would follow, the path included. @param {Session} session */
export function mainLine(session) {
  const nodes = path(session.current);
  for (let at = session.current.last; at; at = at.last) nodes.push(at);
  return nodes;
}

/** The lines that were left: the number of the first move, and the nodes; what branches off them comes right after. @param {Session} session */
export function variations(session) {
  /** @type {{number: number, line: Node[]}[]} */
  const found = [];
  const follow = (/** @type {Node[]} */ nodes, /** @type {number} */ number) =>
    nodes.forEach((node, index) => {
      for (const other of node.parent?.children ?? []) {
        if (other === node) continue;
        const line = [other];
        for (let at = other.last ?? other.children[0]; at; at = at.last ?? at.children[0]) line.push(at);
        found.push({ number: number + index, line });
        follow(line.slice(1), number + index + 1);
      }
    });
  follow(mainLine(session).slice(1), 1);
  return found;
}

/** The moves that fill a free cell, where cards are put down. @param {import("./api.js").View} view @param {number} cell */
export const movesInto = (view, cell) => (view.control === "place" && view.cells[cell]?.kind === "empty" ? view.moves.filter((move) => move.to.includes(cell)) : []);

/** @param {Node[]} nodes */
export const movesOf = (nodes) => nodes.flatMap((node) => (node.move ? [node.move.text] : [])).join(" ");

/** Whether nothing can be done any more. @param {Node} node */
export const isOver = (node) => node.position.won || node.position.view.moves.length === 0;

/** Makes a variation the main line of its siblings. @param {Node} node */
export function promote(node) {
  if (!node.parent) return;
  const others = node.parent.children.filter((child) => child !== node);
  node.parent.children = [node, ...others];
  node.parent.last = node;
}

/** Takes a variation away; who stood in it stands before it. @param {Session} session @param {Node} node */
export function remove(session, node) {
  const { parent } = node;
  if (!parent) return;
  if (path(session.current).includes(node)) session.current = parent;
  parent.children = parent.children.filter((child) => child !== node);
  if (parent.last === node) parent.last = parent.children[0] ?? null;
}
