// What the browser keeps: settings, results, and games. A browser that keeps nothing still plays.

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

/** @template T @param {string} key @param {T} fallback @returns {T} */
export function read(key, fallback) {
  try {
    const value = JSON.parse(store?.getItem(`patience.${key}`) ?? "null");
    return value ?? fallback;
  } catch {
    return fallback;
  }
}

/** @param {string} key @param {unknown} value */
export function write(key, value) {
  try {
    store?.setItem(`patience.${key}`, JSON.stringify(value));
  } catch {
    // The store is full: what is there stays.
  }
}

/** @returns {Settings} */
export const readSettings = () => ({ ...DEFAULTS, ...read("settings", {}) });
/** @param {Settings} settings */
export const writeSettings = (settings) => write("settings", settings);

/** The level last played, and the game that was open last. */
export const readLevel = () => read("level", "any");
export const writeLevel = (level) => write("level", level);
export const readLast = () => read("last", "");
export const writeLast = (hash) => write("last", hash);

/** @typedef {{played: number, won: number, helped: number, lost: number, seconds: number, best: number | null, fewest: number | null, streak: number, longest: number}} Record */
const EMPTY = { played: 0, won: 0, helped: 0, lost: 0, seconds: 0, best: null, fewest: null, streak: 0, longest: 0 };

/** Results by game and rule set. @returns {{[game: string]: Record}} */
export const readStatistics = () => read("statistics", {});
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
