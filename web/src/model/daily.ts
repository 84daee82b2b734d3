// The daily deals: one per day for every game and level, the same for all players, vetted to be
// winnable. Pure.
import { clock, counted, dateText, names } from "./say";
import type { Where } from "../api/types";
import { LEVELS } from "./deal-search";
import type { Level } from "./deal-search";

export interface Result {
  result: "won" | "helped";
  moves: number;
  shortest: boolean;
  seconds: number;
}

/** Games played: by day, then by game and level. */
export type Days = { [day: string]: { [deal: string]: Result } };

/** A number for each day. */
export const dayNumber = (date = new Date()) =>
  date.getFullYear() * 10000 + (date.getMonth() + 1) * 100 + date.getDate();

export const dateOf = (day: number) =>
  new Date(Math.floor(day / 10000), (Math.floor(day / 100) % 100) - 1, day % 100);

/**
 * Days since the start of 2000, which determine the daily deal: the vetted deals are used in turn.
 */
export function seedOf(day: number) {
  const date = dateOf(day);
  return (
    (Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - Date.UTC(2000, 0, 1)) /
    86_400_000
  );
}

/** `20261121/medium`, as links carry it. */
export const tagOf = (day: number, level: string) => `${day}/${level}`;

export function readTag(tag: string): { day: number; level: Level } | null {
  const match = /^(20\d{6})\/(\w+)$/.exec(tag);
  const day = Number(match?.[1]);
  const level = LEVELS.find((each) => each === match?.[2]);
  return level && dayNumber(dateOf(day)) === day ? { day, level } : null;
}

/** Adds a result; a win with help never replaces the player's own. */
export function withResult(days: Days, tag: string, game: string, result: Result): Days {
  const read = readTag(tag);
  if (!read) return days;
  const key = `${game} ${read.level}`;
  const before = days[read.day]?.[key];
  if (before && (before.result === "won" || result.result === "helped")) return days;
  return { ...days, [read.day]: { ...days[read.day], [key]: result } };
}

/** The state of a day on the calendar. */
export function stateOf(days: Days, day: number, today: number) {
  const results = Object.values(days[day] ?? {});
  const isWon = results.some((each) => each.result === "won");
  const played = isWon ? ("won" as const) : ("helped" as const);
  return {
    kind: results.length ? played : unplayed(day, today),
    shortest: results.some((each) => each.shortest),
  };
}

/** The state of a day without a win. */
const unplayed = (day: number, today: number) =>
  day < today ? ("missed" as const) : day === today ? ("" as const) : ("later" as const);

/** Consecutive days with the player's own win, up to today or yesterday. */
export function streak(days: Days, now: Date = new Date()) {
  const at = new Date(now);
  const won = () => stateOf(days, dayNumber(at), 0).kind === "won";
  if (!won()) at.setDate(at.getDate() - 1);
  let length = 0;
  for (; won(); at.setDate(at.getDate() - 1)) length++;
  return length;
}

/** The next game of a day and level not won yet; null if the day is complete. */
export function nextToday<G extends { name: string }>(games: G[], days: Days, tag: string) {
  const read = readTag(tag);
  if (!read) return null;
  const won = days[read.day] ?? {};
  return games.find(({ name }) => !won[`${name} ${read.level}`]) ?? null;
}

/** The days of a month in weeks that begin on Monday; null for days of another month. */
export function monthDays(year: number, month: number): (number | null)[] {
  const first = (new Date(year, month, 1).getDay() + 6) % 7;
  const count = new Date(year, month + 1, 0).getDate();
  return [
    ...Array.from({ length: first }, () => null),
    ...Array.from({ length: count }, (_, i) => year * 10000 + (month + 1) * 100 + i + 1),
  ];
}

const year = (day: number) => Math.floor(day / 10000);

/** The title of the browser's tab: the day of a daily deal, or the deal. */
export function tabTitle(
  session: { daily?: string; where: Where; root: { position: { rules: string } } },
  title: string,
) {
  const read = readTag(session.daily ?? "");
  if (read) return `Daily · ${dateText(read.day)} ${year(read.day)} · ${read.level}`;
  const { head, small } = names(session, title);
  return [head, small, "Patience"].filter(Boolean).join(" · ");
}

/** A result to share, which reveals nothing about the deal. */
export function share(tag: string, title: string, result: Result) {
  const read = readTag(tag);
  if (!read) return "";
  return `Patience · ${title} · ${dateText(read.day)} ${year(read.day)} · ${read.level}: won in ${counted(result.moves, "move")}, ${clock(result.seconds)}${result.result === "helped" ? ", with help" : ""}${result.shortest ? ", as short as is known" : ""}`;
}

/** The name of a daily deal: its day and, in small text, its game and level. */
export function dailyNames(tag: string, title: string) {
  const read = readTag(tag);
  return read ? { head: dateText(read.day), small: `${title} · daily deal` } : null;
}
