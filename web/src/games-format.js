// The file of kept games, which the page and the terminal share: of each game the line of play, and beside it what only the page knows
// (variations and comments, the clock, the daily deal). Pure.
import { isKept } from "./kept.js";

/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("./kept.js").Branch} Branch */
/** @typedef {{start: {name: string, board?: [string, string]}, moves: string[], at: number, helped: boolean, won: boolean, page?: any}} Written */

const VERSION = 1;
/** No browser keeps as much. */
const MOST_BYTES = 20e6;
/** Nobody plays as many moves; what a file nests deeper is no game. */
const MOST_MOVES = 2000;

/** The moves to the position that was left, and what redo follows from there. @param {Kept} kept */
function lineOf({ tree, at }) {
  const moves = [];
  let made = 0;
  let ways = tree;
  for (const index of at) {
    const way = ways[index];
    if (!way) break;
    moves.push(way[0]);
    made++;
    ways = /** @type {Branch[]} */ (way.slice(2));
  }
  for (; ways.length; ways = /** @type {Branch[]} */ (ways[0].slice(2))) moves.push(ways[0][0]);
  return { moves, at: made };
}

/** @param {Kept[]} games @param {object} statistics */
export const gamesText = (games, statistics) => JSON.stringify({ version: VERSION, games: games.map(toWritten), statistics });

/** @param {Kept} kept @returns {Written} */
function toWritten(kept) {
  const { where, name, helped, won, ...page } = kept;
  const start = where.instance ? { name: where.instance } : { name, board: /** @type {[string, string]} */ ([where.game, where.board]) };
  return { start, ...lineOf(kept), helped: !!helped, won: !!won, page };
}

const isText = (/** @type {any} */ text) => typeof text === "string" && text !== "" && !/\p{Cc}/u.test(text);
const isWritten = (/** @type {any} */ game) =>
  isText(game?.start?.name) && (game.start.board === undefined || (Array.isArray(game.start.board) && game.start.board.length === 2 && game.start.board.every(isText))) &&
  Array.isArray(game.moves) && game.moves.length <= MOST_MOVES && game.moves.every((/** @type {any} */ move) => isText(move) && !move.includes(" ")) &&
  Number.isInteger(game.at) && game.at >= 0 && game.at <= game.moves.length && typeof game.helped === "boolean" && typeof game.won === "boolean";

/** What was written, as the page keeps it; a game of the terminal has one line and no clock. @param {Written} written @param {number} now @returns {Kept} */
function fromWritten({ start, moves, at, helped, won, page }, now) {
  const where = start.board ? { game: start.board[0], board: start.board[1] } : { instance: start.name };
  const name = start.board ? "own board" : start.name;
  const tree = moves.reduceRight((rest, move) => [/** @type {Branch} */ ([move, "", ...rest])], /** @type {Branch[]} */ ([]));
  // A win that was counted, or was not, elsewhere is not counted again.
  return { tree, at: Array(at).fill(0), seconds: 0, counted: won, moves: at, when: now, ...page, where, name, helped, won };
}

/** How deep a text nests lists and objects, without reading it as a whole. */
function depth(/** @type {string} */ text) {
  let [deepest, now, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (quoted && letter === "\\") at++;
    else if (letter === '"') quoted = !quoted;
    else if (!quoted && (letter === "[" || letter === "{")) deepest = Math.max(deepest, ++now);
    else if (!quoted && (letter === "]" || letter === "}")) now--;
  }
  return deepest;
}

/**
 * The games of a file, which this page, one of an earlier version or the terminal has written.
 * @param {string} text @param {string} name of the file @param {number} now
 * @returns {Kept[]}
 */
export function gamesOf(text, name, now) {
  const invalid = (/** @type {string} */ why) => new Error(`${name} is not a valid file of games: ${why}; expected one that the page has exported, or the terminal's file of kept games.`);
  if (text.length > MOST_BYTES) throw invalid("it has more than 20 MB");
  if (depth(text) > MOST_MOVES + 20) throw invalid("it nests deeper than any game");
  let told;
  try {
    told = JSON.parse(text);
  } catch {
    throw invalid("it is no JSON");
  }
  // Files of earlier versions of the page have what it keeps as it is.
  const old = told?.patience === 1;
  if (!old && told?.version !== VERSION) throw invalid(Number.isInteger(told?.version) ? `it has version ${told.version}, not ${VERSION}` : "it has no version");
  if (!Array.isArray(told.games)) throw invalid("it has no list of games");
  return told.games.map((/** @type {any} */ game, /** @type {number} */ index) => {
    const kept = old ? game : isWritten(game) ? fromWritten(game, now) : null;
    if (!isKept(kept)) throw invalid(`game ${index + 1} is none`);
    return kept;
  });
}
