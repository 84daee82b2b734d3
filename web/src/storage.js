// What the browser keeps: settings, and times and results of games played.

/** @typedef {{theme: "auto"|"light"|"dark", fourColours: boolean, motion: boolean, movable: boolean, judge: boolean, layout: "auto"|"across"|"down"}} Settings */

/** @type {Settings} */
const DEFAULTS = { theme: "auto", fourColours: false, motion: true, movable: true, judge: true, layout: "auto" };

function read(key, fallback) {
  try {
    return { ...fallback, ...JSON.parse(localStorage.getItem(key) ?? "{}") };
  } catch {
    return { ...fallback };
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** @returns {Settings} */
export const readSettings = () => read("patience.settings", DEFAULTS);
/** @param {Settings} settings */
export const writeSettings = (settings) => write("patience.settings", settings);

/** @typedef {{played: number, won: number, helped: number, lost: number, seconds: number, best: number | null, fewest: number | null, streak: number, longest: number}} Record */
const EMPTY = { played: 0, won: 0, helped: 0, lost: 0, seconds: 0, best: null, fewest: null, streak: 0, longest: 0 };

/** Results by game and rule set. @returns {{[game: string]: Record}} */
export const readStatistics = () => read("patience.statistics", {});
export const clearStatistics = () => write("patience.statistics", {});

/**
 * Counts a finished game. A win with help counts apart: it is no win of the player's, and ends no streak.
 * @param {string} game
 * @param {"won"|"helped"|"lost"} result
 * @param {number} seconds
 * @param {number} moves
 */
export function countGame(game, result, seconds, moves) {
  const all = readStatistics();
  const record = { ...EMPTY, ...all[game] };
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
  write("patience.statistics", { ...all, [game]: record });
}

/** The game that was open last. */
export const readLast = () => localStorage.getItem("patience.last");
export const writeLast = (hash) => {
  try {
    localStorage.setItem("patience.last", hash);
  } catch {
    // As above.
  }
};

/** @param {number} seconds */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const two = (n) => String(n).padStart(2, "0");
  const minutes = `${Math.floor(whole / 60) % 60}`;
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
