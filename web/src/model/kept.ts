// Games saved in the browser: all moves with their variations and comments, the clock, and the
// statistics. Pure except for its parameters.
import { begin, goOn, lengthOf, mainLine, moveOf, path, visit, whereOf } from "./session";
import { inherit } from "./facts";
import { gameOf, isSame } from "./link";
import type { Ask, Where } from "../api/types";
import type { Node, Session } from "./session";
import { isRecord } from "./unknown";

/** A saved game. */
export interface Kept {
  where: Where;
  name: string;
  daily?: string;
  level?: string;
  tree: Branch[];
  at: number[];
  seconds: number;
  helped: boolean;
  counted: boolean;
  won: boolean;
  /** It was left in a position that could no longer be won. */
  lost?: boolean;
  moves: number;
  when: number;
}

/** A move, its comment and what follows it; the first is the line that redo follows. */
export type Branch = [string, string, ...Branch[]];

/** Maximum number of saved games; those not touched for longest are dropped first. */
export const MOST = 40;

const isBranch = (way: unknown): way is Branch =>
  Array.isArray(way) &&
  typeof way[0] === "string" &&
  typeof way[1] === "string" &&
  way.slice(2).every(isBranch);
const isWhere = (where: unknown): where is Where =>
  isRecord(where) &&
  (typeof where.instance === "string" ||
    (typeof where.game === "string" && typeof where.board === "string"));

/** Whether a stored value, or one from a file, is a saved game. */
export const isKept = (game: unknown): game is Kept =>
  isRecord(game) &&
  isWhere(game.where) &&
  typeof game.name === "string" &&
  Array.isArray(game.tree) &&
  game.tree.every(isBranch) &&
  Array.isArray(game.at) &&
  Number.isFinite(game.moves) &&
  Number.isFinite(game.seconds);

const inOrder = (node: Node) =>
  node.children.toSorted((a, b) => Number(b === node.last) - Number(a === node.last));

const branches = (node: Node): Branch[] =>
  inOrder(node).map((child) => [child.move?.text ?? "", child.comment, ...branches(child)]);

export function written(
  session: Session,
): Pick<Kept, "where" | "name" | "daily" | "level" | "tree" | "at" | "won" | "moves"> {
  const nodes = path(session.current);
  const at = nodes.slice(1).map((node) => (node.parent ? inOrder(node.parent).indexOf(node) : 0));
  return {
    where: session.where,
    name: session.name,
    daily: session.daily,
    level: session.level,
    tree: branches(session.root),
    at,
    won: !!mainLine(session).at(-1)?.position.won,
    moves: lengthOf(session),
  };
}

/** The saved games with this one first. */
export const keeping = (games: Kept[], game: Kept) =>
  [game, ...games.filter((each) => !isSame(each.where, game.where))].slice(0, MOST);

/** Two trees of moves as one; the lines of the first come first. */
const joined = (first: Branch[], second: Branch[]): Branch[] => {
  const sameIn = (ways: Branch[], way: Branch) => ways.find((each) => each[0] === way[0]);
  const both = first.map((way) => {
    const same = sameIn(second, way);
    return same
      ? ([
          way[0],
          way[1] || same[1],
          ...joined(way.slice(2) as Branch[], same.slice(2) as Branch[]),
        ] as Branch)
      : way;
  });
  return [...both, ...second.filter((way) => !sameIn(first, way))];
};

/**
 * The saved games with those of a file first, as far as there is room. If a game was already saved,
 * the file's line is the one that continues, and the saved moves stay as variations; if a game is
 * in the file twice, the first one counts. Returns `added`: the number of games in the file that
 * are now saved; `met`: those of them that were saved before; `left`: the number without room
 */
export function adding(
  games: Kept[],
  more: Kept[],
): { games: Kept[]; added: number; met: number; left: number } {
  const once = more.filter(
    (game, index) => more.findIndex((each) => isSame(each.where, game.where)) === index,
  );
  const ownOf = (game: Kept) => games.find((each) => isSame(each.where, game.where));
  const met = once.flatMap((game) => {
    const own = ownOf(game);
    return own ? [{ ...game, tree: joined(game.tree, own.tree) }] : [];
  });
  const strange = once.filter((game) => !ownOf(game));
  const taken = [...met, ...strange.slice(0, Math.max(0, MOST - games.length))];
  return {
    games: taken.reduceRight((kept, game) => keeping(kept, game), games),
    added: taken.length,
    met: met.length,
    left: once.length - taken.length,
  };
}

/** The last unfinished game of a kind. It is the first of them. */
export function unfinished(games: Kept[], name: string) {
  const left = games.find(({ where }) => gameOf(where) === name);
  return left && !left.won && !left.lost ? left : null;
}

/** Restores a saved game; each line is requested once. */
export async function restored(kept: Kept, ask: Ask) {
  const session = begin(kept.where, kept.name, await ask("position", kept.where));
  inherit(session.root);
  session.daily = kept.daily ?? "";
  session.level = kept.level ?? "";
  const grow = async (from: Node, ways: Branch[]) => {
    const [main, ...others] = ways;
    if (!main) return;
    // The line that follows the first move of every branch.
    const line: Branch[] = [];
    for (let at = main as Branch | undefined; at; at = at[2] as Branch | undefined) line.push(at);
    const moves = line.map((each) => each[0]).join(" ");
    const { steps } = await ask("line", { ...whereOf(from), moves });
    let node = from;
    const todo: [Node, Branch[]][] = [];
    for (const [index, step] of steps.entries()) {
      node = goOn(session, node, moveOf(node, step), step.position);
      const [, comment = "", , ...rest] = line[index] ?? [];
      node.comment = comment;
      inherit(node);
      todo.push([node, rest]);
    }
    for (const [after, rest] of todo) await grow(after, rest);
    await grow(from, others);
  };
  await grow(session.root, kept.tree);
  let node = session.root;
  for (const index of kept.at) node = node.children[index] ?? node;
  // Redo follows the first branch everywhere.
  const first = (each: Node) => {
    each.last = each.children[0] ?? null;
    each.children.forEach(first);
  };
  first(session.root);
  visit(session, node);
  return session;
}
