// Speed of the page in figures: `node tests/speed.js [VISITS]` in web/. Uses the server of
// PATIENCE_PORT if one answers, else starts the program PATIENCE; with PATIENCE_SITE it also
// measures the static site, directly and through a network of 10 Mbit/s with a round trip of 40 ms.
// Every visit begins with an empty cache, and the figures that count are medians of eleven visits.
// The board is on the screen when the browser has painted it: its first coordinate is observed as an
// element (https://w3c.github.io/element-timing/). The phone is this machine with its processor slowed down
// four times.
import { spawn } from "node:child_process";
import { chromium } from "@playwright/test";
import { serveSite } from "./serve-site.js";

const visits = Number(process.argv[2] ?? 11);
const port = Number(process.env.PATIENCE_PORT ?? 4471);
const answers = () =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
const server = (await answers())
  ? null
  : spawn(process.env.PATIENCE ?? "../target/debug/patience", ["serve", "--port", String(port)], {
      stdio: "ignore",
    });
while (!(await answers())) await new Promise((done) => setTimeout(done, 100));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
});

/** The visitor's window, and the factor by which the processor is slower. */
const DESK = { size: { width: 1280, height: 800 }, touch: false, slower: 1 };
const PHONE = { size: { width: 390, height: 844 }, touch: true, slower: 4 };

/** A network of 10 Mbit/s. */
const SLOW = {
  offline: false,
  latency: 40,
  downloadThroughput: 1_250_000,
  uploadThroughput: 1_250_000,
};

/**
 * The time in milliseconds that a new window is left alone before the visit: meanwhile the browser
 * fills it with its own parts, and on two cores a page that is opened at once waits for them as long as for itself.
 */
const SETTLED = 1000;

/**
 * Records how long each interaction took to become visible, and reports when the first board and
 * the rest of the page are there.
 */
function watch() {
  const inputs = [];
  const told = (name) => /** @type {any} */ (window).told?.(name);
  const note = (list) =>
    inputs.push(...list.getEntries().map((entry) => [entry.name, entry.duration]));
  new PerformanceObserver(note).observe(
    /** @type {any} */ ({ type: "event", durationThreshold: 16, buffered: true }),
  );
  /** @type {any} */
  let painted = null;
  const board = new PerformanceObserver((list) => {
    painted ??= list
      .getEntries()
      .find((entry) => /** @type {any} */ (entry).identifier === "board")?.startTime;
    if (
      !painted ||
      !["first-contentful-paint", "board"].every(
        (name) => performance.getEntriesByName(name).length > 0,
      )
    )
      return;
    board.disconnect();
    Object.assign(window, { painted });
    told("board");
  });
  for (const type of ["paint", "mark", "element"]) board.observe({ type, buffered: true });
  // Cards are drawings, which are not observed; the letters at the board's edge are text, and are
  // painted with them. They get their mark before the frame in which they appear is painted.
  const edge = new MutationObserver(() => {
    const letter = document.querySelector(".stage .co-x span");
    if (!letter) return;
    edge.disconnect();
    letter.setAttribute("elementtiming", "board");
  });
  edge.observe(document, { childList: true, subtree: true });
  const rest = new MutationObserver(() => {
    if (!document.querySelector("[role=tab]")) return;
    rest.disconnect();
    performance.mark("whole");
    told("whole");
  });
  rest.observe(document, { childList: true, subtree: true });
  Object.assign(window, { inputs });
}

/**
 * A card is moved and taken back, the analysis is opened: with the solver at work all the time.
 * @param {import("@playwright/test").Page} page @param {boolean} touch
 */
async function interact(page, touch) {
  const analyse = touch ? ".actions [aria-label=analyse]" : "[role=tab]:nth-of-type(2)";
  const undo = ".actions [aria-label=undo]";
  const middles = await page.evaluate(
    (selectors) =>
      selectors.map((each) => {
        const { x, y, width, height } = /** @type {Element} */ (
          document.querySelector(each)
        ).getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      }),
    [".cell.k-empty:has(.takes:not(.dead))", undo, analyse],
  );
  for (const [x, y] of middles)
    if (touch) await page.touchscreen.tap(x, y);
    else await page.mouse.click(x, y);
  await page.waitForTimeout(touch ? 1500 : 500);
  return page.evaluate(() => /** @type {any} */ (window).inputs);
}

