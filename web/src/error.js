/** An error with a sentence for people. */
export class ApiError extends Error {
  /** @param {{message: string, line?: number, column?: number}} body */
  constructor(body) {
    super(body.message);
    this.line = body.line;
    this.column = body.column;
  }
}

/** Nobody is there to be asked: what was wanted may be right. */
export class Unreachable extends ApiError {}

/** @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === "AbortError";
