// The deal of the very first visit, and its position in the solvers' words: it is shown before any
// request. A test of the server (crates/server/tests/api.rs) compares it with their answer.
import type { Position } from "./api/types";
import { ask as askSolvers } from "./api/api";
import type { Answers, Ask, Where } from "./api/types";
import first from "./first-deal.json";

export const INSTANCE = first.instance;
export const POSITION = first.position as Position;

/** Requests a position; that of the very first deal is known. */
export const ask = (async (name: keyof Answers, question?: Where, signal?: AbortSignal) =>
  name === "position" && question?.instance === INSTANCE && !question.moves
    ? POSITION
    : askSolvers(name, question, signal)) as Ask;
