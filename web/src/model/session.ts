// A game being played: the positions seen, as a tree whose path to the current node is the history.
// Pure data.
import type {
  Cell,
  Evaluated,
  Judged,
  Move,
  Policy,
  Position,
  Step,
  Verdict as Verdicts,
  View,
  Where,
} from "../api/types";

/** Whether a position can be won, as far as known. */
export interface Verdict {
  verdict: Verdicts;
  plan?: string[];
  optimal?: boolean;
  /** No plan has fewer moves. */
  bound?: number;
  /** The seconds given to a solver. */
  tried: number;
}

/** The analysis of a move. */
export type JudgedMove = Pick<Judged, "move" | "worth"> &
  Partial<Pick<Judged, "distance" | "exact" | "plan">>;

/** The chance of winning with redeals. */
export interface Chance {
  rule: string;
  left: number;
  tried: number;
  best: Policy | null;
  /** The deal itself was not decided, so it may be winnable without a redeal. */
  open?: boolean;
}

/** The content of each cell; equal keys in neighbouring positions denote the same object. */
export type Keys = (string | null)[];

/** A position of a game. */
export interface Node {
  id: number;
  parent: Node | null;
  children: Node[];
  /** the child that redo goes to */
  last: Node | null;
  /** the move that led here */
  move: Move | null;
  position: Position;
  keys: Keys;
  /** the cards in each cell, the top one last */
  stacks: string[][];
  /** the best known verdict; written only by `facts` */
  verdict: Verdict | null;
  /** whether the move that led here lost a game that could be won */
  fatal: boolean;
  /** moves as the analysis has judged them */
  judged: JudgedMove[];
  /** the value of every heuristic for the position, once analysed */
  heuristics: Evaluated[];
  /** whether the analysis has judged all of them */
  analysed: boolean;
  /** whether the reason for a hint was searched for */
  explained: boolean;
  /** the chance of winning with the redeals remaining there */
  chance: Chance | null;
  /** the moves that put every card home, once the rules have confirmed them; null if others are needed */
  rest: string[] | null;
  comment: string;
}

/** A game, with all variations tried in it. */
export interface Session {
  where: Where;
  name: string;
  /** the tag of a daily deal, or empty */
  daily: string;
  /** the difficulty of the deal, or empty */
  level: string;
  root: Node;
  current: Node;
  count: number;
}

export function firstKeys(view: View): Keys {
  const seen: Record<string, number> = {};
  return view.cells.map((cell) => {
    if (cell.kind === "empty" || cell.kind === "wall") return null;
    const name = cell.kind === "piece" ? `${cell.colour}` : cell.sign;
    seen[name] = (seen[name] ?? 0) + 1;
    // Two decks have every card twice.
    return cell.kind !== "piece" && seen[name] === 1 ? name : `${name}${seen[name]}`;
  });
}

/** The cells that a move empties, with their content. */
const pairsOf = ({ from, to }: Pick<Move, "from" | "to">) =>
  from.map((cell, index) => [cell, to[index] ?? cell] as const);

/** The stacks and pieces after a move. */
export function movedKeys(keys: Keys, move: Pick<Move, "from" | "to">) {
  const next = keys.slice();
  for (const cell of move.from) next[cell] = null;
  for (const [from, to] of pairsOf(move)) next[to] = keys[from] ?? null;
  return next;
}

/** The stacks after a move. */
export function movedStacks(stacks: string[][], move: Pick<Move, "from" | "to">) {
  const next = stacks.slice();
  for (const cell of move.from) next[cell] = [];
  for (const [from, to] of pairsOf(move)) next[to] = [...(next[to] ?? []), ...(stacks[from] ?? [])];
  return next;
}

/** The stacks after dealing: single cards. */
export const firstStacks = (view: View) =>
  view.cells.map((cell) => (cell.kind === "card" ? [cell.sign] : []));

/**
 * A won game is over, although pieces could still be moved: a hasty swipe does not undo the
 * win.
 */
const over = (position: Position) =>
  position.won && position.view.moves.length
    ? { ...position, view: { ...position.view, moves: [] } }
    : position;

function node(
  { id, parent, move, keys, stacks }: Pick<Node, "id" | "parent" | "move" | "keys" | "stacks">,
  position: Position,
): Node {
  return {
    id,
    parent,
    children: [],
    last: null,
    move,
    position: over(position),
    keys,
    stacks,
    verdict: null,
    fatal: false,
    judged: [],
    analysed: false,
    explained: false,
    heuristics: [],
    chance: null,
    rest: null,
    comment: "",
  };
}

export function begin(where: Where, name: string, position: Position): Session {
  const { view } = position;
  const laid = { keys: firstKeys(view), stacks: firstStacks(view) };
  const root = node({ id: 0, parent: null, move: null, ...laid }, position);
  return { where, name, daily: "", level: "", root, current: root, count: 1 };
}

/** The content of each cell after a move. */
function laidBy({ keys, stacks }: Node, move: Move, view: View) {
  if (view.control !== "place") return { keys: movedKeys(keys, move), stacks };
  // A move without a source cell, such as a redeal, deals all cards again.
  if (move.from.length === 0) return { keys: firstKeys(view), stacks: firstStacks(view) };
  return { keys: movedKeys(keys, move), stacks: movedStacks(stacks, move) };
}

