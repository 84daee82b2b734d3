// A worker around the solvers' WebAssembly.
let calling = { id: 0 };
/** @type {any} */
let exports = null;
const reading = new TextDecoder();
const host = {
  tell: (place, length) => postMessage({ id: calling.id, told: JSON.parse(reading.decode(new Uint8Array(exports.memory.buffer, place, length))) }),
  now: () => performance.now(),
};
async function load() {
  if (typeof WebAssembly === "undefined") throw new Error("This browser has no WebAssembly, which the solvers of this site need. Try another browser, or run `patience serve` on your computer.");
  const file = await fetch(new URL("../patience.wasm", import.meta.url)).catch(() => null);
  if (!file?.ok) throw new Error("The solvers (patience.wasm) could not be loaded. Is the network there?");
  exports = (await WebAssembly.instantiate(await file.arrayBuffer(), { host })).instance.exports;
}
const ready = load();
// Whoever asks is told of the fault; until somebody asks, it is nobody's.
ready.catch(() => {});

onmessage = async ({ data }) => {
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
