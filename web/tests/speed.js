// How fast the page is, in figures: `node tests/speed.js` in web/. The server of PATIENCE_PORT is used where one answers, else the
// program PATIENCE is started; with PATIENCE_SITE the static site is measured, too. Every round begins with an empty cache.
import { spawn } from "node:child_process";
import { chromium } from "@playwright/test";
import { serveSite } from "./serve-site.js";

const port = Number(process.env.PATIENCE_PORT ?? 4471);
const answers = () => fetch(`http://127.0.0.1:${port}/`).then(() => true, () => false);
const server = (await answers()) ? null : spawn(process.env.PATIENCE ?? "../target/debug/patience", ["serve", "--port", String(port)], { stdio: "ignore" });
while (!(await answers())) await new Promise((done) => setTimeout(done, 100));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });

/** @param {string} name @param {string} address */
async function measure(name, address) {
  const boards = [];
  const busy = [];
  const paints = [];
  let line = "";
  for (let round = 0; round < 5; round++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    // Time of the page's own thread, without what it waits for.
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.addInitScript(() => {
      Object.assign(window, { paints: [] });
      new PerformanceObserver((list) => /** @type {any} */ (window).paints.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "event", durationThreshold: 16, buffered: true });
    });
    await page.goto(address);
    await page.waitForSelector(".pieces .slot");
    const before = await page.evaluate(() => {
      const board = performance.getEntriesByName("board")[0].startTime;
      return { board, requests: performance.getEntriesByType("resource").filter((entry) => entry.startTime < board).length };
    });
    const { metrics } = await session.send("Performance.getMetrics");
    busy.push(Math.round(1000 * (metrics.find((each) => each.name === "TaskDuration")?.value ?? 0)));
    await page.waitForLoadState("networkidle");
    const bytes = await page.evaluate(() => [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")].filter((entry) => !/\.(wasm|svg)$|\/api\//.test(entry.name)).reduce((sum, entry) => sum + (/** @type {any} */ (entry).transferSize ?? 0), 0));
    boards.push(Math.round(before.board));
    line = `${before.requests} requests before it, ${bytes} bytes of the page in all`;
    // A card is picked, moved and taken back, a panel is opened: with the solver at work all the time.
    await page.locator(".cell.k-empty:has(.takes:not(.dead))").first().click();
    await page.keyboard.press("u");
    await page.getByRole("tab", { name: "Analyse" }).click();
    await page.waitForTimeout(500);
    paints.push(Math.max(16, ...(await page.evaluate(() => /** @type {any} */ (window).paints))));
    await context.close();
  }
  console.log(`${name}: first board ${boards.join(", ")} ms, of which the page's thread works ${busy.join(", ")} ms; ${line}; slowest interaction to next paint ${paints.join(", ")} ms`);
}

try {
  await measure("server", `http://127.0.0.1:${port}/`);
  if (process.env.PATIENCE_SITE) {
    const site = await serveSite(process.env.PATIENCE_SITE);
    await measure("static site", `http://127.0.0.1:${site.port}/`).finally(() => site.close());
  }
} finally {
  await browser.close();
  server?.kill();
}
