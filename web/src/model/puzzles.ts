// Puzzles: positions with one right move, and a player's results. Pure.

/** `wins`: every other move loses; `shortest`: every other move makes the solution longer. */
export interface Puzzle {
  board: string;
  answer: string;
  kind: "wins" | "shortest";
  /** legal moves */
  choices: number;
  /** moves of the solution */
  length: number;
  /** whether no solution is shorter */
  optimal: boolean;
  /** the deal that it comes from, and the moves made since */
  instance: string;
  made: number;
  /** its rank among the puzzles of its game, from 0 (the smallest) to 1 */
  rank: number;
}

/** The task: the move, or the whole solution in a number of moves. */
export type Quest = "move" | "win";

/** The puzzles of a file, which has the smallest first. */
export function readPuzzles(text: string): Puzzle[] {
  const lines = text.split("\n").filter(Boolean);
  return lines.map((line, index) => {
    const [board = "", answer = "", kind, choices, length, optimal, instance = "", made] =
      line.split("\t");
    return {
      board,
      answer,
      kind: kind === "wins" ? "wins" : "shortest",
      choices: Number(choices),
      length: Number(length),
      optimal: optimal === "1",
      instance,
      made: Number(made),
      rank: lines.length > 1 ? index / (lines.length - 1) : 0,
    };
  });
}

/** The difficulty of a puzzle among all of its game, from 1 to 5. */
export const fifthOf = ({ rank }: Puzzle) => Math.min(5, 1 + Math.floor(5 * rank));

/** Until solvers rate the puzzles, their size is used as the rating. */
export const ratingOf = ({ rank }: Puzzle) => Math.round(800 + 1000 * rank);

/** A player's results with puzzles. */
export interface PuzzleRecord {
  rating: number;
  /** puzzles solved in a row at the first attempt, and the record */
  streak: number;
  longest: number;
  tried: number;
  solved: number;
  /** ratings after the last puzzles, the newest last */
  history: number[];
  /** puzzles that were tried, by game */
  done: { [game: string]: string[] };
}

export const NO_RECORD: PuzzleRecord = {
  rating: 1200,
  streak: 0,
  longest: 0,
  tried: 0,
  solved: 0,
  history: [],
  done: {},
};

/** Number of ratings stored for the plot. */
const MAX_HISTORY = 30;
/** The maximum change of a rating by one puzzle. */
const STEP = 32;

/** A short name of a puzzle that depends only on its board (FNV-1a). */
export function idOf({ board }: Pick<Puzzle, "board">) {
  let hash = 0x811c9dc5;
  for (const letter of board) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** The record after the first attempt at a puzzle, with the rating by Elo's formula. */
export function afterAttempt(
  before: PuzzleRecord,
  game: string,
  puzzle: Puzzle,
  right: boolean,
): PuzzleRecord {
  const expected = 1 / (1 + 10 ** ((ratingOf(puzzle) - before.rating) / 400));
  const rating = Math.round(before.rating + STEP * (Number(right) - expected));
  const streak = right ? before.streak + 1 : 0;
  return {
    rating,
    streak,
    longest: Math.max(before.longest, streak),
    tried: before.tried + 1,
    solved: before.solved + Number(right),
    history: [...before.history, rating].slice(-MAX_HISTORY),
    done: { ...before.done, [game]: [...(before.done[game] ?? []), idOf(puzzle)] },
  };
}

/**
 * The next puzzle of a difficulty, or of any: among those not tried, the one whose rating is nearest to
 * the player's. After the last one, all are available again. `skipped` are avoided if possible.
 */
export function nextPuzzle(
  puzzles: Puzzle[],
  game: string,
  record: PuzzleRecord,
  fifth: number | "any",
  skipped: ReadonlySet<string> = new Set(),
): Puzzle | null {
  const fitting = puzzles.filter((puzzle) => fifth === "any" || fifthOf(puzzle) === fifth);
  const done = new Set(record.done[game]);
  const fresh = fitting.filter((puzzle) => !done.has(idOf(puzzle)));
  const other = (fresh.length ? fresh : fitting).filter((puzzle) => !skipped.has(idOf(puzzle)));
  const left = other.length ? other : fitting;
  const farness = (puzzle: Puzzle) => Math.abs(ratingOf(puzzle) - record.rating);
  return left.reduce<Puzzle | null>(
    (best, puzzle) => (!best || farness(puzzle) < farness(best) ? puzzle : best),
    null,
  );
}
