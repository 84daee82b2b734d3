import { accessible, cell, expect, moves, open, tab, test } from "./page.js";

test("the playback of a solution: play, scrub, step by keys", async ({ page }) => {
  await open(page, "tiles:level/iartistas-07");
  await tab(page, "Watch");
  await page.getByRole("button", { name: "Show a solution" }).click();
  const slider = page.getByRole("slider", { name: "move of the playback" });
  await expect(slider).toBeVisible();
  await page.getByLabel("Speed").selectOption("8");
  await expect(page.locator(".film-note")).toContainText("move 9 of 9");
  await page.getByRole("button", { name: "to the start" }).click();
  await expect(page.locator(".film-note")).toContainText("move 0 of 9");
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".film-note")).toContainText("move 2 of 9");
  await page.keyboard.press("End");
  await expect(page.locator(".film-note")).toContainText("move 9 of 9");
  await slider.fill("4");
  await expect(page.locator(".film-note")).toContainText("move 4 of 9");
  await accessible(page);
  await page.getByRole("button", { name: "Back to the game" }).click();
  await expect(page.locator(".film-note")).toHaveCount(0);
  await expect(moves(page)).toHaveText("0");
});

test("a search as it runs: slowed, paused, stepped, resumed to its end", async ({ page }, info) => {
  await open(page, "tiles:level/iartistas-07");
  await tab(page, "Watch");
  await page.getByRole("button", { name: "A search" }).click();
  await page.getByLabel("Algorithm").selectOption("bfs");
  await page.getByLabel("Speed").selectOption("1");
  await page.getByRole("button", { name: "Start the search" }).click();
  const expanded = page
    .locator(".counters div", { has: page.locator("dt", { hasText: /^expanded$/ }) })
    .locator("dd");
  await expect.poll(async () => Number(await expanded.textContent())).toBeGreaterThanOrEqual(2);
  await page.getByRole("button", { name: "pause" }).click();
  await expect(page.getByRole("button", { name: "resume" })).toBeVisible();
  // An answer that was on its way before the pause may still arrive; then none does for much longer
  // than a step takes.
  let paused = 0;
  await expect(async () => {
    paused = Number(await expanded.textContent());
    await page.waitForTimeout(2500);
    expect(Number(await expanded.textContent()), "a paused search does not continue").toBe(paused);
  }).toPass();
  await page.getByRole("button", { name: "step", exact: true }).click();
  await expect(expanded).toHaveText(String(paused + 1));
  await expect(page.locator(".stage-note")).toContainText("expanding number");
  // Back through the expansions, and forward again to the current state of the search.
  const note = page.locator(".stage-note");
  await page.getByRole("button", { name: "step back" }).click();
  await expect(note).toContainText(`position ${paused} in the order of expansion`);
  await page.getByRole("button", { name: "step back" }).click();
  await expect(note).toContainText(`position ${paused - 1} in the order of expansion`);
  for (const number of [paused, paused + 1]) {
    await page.getByRole("button", { name: "step", exact: true }).click();
    await expect(note).toContainText(`position ${number} in the order of expansion`);
  }
  await page.getByRole("button", { name: "step", exact: true }).click();
  await expect(expanded).toHaveText(String(paused + 2));
  await expect(note).toContainText(`expanding number ${paused + 2}`);
  await page.getByLabel("Speed").selectOption("null");
  await page.getByRole("button", { name: "resume" }).click();
  await expect(page.getByRole("tabpanel")).toContainText(
    "Solved in 9 moves, and no plan is shorter",
  );
  await expect(page.locator(".tree-node")).not.toHaveCount(0);
  await expect(page.locator(".heat").first()).toBeAttached();
  // The figures explain their meaning, their history, and the computation of f.
  await expect(page.locator(".heads dt")).toHaveText([
    "expanded",
    "frontier",
    "depth",
    "best plan",
  ]);
  await expect(page.locator(".heads .spark polyline")).toHaveCount(3);
  await expect(page.getByRole("img", { name: /Open and stored positions/ })).toBeVisible();
  // A node of the tree shows its position.
  await page.locator(".tree-node").nth(3).click();
  await expect(page.locator(".stage-note")).toContainText("position 4 in the order of expansion");
  await accessible(page);
  await info.attach("search", {
    body: await page.screenshot({ fullPage: true }),
    contentType: "image/png",
  });
  await page.getByRole("button", { name: "Watch the plan" }).click();
  await expect(page.getByRole("slider", { name: "move of the playback" })).toBeVisible();
});

test("a search at full speed is cancelled at once", async ({ page }) => {
  await open(page, "gaps:solvitaire/4x13/7");
  await tab(page, "Watch");
  await page.getByRole("button", { name: "A search" }).click();
  // Left alone, it would continue for a quarter of an hour, since it needs hardly any memory.
  await page.getByLabel("Algorithm").selectOption("idastar");
  await page.getByLabel("Speed").selectOption("null");
  await page.getByRole("button", { name: "Start the search" }).click();
  await expect(page.locator(".stage-note")).toContainText("expanding number");
  await page.getByRole("button", { name: "Stop the search" }).click();
  await expect(page.getByText("Stopped.")).toBeVisible();
  await page.getByRole("button", { name: "Back to the game" }).click();
  await expect(cell(page, 1)).toHaveAttribute("aria-label", /6 of hearts/);
});

