// The end of a game of Gaps that can be played automatically: every remaining card goes home, after
// its predecessor in the run at the start of its row. Such a move blocks no other, so any order
// leads to the same board. The rules make the final decision.
import type { Ask, Cell, View } from "../api/types";
import { whereOf } from "./session";
import type { Node } from "./session";

/** Maximum number of moves that the program makes. */
export const MOST = 20;

type Cards = (Cell | null)[];

const isNext = (ranks: number[], before: Cell, card: Cell | null) =>
  !!card &&
  card.suit === before.suit &&
  ranks.indexOf(card.rank ?? 0) === ranks.indexOf(before.rank ?? 0) + 1;

/** The end of a row's run: the first cell that is not part of it. */
function endOf(cards: Cards, ranks: number[], start: number, columns: number) {
  if (cards[start]?.rank !== ranks[0]) return start;
  let at = start + 1;
  for (; at < start + columns; at++) {
    const [before, card = null] = [cards[at - 1], cards[at]];
    if (!before || !isNext(ranks, before, card)) break;
  }
  return at;
}

/** The moves that put every card home, as text; null if others are needed, or too many. */
export function homeLine({ control, rows, columns, cells }: View): string[] | null {
  if (control !== "place" || !cells.some((cell) => cell.kind === "empty")) return null;
  const cards: Cards = cells.map((cell) => (cell.kind === "card" ? cell : null));
  const ranks = [...new Set(cards.flatMap((card) => card?.rank ?? []))].toSorted((a, b) => a - b);
  const starts = Array.from({ length: rows }, (_, row) => row * columns);
  const ends = () => starts.map((start) => endOf(cards, ranks, start, columns));
  const name = (cell: number) => `${Math.floor(cell / columns)},${cell % columns}`;
  const line: string[] = [];
  for (;;) {
    const now = ends();
    const isHome = (cell: number) => {
      const row = Math.floor(cell / columns);
      return cell < (now[row] ?? 0);
    };
    const away = cards.flatMap((card, cell) => (card && !isHome(cell) ? [cell] : []));
    if (away.length === 0) return line;
    if (away.length + line.length > MOST) return null;
    const step = now
      .flatMap((to, row) => {
        const before = cards[to - 1];
        const isOpen = to > row * columns && to < (row + 1) * columns && !cards[to];
        if (!isOpen || !before) return [];
        const from = away.find((cell) => isNext(ranks, before, cards[cell] ?? null));
        return from === undefined ? [] : [{ from, to }];
      })
      .at(0);
    if (!step) return null;
    cards[step.to] = cards[step.from] ?? null;
    cards[step.from] = null;
    line.push(`${name(step.from)}>${name(step.to)}`);
  }
}

/** Determines whether the rest of a game only puts cards home; if so, the page offers to play it. */
export async function learnRest(node: Node, ask: Ask, changed: () => void) {
  const { parent, position } = node;
  if (position.game !== "gaps" || position.won || node.rest) return;
  const known = parent?.rest;
  if (known && known[0] === node.move?.text) {
    node.rest = known.slice(1);
    return;
  }
  const line = homeLine(position.view);
  if (!line?.length) return;
  try {
    const last = await ask("position", { ...whereOf(node), moves: line.join(" ") });
    if (!last.won) return;
    node.rest = line;
    changed();
  } catch {
    // If the rules reject a move, or cannot be reached, there is no offer.
  }
}
