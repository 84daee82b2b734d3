// The page in a browser: play, help, analysis and watching in the four games; saved data; the
// static site.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { KEY } from "./driver.js";
import { serveSite } from "../serve-site.js";

/**
 * @param {string} name @param {(viewport: {width: number, height: number}) => Promise<any>} launch
 * @param {number} port of a server for these tests @param {string | false} [skip] why not here
 */
export const testPage = (name, launch, port, skip = false) =>
  describe(name, { skip }, () => {
    const home = `http://127.0.0.1:${port}/`;
    /** @type {import("node:child_process").ChildProcess} */
    let server;
    /** @type {any} */
    let browser;

    before(async () => {
      server = spawn(
        process.env.PATIENCE ?? "../target/debug/patience",
        ["serve", "--port", String(port)],
        { stdio: "ignore" },
      );
      browser = await launch({ width: 1280, height: 800 });
      for (;;) {
        if (
          await fetch(home).then(
            (response) => response.ok,
            () => false,
          )
        )
          break;
        assert.equal(server.exitCode, null, "the server runs");
        await new Promise((done) => setTimeout(done, 100));
      }
      await tells(home);
    });

    after(async () => {
      await browser?.close();
      server?.kill();
    });

    /**
     * Makes every page show verdicts, as a player would in the settings: they are stored per
     * browser, by origin.
     * @param {string} at
     */
    async function tells(at) {
      await browser.open(at);
      await browser.see("[role=grid]");
      await browser.value(
        `localStorage.setItem("patience.settings", JSON.stringify({ verdicts: "always" }))`,
      );
      await browser.reload();
    }

    /** Opens a game and waits for its board. @param {string} instance @param {string} [at] */
    async function open(instance, at = home) {
      await browser.open(`${at}#i=${encodeURIComponent(instance)}`);
      await browser.until(
        `document.querySelector(".head h2")?.title === ${JSON.stringify(instance)}`,
      );
      await browser.see("[role=grid]");
    }

    const made = (count) =>
      browser.until(
        `document.querySelector(".move-count b").textContent === "${count}"`,
        `${count} moves`,
      );
    const quiet = async () =>
      assert.deepEqual(await browser.faults(), [], "the console has no errors");

    test("cards: pick and put, undo and redo by keys, a link to the current position", async () => {
      await open("gaps:solvitaire/4x13/1");
      const legal = await browser.value(
        `fetch("api/position", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ instance: "gaps:solvitaire/4x13/1" }) }).then((answer) => answer.json()).then((position) => position.view.moves[0])`,
      );
      await browser.click(`[data-cell="${legal.from[0]}"]`);
      await browser.click(`[data-cell="${legal.to[0]}"]`);
      await made(1);
      assert.match(await browser.value("location.hash"), /&m=/);
      await browser.press("u");
      await made(0);
      await browser.press("r");
      await made(1);
      await browser.reload();
      await made(1);
      await quiet();
    });

    test("birds, a shifted piece and a tilted board", async () => {
      await open("birds:neller/42");
      await browser.see(".badge", "Can be won");
      await browser.press("h");
      await browser.click("button", "Show the move");
      await browser.click("button", "Make this move");
      await made(1);
      await open("cohesion:level/vieira-1");
      await browser.press("h");
      await browser.click("button", "Show the move");
      await browser.click("button", "Make this move");
      await made(1);
      await open("tiles:level/iartistas-04");
      await browser.click(".pad button[aria-label='tilt right']");
      await made(1);
      await browser.click('[data-cell="0"]');
      await browser.press(KEY.left);
      await made(2);
      await quiet();
    });

    test("analysis, a playback, two searches side by side, step by step", async () => {
      await open("tiles:level/iartistas-07");
      await browser.press("e");
      await browser.see(".ranked .worth.wins");
      await browser.press("f");
      await browser.click("button[aria-label='to the end']");
      await browser.see(".film-note", "move 9 of 9");
      await browser.click("button", "Back to the game");
      await browser.click("[role=tab]", "Watch");
      await browser.click("button", "A search");
      await browser.click("button", "Two side by side");
      await browser.see(".step-told", "of 31");
      await browser.click("button[aria-label='last step']");
      await browser.until(
        `[...document.querySelectorAll(".search-lane")].every((lane) => lane.textContent.includes("solved in 9"))`,
      );
      await browser.click("dialog button", "Close");
      await browser.until(`!document.querySelector("dialog")`);
      await quiet();
    });

    test("a tree enlarged and stepped through by keys, a drawn board, the pages", async () => {
      await browser.open("about:blank");
      await browser.open(`${home}#i=tiles:level/iartistas-07&watch=astar.runs`);
      await browser.see(".step-told", "step 1 of 28");
      const width = `document.querySelector(".tree-room svg").getBoundingClientRect().width`;
      const usual = await browser.value(width);
      await browser.press("+");
      await browser.until(`${width} > 1.2 * ${usual}`, "a larger tree");
      for (let step = 2; step < 5; step++) {
        await browser.press(KEY.right);
        await browser.see(".step-told", `step ${step} of 28`);
      }
      await browser.value(`document.querySelector(".tree-room").focus()`);
      await browser.press(KEY.up);
      await browser.see(".happens", "expanded at step");
      await browser.click("dialog button", "Close");
      await browser.click("button[aria-label='more ways to begin a game']");
      await browser.click("dialog button", "Draw it");
      await browser.click("button[aria-label='green triangle']");
      await browser.click('[data-cell="2"]');
      await browser.see(".draw-told", "Green triangle lacks a target.");
      await browser.click("button[aria-label='Leave the editor']");
      for (const [name, seen] of [
        ["Today", ".today-deal"],
        ["Puzzles", "dialog .board"],
        ["Find a deal", "dialog select"],
      ]) {
        const isInBar = name !== "Find a deal";
        await browser.click(`button[aria-label='${isInBar ? name : "More"}']`);
        if (!isInBar) await browser.click("dialog button", name);
        await browser.see(seen);
        await browser.click("dialog button", "Close");
        await browser.until(`!document.querySelector("dialog")`);
      }
      await quiet();
    });

    test("settings stay", async () => {
      await open("tiles:level/iartistas-04");
      await browser.click("button[aria-label=settings]");
      await browser.choose("dialog select", "dark");
      await browser.until(`document.documentElement.dataset.theme === "dark"`);
      await browser.reload();
      await browser.see("[role=grid]");
      assert.equal(await browser.value("document.documentElement.dataset.theme"), "dark");
      await quiet();
    });

    test(
      "without a server: WebAssembly judges and hints, and the site opens without a network",
      { skip: !process.env.PATIENCE_SITE },
      async () => {
        const site = await serveSite(process.env.PATIENCE_SITE ?? "");
        const at = `http://127.0.0.1:${site.port}/`;
        try {
          await tells(at);
          await open("tiles:level/iartistas-04", at);
          await browser.see(".badge", "Can be won");
          await browser.press("h");
          await browser.click("button", "Show the move");
          await browser.click("button", "Make this move");
          await made(1);
          await browser.until(
            "navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.length === 1)",
            "the site is kept",
          );
        } finally {
          site.close();
        }
        await open("tiles:level/iartistas-04", at);
        await browser.see(".badge", "Can be won");
        await quiet();
      },
    );
  });
