// Two searches side by side: one pace, a link, a board of one's own.
import { accessible, cell, expect, open, tab, test, touchable } from "./page.js";

const lane = (page, number) => page.getByRole("region", { name: `search ${number}` });
const expanded = (page, number) =>
  lane(page, number)
    .locator(".counters div", { has: page.locator("dt", { hasText: /^expanded$/ }) })
    .locator("dd");
const both = async (page) => [
  await expanded(page, 1).textContent(),
  await expanded(page, 2).textContent(),
];

test("two searches go step by step, and a link leads to the same comparison", async ({
  page,
  context,
}, info) => {
  await open(page, "tiles:level/iartistas-07");
  await tab(page, "Watch");
  await page.getByRole("button", { name: "A search" }).click();
  await page.getByRole("button", { name: "Two side by side" }).click();
  await lane(page, 1).getByLabel("Algorithm").selectOption("astar");
  await lane(page, 1).getByLabel("Heuristic").selectOption("report-manhattan");
  await lane(page, 2).getByLabel("Algorithm").selectOption("bfs");
  await accessible(page);
  await page.getByRole("button", { name: "Start both" }).click();
  await expect
    .poll(async () => Number(await expanded(page, 1).textContent()))
    .toBeGreaterThanOrEqual(3);
  await page.getByRole("button", { name: "pause both" }).click();
  await expect(page.getByRole("button", { name: "resume both" })).toBeVisible();
  // What was on its way when the pause was asked for may still come.
  await expect.poll(async () => new Set(await both(page)).size).toBe(1);
  await page.waitForTimeout(500);
  const [paused] = (await both(page)).map(Number);
  for (let step = 1; step <= 3; step++) {
    await page.getByRole("button", { name: "step both" }).click();
    await expect.poll(() => both(page)).toEqual([String(paused + step), String(paused + step)]);
  }
  // The parts of the heuristic in the position shown, and the trees.
  await expect(lane(page, 1).locator("caption")).toContainText("report-manhattan");
  await expect(lane(page, 1).locator(".tree-node")).toHaveCount(paused + 3);
  await lane(page, 2).locator(".tree-node").nth(1).click();
  await expect(lane(page, 2).getByRole("status")).toContainText("position 2 of the tree");
  await accessible(page);
  if (info.project.name === "phone") await touchable(page);
  await info.attach("side by side", { body: await page.screenshot(), contentType: "image/png" });
  await page.getByLabel("Speed").last().selectOption("null");
  await page.getByRole("button", { name: "resume both" }).click();
  for (const number of [1, 2]) await expect(lane(page, number)).toContainText("Solved in 9 moves");

  const address = page.url();
  expect(address).toContain("watch=astar.report-manhattan%7Ebfs");
  const other = await context.newPage();
  await other.goto(address);
  await expect(lane(other, 1).getByLabel("Heuristic")).toHaveValue("report-manhattan");
  await expect(lane(other, 2).getByLabel("Algorithm")).toHaveValue("bfs");
  await other.close();

  // Back leads to the game, which can be played.
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator(".badge").filter({ visible: true })).toHaveText(/Can be won/);
});

test("a small board is drawn, and all algorithms are seen on it", async ({ page }) => {
  await open(page, "tiles:level/iartistas-07");
  await page.evaluate(() => (location.hash += "&watch=astar~dfs"));
  await page.getByRole("button", { name: "Draw a board" }).click();
  await page.getByLabel("rows").selectOption("3");
  await page.getByLabel("columns").selectOption("3");
  await page.getByRole("button", { name: "Draw a new board" }).click();
  await expect(cell(page, 8)).toHaveAttribute("aria-label", /target/);
  await expect(page.locator("[data-cell]")).toHaveCount(9);
  await page
    .getByRole("group", { name: "signs" })
    .getByRole("button", { name: "#", exact: true })
    .click();
  await cell(page, 2).click();
  await expect(cell(page, 2)).toHaveAttribute("aria-label", /obstacle|wall/);
  await page.getByRole("button", { name: "Play this position" }).click();
  // The editor has gone, and on a phone its sheet with it.
  await expect(page.getByRole("button", { name: "Play this position" })).toHaveCount(0);
  await tab(page, "Watch");
  await page.getByRole("button", { name: "A search" }).click();
  await page.getByRole("button", { name: "Two side by side" }).click();
  await page.getByText("All algorithms on this board").click();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page.locator(".all-algorithms tbody tr.solved")).toHaveCount(4);
});
