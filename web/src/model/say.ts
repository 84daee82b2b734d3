// The wording of the page: coordinates, cards, moves, numbers. Pure.
import type { Game, Move, View, Where } from "../api/types";
import { cellAt, fromOf, toOf } from "./view";

/** A cell's name: columns are letters, rows numbers from 1 at the top. */
export const cellName = (view: View, at: number) =>
  `${columnName(at % view.columns)}${Math.floor(at / view.columns) + 1}`;

export const columnName = (column: number) =>
  (column >= 26 ? String.fromCharCode(96 + Math.floor(column / 26)) : "") +
  String.fromCharCode(97 + (column % 26));

/** The symbols of suits, by letter. */
export const SUITS = new Map([
  ["C", "♣"],
  ["D", "♦"],
  ["H", "♥"],
  ["S", "♠"],
]);
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** A card's rank and suit from its sign, `TD`. */
export const cardOf = (sign: string) => ({
  rank: "A23456789TJQK".indexOf(sign.charAt(0)) + 1,
  suit: sign.charAt(1),
});
export function cardText(sign: string) {
  const { rank, suit } = cardOf(sign);
  return `${RANKS[rank - 1] ?? "?"}${SUITS.get(suit) ?? "?"}`;
}

/** The cards that a gap takes, by their signs; each listed once, even if there are two. */
export const takenBy = (view: View, at: number) => [
  ...new Set(
    view.moves
      .filter((move) => toOf(move) === at && fromOf(move) >= 0)
      .map((move) => cellAt(view, fromOf(move)).sign),
  ),
];

const COLOURS = new Map([
  ["R", "red disc"],
  ["G", "green triangle"],
  ["B", "blue square"],
  ["Y", "yellow star"],
  ["O", "orange plus"],
  ["P", "purple moon"],
  ["C", "cyan drop"],
  ["M", "pink hourglass"],
  ["W", "white ring"],
  ["N", "brown bars"],
]);

/** A piece as shown, by its colour and symbol; letters without a symbol stand for themselves. */
export const pieceName = (letter: string) => COLOURS.get(letter) ?? `piece ${letter}`;

/** The content of a cell and what belongs there, for screen readers; for a gap, the cards that it takes. */
export function cellWords(view: View, at: number, isStuck = false) {
  const { kind, words, colour, target } = cellAt(view, at);
  if (kind === "empty" && view.control === "place") {
    const cards = takenBy(view, at);
    if (cards.length) return `${words}, takes ${cards.map(cardText).join(" or ")}`;
    return words === "gap" && (view.moves.length || isStuck) ? "gap, takes no card" : words;
  }
  if (kind === "tile") return cellAt(view, at).is_home ? `${words}, at home` : words;
  if (view.control === "place" || view.control === "slide" || kind === "wall") return words;
  const piece = kind === "piece" ? pieceName(colour ?? "") : words.split(",")[0];
  if (target === undefined) return kind === "piece" ? piece : words;
  if (target === colour) return `${piece}, on its target`;
  return `${kind === "piece" ? piece : "empty"}, target of the ${pieceName(target)}`;
}

/** A number with its noun. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

/** A string with the capital of a sentence. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A move that was made, on the board before it. */
export function madeWords(view: View, move: Move) {
  if (view.control === "tilt") return `Tilted ${move.direction}`;
  if (view.control === "slide") return move.words.replace(" ", " slid ");
  return capital(moveWords(view, move).replace(/^shift /, "shifted "));
}

/** A move on the board before it: the moving object, and the rest of the sentence. */
export function moveWords(view: View, move: Move) {
  if (view.control === "tilt") return `tilt ${move.direction}`;
  if (view.control === "slide") return `slide ${move.words}`;
  if (move.from.length === 0) return move.words;
  if (view.control === "shift") return `shift ${cellName(view, fromOf(move))} ${move.direction}`;
  const card = cardText(cellAt(view, fromOf(move)).sign);
  const onto = cellAt(view, toOf(move));
  const to = cellName(view, toOf(move));
  return onto.kind === "card" ? `${card} onto ${cardText(onto.sign)} in ${to}` : `${card} to ${to}`;
}

/** The words of a move without the letter of a piece, which pieces do not show. */
export const plainWords = (words: string) =>
  words.replace(/^[A-Z] (?=[a-z]+\d+ (?:up|down|left|right)$)/, "");

const DIRECTIONS = new Map([
  ["L", "left"],
  ["R", "right"],
  ["U", "up"],
  ["D", "down"],
]);

/**
 * A plan in short form, `Q♥ m2`: the cards are tracked along the line as far as the notation
 * of moves allows.
 */
export function lineWords(view: View, plan: string[]) {
  const signs = view.cells.map((cell) => cell.sign);
  return plan.map((text) => {
    const card = /^(\d+),(\d+)>(\d+),(\d+)$/.exec(text);
    if (card) {
      const from = Number(card[1]) * view.columns + Number(card[2]);
      const to = Number(card[3]) * view.columns + Number(card[4]);
      const sign = signs[from] ?? "??";
      signs[to] = sign;
      signs[from] = "--";
      return `${cardText(sign)} ${cellName(view, to)}`;
    }
    const piece = /^(\d+),(\d+)([LRUD])$/.exec(text);
    const direction = DIRECTIONS.get(piece?.[3] ?? text) ?? text;
    return piece
      ? `${cellName(view, Number(piece[1]) + Number(piece[2]) * view.columns)} ${direction}`
      : direction;
  });
}

export function clock(seconds: number) {
  const whole = Math.floor(seconds);
  const two = (n: number) => String(n).padStart(2, "0");
  const minutes = Math.floor(whole / 60) % 60;
  return whole >= 3600
    ? `${Math.floor(whole / 3600)}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

/** The known facts about a winning move; a bound is marked as such. */
export const winsIn = ({ distance, exact }: { distance: number | null; exact: boolean }) =>
  distance ? `wins in ${exact ? "" : "at most "}${distance}` : "wins";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
/** Formats a day given as `20261121`: 21 November. */
export const dateText = (day: number) =>
  `${day % 100} ${MONTHS[(Math.floor(day / 100) % 100) - 1]}`;
export const monthName = (month: number) => MONTHS[month] ?? "";

/** A game's title without its other name, as in `Gaps (Montana)`. */
export const shortTitle = (title: string) => title.replace(/ \(.*/, "");

/** The short title of a game by its name. */
export const titleOf = (games: Pick<Game, "name" | "title">[], name: string) =>
  shortTitle(games.find((each) => each.name === name)?.title ?? name);

/** The description of a rule set, in a sentence. */
export const summaryText = (summary: string) => capital(summary).replace(/\.?$/, ".");

/** The name of a rule set, as players write it. */
export const rulesText = (rules: string) =>
  rules
    .replaceAll("-", " ")
    .replace(/\b(?:ii\b|(?!of\b|and\b)[a-z])/g, (letters) => letters.toUpperCase());

/** A game's name as a title, and the small text after it. */
export function names(
  session: { where: Where; root: { position: { rules: string } } },
  title: string,
) {
  const { instance } = session.where;
  const { rules } = session.root.position;
  const parts = instance ? instance.slice(instance.indexOf(":") + 1).split("/") : [];
  const last = parts.at(-1) ?? "";
  const head = !instance ? "Own board" : parts[0] === "level" ? `Level ${last}` : `Deal ${last}`;
  return {
    head,
    small: [title, rules === "standard" ? "" : rulesText(rules)].filter(Boolean).join(" · "),
  };
}
