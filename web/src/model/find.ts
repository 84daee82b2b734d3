// The ten thousand decided deals of Gaps, and filters on them. Pure.
import type { Kept } from "./kept";

/** Columns of `deals.json`, deal 1 first. */
export interface Columns {
  /** moves of the shortest known solution; 0 for a loss */
  moves: number[];
  /** difficulty of the decision, 1 to 5, one digit per deal */
  effort: string;
  /** the start of the checksum of a loss's certificate, by number */
  sums: { [number: string]: string };
  /** losses that the checker proved in Coq has verified, in order */
  verified: number[];
  /** the chance of winning with three redeals in percent, by number */
  chances: { [number: string]: number };
  /** boards of other sizes and games, rated by simple players: by source, rows of numbers */
  rated: { [source: string]: number[][] };
}

export interface Filter {
  verdict: "won" | "lost" | "all";
  /** moves of the shortest known solution */
  least: number;
  most: number;
  /** classes of difficulty; empty for all */
  effort: number[];
  /** only losses whose certificate is checked */
  certified: boolean;
  order: "shortest" | "longest" | "easiest" | "hardest" | "number";
}

export const ANY: Filter = {
  verdict: "won",
  least: 0,
  most: 999,
  effort: [],
  certified: false,
  order: "shortest",
};

/** Filters that the start page offers. */
export const OFFERS: readonly (readonly [words: string, filter: Partial<Filter>])[] = [
  ["Won in the fewest moves", {}],
  ["Hardest winnable deals", { order: "hardest" }],
  ["Lost, with a checked certificate", { verdict: "lost", certified: true, order: "number" }],
];

const ORDERS: [Filter["order"], string][] = [
  ["shortest", "fewest moves first"],
  ["longest", "most moves first"],
  ["easiest", "easiest first"],
  ["hardest", "hardest first"],
  ["number", "by number"],
];
/** The orders of a list; losses have no moves to be ordered by. */
export const ordersOf = (verdict: Filter["verdict"]) =>
  verdict === "lost" ? ORDERS.slice(2) : ORDERS;

/** A filter for other verdicts, in an order that they have. */
export function decided({ order }: Filter, verdict: Filter["verdict"]) {
  const stays = ordersOf(verdict).some(([each]) => each === order);
  return { verdict, order: stays ? order : ("number" as const) };
}

const movesOf = ({ moves }: Columns, deal: number) => moves[deal - 1] ?? 0;
export const effortOf = ({ effort }: Columns, deal: number) => Number(effort[deal - 1] ?? 0);

/** The known facts about a deal. */
export const dealOf = (columns: Columns, deal: number) => ({
  deal,
  moves: movesOf(columns, deal),
  effort: effortOf(columns, deal),
  sum: columns.sums[deal] ?? null,
  verified: columns.verified.includes(deal),
  chance: columns.chances[deal] ?? null,
});
export type Deal = ReturnType<typeof dealOf>;

/** The numbers of the deals that pass a filter, in its order. */
export function matching(columns: Columns, filter: Filter): number[] {
  const fits = (deal: number) => {
    const moves = movesOf(columns, deal);
    if (filter.verdict === "won" && !moves) return false;
    if (filter.verdict === "lost" && moves) return false;
    if (moves && (moves < filter.least || moves > filter.most)) return false;
    if (filter.effort.length && !filter.effort.includes(effortOf(columns, deal))) return false;
    return !filter.certified || filter.verdict !== "lost" || deal in columns.sums;
  };
  const found = columns.moves.map((_, index) => index + 1).filter(fits);
  // Losses have no number of moves and come last.
  const length = (deal: number) => movesOf(columns, deal) || Infinity;
  const by = (value: (deal: number) => number) =>
    found.toSorted((a, b) => (value(a) === value(b) ? a - b : value(a) - value(b)));
  if (filter.order === "shortest") return by(length);
  if (filter.order === "longest") return by((deal) => -movesOf(columns, deal));
  if (filter.order === "easiest") return by((deal) => effortOf(columns, deal));
  if (filter.order === "hardest") return by((deal) => -effortOf(columns, deal));
  return found;
}

/** A filter with a step of difficulty, or without it if it was there. */
export const toggled = (steps: number[], step: number) =>
  steps.includes(step) ? steps.filter((each) => each !== step) : [...steps, step];

/**
 * The player's results on full deals, by number, from the games saved in the browser, the latest
 * first.
 */
export function playedDeals(kept: readonly Kept[]) {
  const played = new Map<number, string>();
  for (const { where, won, lost, moves } of kept) {
    const number = /^gaps(?:\+standard)?:solvitaire\/4x13\/(\d+)$/.exec(where.instance ?? "")?.[1];
    if (!number || played.has(Number(number)) || moves === 0) continue;
    played.set(Number(number), won ? `won in ${moves}` : lost ? "lost" : `${moves} so far`);
  }
  return played;
}

/** Bars of the histogram of moves. */
const BARS = 16;

/** The number of winnable deals by moves, with the bounds of all bars. */
export function histogram({ moves }: Columns) {
  const won = moves.filter(Boolean);
  const least = Math.min(...won);
  const width = Math.ceil((Math.max(...won) + 1 - least) / BARS);
  const bars = Array.from({ length: BARS }, () => 0);
  for (const length of won) {
    const bar = Math.floor((length - least) / width);
    bars[bar] = (bars[bar] ?? 0) + 1;
  }
  return { least, most: Math.max(...won), width, bars };
}

/** A board that has been played by simple players. */
export interface Rated {
  instance: string;
  number: number;
  /** as in chess: 1500 is the average board */
  rating: number;
  /** from 1, the easiest */
  fifth: number;
  played: number;
  won: number;
}

/** The rated boards of a source, the easiest first. */
export const ratedOf = ({ rated }: Columns, source: string): Rated[] =>
  (rated[source] ?? [])
    .map(([number = 0, rating = 0, fifth = 0, played = 0, won = 0]) => ({
      instance: `${source}/${number}`,
      number,
      rating,
      fifth,
      played,
      won,
    }))
    .toSorted((a, b) => a.rating - b.rating || a.number - b.number);
