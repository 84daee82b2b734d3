// The one adapter between the page and the solvers: over HTTP, or in a worker where the page was exported without a
// server. Both answer the same questions.

/** @typedef {{instance?: string, game?: string, board?: string, moves?: string}} Where */
/** @typedef {{text: string, words: string, from: number[], to: number[], direction?: string}} Move */
/** @typedef {{kind: string, rank?: number, suit?: string, colour?: string, group?: number, target?: string, sign: string, words: string}} Cell */
/** @typedef {{rows: number, columns: number, control: "place"|"shift"|"tilt", cells: Cell[], moves: Move[], cell_separator: string, row_separator: string, palette?: string[]}} View */
/** @typedef {{game: string, rules: string, board: string, won: boolean, view: View}} Position */
/** @typedef {(name: string, data: any) => void} OnEvent */

/** An error with a sentence for people. */
export class ApiError extends Error {
  /** @param {{message: string, line?: number, column?: number}} body */
  constructor(body) {
    super(body.message);
    this.line = body.line;
    this.column = body.column;
  }
}

/** Whether the solvers run in this browser. */
export const offline = document.documentElement.dataset.solvers === "worker";

/** @type {Promise<typeof import("./worker-client.js")> | null} */
let client = null;
const worker = () => (client ??= import("./worker-client.js"));

/**
 * A question that the rules answer at once.
 * @param {string} name
 * @param {object} [question]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(name, question, signal) {
  if (offline) return (await worker()).ask(name, question);
  const init = question
    ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question), signal }
    : { signal };
  const response = await fetch(`api/${name}`, init);
  const body = await response.json();
  if (!response.ok) throw new ApiError(body);
  return body;
}

/**
 * A search. Its events are told as they come; the promise is kept with the last one. Aborting the signal stops the search.
 * @param {string} name
 * @param {object} question
 * @param {OnEvent} tell
 * @param {AbortSignal} signal
 * @returns {Promise<{name: string, data: any}>}
 */
export async function job(name, question, tell, signal) {
  if (offline) return (await worker()).job(name, question, tell, signal);
  return "watch" in question
    ? inTurn("watched", 2, signal, () => stream(name, question, tell, signal))
    : inTurn("search", 3, signal, () => stream(name, question, tell, signal));
}

/**
 * Holds one of a few places while it works. A browser opens no more than six connections to a server, whatever the
 * number of its pages, and a search keeps one: the pages share five, so that questions are always answered.
 * @template T
 * @param {string} kind @param {number} places @param {AbortSignal} signal
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function inTurn(kind, places, signal, work) {
  for (let place = 0; place < places; place++) {
    /** @type {{value: T} | null} */
    const done = await navigator.locks.request(`patience ${kind} ${place}`, { ifAvailable: true }, async (lock) =>
      lock ? { value: await work() } : null,
    );
    if (done) return done.value;
  }
  const place = Math.floor(Math.random() * places);
  return navigator.locks.request(`patience ${kind} ${place}`, { signal }, () => work());
}

/** @param {string} name @param {object} question @param {OnEvent} tell @param {AbortSignal} signal */
async function stream(name, question, tell, signal) {
  const response = await fetch(`api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(question),
    signal,
  });
  if (!response.ok || !response.body) throw new ApiError(await response.json());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  let last = { name: "error", data: { message: "the search ended without an answer" } };
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    buffer += value;
    const parts = buffer.split("\n\n");
    buffer = /** @type {string} */ (parts.pop());
    for (const part of parts) {
      let event = "";
      let data = "";
      for (const line of part.split("\n")) {
        if (line.startsWith("event: ")) event = line.slice(7);
        else if (line.startsWith("data: ")) data += line.slice(6);
      }
      if (!event) continue;
      last = { name: event, data: JSON.parse(data) };
      tell(last.name, last.data);
    }
  }
  if (last.name === "error") throw new ApiError(last.data);
  return last;
}

/**
 * Pauses, steps, resumes or cancels a running search.
 * @param {number} id
 * @param {"pause"|"step"|"resume"|"cancel"} action
 * @param {{steps?: number, rate?: number}} [how]
 */
export async function control(id, action, how = {}) {
  if (offline) return (await worker()).control(id, action, how);
  // A job that has just ended takes no orders any more; that is no error.
  await ask("control", { id, action, ...how }).catch(() => {});
}

/** @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === "AbortError";
