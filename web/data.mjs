// The data that the page fetches on demand: puzzles of each game, and columns of the ten thousand
// decided deals of Gaps.
import { readFile, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";

/** @typedef {Record<string, any>} Row */

/** Rows of JSON, one per line. @param {string} text @returns {Row[]} */
const rowsOf = (text) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** @param {string} path */
const packed = async (path) => gunzipSync(await readFile(path)).toString("utf8");

/**
 * The puzzles of a game, the smallest first: until puzzles have been rated by those who solve them,
 * legal moves times moves of the solution represent the difficulty. A puzzle is a line with tabs. A
 * choice between two moves is a guess rather than a puzzle. @param {Row[]} rows
 */
function puzzlesOf(rows) {
  const size = (/** @type {Row} */ row) => row.choices * row.length;
  const boards = new Map(rows.map((row) => [row.board, row]));
  return [...boards.values()]
    .filter(({ choices }) => choices > 2)
    .toSorted((a, b) => size(a) - size(b) || a.board.localeCompare(b.board))
    .map(({ board, answer, kind, choices, length, optimal, instance, made }) =>
      [board, answer, kind, choices, length, Number(optimal), instance, made].join("\t"),
    )
    .join("\n");
}

/** The number of a deal, `gaps:solvitaire/4x13/7`. @param {Row} row */
const numberOf = ({ instance }) => Number(instance.split("/").at(-1));

/**
 * Columns of the decided deals of Gaps, deal 1 first: moves of the shortest known solution, 0 for a
 * loss; difficulty of the decision, in five classes of equal size; for losses with a checked
 * certificate, the first digits of its checksum; the losses that the verified checker has decided;
 * and the chance of winning with three redeals, if it was estimated.
 * @param {string} results
 */
async function dealsOf(results) {
  const rows = rowsOf(await packed(join(results, "gaps-solvitaire-10000.jsonl.gz"))).toSorted(
    (a, b) => numberOf(a) - numberOf(b),
  );
  const first = rowsOf(await readFile(join(results, "gaps-standard.jsonl"), "utf8"));
  const known = new Map(first.map((row) => [numberOf(row), row.length]));
  const efforts = rows.map((row) => row.expanded).toSorted((a, b) => a - b);
  const classOf = (/** @type {number} */ expanded) =>
    1 + Math.floor((5 * efforts.findIndex((each) => each >= expanded)) / efforts.length);
  const published = (await readFile(join(results, "gaps-certificates.sha256"), "utf8"))
    .split("\n")
    .flatMap((line) => {
      const match = /^([0-9a-f]{64}) {2}gaps-(\d+)\.pcert$/.exec(line);
      return match ? [[match[2], match[1]?.slice(0, 16)]] : [];
    });
  const verified = rowsOf(await readFile(join(results, "gaps-verified.jsonl"), "utf8"));
  const sums = [...published, ...verified.map((row) => [numberOf(row), row.sha256.slice(0, 16)])];
  const chances = rowsOf(await packed(join(results, "gaps-redeals.jsonl.gz")))
    .filter(({ rule, samples }) => rule === "pysol" && samples > 0)
    .map((row) => [numberOf(row), Math.round(100 * row.win_chance)]);
  return JSON.stringify({
    moves: rows.map((row) =>
      row.length === null ? 0 : Math.min(row.length, known.get(numberOf(row)) ?? Infinity),
    ),
    effort: rows.map((row) => classOf(row.expanded)).join(""),
    sums: Object.fromEntries(sums),
    verified: verified.map(numberOf).toSorted((a, b) => a - b),
    chances: Object.fromEntries(chances),
    rated: await ratedOf(results),
  });
}

/**
 * Boards rated by the games of simple players, by source: number, rating, fifth of the difficulty
 * from 1, the easiest, games played and won. @param {string} results
 */
async function ratedOf(results) {
  const rows = rowsOf(await readFile(join(results, "player-ratings.jsonl"), "utf8"));
  /** @type {Record<string, number[][]>} */
  const rated = {};
  for (const { instance, rating, fifth, plays, wins } of rows) {
    const [, source, number] = /^(.*)\/(\d+)$/.exec(instance) ?? [];
    const won = wins.reduce((/** @type {number} */ sum, /** @type {number} */ each) => sum + each);
    (rated[String(source)] ??= []).push([
      Number(number),
      Math.round(rating),
      fifth,
      plays * wins.length,
      won,
    ]);
  }
  return rated;
}

/**
 * The difficulty of deals, for the title of a game: classes of the decided deals, a digit each,
 * deal 1 first; fifths of the boards that simple players rated, by number. @param {string} deals
 * those of `deals.json`
 */
function difficultyOf(deals) {
  const { effort, rated } = JSON.parse(deals);
  const brief = Object.entries(rated).map(([source, rows]) => [
    source,
    Object.fromEntries(rows.map((/** @type {number[]} */ [number, , fifth]) => [number, fifth])),
  ]);
  return JSON.stringify({
    decided: { "gaps:solvitaire/4x13": effort },
    rated: Object.fromEntries(brief),
  });
}

/** Data files of dist/, names and contents. @param {string} root @returns {Promise<string[][]>} */
export async function dataFiles(root) {
  const folder = join(root, "puzzles");
  const games = (await readdir(folder)).filter((name) => name.endsWith(".jsonl")).toSorted();
  const puzzles = games.map(async (name) => {
    const rows = rowsOf(await readFile(join(folder, name), "utf8"));
    return [`puzzles-${basename(name, ".jsonl")}.txt`, puzzlesOf(rows)];
  });
  const deals = await dealsOf(join(root, "../results"));
  return [
    ...(await Promise.all(puzzles)),
    ["deals.json", deals],
    ["difficulty.json", difficultyOf(deals)],
  ];
}
