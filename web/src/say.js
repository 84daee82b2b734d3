// How the page says things: coordinates, cards, moves, numbers. Pure.

/** @typedef {import("./api.js").View} View */

/** A cell's name: columns are letters, rows numbers from 1 at the top. @param {View} view @param {number} at */
export const cellName = (view, at) => `${columnName(at % view.columns)}${Math.floor(at / view.columns) + 1}`;

/** @param {number} column */
export const columnName = (column) => (column >= 26 ? String.fromCharCode(96 + Math.floor(column / 26)) : "") + String.fromCharCode(97 + (column % 26));

export const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
export const rankText = (rank) => ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][rank - 1] ?? "?";

/** A card's rank and suit from its sign, `TD`. @param {string} sign */
export const cardOf = (sign) => ({ rank: "A23456789TJQK".indexOf(sign[0]) + 1, suit: sign[1] });
/** @param {string} sign */
export const cardText = (sign) => `${rankText(cardOf(sign).rank)}${SUITS[sign[1]] ?? "?"}`;

/** A number with its noun. @param {number} count @param {string} one */
export const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/**
 * A move: what moves, and the rest of the sentence.
 * @param {View} view the board before the move
 * @param {import("./api.js").Move} move
 */
export function moveWords(view, move) {
  if (view.control === "tilt") return `tilt ${move.direction}`;
  if (move.from.length === 0) return move.words;
  const cell = view.cells[move.from[0]];
  if (view.control === "shift") return `shift ${cellName(view, move.from[0])} ${move.direction}`;
  const onto = view.cells[move.to[0]];
  const to = cellName(view, move.to[0]);
  return onto.kind === "card" ? `${cardText(cell.sign)} onto ${cardText(onto.sign)} in ${to}` : `${cardText(cell.sign)} to ${to}`;
}

/**
 * A plan in short, `Q♥ m2`: what lies where is followed along the line, as far as the texts of moves tell it.
 * @param {View} view the board before the plan
 * @param {string[]} plan
 */
export function lineWords(view, plan) {
  const signs = view.cells.map((cell) => cell.sign);
  return plan.map((text) => {
    const card = /^(\d+),(\d+)>(\d+),(\d+)$/.exec(text);
    if (card) {
      const [from, to] = [Number(card[1]) * view.columns + Number(card[2]), Number(card[3]) * view.columns + Number(card[4])];
      const sign = signs[from];
      signs[to] = sign;
      signs[from] = "--";
      return `${cardText(sign)} ${cellName(view, to)}`;
    }
    const piece = /^(\d+),(\d+)([LRUD])$/.exec(text);
    const direction = { L: "left", R: "right", U: "up", D: "down" }[piece?.[3] ?? text] ?? text;
    return piece ? `${cellName(view, Number(piece[1]) + Number(piece[2]) * view.columns)} ${direction}` : direction;
  });
}

/** @param {number} seconds */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const two = (n) => String(n).padStart(2, "0");
  const minutes = Math.floor(whole / 60) % 60;
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
/** @param {number} day `20261121` */
export const dateText = (day) => `${day % 100} ${MONTHS[(Math.floor(day / 100) % 100) - 1]}`;
export const monthName = (month) => MONTHS[month];

/** What a rule set is, in a sentence. @param {string} summary */
export const summaryText = (summary) => `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;

/** The name of a rule set, as players write it. @param {string} rules */
export const rulesText = (rules) => rules.replaceAll("-", " ").replace(/\b(?:ii\b|(?!of\b|and\b)[a-z])/g, (letters) => letters.toUpperCase());

/** A game's name as a title, and what stands small behind it. @param {{where: import("./api.js").Where, root: {position: {rules: string}}}} session @param {string} title */
export function names(session, title) {
  const { instance } = session.where;
  const { rules } = session.root.position;
  const parts = instance ? instance.slice(instance.indexOf(":") + 1).split("/") : [];
  const last = parts.at(-1) ?? "";
  const head = !instance ? "Own board" : parts[0] === "level" ? `Level ${last}` : `Deal ${last}`;
  return { head, small: [title, rules === "standard" ? "" : rulesText(rules)].filter(Boolean).join(" · ") };
}
