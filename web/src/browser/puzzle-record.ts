// The puzzle record stored in this browser.
import { NO_RECORD } from "../model/puzzles";
import type { PuzzleRecord } from "../model/puzzles";
import { isRecord } from "../model/unknown";
import { mended, read, write } from "./storage";

const texts = (value: unknown) =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

export function readPuzzleRecord(): PuzzleRecord {
  const record = mended(read("puzzles"), NO_RECORD);
  const history = Array.isArray(record.history) ? record.history.filter(Number.isFinite) : [];
  const done = isRecord(record.done)
    ? Object.fromEntries(Object.entries(record.done).map(([game, ids]) => [game, texts(ids)]))
    : {};
  return { ...record, history, done };
}

export const writePuzzleRecord = (record: PuzzleRecord) => write("puzzles", record);
