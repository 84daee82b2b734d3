// A worker around the solvers' WebAssembly.
import type { Error as Fault, Event } from "./types";

/** Messages from the page to the worker. */
export type Call =
  | { call: "load"; module: WebAssembly.Module | null }
  | { call: "ask"; id: number; name: string; question: object | undefined }
  | { call: "run"; name: string; question: object };

/** Messages from the worker to the page: an answer to a question, or an event of a search. */
export type Said =
  | { module: WebAssembly.Module }
  | { fault: string }
  | { done: true }
  | { id: number; told: { answer: unknown; error?: undefined } | { error: Fault } }
  | { told: { event: Event["name"]; data: Event["data"] } };

interface Solvers {
  memory: WebAssembly.Memory;
  reserve: (length: number) => number;
  ask: () => void;
  run: () => void;
}

const say = (said: Said) => postMessage(said);

/** The number of the current question. */
let asked = 0;
const reading = new TextDecoder();
const host = (memory: () => WebAssembly.Memory) => ({
  tell: (place: number, length: number) =>
    say({
      id: asked,
      told: JSON.parse(reading.decode(new Uint8Array(memory().buffer, place, length))),
    }),
  now: () => performance.now(),
});

/** The compiled solvers; they are compiled while downloading if the web server declares their type. */
async function compiled() {
  if (typeof WebAssembly === "undefined") {
    throw new Error(
      "This browser has no WebAssembly, which the solvers of this site need. " +
        "Try another browser, or run `patience serve` on your computer.",
    );
  }
  const file = await fetch(new URL("patience.wasm", import.meta.url)).catch(() => null);
  if (!file?.ok)
    throw new Error(
      "The solvers (patience.wasm) could not be loaded. Is there a network connection?",
    );
  return file.headers.get("content-type")?.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(file)
    : WebAssembly.compile(await file.arrayBuffer());
}

/** Loads the solvers, which another worker may have compiled already. */
async function load(given: WebAssembly.Module | null): Promise<Solvers> {
  const module = given ?? (await compiled());
  const { exports }: { exports: unknown } = await WebAssembly.instantiate(module, {
    host: host(() => solvers.memory),
  });
  const solvers = exports as Solvers;
  if (!given) say({ module });
  return solvers;
}

let ready: Promise<Solvers> | null = null;

onmessage = async ({ data }: MessageEvent<Call>) => {
  if (data.call === "load") {
    ready = load(data.module);
    // The fault is reported to the first question; until then it is ignored.
    ready.catch(() => {});
    return;
  }
  let solvers;
  try {
    solvers = await ready;
  } catch (error) {
    return say({ fault: error instanceof Error ? error.message : String(error) });
  }
  if (!solvers) return;
  if (data.call === "ask") asked = data.id;
  const bytes = new TextEncoder().encode(
    JSON.stringify({ name: data.name, question: data.question }),
  );
  // Allocate first: this may move the memory's buffer.
  const place = solvers.reserve(bytes.length);
  new Uint8Array(solvers.memory.buffer, place, bytes.length).set(bytes);
  solvers[data.call]();
  if (data.call === "run") say({ done: true });
};
