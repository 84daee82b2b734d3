// A phone's sheet never covers the board: the board shrinks beside it.
import { expect, open, quiet, tab, test } from "./page.js";

const BOARDS = {
  gaps: "gaps:solvitaire/4x13/5",
  birds: "birds:neller/1",
  cohesion: "cohesion:level/vieira-1",
  tiles: "tiles:level/iartistas-07",
};
const SIZES = {
  "a phone": { width: 390, height: 844 },
  "a small phone": { width: 360, height: 640 },
  "a phone on its side": { width: 844, height: 390 },
  "a screen at 200 %": { width: 720, height: 450 },
};

const boxOf = (page, name) =>
  page.locator(name).evaluate((each) => each.getBoundingClientRect().toJSON());

/** Whether two boxes share a pixel. */
const meets = (a, b) =>
  a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;

for (const [name, viewport] of Object.entries(SIZES))
  for (const [game, instance] of Object.entries(BOARDS))
    test(`${game} on ${name}: the analysis covers no part of the board @phone`, async ({
      page,
      isMobile,
    }) => {
      test.skip(!isMobile, "a matter of small screens");
      await quiet(page);
      await page.setViewportSize(viewport);
      await open(page, instance);
      await page
        .getByRole("toolbar", { name: "game" })
        .getByRole("button", { name: "analyse" })
        .click();
      await expect(page.locator(".ranked li").first()).toBeVisible();
      const [board, panel] = [await boxOf(page, ".stage .board"), await boxOf(page, ".main-panel")];
      expect(meets(board, panel)).toBe(false);
      expect(board.left).toBeGreaterThanOrEqual(0);
      expect(board.bottom).toBeLessThanOrEqual(viewport.height);
      // What steers the game stays beside both.
      const bar = await boxOf(page, ".actions");
      expect(meets(board, bar)).toBe(false);
      expect(meets(panel, bar)).toBe(false);
      if (game === "gaps") {
        await expect(page.locator(".arrow-line").first()).toBeAttached({ timeout: 30_000 });
        for (const part of await page.locator(".arrow *").all())
          expect(
            meets(await part.evaluate((each) => each.getBoundingClientRect().toJSON()), panel),
          ).toBe(false);
      }
    });

test("while a game is analysed the bar of a phone steps through it and closes @phone", async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, "a matter of small screens");
  await quiet(page);
  await open(page, "tiles:level/iartistas-04", "&m=R+U");
  await tab(page, "Analyse");
  const bar = page.getByRole("toolbar", { name: "game" });
  await bar.getByRole("button", { name: "one move back" }).click();
  await expect(page.locator(".move-count b")).toHaveText("1");
  await bar.getByRole("button", { name: "to the first position" }).click();
  await expect(page.locator(".move-count b")).toHaveText("0");
  await bar.getByRole("button", { name: "to the last move" }).click();
  await expect(page.locator(".move-count b")).toHaveText("2");
  await bar.getByRole("button", { name: "close the analysis" }).click();
  await expect(bar.getByRole("button", { name: "undo" })).toBeVisible();
  await expect(page.getByRole("button", { name: "open the panel" })).toBeVisible();
  // Nothing is analysed any more: who plays quietly is told nothing of the move that lost.
  const asked = [];
  page.on("request", (request) => {
    if (request.url().includes("api/analyse")) asked.push(request.url());
  });
  await bar.getByRole("button", { name: "undo" }).click();
  await expect(page.locator(".move-count b")).toHaveText("1");
  await page.waitForTimeout(500);
  expect(asked).toEqual([]);
});
