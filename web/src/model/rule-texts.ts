// The rules of every rule set in plain words; for Gaps with the cards that a gap takes. Pure.
import type { GapRules } from "./gap-rules";

export interface RuleText {
  title: string;
  /** other names */
  aka?: string;
  /** the rules in a line, or their difference from the first rule set */
  short: string;
  /** names and sentences, in the order in which they are read */
  facts: [string, string][];
  /** a deal that shows the initial layout */
  instance: string;
  gaps?: GapRules;
}

const TWO_TO_KING = "23456789TJQK";
const ACE_TO_KING = "A23456789TJQK";

const NEXT =
  "The card that follows its left neighbour in the same suit: after the 5♥ only the 6♥. A gap after a king or after another gap takes nothing.";
const BOTH = `${NEXT} It also takes the card that comes before its right neighbour: before the 9♠ the 8♠.`;
const ROWS = "Each row counts up in one suit. You choose the suit of each row.";
const EDGE_TWO = "Any two.";
const EDGE_ACE = "Any ace. Aces are there from the start, so this hardly ever happens.";
const redeals = (count: number) =>
  count === 0
    ? "None: the game ends with the first deal."
    : `${count === 1 ? "One" : "Two"}, as PySolFC plays it: all cards that are not in place are shuffled and dealt again.`;

/** The facts of a rule set of Gaps. */
const facts = (
  cards: string,
  start: string,
  edge: string,
  gap: string,
  won: string,
  count: number | string,
): [string, string][] => [
  ["Cards", cards],
  ["Start", start],
  ["The left edge takes", edge],
  ["Any other gap takes", gap],
  ["Won when", won],
  ["Redeals", typeof count === "number" ? redeals(count) : count],
];

const FIFTY_TWO = "All 52 in four rows of 13. The aces are taken away: their places are the gaps.";
const WITH_ACES = "All 52 in four rows of 14.";
const AS_DEALT = "The cards lie as dealt.";
const BLUE_START =
  "The left column is empty. The aces move there in the order in which they were dealt, and their old places are the gaps.";
const RED_START = "The aces lie in the left column, clubs on top, and the gaps after them.";
const DOUBLE = "Two decks";

const standard: GapRules = { ranks: TWO_TO_KING, edge: "first", step: "next" };
const moon: GapRules = { ranks: ACE_TO_KING, edge: "first", step: "next" };

const pysol = (rules: string) => `gaps+${rules}:pysol/1`;

