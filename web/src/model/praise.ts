// A won game in words: how it was won, and its place among the player's own results. Pure.
import { capital, counted } from "./say";

/** Games in which all wins of a deal have the same number of moves, so it is never praised. */
const SAME_LENGTH = ["birds"];

export const hasLengths = (game: string) => !SAME_LENGTH.includes(game);

/** A won game. */
export interface Win {
  moves: number;
  seconds: number;
  /** the shortest known solution of the deal, if any, and whether it is proved to be the least */
  least: number | null;
  optimal: boolean;
  helped: boolean;
  redeals: number;
  tookBack: boolean;
}

/** The player's results in games like it, this one included. */
export interface Results {
  played: number;
  won: number;
  best: number | null;
  fewest: number | null;
  streak: number;
}

function lengthOf({ moves, least, optimal, redeals }: Win) {
  if (least === null || redeals) return "";
  if (moves < least) return "in fewer moves than any known solution";
  if (moves === least)
    return optimal ? "in the fewest moves possible" : "in as few moves as any known solution";
  return `${moves - least} more than the ${optimal ? "fewest" : "shortest known"}`;
}

/** A description of a win, as a sentence without its full stop. */
export function wonHow(win: Win) {
  const { helped, redeals, tookBack } = win;
  const parts = [
    helped ? "with help" : "without help",
    redeals ? `with ${counted(redeals, "redeal")}${tookBack ? ", one more taken back" : ""}` : "",
    lengthOf(win),
  ];
  return capital(parts.filter(Boolean).join(", "));
}

/** New achievements in a game that was won without help; a single win gets no remark. */
export function wonFirsts({ moves, seconds, helped }: Win, results: Results | undefined) {
  if (!results || helped || results.won === 0) return [];
  if (results.won === 1) return ["your first win"];
  return [
    results.fewest === moves ? "your fewest moves" : "",
    results.best === seconds && seconds > 0 ? "your best time" : "",
    results.streak > 1 ? `${results.streak} wins in a row` : "",
  ].filter(Boolean);
}

const PICTURES: Record<string, string> = {
  gaps: "♠️♥️♣️♦️",
  birds: "🐦",
  cohesion: "🧩",
  tiles: "🎯",
  sliding: "🔢",
};
const SQUARES = 10;

/**
 * A win as a small picture to share: the game, ten squares, green for the shortest known solution and yellow
 * for moves beyond it, a sign for each redeal and one for help.
 */
export function wonPicture(game: string, { moves, least, helped, redeals }: Win) {
  const isLong = least !== null && !redeals;
  const green = least !== null && least < moves ? Math.floor((SQUARES * least) / moves) : SQUARES;
  return [
    PICTURES[game],
    isLong ? "🟩".repeat(green) + "🟨".repeat(SQUARES - green) : "✅",
    "🔀".repeat(redeals),
    helped ? "💡" : "",
  ]
    .filter(Boolean)
    .join(" ");
}
