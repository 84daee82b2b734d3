// All data that a browser stores for Patience, as one file. Pure.
import { isRecord } from "./unknown";

const KIND = "patience-backup";
const VERSION = 1;
/** The stored names: all other names in a file are ignored. */
export const KEPT_NAMES = [
  "games",
  "daily",
  "settings",
  "level",
  "last",
  "met",
  "statistics",
  "puzzles",
  "day",
] as const;

export type Everything = { [name in (typeof KEPT_NAMES)[number]]?: unknown };

export const backupText = (everything: Everything) =>
  JSON.stringify({ kind: KIND, version: VERSION, kept: everything });

/** The content of a backup; `name` is the name of its file. */
export function readBackup(text: string, name: string): Everything {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error(`${name} is not a backup of Patience: it is not JSON.`);
  }
  if (!isRecord(read) || read.kind !== KIND || !isRecord(read.kept))
    throw new Error(`${name} is not a backup of Patience; “Back up” writes one.`);
  if (read.version !== VERSION)
    throw new Error(`${name} was written by another version of Patience (${read.version}).`);
  const { kept } = read;
  return Object.fromEntries(
    KEPT_NAMES.filter((each) => each in kept).map((each) => [each, kept[each]]),
  );
}
