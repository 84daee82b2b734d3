// The daily deals: one a day for every game and level, the same for everybody, vetted to be winnable. Pure.
import { clock, counted, dateText, names } from "./say.js";

/** @typedef {{result: "won"|"helped", moves: number, shortest: boolean, seconds: number}} Result */
/** What was played: by day, then by game and level. @typedef {{[day: string]: {[deal: string]: Result}}} Days */

/** A number for each day. */
export const dayNumber = (date = new Date()) => date.getFullYear() * 10000 + (date.getMonth() + 1) * 100 + date.getDate();

/** @param {number} day */
export const dateOf = (day) => new Date(Math.floor(day / 10000), (Math.floor(day / 100) % 100) - 1, day % 100);

/** Days since the beginning of 2000, which choose the deal of a day: of as many as are vetted, in turn. @param {number} day */
export function seedOf(day) {
  const date = dateOf(day);
  return (Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - Date.UTC(2000, 0, 1)) / 86_400_000;
}

/** `20261121/medium`, as links carry it. @param {number} day @param {string} level */
export const tagOf = (day, level) => `${day}/${level}`;

/** @param {string} tag @returns {{day: number, level: string} | null} */
export function readTag(tag) {
  const match = /^(20\d{6})\/(easy|medium|hard)$/.exec(tag);
  return match && dayNumber(dateOf(Number(match[1]))) === Number(match[1]) ? { day: Number(match[1]), level: match[2] } : null;
}

/** With another result; a win of the player's own is never replaced by one with help. @param {Days} days @param {string} tag @param {string} game @param {Result} result @returns {Days} */
export function withResult(days, tag, game, result) {
  const read = readTag(tag);
  if (!read) return days;
  const key = `${game} ${read.level}`;
  const before = days[read.day]?.[key];
  if (before && (before.result === "won" || result.result === "helped")) return days;
  return { ...days, [read.day]: { ...days[read.day], [key]: result } };
}

/** What a day is on the calendar. @param {Days} days @param {number} day @param {number} today */
export function stateOf(days, day, today) {
  const results = Object.values(days[day] ?? {});
  return {
    kind: results.some((each) => each.result === "won") ? "won" : results.length ? "helped" : day < today ? "missed" : day === today ? "" : "later",
    shortest: results.some((each) => each.shortest),
  };
}

/** Days in a row with a win of the player's own, up to today or yesterday. @param {Days} days @param {Date} [now] */
export function streak(days, now = new Date()) {
  const at = new Date(now);
  const won = () => stateOf(days, dayNumber(at), 0).kind === "won";
  if (!won()) at.setDate(at.getDate() - 1);
  let length = 0;
  for (; won(); at.setDate(at.getDate() - 1)) length++;
  return length;
}

/** The days of a month in weeks from Monday; null where another month's would stand. @param {number} year @param {number} month @returns {(number | null)[]} */
export function monthDays(year, month) {
  const first = (new Date(year, month, 1).getDay() + 6) % 7;
  const count = new Date(year, month + 1, 0).getDate();
  return [...Array.from({ length: first }, () => null), ...Array.from({ length: count }, (_, i) => year * 10000 + (month + 1) * 100 + i + 1)];
}

const year = (day) => Math.floor(day / 10000);

/** What the browser's tab says: the day of a daily deal, or the deal. @param {{daily?: string, where: import("./api.js").Where, root: {position: {rules: string}}}} session @param {string} title */
export function tabTitle(session, title) {
  const read = readTag(session.daily ?? "");
  if (read) return `Daily · ${dateText(read.day)} ${year(read.day)} · ${read.level}`;
  const { head, small } = names(session, title);
  return [head, small, "Patience"].filter(Boolean).join(" · ");
}

/** A result to share, which tells nothing of the deal. @param {string} tag @param {string} title @param {Result} result */
export function share(tag, title, result) {
  const read = readTag(tag);
  if (!read) return "";
  return `Patience · ${title} · ${dateText(read.day)} ${year(read.day)} · ${read.level}: won in ${counted(result.moves, "move")}, ${clock(result.seconds)}${result.result === "helped" ? ", with help" : ""}${result.shortest ? ", as short as is known" : ""}`;
}
