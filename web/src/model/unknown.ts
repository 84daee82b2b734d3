// Unchecked data: read from a file, from the browser's storage, or from a server.

/** Whether something has fields, whose values are unchecked. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