/** One visit. @param {string} address @param {any} network @param {typeof DESK} device */
async function visit(address, network, { size, touch, slower }) {
  const context = await browser.newContext({
    viewport: size,
    hasTouch: touch,
    isMobile: touch,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  /** @type {Record<string, () => void>} */
  const happens = {};
  const [board, whole] = ["board", "whole"].map(
    (name) => new Promise((done) => (happens[name] = () => done(undefined))),
  );
  session.on("Runtime.bindingCalled", ({ payload }) => happens[payload]?.());
  await session.send("Runtime.enable");
  await session.send("Runtime.addBinding", { name: "told" });
  // Time of the page's own thread, without what it waits for.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  if (network) {
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", network);
  }
  if (slower > 1) await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.addInitScript(watch);
  await page.waitForTimeout(SETTLED);
  await page.goto(address, { waitUntil: "commit" });
  // No query before the first board is visible: a query runs a script in the page.
  await board;
  const { metrics } = await session.send("Performance.getMetrics");
  await whole;
  const told = await page.evaluate(() => {
    const start = (name) => performance.getEntriesByName(name)[0].startTime;
    const board = start("board");
    return {
      board,
      first: start("first-contentful-paint"),
      seen: /** @type {any} */ (window).painted,
      whole: start("whole"),
      requests: performance.getEntriesByType("resource").filter((entry) => entry.startTime < board)
        .length,
    };
  });
  const bytes = await page.evaluate(() =>
    [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
      .filter((entry) => !/\.wasm$|\/api\//.test(entry.name))
      .reduce((sum, entry) => sum + (/** @type {any} */ (entry).transferSize ?? 0), 0),
  );
  const inputs = network ? [] : await interact(page, touch);
  await context.close();
  return {
    ...told,
    bytes,
    busy: 1000 * (metrics.find((each) => each.name === "TaskDuration")?.value ?? 0),
    inputs,
  };
}

/** Minimum, median and maximum. @param {number[]} values */
function range(values) {
  const sorted = values.toSorted((a, b) => a - b).map(Math.round);
  return `${sorted[0]} to ${sorted.at(-1)} ms, half of them within ${sorted[Math.ceil(sorted.length / 2) - 1]}`;
}

/**
 * @param {string} name @param {string} address @param {{network?: any, device?: typeof DESK}} [how]
 */
async function measure(name, address, { network = null, device = DESK } = {}) {
  const rows = [];
  for (let count = 0; count < visits; count++) rows.push(await visit(address, network, device));
  const { requests, bytes } = rows[0];
  console.log(
    `${name}, ${visits} visits with an empty cache; ${requests} requests before the first board, ${bytes} bytes of the page in all`,
  );
  console.log(
    `  first board made after ${range(rows.map((each) => each.board))}; first contentful paint after ${range(rows.map((each) => each.first))}`,
  );
  console.log(
    `  the board on the screen after ${range(rows.map((each) => each.seen))}, ${rows.filter((each) => each.seen <= 200).length} within 200`,
  );
  console.log(
    `  the page's thread works until then for ${range(rows.map((each) => each.busy))}; buttons and panel after ${range(rows.map((each) => each.whole))}`,
  );
  const slowest = rows.map((each) =>
    each.inputs.reduce((worst, input) => (input[1] > worst[1] ? input : worst), ["none over", 16]),
  );
  if (!network)
    console.log(
      `  slowest interaction to next paint ${range(slowest.map((each) => each[1]))}, ${slowest.filter((each) => each[1] < 100).length} below 100: ${slowest.map((each) => each.join(" ")).join(", ")}`,
    );
}

try {
  await measure("server", `http://127.0.0.1:${port}/`);
  await measure("server, phone", `http://127.0.0.1:${port}/`, { device: PHONE });
  if (process.env.PATIENCE_SITE) {
    const site = await serveSite(process.env.PATIENCE_SITE);
    const address = `http://127.0.0.1:${site.port}/`;
    await measure("static site", address);
    await measure("static site, phone", address, { device: PHONE });
    await measure("static site through 10 Mbit/s, 40 ms", address, { network: SLOW }).finally(() =>
      site.close(),
    );
  }
} finally {
  await browser.close();
  server?.kill();
}
