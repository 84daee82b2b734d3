// A worker around the solvers' WebAssembly.
let calling = { id: 0 };
/** @type {any} */
let exports = null;
const reading = new TextDecoder();
const host = {
  tell: (place, length) => postMessage({ id: calling.id, told: JSON.parse(reading.decode(new Uint8Array(exports.memory.buffer, place, length))) }),
  now: () => performance.now(),
};
/** The solvers, compiled; while they come in where the web server says what they are. */
async function compiled() {
  if (typeof WebAssembly === "undefined") throw new Error("This browser has no WebAssembly, which the solvers of this site need. Try another browser, or run `patience serve` on your computer.");
  const file = await fetch(new URL("patience.wasm", import.meta.url)).catch(() => null);
  if (!file?.ok) throw new Error("The solvers (patience.wasm) could not be loaded. Is the network there?");
  return file.headers.get("content-type")?.startsWith("application/wasm") ? WebAssembly.compileStreaming(file) : WebAssembly.compile(await file.arrayBuffer());
}
/** @param {WebAssembly.Module | null} given the solvers as another worker has compiled them */
async function load(given) {
  const module = given ?? (await compiled());
  exports = (await WebAssembly.instantiate(module, { host })).exports;
  if (!given) postMessage({ module });
}
/** @type {Promise<void>} */
let ready;

onmessage = async ({ data }) => {
  if (data.call === "load") {
    ready = load(data.module);
    // Whoever asks is told of the fault; until somebody asks, it is nobody's.
    ready.catch(() => {});
    return;
  }
  try {
    await ready;
  } catch (error) {
    return postMessage({ fault: error.message });
  }
  calling = data;
  const bytes = new TextEncoder().encode(JSON.stringify({ name: data.name, question: data.question }));
  // The room is made first: it may move the memory's buffer.
  const place = exports.reserve(bytes.length);
  new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
  exports[data.call]();
  if (data.call === "run") postMessage({ done: true });
};
