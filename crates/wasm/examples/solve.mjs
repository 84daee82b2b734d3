// Solves an instance in Node with the WebAssembly of the page, which `scripts/export-site.sh site`
// builds:
//
//     node crates/wasm/examples/solve.mjs site/patience.wasm tiles:level/iartistas-04
import { readFile } from "node:fs/promises";

const [file = "site/patience.wasm", name = "tiles:level/iartistas-04"] = process.argv.slice(2);
const told = [];
const host = {
  // The module's message: the JSON at an address in its memory.
  tell: (place, length) => told.push(JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, place, length)))),
  now: () => performance.now(),
};
const { exports } = (await WebAssembly.instantiate(await readFile(file), { host })).instance;

/** Writes a question into the module's memory and calls one of its functions; returns all its messages. */
function call(what, name, question) {
  const bytes = new TextEncoder().encode(JSON.stringify({ name, question }));
  // Allocate first: this may move the memory's buffer.
  const place = exports.reserve(bytes.length);
  new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
  exports[what]();
  return told.splice(0);
}

const at = { instance: name };
const [{ answer, error }] = call("ask", "position", at);
if (error) throw new Error(error.message);
console.log(`${name}: ${answer.board}`);
const before = process.cpuUsage();
const { event, data } = call("run", "solve", { at }).at(-1);
if (event !== "report") throw new Error(data.message);
const { user, system } = process.cpuUsage(before);
const { verdict, plan, expanded } = data.report;
console.log(plan?.length ? `${verdict}: ${plan.join(" ")}` : verdict);
console.log(`${expanded} positions expanded in ${((user + system) / 1e6).toFixed(2)} s of CPU time`);
