// The static site, if it was built: the same page, with its solvers in the browser.
import { badge, cell, expect, menu, moves, sheet, tab, test } from "./page.js";
import { serveSite } from "./serve-site.js";

const site = process.env.PATIENCE_SITE ?? "";

test("without a server: play, hint, analyse, compare, step through a search and cancel it in a worker", async ({
  page,
}) => {
  const { port, close } = await serveSite(site);
  try {
    await page.goto(`http://127.0.0.1:${port}/#i=tiles:level/iartistas-04`);
    await expect(page.getByRole("grid")).toBeVisible();
    await expect(badge(page)).toHaveText(/Can be won/);
    await sheet(page);
    await page.getByRole("button", { name: "hint", exact: true }).click();
    await page.getByRole("button", { name: "Show the move" }).click();
    await page.getByRole("button", { name: "Make this move" }).click();
    await expect(moves(page)).toHaveText("1");
    await tab(page, "Analyse");
    await expect(page.locator(".ranked .worth.wins").first()).toBeVisible();
    await tab(page, "Compare");
    await page.getByRole("button", { name: "Compare" }).click();
    await expect(page.locator("tbody tr.solved")).toHaveCount(4);
    // A search of minutes is cancelled at once, and others continue.
    await page.goto(`http://127.0.0.1:${port}/#i=gaps:solvitaire/4x13/7`);
    await expect(cell(page, 1)).toHaveAttribute("aria-label", /6 of hearts/);
    // There is no disk that could hold studies.
    await expect(page.getByRole("button", { name: "Studies" })).toHaveCount(0);
    await tab(page, "Watch");
    await page.getByRole("button", { name: "A search" }).click();
    await page.getByLabel("Algorithm").selectOption("bfs");
    await page.getByRole("button", { name: "Start the search" }).click();
    await expect(page.locator(".stage-note")).toContainText("expanding number");
    await page.getByRole("button", { name: "pause" }).click();
    await expect(page.getByRole("button", { name: "resume" })).toBeVisible();
    const shown = async () =>
      Number((await page.locator(".stage-note").textContent())?.match(/\d+/)?.[0]);
    const paused = await shown();
    expect(paused).toBeLessThan(50);
    for (let step = 1; step <= 3; step++) {
      await page.getByRole("button", { name: "step", exact: true }).click();
      await expect(page.locator(".stage-note")).toContainText(`expanding number ${paused + step}`);
    }
    await page.getByLabel("Speed").selectOption("null");
    await page.getByRole("button", { name: "resume" }).click();
    await expect.poll(shown).toBeGreaterThan(1000);
    await page.getByRole("button", { name: "Stop the search" }).click();
    await expect(page.getByText("Stopped.")).toBeVisible();
  } finally {
    close();
  }
});

test("without a server: searches are recorded in a worker and played back", async ({ page }) => {
  const { port, close } = await serveSite(site);
  try {
    const step = page.locator(".step-told");
    await page.goto(`http://127.0.0.1:${port}/#i=tiles:level/iartistas-07&watch=astar.runs`);
    await expect(step).toHaveText("step 1 of 28");
    await page.keyboard.press("End");
    await expect(page.locator(".search-tree .st-solution")).toHaveCount(10);
    await page.getByLabel("Algorithm").selectOption("mcts");
    await expect(step).toHaveText("playout 1, phase 1 of 4");
    await page.keyboard.press("End");
    await expect(page.locator(".mc-gain").first()).toBeVisible();
  } finally {
    close();
  }
});

test("without a server: today's deal of each game and level is opened and judged", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const { port, close } = await serveSite(site);
  try {
    await page.goto(`http://127.0.0.1:${port}/#i=tiles:level/iartistas-04`);
    await expect(badge(page)).toHaveText(/Can be won/);
    for (const game of ["Gaps", "Birds of a Feather", "Cohesion", "Match the Tiles"]) {
      for (const level of ["easy", "medium", "hard"]) {
        const before = await page.locator(".head h2").getAttribute("title");
        await menu(page, "Daily deals");
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("button", { name: level, exact: true }).click();
        await dialog.getByRole("button", { name: new RegExp(`^${game}`) }).click();
        await expect(dialog).toHaveCount(0);
        await expect(page.locator(".head h2")).not.toHaveAttribute("title", before ?? "");
        await expect(page.locator(".head .small")).toHaveText(/daily deal$/);
        await expect(page.locator(".head .hardness")).toHaveText(level);
        // A slow machine may not find a solution within the browser's time; no deal is reported as
        // lost.
        await expect(badge(page), `${game}, ${level}`).toHaveText(/Can be won|Not known/, {
          timeout: 60_000,
        });
      }
    }
  } finally {
    close();
  }
});

test.describe("without its service worker, which answers for the network", () => {
  test.use({ serviceWorkers: "block" });

  test("without a server: the solvers are fetched and compiled once, whatever is requested and cancelled", async ({
    page,
  }) => {
    const { port, close } = await serveSite(site);
    try {
      let fetched = 0;
      await page.context().route("**/patience.wasm", (route) => (fetched++, route.continue()));
      await page.goto(`http://127.0.0.1:${port}/#i=tiles:level/iartistas-04`);
      await expect(badge(page)).toHaveText(/Can be won/);
      const before = fetched;
      // Each of these searches runs in a worker that is ended with it.
      await page.goto(`http://127.0.0.1:${port}/#i=gaps:solvitaire/4x13/7`);
      await expect(cell(page, 1)).toHaveAttribute("aria-label", /6 of hearts/);
      await tab(page, "Watch");
      await page.getByRole("button", { name: "A search" }).click();
      for (let search = 0; search < 2; search++) {
        await page.getByLabel("Algorithm").selectOption("bfs");
        await page.getByRole("button", { name: "Start the search" }).click();
        await expect(page.locator(".stage-note")).toContainText("expanding number");
        await page.getByRole("button", { name: "Stop the search" }).click();
        await expect(page.getByText("Stopped.")).toBeVisible();
      }
      expect(fetched).toBe(before);
    } finally {
      close();
    }
  });
});

test("without a network: the site opens and plays from its cache", async ({ page }) => {
  const { port, close } = await serveSite(site);
  const address = `http://127.0.0.1:${port}/`;
  try {
    await page.goto(address);
    await expect(page.getByRole("grid")).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1);
    expect(
      await page.evaluate(async () =>
        (await fetch("manifest.webmanifest")).json().then((manifest) => manifest.display),
      ),
    ).toBe("standalone");
  } finally {
    close();
  }
  await page.goto(`${address}#i=tiles:level/iartistas-04`);
  await page.reload();
  await expect(page.getByRole("grid")).toBeVisible();
  await page.locator(".pad").getByRole("button", { name: "tilt right" }).click();
  await expect(moves(page)).toHaveText("1");
});

test("without WebAssembly the site opens and names the missing feature", async ({ page }) => {
  const { port, close } = await serveSite(site);
  try {
    await page.route("**/worker.js", async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: `globalThis.WebAssembly = undefined;\n${await response.text()}`,
      });
    });
    // The first deal is part of the page. Another deal cannot be opened without the solvers, and
    // the first deal does not replace it.
    await page.goto(`http://127.0.0.1:${port}/#i=tiles:level/iartistas-04`);
    await expect(page.getByRole("alert")).toContainText("no WebAssembly");
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    await expect(page.getByRole("grid")).toHaveCount(0);
    expect(page.url()).toContain("iartistas-04");
  } finally {
    close();
  }
});
