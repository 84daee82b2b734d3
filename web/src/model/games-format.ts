// The file of saved games, which the page and the terminal share: the line of play of each game,
// and the data that only the page has (variations and comments, the clock, the daily deal). Pure.
import { isKept } from "./kept";
import type { Branch, Kept } from "./kept";
import { isRecord } from "./unknown";

export interface Written {
  start: { name: string; board?: [string, string] };
  moves: string[];
  at: number;
  helped: boolean;
  won: boolean;
  /** Data that only the page has. */
  page?: Partial<Kept>;
}

const VERSION = 1;
/** No browser stores that much. */
const MAX_BYTES = 20e6;
/** No real game has that many moves; deeper nesting is rejected. */
const MAX_MOVES = 2000;

/** The moves to the saved position, and the moves that redo would repeat. */
function lineOf({ tree, at }: Kept) {
  const moves: string[] = [];
  let ways = tree;
  const follow = ([move, , ...rest]: Branch) => {
    moves.push(move);
    ways = rest;
  };
  for (const index of at) {
    const way = ways[index];
    if (!way) break;
    follow(way);
  }
  const made = moves.length;
  for (let [way] = ways; way; [way] = ways) follow(way);
  return { moves, at: made };
}

export const gamesText = (games: Kept[], statistics: object) =>
  JSON.stringify({ version: VERSION, games: games.map(toWritten), statistics });

function toWritten(kept: Kept): Written {
  const { where, name, helped, won, ...page } = kept;
  const board: [string, string] = [where.game ?? "", where.board ?? ""];
  const start = where.instance ? { name: where.instance } : { name, board };
  return { start, ...lineOf(kept), helped: !!helped, won: !!won, page };
}

const isText = (text: unknown): text is string =>
  typeof text === "string" && text !== "" && !/\p{Cc}/u.test(text);
const isStart = (start: unknown): start is Written["start"] =>
  isRecord(start) &&
  isText(start.name) &&
  (start.board === undefined ||
    (Array.isArray(start.board) && start.board.length === 2 && start.board.every(isText)));
const areMoves = (moves: unknown): moves is string[] =>
  Array.isArray(moves) &&
  moves.length <= MAX_MOVES &&
  moves.every((move) => isText(move) && !move.includes(" "));
const isWritten = (game: unknown): game is Written =>
  isRecord(game) &&
  isStart(game.start) &&
  areMoves(game.moves) &&
  Number.isInteger(game.at) &&
  Number(game.at) >= 0 &&
  Number(game.at) <= game.moves.length &&
  typeof game.helped === "boolean" &&
  typeof game.won === "boolean";

/** Converts a stored game to the page's form; a game from the terminal has one line and no clock. */
function fromWritten({ start, moves, at, helped, won, page }: Written, now: number): Kept {
  const where = start.board
    ? { game: start.board[0], board: start.board[1] }
    : { instance: start.name };
  const name = start.board ? "own board" : start.name;
  const tree = moves.reduceRight((rest, move) => [[move, "", ...rest] as Branch], [] as Branch[]);
  // A win from another program is not counted here, whether or not it was counted there.
  return {
    tree,
    at: Array(at).fill(0),
    seconds: 0,
    counted: won,
    moves: at,
    when: now,
    ...page,
    where,
    name,
    helped,
    won,
  };
}

/** How deep a string nests lists and objects, without reading it as a whole. */
function depth(text: string) {
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

/** Parses a JSON text; undefined if it is invalid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The games of a file that the page or the terminal has written. */
export function gamesOf(text: string, file: string, now: number): Kept[] {
  const expected = "a file exported by the page, or the terminal's file of saved games";
  const invalid = (why: string) =>
    new Error(`${file} is not a valid file of games: ${why}; expected ${expected}.`);
  if (text.length > MAX_BYTES) throw invalid("it is larger than 20 MB");
  if (depth(text) > MAX_MOVES + 20) throw invalid("it nests deeper than any game");
  const told = parsed(text);
  if (told === undefined) throw invalid("it is not JSON");
  if (!isRecord(told) || !Number.isInteger(told.version)) throw invalid("it has no version");
  if (told.version !== VERSION) throw invalid(`it has version ${told.version}, not ${VERSION}`);
  if (!Array.isArray(told.games)) throw invalid("it has no list of games");
  return told.games.map((game: unknown, index) => {
    const kept = isWritten(game) ? fromWritten(game, now) : null;
    if (!isKept(kept)) throw invalid(`entry ${index + 1} is not a game`);
    return kept;
  });
}