const GAPS: Record<string, RuleText> = {
  standard: {
    title: "Gaps",
    aka: "Montana, Vacancies, Addiction",
    short: "Fill a gap with the card that follows its left neighbour.",
    facts: facts(FIFTY_TWO, AS_DEALT, EDGE_TWO, NEXT, ROWS, 2),
    instance: "gaps:pysol/1",
    gaps: standard,
  },
  "fixed-suits": {
    title: "Fixed suits",
    short: "Like Gaps, but each row has its suit from the start.",
    facts: facts(
      FIFTY_TWO,
      AS_DEALT,
      "The two of the row's suit: clubs, hearts, spades, diamonds from the top.",
      NEXT,
      "Each row counts up in its suit.",
      2,
    ),
    instance: pysol("fixed-suits"),
    gaps: { ...standard, edge: "row", suits: "CHSD" },
  },
  "fixed-twos": {
    title: "Fixed twos",
    short: "Like Gaps, but a two at the left edge stays.",
    facts: facts(FIFTY_TWO, AS_DEALT, "Any two, which then stays there for good.", NEXT, ROWS, 2),
    instance: pysol("fixed-twos"),
    gaps: { ...standard, stays: true },
  },
  paper: {
    title: "The Gaps report",
    short: "The left edge takes any card, and each row has its suit.",
    facts: facts(
      "Ace to seven of four suits in four rows of eight, or other sizes.",
      "The four gaps lie anywhere.",
      "Any card.",
      NEXT.replace("a king", "the highest card"),
      "The rows count up from the ace: hearts, diamonds, clubs, spades from the top.",
      "None: this is a puzzle for programs, by Darmanger and others (2024).",
    ),
    instance: "gaps+paper:paper/4x8/20/1",
    gaps: { ranks: ACE_TO_KING, edge: "any", step: "next" },
  },
  "paper-any-row": {
    title: "The Gaps report, any row",
    short: "The left edge takes any card, and a suit may end in any row.",
    facts: facts(
      "Ace to seven of four suits in four rows of eight, or other sizes.",
      "The four gaps lie anywhere.",
      "Any card.",
      NEXT.replace("a king", "the highest card"),
      "Each row counts up from the ace in one suit.",
      "None: this is a puzzle for programs.",
    ),
    instance: "gaps+paper-any-row:paper/4x8/20/1",
    gaps: { ranks: ACE_TO_KING, edge: "any", step: "next" },
  },
  "line-up": {
    title: "Line Up",
    aka: "Pretzel",
    short: "A small Gaps with ace to five on six columns.",
    facts: facts(
      "Ace to six of each suit in four rows of six. The sixes are taken away: their places are the gaps.",
      AS_DEALT,
      "Any ace.",
      NEXT.replaceAll("5♥", "3♥").replaceAll("6♥", "4♥").replace("a king", "a five"),
      "Each row counts up from ace to five in one suit.",
      0,
    ),
    instance: pysol("line-up"),
    gaps: { ranks: "A2345", edge: "first", step: "next" },
  },
  "house-of-commons": {
    title: "House of Commons",
    short: "Gaps without court cards, on ten columns.",
    facts: facts(
      "Ace to ten of each suit in four rows of ten. The aces are taken away: their places are the gaps.",
      AS_DEALT,
      EDGE_TWO,
      NEXT.replace("a king", "a ten"),
      "Each row counts up from two to ten in one suit.",
      1,
    ),
    instance: pysol("house-of-commons"),
    gaps: { ranks: "23456789T", edge: "first", step: "next" },
  },
  "blue-moon": {
    title: "Blue Moon",
    aka: "Rangoon",
    short: "Gaps with aces: they lead the rows in the order in which they were dealt.",
    facts: facts(WITH_ACES, BLUE_START, EDGE_ACE, NEXT, "Each row counts up from its ace.", 2),
    instance: pysol("blue-moon"),
    gaps: moon,
  },
  "red-moon": {
    title: "Red Moon",
    short: "Like Blue Moon, but the gaps start right after the aces.",
    facts: facts(WITH_ACES, RED_START, EDGE_ACE, NEXT, "Each row counts up from its ace.", 2),
    instance: pysol("red-moon"),
    gaps: moon,
  },
  paganini: {
    title: "Paganini",
    aka: "Long Trip",
    short: "Like Blue Moon without two to five: a six follows its ace.",
    facts: facts(
      "Ace and Six to King of each suit in four rows of ten.",
      BLUE_START,
      EDGE_ACE,
      NEXT.replaceAll("5♥", "9♥").replaceAll("6♥", "10♥") + " After an ace comes its Six.",
      "Each row counts up from its ace.",
      1,
    ),
    instance: pysol("paganini"),
    gaps: { ranks: "A6789TJQK", edge: "first", step: "next" },
  },
  "free-parking": {
    title: "Free Parking",
    aka: "Moonlight",
    short: "Like Gaps, but a gap also takes the card before its right neighbour.",
    facts: facts(
      FIFTY_TWO,
      AS_DEALT,
      `${EDGE_TWO} And the card before its right neighbour.`,
      BOTH,
      ROWS,
      2,
    ),
    instance: pysol("free-parking"),
    gaps: { ...standard, before: true },
  },
  galary: {
    title: "Galary",
    short: "Like Red Moon, but a gap also takes the card before its right neighbour.",
    facts: facts(WITH_ACES, RED_START, EDGE_ACE, BOTH, "Each row counts up from its ace.", 2),
    instance: pysol("galary"),
    gaps: { ...moon, before: true },
  },
  jungle: {
    title: "Jungle",
    short: "Like Blue Moon, but on the way the next rank may be of any suit.",
    facts: facts(
      WITH_ACES,
      BLUE_START,
      EDGE_ACE,
      "A card one rank higher than its left neighbour, of any suit: after the 5♥ any six.",
      "In the end, each row still counts up in one suit.",
      1,
    ),
    instance: pysol("jungle"),
    gaps: { ...moon, step: "any-suit" },
  },
  "spaces-and-aces": {
    title: "Spaces and Aces",
    short: "A gap takes any higher card of its left neighbour's suit.",
    facts: facts(
      WITH_ACES,
      "The left column is empty; all cards, including the aces, lie to its right as dealt.",
      "Any ace.",
      "Any higher card of its left neighbour's suit: after the 5♥ the 6♥, the 9♥ or the K♥.",
      "Each row counts up from its ace.",
      0,
    ),
    instance: pysol("spaces-and-aces"),
    gaps: { ...moon, step: "higher" },
  },
  "double-montana": {
    title: "Double Montana",
    short: "Gaps with two decks on eight rows.",
    facts: facts(
      `${DOUBLE} in eight rows of 13. The aces are taken away: their places are the gaps.`,
      AS_DEALT,
      EDGE_TWO,
      `${NEXT} Either of the two equal cards will do.`,
      "Each row counts up in one suit, two rows for each.",
      2,
    ),
    instance: pysol("double-montana"),
    gaps: standard,
  },
  "double-blue-moon": {
    title: "Double Blue Moon",
    short: "Blue Moon with two decks on eight rows.",
    facts: facts(
      `${DOUBLE} in eight rows of 14.`,
      BLUE_START,
      EDGE_ACE,
      NEXT,
      "Each row counts up from its ace.",
      2,
    ),
    instance: pysol("double-blue-moon"),
    gaps: moon,
  },
  "double-red-moon": {
    title: "Double Red Moon",
    short: "Red Moon with two decks on eight rows.",
    facts: facts(
      `${DOUBLE} in eight rows of 14.`,
      "The aces lie in the left column, two clubs on top, and the gaps after them.",
      EDGE_ACE,
      NEXT,
      "Each row counts up from its ace.",
      2,
    ),
    instance: pysol("double-red-moon"),
    gaps: moon,
  },
  "paganini-ii": {
    title: "Paganini II",
    short: "Two decks; the left column starts empty and takes any ace.",
    facts: facts(
      `${DOUBLE} in eight rows of 14.`,
      "The left column is empty; all cards lie to its right as dealt.",
      "Any ace.",
      NEXT,
      "Each row counts up from its ace, two rows for each suit.",
      0,
    ),
    instance: pysol("paganini-ii"),
    gaps: moon,
  },
};

