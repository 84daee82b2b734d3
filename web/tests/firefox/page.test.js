// The page in Firefox: the four games played, helped, analysed and watched; what is kept; the static site.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { KEY, launch } from "./firefox.js";
import { serveSite } from "../serve-site.js";

const port = Number(process.env.PATIENCE_PORT ?? 4472);
const home = `http://127.0.0.1:${port}/`;
/** @type {import("node:child_process").ChildProcess} */
let server;
/** @type {Awaited<ReturnType<typeof launch>>} */
let firefox;

before(async () => {
  server = spawn(process.env.PATIENCE ?? "../target/debug/patience", ["serve", "--port", String(port)], { stdio: "ignore" });
  firefox = await launch({ width: 1280, height: 800 });
  for (;;) {
    if (await fetch(home).then((response) => response.ok, () => false)) break;
    assert.equal(server.exitCode, null, "the server runs");
    await new Promise((done) => setTimeout(done, 100));
  }
});

after(async () => {
  await firefox?.close();
  server?.kill();
});

/** Opens a game and waits for its board. @param {string} instance @param {string} [at] */
async function open(instance, at = home) {
  await firefox.open(`${at}#i=${encodeURIComponent(instance)}`);
  await firefox.until(`document.querySelector(".head h2")?.title === ${JSON.stringify(instance)}`);
  await firefox.see("[role=grid]");
}

const made = (count) => firefox.until(`document.querySelector(".move-count b").textContent === "${count}"`, `${count} moves`);
const quiet = () => assert.deepEqual(firefox.errors, [], "the console has no errors");

test("cards: a pick and a put, undo and redo by keys, a link to where one stands", async () => {
  await open("gaps:solvitaire/4x13/1");
  const legal = await firefox.value(`fetch("api/position", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ instance: "gaps:solvitaire/4x13/1" }) }).then((answer) => answer.json()).then((position) => position.view.moves[0])`);
  await firefox.click(`[data-cell="${legal.from[0]}"]`);
  await firefox.click(`[data-cell="${legal.to[0]}"]`);
  await made(1);
  assert.match(await firefox.value("location.hash"), /&m=/);
  await firefox.press("u");
  await made(0);
  await firefox.press("r");
  await made(1);
  await firefox.value("location.reload()");
  await made(1);
  quiet();
});

test("birds, a shifted piece and a tilted board", async () => {
  await open("birds:neller/42");
  await firefox.see(".badge", "Can be won");
  await firefox.press("h");
  await firefox.click("button", "Show me the move");
  await firefox.click("button", "Make this move");
  await made(1);
  await open("cohesion:level/vieira-1");
  await firefox.press("h");
  await firefox.click("button", "Show me the move");
  await firefox.click("button", "Make this move");
  await made(1);
  await open("tiles:level/iartistas-04");
  await firefox.click(".pad button[aria-label='tilt right']");
  await made(1);
  await firefox.click('[data-cell="0"]');
  await firefox.press(KEY.left);
  await made(2);
  quiet();
});

test("analysis, a film, two searches side by side, one pace and full speed", async () => {
  await open("tiles:level/iartistas-07");
  await firefox.press("e");
  await firefox.see(".ranked .worth.wins");
  await firefox.press("f");
  await firefox.click("button[aria-label='to the end']");
  await firefox.see(".film-note", "move 9 of 9");
  await firefox.click("button", "Back to the game");
  await firefox.click("[role=tab]", "Watch");
  await firefox.click("button", "A search");
  await firefox.click("button", "Two side by side");
  await firefox.click("button", "Start both");
  await firefox.click("button[aria-label='pause both']");
  await firefox.choose(".lanes-bar select", "null");
  await firefox.click("button[aria-label='resume both']");
  await firefox.until(`[...document.querySelectorAll(".lane")].every((lane) => lane.textContent.includes("Solved in 9 moves"))`);
  await firefox.click("dialog button", "Close");
  await firefox.until(`!document.querySelector("dialog")`);
  quiet();
});

test("settings stay", async () => {
  await open("tiles:level/iartistas-04");
  await firefox.click("button[aria-label=settings]");
  await firefox.choose("dialog select", "dark");
  await firefox.until(`document.documentElement.dataset.theme === "dark"`);
  await firefox.reload();
  await firefox.see("[role=grid]");
  assert.equal(await firefox.value("document.documentElement.dataset.theme"), "dark");
  quiet();
});

test("without a server: WebAssembly judges and hints, and the site opens without a network", { skip: !process.env.PATIENCE_SITE }, async () => {
  const site = await serveSite(process.env.PATIENCE_SITE ?? "");
  const at = `http://127.0.0.1:${site.port}/`;
  try {
    await open("tiles:level/iartistas-04", at);
    await firefox.see(".badge", "Can be won");
    await firefox.press("h");
    await firefox.click("button", "Show me the move");
    await firefox.click("button", "Make this move");
    await made(1);
    await firefox.until("navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.length === 1)", "the site is kept");
  } finally {
    site.close();
  }
  await open("tiles:level/iartistas-04", at);
  await firefox.see(".badge", "Can be won");
  quiet();
});
