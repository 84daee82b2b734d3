// A phone's sheet never covers the board: the board shrinks to make room.
import {
  accessible,
  expect,
  hold,
  menu,
  open,
  quiet,
  sample,
  tab,
  test,
  touchable,
} from "./page.js";
import { VIEWS } from "./views.js";

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

for (const [game, instance] of sample(Object.entries(BOARDS), 0, 2))
  test(`${game}: the analysis covers no part of the board on any small screen @phone-only`, async ({
    page,
  }) => {
    await quiet(page);
    await open(page, instance);
    await page
      .getByRole("toolbar", { name: "game" })
      .getByRole("button", { name: "analyse" })
      .click();
    await expect(page.locator(".ranked li").first()).toBeVisible();
    for (const [name, viewport] of Object.entries(SIZES))
      await test.step(name, async () => {
        await page.setViewportSize(viewport);
        // The board takes its size from the screen's a moment later.
        await expect(async () => {
          const [board, panel, bar] = await Promise.all(
            [".stage .board", ".main-panel", ".actions"].map((part) => boxOf(page, part)),
          );
          expect(meets(board, panel)).toBe(false);
          expect(board.left).toBeGreaterThanOrEqual(0);
          expect(board.bottom).toBeLessThanOrEqual(viewport.height);
          // The controls of the game stay next to both.
          expect(meets(board, bar)).toBe(false);
          expect(meets(panel, bar)).toBe(false);
          if (game === "gaps") {
            expect(await page.locator(".arrow-line").count()).toBeGreaterThan(0);
            for (const part of await page.locator(".arrow *").all())
              expect(
                meets(await part.evaluate((each) => each.getBoundingClientRect().toJSON()), panel),
              ).toBe(false);
          }
        }).toPass();
      });
  });

test("while a game is analysed the bar of a phone steps through it and closes @phone-only", async ({
  page,
}) => {
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
  // The analysis has ended, even for a new position: it would start as soon as the hint is
  // answered. Only the reason for the hint is requested, with a shorter limit.
  const asked = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/analyse")) asked.push(request.postDataJSON().seconds);
  });
  await page.locator(".stage .pad button:not([aria-disabled=true])").first().click();
  await expect(page.locator(".move-count b")).toHaveText("3");
  await bar.getByRole("button", { name: "hint" }).click();
  const hint = page.locator(".hint-box").filter({ visible: true }).first();
  await expect(hint).toContainText(/Look at|cannot be won/);
  for (const _ of "23") await bar.getByRole("button", { name: "hint" }).click();
  expect(asked.filter((seconds) => seconds !== 5)).toEqual([]);
});

for (const [game, instance] of sample(
  Object.entries({ ...BOARDS, sliding: "sliding:random/3x3/1" }),
  0,
  3,
))
  test(`${game}: a phone on its side shows the whole sentence, and Redo @phone-only`, async ({
    page,
  }) => {
    await quiet(page);
    await open(page, instance);
    for (const [width, height] of [
      [844, 390],
      [640, 400],
    ])
      await test.step(`${width}x${height}`, async () => {
        await page.setViewportSize({ width, height });
        const told = page.locator(".peek .sentence");
        await expect(told).toBeVisible();
        await expect(page.getByRole("button", { name: "redo" })).toBeVisible();
        await expect(async () => {
          const sentence = await boxOf(page, ".peek .sentence p");
          for (const part of [".stage .board", ".head h2", ".head .meta"])
            expect(meets(sentence, await boxOf(page, part))).toBe(false);
          expect(sentence.top).toBeGreaterThanOrEqual(0);
          expect(await told.evaluate((each) => each.scrollHeight - each.clientHeight)).toBeLessThan(
            2,
          );
        }).toPass();
        if (width > 800) await touchable(page);
      });
  });

test("the list of games describes each game @phone-only", async ({ page }) => {
  await open(page, BOARDS.birds);
  await page.getByRole("button", { name: /choose another/ }).click();
  const games = page.getByRole("dialog", { name: "Games" }).getByRole("listitem");
  for (const words of [
    "Line up each suit",
    "Pile matching cards",
    "Push the pieces of each colour together",
    "Tilt the board until every piece is home",
    "Slide numbered tiles into order",
  ])
    await expect(games.filter({ hasText: words })).toHaveCount(1);
  await touchable(page);
});

for (const [rules, goal] of [
  ["sliding", "blank 1 2; 3 4 5; 6 7 8"],
  ["sliding+blank-last", "1 2 3; 4 5 6; 7 8 blank"],
])
  test(`${rules}: the goal is drawn below the board @phone-only`, async ({ page }) => {
    await open(page, `${rules}:random/3x3/1`);
    const picture = page.getByRole("img", { name: `the goal, row by row: ${goal}` });
    await expect(picture).toBeVisible();
    expect(meets(await boxOf(page, ".goal-picture"), await boxOf(page, ".main-panel"))).toBe(false);
  });

