// A game for tests without a browser: positions are words, moves are letters, a word of `won`
// letters is won.
import type { Ask, Search } from "../../src/api/types";
import { begin, goOn } from "../../src/model/session";

const LETTERS = "abcdefgh";

export const position = (word: string, won: number = 6): any => ({
  game: "test",
  rules: "standard",
  board: word,
  won: word.length >= won,
  view: {
    rows: 1,
    columns: 3,
    control: "tilt",
    cell_separator: "",
    row_separator: "/",
    cells: [0, 1, 2].map(() => ({ kind: "empty", sign: ".", words: "empty" })),
    moves:
      word.length >= won || word.endsWith("h")
        ? []
        : [...LETTERS].map((text) => ({ text, words: text, from: [], to: [] })),
  },
});

/** A game in which a line was played. */
export function line(moves: string) {
  const session = begin({ instance: "test:1" }, "test:1", position(""));
  for (const [index, text] of [...moves].entries())
    goOn(
      session,
      session.current,
      { text, words: text, from: [], to: [] },
      position(moves.slice(0, index + 1)),
    );
  return session;
}

/**
 * The API of that game. Answers take `delay` milliseconds; searches answer with `verdict`, or wait
 * until they are stopped.
 */
export function api({
  delay = 0,
  verdict = () => ({ verdict: "unknown" }),
  hang = false,
}: { delay?: number; verdict?: (word: string) => any; hang?: boolean } = {}) {
  const asked: string[] = [];
  const counts = { running: 0, most: 0, aborted: 0 };
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
  return {
    asked,
    counts,
    ask: (async (name: string, question: any) => {
      asked.push(`${name} ${question.board ?? ""} ${question.moves ?? ""}`.trim());
      await wait(delay);
      const start = question.board ?? "";
      const moves = (question.moves ?? "").split(" ").filter(Boolean);
      if (moves.some((move: string) => !LETTERS.includes(move)))
        throw new Error(`${moves} is not legal`);
      if (name === "position") return position(start + moves.join(""));
      return {
        origin: position(start),
        steps: moves.map((move: string, index: number) => ({
          move,
          words: move,
          from: [],
          to: [],
          position: position(start + moves.slice(0, index + 1).join("")),
        })),
      };
    }) as Ask,
    job: (async (name: string, question: any, tell: any, signal: AbortSignal) => {
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
      return {
        name: "report",
        data: { report: { plan: [], ...verdict(question.at.board) }, stuck: false },
      };
    }) as unknown as Search,
  };
}
