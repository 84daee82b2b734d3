// The API over HTTP; a search is streamed as server-sent events.
import { ApiError, Unreachable } from "./error";
import type { Ask, Event, Events, Questions, Result, Search, Steer, Tell } from "./types";

/** The content of an answer. A truncated answer has no content. */
async function bodyOf(response: Response) {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") throw error;
    if (!response.ok)
      return { message: `the server answered with ${response.status} and no explanation` };
    const message = "The server's answer broke off. Is `patience serve` still running?";
    throw new Unreachable({ message });
  }
}

async function reach(path: string, init: RequestInit) {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    const message = "The server cannot be reached. Is `patience serve` still running?";
    throw new Unreachable({ message });
  }
}

const post = (question: object, signal?: AbortSignal): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(question),
  signal: signal ?? null,
});

export const ask: Ask = async (name, question, signal) => {
  const init = question ? post(question, signal) : { signal: signal ?? null };
  const response = await reach(`api/${name}`, init);
  const body = await bodyOf(response);
  if (!response.ok) throw new ApiError(body);
  return body;
};

export const job: Search = (name, question, tell, signal) => {
  const [kind, places] = "watch" in question ? (["watched", 2] as const) : (["search", 3] as const);
  return inTurn(kind, places, signal, () => stream(name, question, tell, signal));
};

/**
 * Holds one of a few slots while it works. A browser opens at most six connections to a server, for
 * all its pages together, and a search keeps one: searches share five, so that questions are always
 * answered.
 */
async function inTurn<T>(
  kind: string,
  places: number,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  // An insecure page has no locks to share.
  if (!navigator.locks) return work();
  for (let place = 0; place < places; place++) {
    const done = await navigator.locks.request(
      `patience ${kind} ${place}`,
      { ifAvailable: true },
      async (lock) => (lock ? { value: await work() } : null),
    );
    if (done) return done.value;
  }
  const place = Math.floor(Math.random() * places);
  return navigator.locks.request(`patience ${kind} ${place}`, { signal }, () => work());
}

/** The event of a part of a stream; null if it has none, as in a heartbeat. */
function eventOf(part: string): Event | null {
  let name = "";
  let data = "";
  for (const line of part.split("\n")) {
    if (line.startsWith("event: ")) name = line.slice(7);
    else if (line.startsWith("data: ")) data += line.slice(6);
  }
  return name ? ({ name, data: JSON.parse(data) } as Event) : null;
}

async function stream<N extends keyof Events>(
  name: N,
  question: Questions[N],
  tell: Tell<N>,
  signal: AbortSignal,
): Promise<Result<N>> {
  const response = await reach(`api/${name}`, post(question, signal));
  if (!response.ok || !response.body) throw new ApiError(await bodyOf(response));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  let last: Event = { name: "error", data: { message: "the search ended without an answer" } };
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const parts = (buffer + value).split("\n\n");
    buffer = parts.pop() ?? "";
    for (const part of parts) {
      const event = eventOf(part);
      if (!event) continue;
      last = event;
      tell(...([event.name, event.data] as Parameters<Tell<N>>));
    }
  }
  if (last.name === "error") throw new ApiError(last.data);
  return last as Result<N>;
}

export const control: Steer = (id, action, pace) => {
  // A job that has just ended accepts no commands; that is not an error.
  ask("control", { id, action, ...pace }).catch(() => {});
};
