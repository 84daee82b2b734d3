// Data stored in the browser: settings, results, and games. The game also works in a browser that
// stores nothing.
import { LEVELS } from "../model/deal-search";
import type { Wish } from "../model/deal-search";
import type { Outcome } from "../model/services";
import { isKept } from "../model/kept";
import { gameOf } from "../model/link";
import type { Met } from "../model/met";
import { isRecord } from "../model/unknown";
import type { Days } from "../model/daily";
import type { Kept } from "../model/kept";

export interface Settings {
  theme: "auto" | "light" | "dark";
  fourColours: boolean;
  letters: boolean;
  motion: boolean;
  sound: boolean;
  movable: boolean;
  verdicts: "quiet" | "warn" | "always";
  layout: "auto" | "across" | "down";
  redeals: string;
}

const DEFAULTS: Settings = {
  theme: "auto",
  fourColours: false,
  letters: false,
  motion: true,
  sound: false,
  movable: true,
  verdicts: "quiet",
  layout: "auto",
  redeals: "pysol",
};

/** The browser's store; null if it may not be used, for which some browsers throw an exception. */
let store: Storage | null = null;
try {
  store = localStorage;
  store.setItem("patience.works", "1");
  store.removeItem("patience.works");
} catch {
  store = null;
}

/** Whether data can be stored. */
export const keeps = store !== null;

/** Reads a stored value, which other scripts may have changed. */
export function read(key: string): unknown {
  try {
    return JSON.parse(store?.getItem(`patience.${key}`) ?? "null");
  } catch {
    return null;
  }
}

/** Returns whether it was written; if the store is full, the old value stays. */
export function write(key: string, value: unknown) {
  try {
    store?.setItem(`patience.${key}`, JSON.stringify(value));
    return keeps;
  } catch {
    return false;
  }
}

/** Deletes the value stored under a name. */
export const remove = (key: string) => store?.removeItem(`patience.${key}`);

/** The message shown once after a backup was restored. */
const RESTORED = "Restored from ";
export const isGood = (notice: string) => notice.startsWith(RESTORED);
export function restoredNotice() {
  const file = read("restored");
  remove("restored");
  return typeof file === "string" ? `${RESTORED}${file}.` : "";
}

/** The entries of an object that are objects themselves. */
const entries = (value: unknown) =>
  Object.entries(value ?? {}).filter((entry): entry is [string, Record<string, unknown>] =>
    isRecord(entry[1]),
  );

/** Returns the valid fields of a stored record, completed by the defaults. */
export function mended<T extends object>(value: unknown, whole: T): T {
  const stored = isRecord(value) ? value : {};
  const right = Object.entries(whole).map(([name, plain]) => [
    name,
    typeof stored[name] === typeof (plain ?? 0) ? stored[name] : plain,
  ]);
  return Object.fromEntries(right);
}

/** Saved games, without invalid ones. */
export const readGames = (): Kept[] => [read("games") ?? []].flat().filter(isKept);
export const writeGames = (games: Kept[]) => write("games", games);

/** Results of daily deals. */
export const readDaily = (): Days =>
  Object.fromEntries(
    entries(read("daily")).map(([day, results]) => [
      day,
      Object.fromEntries(entries(results)) as unknown as Days[string],
    ]),
  );
export const writeDaily = (days: Days) => write("daily", days);

/** Settings that are one of these words; another word counts as missing. */
const CHOICES: { [K in keyof Settings]?: readonly Settings[K][] } = {
  theme: ["auto", "light", "dark"],
  verdicts: ["quiet", "warn", "always"],
  layout: ["auto", "across", "down"],
};

export function readSettings(): Settings {
  const settings = mended(read("settings"), DEFAULTS);
  for (const name of ["theme", "verdicts", "layout"] as const)
    if (!(CHOICES[name] as readonly string[]).includes(settings[name]))
      Object.assign(settings, { [name]: DEFAULTS[name] });
  return settings;
}
export const writeSettings = (settings: Settings) => write("settings", settings);

/** The last level played, and the last open game. */
export const readLevel = (): Wish =>
  [...LEVELS, "all" as const].find((wish) => wish === read("level")) ?? "any";
export const writeLevel = (level: Wish) => write("level", level);
export const readLast = () => String(read("last") ?? "");
export const writeLast = (hash: string) => write("last", hash);

/** Results of a game under a rule set. */
export interface Tally {
  played: number;
  won: number;
  helped: number;
  lost: number;
  seconds: number;
  best: number | null;
  fewest: number | null;
  streak: number;
  longest: number;
}
const EMPTY: Tally = {
  played: 0,
  won: 0,
  helped: 0,
  lost: 0,
  seconds: 0,
  best: null,
  fewest: null,
  streak: 0,
  longest: 0,
};

/** The games that the player has played here, or had the lesson of; earlier pages kept `true`. */
export function readMet(): Met {
  const met = read("met");
  if (met === true) return met;
  const named = Array.isArray(met) ? met.map(String) : [];
  return [...named, ...readGames().map(({ where }) => gameOf(where))];
}
export const writeMet = (met: Met) => write("met", met);

/** Results by game and rule set. */
export const readStatistics = (): { [game: string]: Tally } =>
  Object.fromEntries(
    entries(read("statistics")).map(([game, stored]) => [game, mended(stored, EMPTY)]),
  );
export const clearStatistics = () => write("statistics", {});

/**
 * A tally with one more finished game. A win with help counts separately: it is not the
 * player's own win, and does not end a streak.
 */
export function counting(
  before: Partial<Tally>,
  result: Outcome,
  seconds: number,
  moves: number,
): Tally {
  const tally = { ...EMPTY, ...before };
  tally.played += 1;
  tally[result] += 1;
  tally.seconds += seconds;
  if (result === "won") {
    tally.best = Math.min(tally.best ?? Infinity, seconds);
    tally.fewest = Math.min(tally.fewest ?? Infinity, moves);
    tally.streak += 1;
    tally.longest = Math.max(tally.longest, tally.streak);
  } else if (result === "lost") {
    tally.streak = 0;
  }
  return tally;
}

/** Counts a finished game. */
export function countGame(game: string, result: Outcome, seconds: number, moves: number) {
  const all = readStatistics();
  write("statistics", { ...all, [game]: counting(all[game] ?? {}, result, seconds, moves) });
}

/** Whether wide boards of cards run downward here, as the player chose. */
export const turnsWide = ({ layout }: Settings) =>
  layout === "down" ||
  (layout !== "across" &&
    window.matchMedia("(max-width: 720px) and (orientation: portrait)").matches);
