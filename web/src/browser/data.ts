// Data fetched once, on first use.
import { Unreachable } from "../api/error";
import { readPuzzles } from "../model/puzzles";
import type { Puzzle } from "../model/puzzles";
import type { Ratings } from "../model/difficulty";
import type { Columns } from "../model/find";

const kept = new Map<string, Promise<string>>();

async function load(name: string) {
  const response = await fetch(name).catch(() => null);
  if (!response?.ok) throw new Unreachable({ message: `${name} could not be loaded. Try again.` });
  return response.text();
}

function text(name: string) {
  const known = kept.get(name) ?? load(name);
  kept.set(name, known);
  // A failed request is repeated.
  known.catch(() => kept.delete(name));
  return known;
}

export const puzzlesOf = async (game: string): Promise<Puzzle[]> =>
  readPuzzles(await text(`puzzles-${game}.txt`));

export const ratings = async (): Promise<Ratings> => JSON.parse(await text("difficulty.json"));

export const columns = async (): Promise<Columns> => JSON.parse(await text("deals.json"));
