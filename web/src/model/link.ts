// Addresses: a game with its moves as a link, and back. Pure text.
import { readTag } from "./daily";
import { mainLine, movesOf, path } from "./session";
import { capital, names, shortTitle } from "./say";
import type { Where } from "../api/types";
import type { Session } from "./session";

export interface Link {
  where: Where;
  moves: string;
  at: number;
  film: boolean;
  daily: string;
  /** difficulty of the deal, if known */
  level?: string;
  lanes: Choice[];
}
/** An algorithm, its heuristic ("" for its default), and the values of its parameters, by name. */
export interface Choice {
  algorithm: string;
  heuristic: string;
  texts: Record<string, string>;
}

/** The name of a game, without its rules. */
export const gameOf = ({ instance, game = "" }: Where) => (instance ?? game).split(/[+:]/)[0] ?? "";

const place = (where: Where) =>
  new URLSearchParams(
    where.instance ? { i: where.instance } : { g: where.game ?? "", b: where.board ?? "" },
  );

/** The link of an untouched game. */
export const fresh = (where: Where, level = "any"): Link => ({
  where,
  moves: "",
  at: Infinity,
  film: false,
  daily: "",
  lanes: [],
  ...(level === "any" || level === "all" ? {} : { level }),
});

/** The message for a link that names nothing, with the game that is opened instead. */
export function badLinkWords(session: Session, wanted: Where, title?: string) {
  const { game } = session.root.position;
  const what = isSame(session.where, wanted)
    ? "The moves of this link do not fit its deal."
    : wanted.instance
      ? "This link names a deal that does not exist."
      : "The board of this link cannot be read.";
  return `${what} Here is ${names(session, "").head} of ${shortTitle(title ?? capital(game))}.`;
}

/** The address of a game with its history. */
export function link(session: Session) {
  const line = mainLine(session);
  const parts = place(session.where);
  if (session.daily) parts.set("d", session.daily);
  const moves = movesOf(line);
  if (moves) parts.set("m", moves);
  const at = path(session.current).length - 1;
  if (at !== line.length - 1) parts.set("at", String(at));
  return `#${parts}`;
}

/** The address of a game's deal, without any of its moves. */
export function dealLink({ where, daily }: Session) {
  const parts = place(where);
  if (daily) parts.set("d", daily);
  return `#${parts}`;
}

/** The address that plays back a plan, or shows only the board if there is none. */
export function filmLink(where: Where, plan: string | null) {
  const parts = place(where);
  if (plan) {
    parts.set("m", plan);
    parts.set("film", "");
  }
  return `#${parts}`;
}

/** Searches as one word, `astar.report-h,weight=2~bfs`. */
export const writeLanes = (lanes: Choice[]) =>
  lanes
    .map(({ algorithm, heuristic, texts }) =>
      [
        heuristic ? `${algorithm}.${heuristic}` : algorithm,
        ...Object.entries(texts)
          .filter(([, text]) => text.trim())
          .map(([name, text]) => `${name}=${text.trim()}`),
      ].join(","),
    )
    .join("~");

/** An invalid word names no searches. */
export function readLanes(text: string): Choice[] {
  const lanes = text
    .split("~")
    .map((lane) => /^([a-z0-9-]+)(?:\.([a-z0-9+-]+))?((?:,[a-z0-9-]+=[^,~]{1,40})*)$/.exec(lane));
  if (lanes.length > 2 || lanes.some((lane) => !lane)) return [];
  return lanes.map((lane) => {
    const [, algorithm = "", heuristic = "", set = ""] = lane ?? [];
    const texts = set
      .split(",")
      .slice(1)
      .map((each) => each.split(/=(.*)/).slice(0, 2));
    return { algorithm, heuristic, texts: Object.fromEntries(texts) };
  });
}

/** The address of searches side by side on a board. */
export function lanesLink(where: Where, moves: string, lanes: Choice[]) {
  const parts = place(where);
  if (moves) parts.set("m", moves);
  parts.set("watch", writeLanes(lanes));
  return `#${parts}`;
}

export function parseLink(hash: string): Link | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const text = (name: string) => parts.get(name) ?? "";
  const film = parts.has("film");
  // Any value except a number of moves means the end of the line.
  const at = film ? 0 : /^\d{1,6}$/.test(text("at")) ? Number(text("at")) : Infinity;
  const rest = {
    moves: text("m").trim(),
    at,
    film,
    daily: readTag(text("d")) ? text("d") : "",
    lanes: readLanes(text("watch")),
  };
  // A typed plus means a blank in a link; names have no blanks.
  const named = (name: string) => text(name).trim().replaceAll(" ", "+");
  if (named("i")) return { where: { instance: named("i") }, ...rest };
  if (named("g") && text("b")) return { where: { game: named("g"), board: text("b") }, ...rest };
  return null;
}

/** Whether two places are the same game. */
export const isSame = (a: Where, b: Where) => String(place(a)) === String(place(b));
