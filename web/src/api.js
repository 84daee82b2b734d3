// The one way from the page to the solvers: over HTTP, or in a worker where the page was exported without a server. Both
// answer the same questions.

/** @typedef {{instance?: string, game?: string, board?: string, moves?: string}} Where */
/** @typedef {{text: string, words: string, from: number[], to: number[], direction?: string}} Move */
/** @typedef {{kind: string, rank?: number, suit?: string, colour?: string, group?: number, target?: string, sign: string, words: string}} Cell */
/** @typedef {{rows: number, columns: number, control: "place"|"shift"|"tilt", cells: Cell[], moves: Move[], cell_separator: string, row_separator: string, palette?: string[]}} View */
/** @typedef {{game: string, rules: string, board: string, won: boolean, view: View}} Position */
/** @typedef {(name: string, data: any) => void} OnEvent */

import * as http from "./http-client.js";
import * as worker from "./worker-client.js";

/** Whether the solvers run in this browser. */
export const offline = document.documentElement.dataset.solvers === "worker";

const client = offline ? worker : http;

/**
 * A question that the rules answer at once.
 * @param {string} name
 * @param {object} [question]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export const ask = async (name, question, signal) => client.ask(name, question, signal);

/**
 * A search. Its events are told as they come; the promise is kept with the last one. Aborting the signal stops the search.
 * @param {string} name
 * @param {object} question
 * @param {OnEvent} tell
 * @param {AbortSignal} signal
 * @returns {Promise<{name: string, data: any}>}
 */
export const job = async (name, question, tell, signal) => client.job(name, question, tell, signal);

/**
 * Pauses, steps, resumes or cancels a running search.
 * @param {number} id
 * @param {"pause"|"step"|"resume"|"cancel"} action
 * @param {{steps?: number, rate?: number}} [how]
 */
export const control = async (id, action, how = {}) => client.control(id, action, how);
