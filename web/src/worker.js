// A worker around the solvers' WebAssembly.
let calling = { id: 0 };
/** @type {any} */
let exports = null;
const reading = new TextDecoder();
const host = {
  tell: (place, length) => postMessage({ id: calling.id, told: JSON.parse(reading.decode(new Uint8Array(exports.memory.buffer, place, length))) }),
  now: () => performance.now(),
};
const ready = WebAssembly.instantiateStreaming(fetch(new URL("../patience.wasm", import.meta.url)), { host }).then(({ instance }) => (exports = instance.exports));

onmessage = async ({ data }) => {
  await ready;
  calling = data;
  const bytes = new TextEncoder().encode(JSON.stringify({ name: data.name, question: data.question }));
  // The room is made first: it may move the memory's buffer.
  const place = exports.reserve(bytes.length);
  new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
  exports[data.call]();
  if (data.call === "run") postMessage({ done: true });
};
