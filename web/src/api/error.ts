// Errors, as sentences for people.
import type { Error as Fault } from "./openapi";

export class ApiError extends Error {
  line: number | undefined;
  column: number | undefined;

  constructor(fault: Fault) {
    super(fault.message);
    this.line = fault.line;
    this.column = fault.column;
  }
}

/** The server cannot be reached: the question may be valid. */
export class Unreachable extends ApiError {}

/** The message of anything that was thrown. */
export const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error);

export const isAbort = (error: unknown) =>
  error instanceof DOMException && error.name === "AbortError";

/** Start and end of a word in a string, given its line and column from 1. */
export function wordAt(text: string, line: number, column: number): [number, number] {
  const start = text
    .split("\n")
    .slice(0, line - 1)
    .reduce((sum, each) => sum + each.length + 1, column - 1);
  return [start, start + Math.max(1, text.slice(start).search(/\s|$/))];
}

/** Marks the subject of an error in a field, if the error names its place. */
export function markPlace(field: HTMLTextAreaElement | null, error: unknown) {
  if (!field || !(error instanceof ApiError) || !error.line || !error.column) return;
  field.focus();
  field.setSelectionRange(...wordAt(field.value, error.line, error.column));
}
