// The first board needs only a few small files and, at the very first visit, no answer from
// the solvers. Times depend on the machine and are printed by speed.js; requests and
// bytes are the same everywhere.
import { expect, open, test } from "./page.js";
import { serveSite } from "./serve-site.js";

/**
 * The requests before the first board was visible, the bytes of the whole page as sent, and the time
 * from the picture to the start of the rest.
 */
async function loaded(page) {
  await expect(page.getByRole("grid")).toBeVisible();
  // Files after the board are part of the page's size.
  await page.waitForFunction(() =>
    performance
      .getEntriesByType("resource")
      .some((entry) => entry.name.endsWith("late.js") && entry.responseEnd > 0),
  );
  return page.evaluate(() => {
    const entries = /** @type {PerformanceResourceTiming[]} */ ([
      ...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource"),
    ]);
    const board = performance.getEntriesByName("board")[0].startTime;
    const path = (entry) => new URL(entry.name).pathname;
    return {
      late:
        Math.min(
          ...entries
            .filter((entry) => entry.startTime > board && !/icon\.svg|webmanifest/.test(entry.name))
            .map((entry) => entry.startTime),
        ) -
        Math.min(performance.getEntriesByName("first-contentful-paint")[0].startTime, board + 500),
      before: entries
        .filter((entry) => entry.startTime < board)
        .map(path)
        .filter((each) => !/icon\.svg|webmanifest/.test(each))
        .toSorted(),
      bytes: entries
        .filter((entry) => !/\.wasm$|\/api\//.test(entry.name))
        .reduce((sum, entry) => sum + entry.transferSize, 0),
    };
  });
}

test("the first board from the server waits for two files of the page and, if a link names a deal, for one answer", async ({
  page,
}) => {
  await open(page, "gaps:solvitaire/4x13/5");
  const { before, bytes, late } = await loaded(page);
  expect(before).toEqual(["/", "/api/position", "/first-board.js", "/page.css"]);
  expect(late, "nothing begins before the board is on the screen").toBeGreaterThan(0);
  console.log(
    `server: ${before.length} requests before the first board, ${bytes} bytes of the page in all`,
  );
  expect(bytes).toBeLessThan(120_000);
  expect(bytes).toBeGreaterThan(40_000);
});

test("the very first visit waits for no answer", async ({ page }) => {
  page.expectsErrors = true;
  await page.route("**/api/**", () => {});
  await page.goto("/");
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.locator("[data-cell]")).toHaveCount(52);
});

test("the first board has few nodes, and nothing requests a layout before it is complete", async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  // Files that the board does not need are excluded: only the board is counted.
  await page.route("**/late.js", () => {});
  await page.addInitScript(() => {
    const { get } = /** @type {any} */ (
      Object.getOwnPropertyDescriptor(Element.prototype, "clientHeight")
    );
    Object.defineProperty(Element.prototype, "clientHeight", {
      get() {
        if (!performance.getEntriesByName("board").length) Object.assign(window, { asked: true });
        return get.call(this);
      },
    });
  });
  await page.goto("/");
  await expect(page.locator("[data-cell]")).toHaveCount(52);
  await expect(page.locator("[data-cell]").first()).toBeVisible();
  const { metrics } = await session.send("Performance.getMetrics");
  const nodes = metrics.find((each) => each.name === "Nodes")?.value ?? Infinity;
  console.log(`${nodes} nodes`);
  expect(nodes).toBeLessThan(1300);
  expect(await page.evaluate(() => "asked" in window)).toBe(false);
});

test("the first board of the static site is complete before the solvers are loaded", async ({
  page,
}) => {
  test.skip(!process.env.PATIENCE_SITE, "where the static site was built");
  const { port, close } = await serveSite(process.env.PATIENCE_SITE ?? "");
  try {
    let solvers = () => {};
    const held = new Promise((done) => (solvers = () => done(undefined)));
    await page.context().route("**/patience.wasm", async (route) => (await held, route.continue()));
    await page.goto(`http://127.0.0.1:${port}/`);
    const { before, bytes } = await loaded(page);
    expect(before).toEqual(["/", "/first-board.js", "/page.css"]);
    console.log(
      `static site: ${before.length} requests before the first board, ${bytes} bytes of the page in all`,
    );
    expect(bytes).toBeLessThan(120_000);
    // Then the solvers load, and judge the deal.
    solvers();
    await expect(page.locator(".head .badge")).toHaveText(/Can be won/);
  } finally {
    close();
  }
});
