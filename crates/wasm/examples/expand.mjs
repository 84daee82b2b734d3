// Measures in Node how many states per CPU second the WebAssembly expands as bytes, and as JSON:
//
//     node crates/wasm/examples/expand.mjs site/patience.wasm [NAME...]
//
// Breadth-first from each instance until 20,000 states are expanded, a thousand in one call. The
// layout of answers is that of crates/catalogue/src/packed.rs.
import { readFile } from "node:fs/promises";

const [file = "site/patience.wasm", ...chosen] = process.argv.slice(2);
const names = chosen.length
  ? chosen
  : ["gaps:solvitaire/4x13/7", "birds:neller/42", "cohesion:level/vieira-1", "tiles:level/iartistas-08", "sliding:korf/1"];
const MOST = 20_000;
const BATCH = 1_000;
const RECORD = 16;

// Processor time in milliseconds: other work on the machine does not count.
const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
};
const told = [];
const host = {
  tell: (place, length) => told.push(JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, place, length)))),
  now: () => performance.now(),
};
const { exports } = (await WebAssembly.instantiate(await readFile(file), { host })).instance;

function put(bytes) {
  const place = exports.reserve(bytes.length);
  new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
}

function ask(call, question, ...rest) {
  put(new TextEncoder().encode(JSON.stringify(question)));
  exports[call](...rest);
  const { answer, error } = told.splice(0).at(-1);
  if (error) throw new Error(error.message);
  return answer;
}

/** Passes each successor of the states to a function. */
function expand(number, states, width, each) {
  put(Buffer.concat(states));
  const place = exports.expand(number);
  if (!place) throw new Error(told.splice(0).at(-1).error.message);
  // A copy, because the next call may move the memory.
  const answer = Buffer.from(new Uint8Array(exports.memory.buffer, place, exports.length()));
  let at = 0;
  for (let state = 0; state < states.length; state++) {
    const count = answer.readUInt32LE(at);
    at += 8;
    for (let move = 0; move < count; move++, at += RECORD + width) each(answer.subarray(at + RECORD, at + RECORD + width));
  }
}

for (const name of names) {
  const { number, start } = ask("load", { instance: name });
  const first = Buffer.from(start);
  const seen = new Set([first.toString("latin1")]);
  let [open, expanded, children] = [[first], 0, 0];
  let inside = 0;
  const began = used();
  while (expanded < MOST) {
    // A small level is expanded again from its start.
    if (!open.length) {
      seen.clear();
      open = [first];
    }
    const states = open.splice(0, Math.min(BATCH, MOST - expanded));
    const before = used();
    const found = [];
    expand(number, states, first.length, (state) => found.push(state));
    inside += used() - before;
    for (const state of found) {
      const key = state.toString("latin1");
      if (!seen.has(key)) open.push(state), seen.add(key);
    }
    expanded += states.length;
    children += found.length;
  }
  const seconds = (used() - began) / 1e3;
  const at = used();
  for (let time = 0; time < 100; time++) ask("ask", { name: "position", question: { instance: name } });
  const json = 1e5 / (used() - at);
  const thousands = (count) => Math.round(count / 1e3).toLocaleString("en");
  console.log(
    `${name}: ${thousands(expanded / (inside / 1e3))},000 states a second with ${thousands(children / (inside / 1e3))},000 successors ` +
      `(${thousands(expanded / seconds)},000 with a set of those seen); as JSON ${Math.round(json)} positions a second`,
  );
  exports.unload(number);
}