test("on Gaps a search slow enough to follow is watched, and the moves of the playback follow it", async ({
  page,
}) => {
  await open(page, "gaps:solvitaire/4x13/1");
  await expect(page.locator(".badge").filter({ visible: true })).toHaveText(/Can be won/);
  await tab(page, "Watch");
  await page.getByRole("button", { name: "A search" }).click();
  await expect(page.getByLabel("Algorithm")).toHaveValue("astar");
  await page.getByRole("button", { name: "Start the search" }).click();
  const expanded = page
    .locator(".counters div", { has: page.locator("dt", { hasText: /^expanded$/ }) })
    .locator("dd");
  await expect.poll(async () => Number(await expanded.textContent())).toBeGreaterThanOrEqual(2);
  await page.getByRole("button", { name: "Stop the search" }).click();
  await page.getByRole("button", { name: "Back to the game" }).click();
  await page.getByRole("button", { name: "A solution" }).click();
  await page.getByRole("button", { name: "Show a solution" }).click();
  await page.getByRole("button", { name: "to the end" }).click();
  const seen = () =>
    page.evaluate(() => {
      const [box, item] = [".script", ".script .here"].map((name) =>
        document.querySelector(name).getBoundingClientRect(),
      );
      return item.top >= box.top - 1 && item.bottom <= box.bottom + 1;
    });
  await expect.poll(seen, { message: "the current move of a long playback is visible" }).toBe(true);
});

test("an algorithm's parameters form a form made from the server's schema", async ({ page }) => {
  await open(page, "tiles:level/iartistas-07");
  await tab(page, "Watch");
  await page.getByRole("button", { name: "A search" }).click();
  await page.getByLabel("Algorithm").selectOption("mcts");
  await page.getByLabel("Speed").selectOption("null");
  const games = await page.evaluate(async () => (await fetch("/api/games")).json());
  const mcts = games
    .find((game) => game.name === "tiles")
    .algorithms.find((each) => each.name === "mcts");
  const names = mcts.schema
    .filter((each) => each.outside && each.type !== "heuristic")
    .map((each) => each.name);
  expect(names).toContain("iterations");
  for (const name of names)
    await expect(page.locator(`.search .fields [name="${name}"]`)).toBeVisible();
  const iterations = page.locator('.search [name="iterations"]');
  await expect(iterations).toHaveAttribute(
    "placeholder",
    String(mcts.schema.find((each) => each.name === "iterations").default),
  );
  // The server refuses it, which the browser counts as an error.
  page.expectsErrors = true;
  await iterations.fill("0");
  await page.getByRole("button", { name: "Start the search" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "`0` is not a valid value of `iterations`; expected a whole number",
  );
  await iterations.fill("7");
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/solve"));
  await page.getByRole("button", { name: "Start the search" }).click();
  expect((await asked).postDataJSON()).toMatchObject({ algorithm: "mcts", iterations: "7" });
  await page.getByLabel("Algorithm").selectOption("bfs");
  await expect(page.locator('.search [name="iterations"]')).toHaveCount(0);
});

test("algorithms are compared live, with table and plots", async ({ page }, info) => {
  await open(page, "tiles:level/iartistas-07");
  await tab(page, "Compare");
  // Four are chosen, and each can be removed with one press; the long list is collapsed.
  await expect(page.getByRole("list", { name: "chosen" }).getByRole("button")).toHaveCount(4);
  await expect(page.locator(".choices")).toBeHidden();
  await expect(page.locator(".compare-first")).toContainText(
    "Compare runs these 4 on this position",
  );
  await page.getByRole("button", { name: "Compare" }).click();
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(4);
  await expect(page.locator("tbody tr.solved")).toHaveCount(4);
  await expect(page.getByText(/examined the fewest positions, [\d,]+, (but|and no)/)).toBeVisible();
  await expect(page.getByRole("img", { name: /Positions expanded/ })).toBeVisible();
  await expect(page.getByRole("img", { name: /Moves of the plan/ })).toBeVisible();
  await expect(page.getByRole("img", { name: /Expansions over time/ })).toBeVisible();
  // The optimal ones agree.
  const lengths = await rows.locator("td:nth-child(3)", { hasText: "min" }).allTextContents();
  expect(new Set(lengths)).toEqual(new Set(["9 min"]));
  await accessible(page);
  await info.attach("compare", {
    body: await page.screenshot({ fullPage: true }),
    contentType: "image/png",
  });
});

test("many pages, each analysing, stay responsive", async ({ page, context }, info) => {
  // More than the connections that a browser opens to one server.
  const length = process.env.PATIENCE_TESTS === "all" ? 20 : 8;
  const pages = await Promise.all(Array.from({ length }, () => context.newPage()));
  await Promise.all(
    pages.map(async (each, index) => {
      await each.goto(`/#i=gaps:random/4x13/${index + 1}`);
      await expect(each.getByRole("grid")).toBeVisible();
      await each.keyboard.press("e");
    }),
  );
  await open(page, "tiles:level/iartistas-04");
  const before = Date.now();
  await page.locator(".pad").getByRole("button", { name: "tilt right" }).click();
  await expect(moves(page)).toHaveText("1");
  // The duration depends on the machine; the independence from their analyses does not.
  info.annotations.push({ type: `move among ${length}`, description: `${Date.now() - before} ms` });
  await Promise.all(pages.map((each) => each.close()));
});
