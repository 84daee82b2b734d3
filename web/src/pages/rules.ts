// The rule of each game in a line or two.
import { summaryText } from "../model/say";

/** How to play a game, for newcomers. */
const RULES: Record<string, string> = {
  gaps: "Fill a gap with the card that follows its left neighbour. A row counts up in one suit.",
  birds:
    "Put a card onto one in its row or column: same suit, or one rank apart. One stack left wins.",
  cohesion:
    "Shift pieces. Pieces of the same colour that touch stay together. You win with one piece of each colour.",
  tiles: "Tilt the board: all pieces slide until something stops them. Bring each to its target.",
};

/** The rule of a game in a line or two. */
export const ruleText = ({ name, summary }: { name: string; summary: string }) =>
  RULES[name] ?? summaryText(summary).replace(/\.\s.*$/s, ".");
