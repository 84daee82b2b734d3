// Runs the notebooks of the static site in Chromium without a network: node tests/notebooks.js SITE
// Every cell must finish without an error. Requests to other hosts are blocked and counted.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";

import { serveSite } from "./serve-site.js";

const [site = ""] = process.argv.slice(2);
const NAMES = [
  "1-first-steps",
  "2-algorithms-compared",
  "3-your-own-heuristic",
  "4-the-birds-paper",
  "5-proofs",
  "6-ten-thousand-deals",
];

const { port, close } = await serveSite(site);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
let failed = 0;
for (const name of NAMES) {
  const kept = JSON.parse(await readFile(join(site, "notebooks/files", `${name}.ipynb`), "utf8"));
  const cells = kept.cells.filter((/** @type {any} */ cell) => cell.cell_type === "code").length;
  const context = await browser.newContext();
  /** @type {string[]} */
  const elsewhere = [];
  await context.route(
    (url) => url.host !== `127.0.0.1:${port}`,
    (route) => {
      elsewhere.push(route.request().url());
      return route.abort();
    },
  );
  const page = await context.newPage();
  /** @type {string[]} */
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  try {
    await page.goto(`http://127.0.0.1:${port}/notebooks/lab/index.html?path=${name}.ipynb`);
    await page.locator(".jp-Notebook .jp-CodeCell").first().waitFor({ timeout: 900_000 });
    await page.locator(".jp-Notebook .jp-CodeCell").first().click();
    // The kernel is chosen by the notebook; otherwise a dialog appears.
    const choose = page.locator(".jp-Dialog button.jp-mod-accept");
    if (await choose.isVisible()) await choose.click();
    await page.locator(".jp-MenuBar-item, .lm-MenuBar-item", { hasText: /^Run$/ }).first().click();
    await page.locator(".lm-Menu-item", { hasText: /^Run All Cells$/ }).click();
    // Numbers of all cells, or an error, which ends the run.
    await page.waitForFunction(
      (count) => {
        const numbers = [...document.querySelectorAll(".jp-CodeCell .jp-InputPrompt")];
        const done = numbers.filter((each) => /^\[\d+\]:$/.test(each.textContent ?? "")).length;
        const wrong = document.querySelector(
          '[data-mime-type="application/vnd.jupyter.error"], [data-mime-type="application/vnd.jupyter.stderr"]',
        );
        return done === count || wrong !== null;
      },
      cells,
      { timeout: 1_800_000 },
    );
    const wrong = page.locator(
      '[data-mime-type="application/vnd.jupyter.error"], [data-mime-type="application/vnd.jupyter.stderr"]',
    );
    const drawn = await page.locator('.jp-RenderedSVG, [data-mime-type="image/svg+xml"]').count();
    if (await wrong.count()) throw new Error(await wrong.first().innerText());
    if (name !== "5-proofs" && !drawn) throw new Error("nothing is drawn");
    if (process.env.PICTURES)
      await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`) });
    if (elsewhere.length) throw new Error(`it asked elsewhere: ${elsewhere.join(" ")}`);
    console.log(`${name}: ${cells} cells ended, ${drawn} drawings`);
  } catch (error) {
    failed += 1;
    await page.screenshot({ path: join(site, `${name}.png`), fullPage: true }).catch(() => {});
    console.log(
      `${name}: ${error}\nasked elsewhere: ${elsewhere.join(" ")}\n${said.slice(-15).join("\n")}`,
    );
  }
  await context.close();
}
await browser.close();
close();
console.log(`${NAMES.length - failed} passed, ${failed} failed in 0s`);
process.exit(failed ? 1 : 0);