test("on the phone the lesson and the editor also describe gestures @phone-only", async ({
  page,
}) => {
  await open(page, "tiles:level/iartistas-04");
  await menu(page, "Help");
  await page.getByRole("button", { name: "Play the lesson" }).click();
  await expect(page.getByRole("dialog")).toContainText("Swipe, or tap an arrow");
  await expect(page.getByRole("dialog")).not.toContainText(/keys|[Cc]lick/);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /Skip/ }).click();
  await expect(dialog).toContainText("Walls also stop pieces");
  await dialog.getByRole("button", { name: "Close" }).click();
  await menu(page, "Edit the board");
  await expect(page.locator(".edit")).not.toContainText(/[Cc]lick/);
  await expect(page.locator(".peek")).toContainText("tap cells to draw");
  // None of the thirteen rows of cards is below the tools.
  await open(page, "gaps:solvitaire/4x13/5");
  await menu(page, "Edit the board");
  await expect(async () => {
    const [board, panel] = await Promise.all(
      [".stage .board", ".main-panel"].map((name) => page.locator(name).boundingBox()),
    );
    expect(board.y + board.height).toBeLessThanOrEqual(panel.y);
  }).toPass();
});

test("the menu has five entries, and the rest under headings behind one more @phone-only", async ({
  page,
}) => {
  await open(page, "tiles:level/iartistas-04");
  await page.getByRole("button", { name: "menu", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Menu" });
  await expect(dialog.getByRole("listitem")).toHaveText([
    "Today",
    "Puzzles",
    "New game",
    "Help",
    "Settings",
  ]);
  const more = dialog.getByRole("button", { name: "More" });
  await expect(more).toHaveAttribute("aria-expanded", "false");
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Less" })).toBeFocused();
  await expect(dialog.getByRole("heading", { level: 3 })).toHaveText([
    "This deal",
    "Play",
    "Learn",
  ]);
  await expect(dialog.getByRole("region", { name: "Play" }).getByRole("listitem")).toHaveText([
    "Find a deal",
    "Daily deals",
    "Statistics",
    "Rules",
  ]);
  await accessible(page);
  await touchable(page);
  // The next key leads into them, and none is outside the screen.
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Restart this deal" })).toBeFocused();
  await expect(dialog.getByRole("listitem").last()).toBeInViewport({ ratio: 1 });
  // In landscape the rest also comes into view.
  await page.setViewportSize({ width: 844, height: 390 });
  await dialog.getByRole("button", { name: "Less" }).click();
  await dialog.getByRole("button", { name: "More" }).click();
  await expect(dialog.getByRole("listitem").last()).toBeInViewport({ ratio: 1 });
});

test("one button stops the search for a hint @phone-only", async ({ page }) => {
  await quiet(page);
  await open(page, BOARDS.gaps);
  const release = await hold(page, "**/api/solve");
  await page.getByRole("toolbar", { name: "game" }).getByRole("button", { name: "hint" }).click();
  const stop = page.getByRole("button", { name: "Stop looking" }).filter({ visible: true });
  await expect(stop).toHaveCount(1);
  await stop.click();
  await expect(stop).toHaveCount(0);
  release();
});

test("a phone on its side has rows and days that a finger can hit @phone-only", async ({
  page,
}) => {
  await quiet(page);
  await page.setViewportSize(SIZES["a phone on its side"]);
  await open(page, BOARDS.gaps);
  await menu(page, "Daily deals");
  const low = (name) =>
    page
      .locator(name)
      .filter({ visible: true })
      .evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().height < 44).length);
  await expect(page.locator("dialog .month .day").first()).toBeVisible();
  expect(await low("dialog .month .day")).toBe(0);
  await page.keyboard.press("Escape");
  await page
    .getByRole("toolbar", { name: "game" })
    .getByRole("button", { name: "analyse" })
    .click();
  await expect(page.locator(".ranked li").first()).toBeVisible();
  expect(await low(".ranked button")).toBe(0);
});

test("a phone on its side shows questions to the player, and no card is covered @phone-only", async ({
  page,
}) => {
  await quiet(page);
  await page.addInitScript(() => location.host && localStorage.setItem("patience.met", "true"));
  await page.setViewportSize(SIZES["a phone on its side"]);
  // Only cards that go home are left.
  await page.goto(`/#g=gaps&b=${encodeURIComponent("2C 3C -- 4C / 2H 3H -- 4H")}`);
  const finish = page.locator(".peek").getByRole("button", { name: /^Finish/ });
  await expect(finish).toBeVisible();
  const [peek, first] = [await boxOf(page, ".peek"), await boxOf(page, '.stage [data-cell="0"]')];
  expect(meets(peek, first)).toBe(false);
  await finish.click();
  await expect(page.locator(".won-box")).toBeVisible();
  await expect(finish).toHaveCount(0);
});

test("on a phone and an upright tablet the whole tree of a search is above the buttons @phone-only", async ({
  page,
}) => {
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
  ]) {
    await page.setViewportSize({ width, height });
    for (const view of ["search", "search-bounds", "search-mcts"]) {
      await VIEWS[view](page);
      const boxes = await page.evaluate(() =>
        [".tree-room", ".search-transport", ".happens"].map((each) =>
          document.querySelector(each).getBoundingClientRect().toJSON(),
        ),
      );
      const [tree, buttons, sentence] = boxes;
      expect(tree.height, view).toBeGreaterThan(300);
      expect(tree.bottom, view).toBeLessThanOrEqual(buttons.top + 1);
      expect(sentence.bottom, view).toBeLessThanOrEqual(tree.top);
    }
  }
});
