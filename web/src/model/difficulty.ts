// The difficulty of deals: one scale of five steps for all measures. Pure.
import type { Level } from "./deal-search";

/** `difficulty.json`. */
export interface Ratings {
  /** classes of decided deals by source: a digit from 1 to 5 each, deal 1 first */
  decided: { [source: string]: string };
  /** fifths, from 1, of boards that simple players rated, by source and number */
  rated: { [source: string]: { [number: string]: number } };
}

export interface Difficulty {
  /** from 1, the easiest, to 5 */
  fifth: number;
  /** where it comes from */
  source: string;
}

/** The five steps of difficulty, the easiest first: one scale for deals, boards and puzzles. */
export const STEPS = ["very easy", "easy", "medium", "hard", "very hard"] as const;

/** A step in words; the steps count from 1. */
export const stepWords = (fifth: number) => STEPS[fifth - 1] ?? "";

/** The difficulty of a deal that was chosen by its level. */
export const ofLevel = (level: Level): Difficulty => ({
  fifth: STEPS.indexOf(level) + 1,
  source: "Difficulty by the share of moves that lose; on grids, by the number of moves needed.",
});

/** The difficulty of a deal by its name; null if it was not measured. */
export function difficultyOf(ratings: Ratings, instance: string): Difficulty | null {
  const [, source = "", number = ""] = /^(.*)\/(\d+)$/.exec(instance) ?? [];
  const rated = ratings.rated[source]?.[number];
  if (rated) {
    return {
      fifth: rated,
      source: "Difficulty by how often simple programs win the board, in five equal steps.",
    };
  }
  const fifth = Number(ratings.decided[source]?.[Number(number) - 1] ?? 0);
  if (!fifth) return null;
  return {
    fifth,
    source: "Difficulty by the positions that a solver examined, in five steps of 2,000 deals.",
  };
}
