// The API over HTTP; a search is told as server-sent events.
import { ApiError, Unreachable } from "./error.js";

/** What an answer says. One that breaks off says nothing, whatever it began with. @param {Response} response */
async function bodyOf(response) {
  try {
    return await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    if (response.ok) throw new Unreachable({ message: "The server's answer broke off. Is `patience serve` still running?" });
    return { message: `the server answered with ${response.status} and no explanation` };
  }
}

/** @param {string} path @param {RequestInit} init */
async function reach(path, init) {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Unreachable({ message: "The server cannot be reached. Is `patience serve` still running?" });
  }
}

const post = (question, signal) => ({ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question), signal });

/** @param {string} name @param {object} [question] @param {AbortSignal} [signal] */
export async function ask(name, question, signal) {
  const response = await reach(`api/${name}`, question ? post(question, signal) : { signal });
  const body = await bodyOf(response);
  if (!response.ok) throw new ApiError(body);
  return body;
}

/** @param {string} name @param {object} question @param {import("./api.js").OnEvent} tell @param {AbortSignal} signal */
export function job(name, question, tell, signal) {
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
  // A page that is not served securely has no locks to share.
  if (!navigator.locks) return work();
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

/** @param {string} name @param {object} question @param {import("./api.js").OnEvent} tell @param {AbortSignal} signal */
async function stream(name, question, tell, signal) {
  const response = await reach(`api/${name}`, post(question, signal));
  if (!response.ok || !response.body) throw new ApiError(await bodyOf(response));
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

/** @param {number} id @param {"pause"|"step"|"resume"|"cancel"} action @param {{steps?: number, rate?: number}} how */
export async function control(id, action, how) {
  // A job that has just ended takes no orders any more; that is not an error.
  await ask("control", { id, action, ...how }).catch(() => {});
}
