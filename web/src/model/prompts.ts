// A prompt for the first board of a game: its rule in one sentence, and its goal. Pure.
import type { Position } from "../api/types";
import { ruleTextOf } from "./rule-texts";

export interface Prompt {
  rule: string;
  goal: string;
}

const OTHERS: Record<string, Prompt> = {
  birds: {
    rule: "Move a card onto one of its suit or a neighbouring rank, in its row or column.",
    goal: "One stack wins.",
  },
  cohesion: {
    rule: "Shift a piece by one cell; pieces of one colour that touch are glued.",
    goal: "One piece of each colour wins.",
  },
  tiles: {
    rule: "Tilt the board: every piece slides until something stops it.",
    goal: "You win when every piece is on a target of its colour.",
  },
  sliding: {
    rule: "Slide a tile into the blank next to it.",
    goal: "Put the numbers in order to win.",
  },
};

/** The player's action, in a few words. */
const DEEDS: Record<string, string> = {
  gaps: "Line up each suit from two to king",
  birds: "Pile matching cards until one stack is left",
  cohesion: "Push the pieces of each colour together",
  tiles: "Tilt the board until every piece is home",
  sliding: "Slide numbered tiles into order",
};
export const deedOf = (game: string) => DEEDS[game] ?? "";

/** The prompt of a game; `down` if the rows of its board run downward. */
export function promptOf({ game, rules }: Pick<Position, "game" | "rules">, down: boolean): Prompt {
  const other = OTHERS[game];
  if (other) return other;
  const text = ruleTextOf(game, rules);
  if (text?.gaps?.step !== "next" || text.gaps.before) return { rule: text?.short ?? "", goal: "" };
  return {
    rule: `A gap takes the card after the one ${down ? "above it: below" : "on its left: after"} the 5♥ only the 6♥.`,
    goal: `Every ${down ? "column" : "row"} counts up in one suit.`,
  };
}
