/** An error with a sentence for people. */
export class ApiError extends Error {
  /** @param {{message: string, line?: number, column?: number}} body */
  constructor(body) {
    super(body.message);
    this.line = body.line;
    this.column = body.column;
  }
}

/** From where to where a word of a text stands, by its line and column from 1. @param {string} text @param {number} line @param {number} column @returns {[number, number]} */
export function wordAt(text, line, column) {
  const start = text.split("\n").slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, column - 1);
  return [start, start + Math.max(1, text.slice(start).search(/\s|$/))];
}

/** Marks in a field what an error is about, where it says so. @param {HTMLTextAreaElement | null} field @param {any} error */
export function markPlace(field, { line, column }) {
  if (!field || !line || !column) return;
  field.focus();
  field.setSelectionRange(...wordAt(field.value, line, column));
}

/** Nobody is there to be asked: what was wanted may be right. */
export class Unreachable extends ApiError {}

/** @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === "AbortError";