const OTHERS: Record<string, Record<string, RuleText>> = {
  birds: {
    standard: {
      title: "Birds of a Feather",
      short: "Put a card onto a matching one in its row or column.",
      facts: [
        ["Cards", "Sixteen of the 52, dealt in four rows of four."],
        [
          "A move",
          "A stack goes onto another in its row or column. Others may lie between them, and places may be empty.",
        ],
        [
          "What goes together",
          "The top cards have the same suit, the same rank, or adjacent ranks. Ace and king are not adjacent.",
        ],
        ["Won when", "One stack is left."],
      ],
      instance: "birds:neller/1",
    },
  },
  cohesion: {
    standard: {
      title: "Cohesion",
      short: "Shift pieces until each colour is one piece.",
      facts: [
        ["Board", "Coloured pieces on a board of any size, with empty cells between them."],
        ["A move", "A piece shifts by one cell, if there is room for all its cells."],
        ["Glue", "Pieces of the same colour that touch stay together for good."],
        ["Won when", "Each colour is one piece."],
      ],
      instance: "cohesion:level/vieira-1",
    },
  },
  tiles: {
    standard: {
      title: "Match the Tiles",
      short: "Tilt the board until every piece lies on a target of its colour.",
      facts: [
        ["Board", "Coloured pieces, targets, and walls that stop pieces."],
        [
          "A move",
          "Tilt the board to a side: all pieces slide until a wall, the edge or another piece stops them.",
        ],
        ["Not a move", "A tilt that moves nothing is not a legal move."],
        ["Won when", "Every piece lies on a target of its colour after a tilt."],
      ],
      instance: "tiles:level/iartistas-07",
    },
  },
  sliding: {
    standard: {
      title: "Sliding Tiles",
      aka: "8-, 15- and 24-puzzle",
      short: "Slide tiles into the blank until all are in order, the blank first.",
      facts: [
        ["Board", "Numbered tiles and one blank space."],
        ["A move", "A tile next to the blank slides into it."],
        ["Won when", "The numbers are in order, and the blank is in the upper left corner."],
        ["Some cannot be won", "Half of all arrangements cannot be reached."],
      ],
      instance: "sliding:random/3x3/1",
    },
    "blank-last": {
      title: "Sliding Tiles, blank last",
      short: "Like Sliding Tiles, but the blank ends in the lower right corner.",
      facts: [
        ["Board", "Numbered tiles and one blank space."],
        ["A move", "A tile next to the blank slides into it."],
        ["Won when", "The numbers are in order, and the blank is in the lower right corner."],
        ["Some cannot be won", "Half of all arrangements cannot be reached."],
      ],
      instance: "sliding+blank-last:random/3x3/1",
    },
  },
};

/** The rules of a rule set; null if there is no text. */
export const ruleTextOf = (game: string, rules: string): RuleText | null =>
  (game === "gaps" ? GAPS[rules] : OTHERS[game]?.[rules]) ?? null;

/** The card that a card of Gaps must follow, if the rules leave only one; empty otherwise. */
export function awaited(game: string, rules: string, sign: string) {
  const { ranks = "", step } = (game === "gaps" && GAPS[rules]?.gaps) || {};
  const before = ranks.charAt(ranks.indexOf(sign.charAt(0)) - 1);
  return step === "next" && before ? before + sign.slice(1) : "";
}

/** How the words of the rules change if the rows of the board run down the screen. */
export const DOWN =
  "On this screen the rows run downwards: left is above, right is below, and the top is at the left. The letters of the columns are at the side.";

/** A short rule for a turned board, whose rows run down the screen. */
export const turned = (short: string) =>
  [
    ["follows its left neighbour", "follows the card above it"],
    ["before its right neighbour", "before the card below it"],
    ["of its left neighbour's suit", "of the suit of the card above it"],
    ["a two at the left edge", "a two at the top"],
    ["The left edge takes", "The top takes"],
    ["the left column", "the top row"],
    ["A row counts", "A column counts"],
    ["each row has", "each column has"],
    ["in any row", "in any column"],
    ["lead the rows", "lead the columns"],
    ["six columns", "six rows"],
    ["ten columns", "ten rows"],
    ["eight rows", "eight columns"],
  ].reduce((text, [row = "", column = ""]) => text.replace(row, column), short);
