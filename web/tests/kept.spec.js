// Stored data: games, links and the editor across reloads, damaged and full storage.
import { RANKS } from "../src/model/deck";
import {
  cell,
  expect,
  menu,
  moves,
  open,
  plan,
  quiet,
  sample,
  sentence,
  sheet,
  test,
  title,
} from "./page.js";

test("a reload keeps variations and the clock; Back goes to the previous game", async ({
  page,
}) => {
  const instance = "tiles:level/iartistas-04";
  await quiet(page);
  await open(page, instance);
  await page.locator(".pad").getByRole("button", { name: "tilt right" }).click();
  await expect(moves(page)).toHaveText("1");
  await page.keyboard.press("u");
  await expect(moves(page)).toHaveText("0");
  await page.locator(".pad").getByRole("button", { name: "tilt down" }).click();
  await expect(moves(page)).toHaveText("1");
  await expect(page.locator(".clock")).not.toHaveText("0:00");
  await page.reload();
  await expect(moves(page)).toHaveText("1");
  await expect(page.locator(".clock")).not.toHaveText("0:00");
  await sheet(page);
  await expect(page.locator(".variation")).toHaveCount(1);
  const before = await title(page).getAttribute("title");
  await page.getByRole("button", { name: "new deal", exact: true }).click();
  await expect(title(page)).not.toHaveAttribute("title", before);
  await page.goBack();
  await expect(title(page)).toHaveAttribute("title", before);
  await expect(moves(page)).toHaveText("1");
  // Parts that open over the page close with Back.
  await menu(page, "Statistics");
  await expect(page.getByRole("dialog")).toBeVisible();
  // One move and a change of game is not a loss.
  await expect(page.getByRole("dialog")).toContainText("No games yet");
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(title(page)).toHaveAttribute("title", before);
});

test("a finished game opened from a link shows no time of zero, and does not count", async ({
  page,
}) => {
  const instance = "tiles:level/iartistas-04";
  await quiet(page);
  const way = await plan(page, instance);
  await open(page, instance, `&m=${way.join("+")}`);
  await expect(sentence(page)).toHaveText("Won in 5 moves.");
  await menu(page, "Statistics");
  await expect(page.getByRole("dialog")).toContainText("No games yet");
});

test("the editor keeps its edits while the user looks elsewhere, and puts cards down", async ({
  page,
}) => {
  await open(page, "birds:neller/1");
  await sheet(page);
  await page.locator(".main-panel").getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("group", { name: "signs" }).getByRole("button", { name: "--" }).click();
  await cell(page, 2).click();
  await expect(cell(page, 2)).toHaveAttribute("aria-label", /empty/);
  await page.evaluate(() => document.getElementById("tab-watch").click());
  await expect(cell(page, 2)).not.toHaveAttribute("aria-label", /empty/);
  await sheet(page);
  await page.locator(".tabs").getByRole("tab", { name: "Play" }).click();
  await page.locator(".main-panel").getByRole("button", { name: "Edit", exact: true }).click();
  await expect(cell(page, 2)).toHaveAttribute("aria-label", /empty/);
});

test("one move is singular, rows count from 1, and the ten is written 10", async ({ page }) => {
  await quiet(page);
  await open(page, "tiles:level/iartistas-04");
  await page.locator(".pad").getByRole("button", { name: "tilt right" }).click();
  await expect(page.locator(".move-count")).toHaveText("1 move");
  await expect(cell(page, 0)).toHaveAttribute("aria-label", /^a1:/);
  await open(page, "gaps:solvitaire/4x13/7");
  await expect(page.locator(`.card path[d="${RANKS.T}"]`).first()).toBeAttached();
});

const DAMAGED = {
  "of another kind": {
    games: {},
    settings: "light",
    last: {},
    level: [],
    statistics: 5,
    daily: "today",
  },
  "with damaged entries": {
    games: [
      null,
      {},
      [1],
      { where: null },
      { where: { instance: "x" }, name: "n", tree: [["R"]], at: [], moves: 1, seconds: 1 },
    ],
    settings: [],
    last: 7,
    statistics: { "tiles+standard": null, a: 5 },
    daily: { 20261122: { "tiles easy": null } },
  },
  "cut off": {
    games: "[",
    settings: { theme: 7, redeals: null, verdicts: "no" },
    level: "hardest",
    statistics: { "tiles+standard": { played: "x" } },
    daily: { 20261122: null },
  },
};
for (const [how, stored] of sample(Object.entries(DAMAGED), 1)) {
  test(`what stands in the storage is ${how}, and the page opens with all that shows it`, async ({
    page,
    isMobile,
  }) => {
    test.skip(isMobile);
    await page.addInitScript(
      (stored) =>
        location.host &&
        Object.entries(stored).forEach(([key, value]) =>
          localStorage.setItem(`patience.${key}`, value === "[" ? value : JSON.stringify(value)),
        ),
      stored,
    );
    await open(page, "tiles:level/iartistas-04");
    for (const name of ["Daily deals", "Statistics", "settings"]) {
      await menu(page, name);
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    await page.getByRole("button", { name: "more ways to begin a game" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.locator(".pad").getByRole("button", { name: "tilt right" }).click();
    await expect(moves(page)).toHaveText("1");
  });
}

test("games that do not fit into the storage are not reported as saved", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile);
  await quiet(page);
  await open(page, "tiles:level/iartistas-04");
  await page.evaluate(
    () =>
      (Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      }),
  );
  const game = {
    start: { name: "tiles:level/iartistas-04" },
    moves: ["R"],
    at: 1,
    helped: false,
    won: false,
  };
  await menu(page, "settings");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Import" })
    .setInputFiles({
      name: "games.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify({ version: 1, games: [game] })),
    });
  await expect(page.locator(".notice")).toContainText("do not fit");
});
