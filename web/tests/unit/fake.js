// A game for tests without a browser: positions are words, moves are letters, a word of `won` letters is won.
import { begin, goOn } from "../../src/session.js";

const LETTERS = "abcdefgh";

/** @param {string} word @param {number} won @returns {any} */
export const position = (word, won = 6) => ({
  game: "test", rules: "standard", board: word, won: word.length >= won,
  view: {
    rows: 1, columns: 3, control: "tilt", cell_separator: "", row_separator: "/", cells: [0, 1, 2].map(() => ({ kind: "empty", sign: ".", words: "empty" })),
    moves: word.length >= won || word.endsWith("h") ? [] : [...LETTERS].map((text) => ({ text, words: text, from: [], to: [] })),
  },
});

/** A game in which a line was played. @param {string} moves */
export function line(moves) {
  const session = begin({ instance: "test:1" }, "test:1", position(""));
  for (const [index, text] of [...moves].entries()) goOn(session, session.current, { text, words: text, from: [], to: [] }, position(moves.slice(0, index + 1)));
  return session;
}

/**
 * The API of that game. Answers take `delay` milliseconds; searches answer with `verdict`, or wait until they are stopped.
 * @param {{delay?: number, verdict?: (word: string) => any, hang?: boolean}} [how]
 */
export function api({ delay = 0, verdict = () => ({ verdict: "unknown" }), hang = false } = {}) {
  /** @type {string[]} */
  const asked = [];
  const counts = { running: 0, most: 0, aborted: 0 };
  const wait = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));
  return {
    asked, counts,
    /** @param {string} name @param {any} question */
    ask: async (name, question) => {
      asked.push(`${name} ${question.board ?? ""} ${question.moves ?? ""}`.trim());
      await wait(delay);
      const start = question.board ?? "";
      const moves = (question.moves ?? "").split(" ").filter(Boolean);
      if (moves.some((/** @type {string} */ move) => !LETTERS.includes(move))) throw new Error(`${moves} is not legal`);
      if (name === "position") return position(start + moves.join(""));
      return { origin: position(start), steps: moves.map((move, index) => ({ move, words: move, from: [], to: [], position: position(start + moves.slice(0, index + 1).join("")) })) };
    },
    /** @param {string} name @param {any} question @param {any} tell @param {AbortSignal} signal */
    job: async (name, question, tell, signal) => {
      asked.push(`${name} ${question.at.board} ${question.seconds}`);
      counts.most = Math.max(counts.most, ++counts.running);
      try {
        await new Promise((done, fail) => {
          if (!hang) setTimeout(done, delay);
          signal.addEventListener("abort", () => {
            counts.aborted++;
            fail(new DOMException("stopped", "AbortError"));
          });
        });
      } finally {
        counts.running--;
      }
      if (name === "analyse") return { name: "done", data: { worth: "unknown" } };
      return { name: "report", data: { report: { plan: [], ...verdict(question.at.board) }, stuck: false } };
    },
  };
}
