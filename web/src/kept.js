// Games kept in the browser: all moves with their variations and comments, the clock, and what was counted. Pure but for
// what is handed in.
import { begin, goOn, moveOf, path, visit } from "./session.js";
import { inherit } from "./facts.js";
import { isSame } from "./link.js";

/** @typedef {import("./session.js").Node} Node */
/** @typedef {{where: import("./api.js").Where, name: string, daily?: string, tree: Branch[], at: number[], seconds: number, helped: boolean, counted: boolean, won: boolean, lost?: boolean, moves: number, when: number}} Kept `lost`: it was left where no way led to a win any more */
/** A move, its comment and what follows it; the first is the line that redo follows. @typedef {[string, string, ...Branch[]]} Branch */

/** Games that are kept; the ones not touched for longest go first. */
export const MOST = 40;

const isBranch = (/** @type {any} */ way) => Array.isArray(way) && typeof way[0] === "string" && typeof way[1] === "string" && way.slice(2).every(isBranch);
const isWhere = (/** @type {any} */ where) => typeof where?.instance === "string" || (typeof where?.game === "string" && typeof where.board === "string");

/** Whether something that was stored, or stands in a file, is a kept game. @param {any} game */
export const isKept = (game) =>
  isWhere(game?.where) && typeof game.name === "string" && Array.isArray(game.tree) && game.tree.every(isBranch) && Array.isArray(game.at) && Number.isFinite(game.moves) && Number.isFinite(game.seconds);

const inOrder = (/** @type {Node} */ node) => [...node.children].sort((a, b) => Number(b === node.last) - Number(a === node.last));

/** @param {Node} node @returns {Branch[]} */
const branches = (node) => inOrder(node).map((child) => [child.move?.text ?? "", child.comment, ...branches(child)]);

/** @param {import("./session.js").Session} session @returns {Pick<Kept, "where" | "name" | "daily" | "tree" | "at" | "won" | "moves">} */
export function written(session) {
  const nodes = path(session.current);
  const at = nodes.slice(1).map((node) => inOrder(/** @type {Node} */ (node.parent)).indexOf(node));
  return { where: session.where, name: session.name, daily: session.daily, tree: branches(session.root), at, won: session.current.position.won, moves: nodes.length - 1 };
}

/** The kept games with this one first. @param {Kept[]} games @param {Kept} game */
export const keeping = (games, game) => [game, ...games.filter((each) => !isSame(each.where, game.where))].slice(0, MOST);

/** Two trees of moves as one; the lines of the first come first. @param {Branch[]} first @param {Branch[]} second @returns {Branch[]} */
const joined = (first, second) => {
  const sameIn = (/** @type {Branch[]} */ ways, /** @type {Branch} */ way) => ways.find((each) => each[0] === way[0]);
  const both = first.map((way) => {
    const same = sameIn(second, way);
    return same ? /** @type {Branch} */ ([way[0], way[1] || same[1], ...joined(/** @type {Branch[]} */ (way.slice(2)), /** @type {Branch[]} */ (same.slice(2)))]) : way;
  });
  return [...both, ...second.filter((way) => !sameIn(first, way))];
};

/**
 * The kept games with those of a file first, as many as there is room for beside them. Of a game that was kept already the file's line is the
 * one that goes on, and what was kept stays as variations; a game that stands twice in the file counts once, as it stands there first.
 * @param {Kept[]} games @param {Kept[]} more @returns {{games: Kept[], added: number, met: number, left: number}} `added`: games of the
 * file that are kept now; `met`: those of them that were kept before; `left`: how many there was no room for
 */
export function adding(games, more) {
  const once = more.filter((game, index) => more.findIndex((each) => isSame(each.where, game.where)) === index);
  const ownOf = (/** @type {Kept} */ game) => games.find((each) => isSame(each.where, game.where));
  const met = once.flatMap((game) => {
    const own = ownOf(game);
    return own ? [{ ...game, tree: joined(game.tree, own.tree) }] : [];
  });
  const strange = once.filter((game) => !ownOf(game));
  const taken = [...met, ...strange.slice(0, Math.max(0, MOST - games.length))];
  return { games: taken.reduceRight((kept, game) => keeping(kept, game), games), added: taken.length, met: met.length, left: once.length - taken.length };
}

/** The game of a kind that was left last, if it goes on. @param {Kept[]} games the one left last first @param {string} name */
export function unfinished(games, name) {
  const left = games.find(({ where }) => (where.instance ?? where.game ?? "").split(/[+:]/)[0] === name);
  return left && !left.won && !left.lost ? left : null;
}

/**
 * A kept game again; each line is asked for once.
 * @param {Kept} kept
 * @param {(name: string, question: object) => Promise<any>} ask
 */
export async function restored(kept, ask) {
  const session = begin(kept.where, kept.name, await ask("position", kept.where));
  inherit(session.root);
  session.daily = kept.daily ?? "";
  /** @param {Node} from @param {Branch[]} ways */
  const grow = async (from, ways) => {
    const [main, ...others] = ways;
    if (!main) return;
    // The line that follows the first move of every branch.
    const line = [];
    for (let at = /** @type {Branch | undefined} */ (main); at; at = /** @type {Branch | undefined} */ (at[2])) line.push(at);
    const { position } = from;
    const { steps } = await ask("line", { game: `${position.game}+${position.rules}`, board: position.board, moves: line.map((each) => each[0]).join(" ") });
    let node = from;
    const todo = [];
    for (const [index, step] of steps.entries()) {
      node = goOn(session, node, moveOf(node, step), step.position);
      node.comment = line[index][1];
      inherit(node);
      todo.push([node, /** @type {Branch[]} */ (line[index].slice(3))]);
    }
    for (const [after, rest] of todo) await grow(after, rest);
    await grow(from, others);
  };
  await grow(session.root, kept.tree);
  let node = session.root;
  for (const index of kept.at) node = node.children[index] ?? node;
  // Redo follows the first branch everywhere.
  const first = (/** @type {Node} */ each) => {
    each.last = each.children[0] ?? null;
    each.children.forEach(first);
  };
  first(session.root);
  visit(session, node);
  return session;
}
