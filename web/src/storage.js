// What the browser keeps: settings, results, and games. A browser that keeps nothing still plays.
import { isKept } from "./kept.js";

/** @typedef {{theme: "auto"|"light"|"dark", fourColours: boolean, letters: boolean, motion: boolean, sound: boolean, movable: boolean, judge: boolean, layout: "auto"|"across"|"down", redeals: string}} Settings */

/** @type {Settings} */
const DEFAULTS = { theme: "auto", fourColours: false, letters: false, motion: true, sound: false, movable: true, judge: true, layout: "auto", redeals: "pysol" };

/** The browser's store; null where it may not be used, which some browsers say by an exception. @type {Storage | null} */
let store = null;
try {
  store = localStorage;
  store.setItem("patience.works", "1");
  store.removeItem("patience.works");
} catch {
  store = null;
}

/** Whether anything is kept. */
export const keeps = store !== null;

/** What is stored; somebody else may have written something else there. @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(store?.getItem(`patience.${key}`) ?? "null");
  } catch {
    return null;
  }
}

/** Whether it was written: where the store is full what is there stays. @param {string} key @param {unknown} value */
export function write(key, value) {
  try {
    store?.setItem(`patience.${key}`, JSON.stringify(value));
    return keeps;
  } catch {
    return false;
  }
}

/** The entries of an object that are objects themselves. @param {any} value */
const entries = (value) => Object.entries(value ?? {}).filter(([, each]) => typeof each === "object" && each !== null);

/** What is right of a record, and the rest as it is where nothing is stored. @param {any} value @param {{[name: string]: any}} whole */
const mended = (value, whole) => Object.fromEntries(Object.entries(whole).map(([name, plain]) => [name, typeof value?.[name] === typeof (plain ?? 0) ? value[name] : plain]));

/** Kept games; what is none is left out. @returns {import("./kept.js").Kept[]} */
export const readGames = () => [read("games") ?? []].flat().filter(isKept);
/** @param {import("./kept.js").Kept[]} games */
export const writeGames = (games) => write("games", games);

/** Results of daily deals. @returns {import("./daily.js").Days} */
export const readDaily = () => Object.fromEntries(entries(read("daily")).map(([day, results]) => [day, Object.fromEntries(entries(results))]));
/** @param {import("./daily.js").Days} days */
export const writeDaily = (days) => write("daily", days);

/** @returns {Settings} */
export const readSettings = () => /** @type {any} */ (mended(read("settings"), DEFAULTS));
/** @param {Settings} settings */
export const writeSettings = (settings) => write("settings", settings);

/** The level last played, and the game that was open last. */
export const readLevel = () => (["easy", "medium", "hard"].includes(read("level")) ? read("level") : "any");
export const writeLevel = (level) => write("level", level);
export const readLast = () => String(read("last") ?? "");
export const writeLast = (hash) => write("last", hash);

/** @typedef {{played: number, won: number, helped: number, lost: number, seconds: number, best: number | null, fewest: number | null, streak: number, longest: number}} Record */
const EMPTY = { played: 0, won: 0, helped: 0, lost: 0, seconds: 0, best: null, fewest: null, streak: 0, longest: 0 };

/** Results by game and rule set. @returns {{[game: string]: Record}} */
export const readStatistics = () => Object.fromEntries(entries(read("statistics")).map(([game, record]) => [game, /** @type {any} */ (mended(record, EMPTY))]));
export const clearStatistics = () => write("statistics", {});

/**
 * A record with one more finished game. A win with help counts apart: it is not a win of the player's, and ends no streak.
 * @param {Partial<Record>} before
 * @param {"won"|"helped"|"lost"} result
 * @param {number} seconds
 * @param {number} moves
 * @returns {Record}
 */
export function counting(before, result, seconds, moves) {
  const record = { ...EMPTY, ...before };
  record.played += 1;
  record[result] += 1;
  record.seconds += seconds;
  if (result === "won") {
    record.best = Math.min(record.best ?? Infinity, seconds);
    record.fewest = Math.min(record.fewest ?? Infinity, moves);
    record.streak += 1;
    record.longest = Math.max(record.longest, record.streak);
  } else if (result === "lost") {
    record.streak = 0;
  }
  return record;
}

/** Counts a finished game. @param {string} game @param {"won"|"helped"|"lost"} result @param {number} seconds @param {number} moves */
export function countGame(game, result, seconds, moves) {
  const all = readStatistics();
  write("statistics", { ...all, [game]: counting(all[game] ?? {}, result, seconds, moves) });
}