/**
 * The node that a move leads to; a move made before leads to the same node. It becomes the current
 * one.
 */
export function goOn(session: Session, from: Node, move: Move, position: Position) {
  let child = from.children.find((other) => other.move?.text === move.text);
  if (!child) {
    child = node(
      { id: session.count++, parent: from, move, ...laidBy(from, move, position.view) },
      position,
    );
    from.children.push(child);
  }
  visit(session, child);
  return child;
}

/** The move of a line's step; the position before it has more information than the step. */
export const moveOf = (from: Node, step: Omit<Step, "position">): Move =>
  from.position.view.moves.find((move) => move.text === step.move) ?? {
    text: step.move,
    words: step.words,
    from: step.from,
    to: step.to,
  };

/** Makes a node the current one; redo from any of its ancestors leads back to it. */
export function visit(session: Session, to: Node) {
  for (let at = to; at.parent; at = at.parent) at.parent.last = at;
  session.current = to;
}

/** A sequence of at least one position. */
export type Line = [Node, ...Node[]];

/** From the deal to a node. */
export function path(node: Node): Line {
  const nodes: Line = [node];
  for (let at = node.parent; at; at = at.parent) nodes.unshift(at);
  return nodes;
}

/** The objects moved last, once each: cards, or a piece of each colour. */
export function lastMoved(node: Node, most = 4): Cell[] {
  const moved = new Map<string | undefined, Cell>();
  for (let at = node; at.parent && moved.size < most; at = at.parent) {
    const { cells } = at.parent.position.view;
    for (const from of at.move?.from ?? []) {
      const cell = cells[from];
      const name = cell?.kind === "card" ? cell.sign : (cell?.colour ?? cell?.words);
      if (cell && !moved.has(name)) moved.set(name, cell);
    }
  }
  return [...moved.values()].slice(0, most).toReversed();
}

/** The number of moves that led here; a redeal, which moves no single card, does not count. */
export const depth = (node: Node) =>
  path(node).filter((each) => each.move && !each.move.text.startsWith("redeal/")).length;

/** The line that redo would follow, including the path. */
export function mainLine(session: Session) {
  const nodes = path(session.current);
  for (let at = session.current.last; at; at = at.last) nodes.push(at);
  return nodes;
}

/** The number of moves of that line. */
export const lengthOf = (session: Session) => depth(mainLine(session).at(-1) ?? session.current);

/** An abandoned line: the number of its first move, and its positions. */
export interface Variation {
  number: number;
  line: Node[];
}

/** The line last played from a node onward. */
function lineFrom(node: Node) {
  const line = [node];
  for (let at = node.last ?? node.children[0]; at; at = at.last ?? at.children[0]) line.push(at);
  return line;
}

/** The abandoned lines; each is followed by its own branches. */
export function variations(session: Session) {
  const found: Variation[] = [];
  const follow = (nodes: Node[], first: number) => {
    for (const [index, node] of nodes.entries()) {
      const number = first + index;
      for (const other of node.parent?.children ?? []) {
        if (other === node) continue;
        const line = lineFrom(other);
        found.push({ number, line });
        follow(line.slice(1), number + 1);
      }
    }
  };
  follow(mainLine(session).slice(1), 1);
  return found;
}

/** The moves that fill a free cell, where cards are put down. */
export const movesInto = (view: View, cell: number) =>
  view.control === "place" && view.cells[cell]?.kind === "empty"
    ? view.moves.filter((move) => move.to.includes(cell))
    : [];

export const movesOf = (nodes: Node[]) =>
  nodes.flatMap((node) => (node.move ? [node.move.text] : [])).join(" ");

/** Whether no action is possible any more. */
export const isOver = (node: Node) => node.position.won || node.position.view.moves.length === 0;

/** Writes a comment to a move. */
export function comment(node: Node, text: string) {
  node.comment = text.trim().slice(0, 500);
}

/** Makes a variation the main line of its siblings. */
export function promote(node: Node) {
  if (!node.parent) return;
  const others = node.parent.children.filter((child) => child !== node);
  node.parent.children = [node, ...others];
  node.parent.last = node;
}

/** Puts a move second among its siblings, so that another one becomes the main line. */
export function demote(node: Node) {
  const { parent } = node;
  const [first, ...others] = parent?.children.filter((child) => child !== node) ?? [];
  if (!parent || !first) return;
  parent.children = [first, node, ...others];
  parent.last = first;
}

/** Removes a variation; a player inside it returns to the move before it. */
export function remove(session: Session, node: Node) {
  const { parent } = node;
  if (!parent) return;
  if (path(session.current).includes(node)) session.current = parent;
  parent.children = parent.children.filter((child) => child !== node);
  if (parent.last === node) parent.last = parent.children[0] ?? null;
}

/** A position as questions refer to it. */
export const whereOf = ({ position }: Pick<Node, "position">) => ({
  game: `${position.game}+${position.rules}`,
  board: position.board,
});
