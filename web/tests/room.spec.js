// Parts that every screen must leave visible: whole sentences, ranks and suits, lists of moves,
// titles.
import { VIEWS } from "./views.js";
import { ask, cell, expect, open, quiet, sample, tab, test } from "./page.js";

const GAPS = "gaps:solvitaire/4x13/5";
const BIRDS = "birds:neller/1";
const COHESION = "cohesion:level/vieira-1";
const TILES = "tiles:level/iartistas-07";

const boxOf = (locator) => locator.evaluate((each) => each.getBoundingClientRect().toJSON());
const boxesOf = (locator) =>
  locator.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
const meets = (a, b) =>
  a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;

/** The analysis with every move evaluated. */
async function analysed(page) {
  await tab(page, "Analyse");
  await expect(page.locator(".ranked li").first()).toBeVisible();
  await expect(page.locator(".ranked .waiting").filter({ visible: true })).toHaveCount(0);
}

for (const width of sample([390, 360], 1))
  test(`${width}: the sentence about each picked card of Birds is whole @phone-only`, async ({
    page,
  }) => {
    await quiet(page);
    await page.setViewportSize({ width, height: 844 });
    await open(page, BIRDS);
    const { view } = await ask(page, "position", { instance: BIRDS });
    const sentence = page.locator(".peek .sentence");
    for (const at of new Set(view.moves.map((move) => move.from[0]))) {
      await cell(page, at).click();
      await expect(cell(page, at)).toHaveAttribute("aria-selected", "true");
      await expect(sentence).toContainText("goes onto");
      const rest = await sentence.evaluate((each) => each.scrollWidth - each.clientWidth);
      expect(rest, view.cells[at].words).toBeLessThanOrEqual(0);
      await page.keyboard.press("Escape");
      await expect(cell(page, at)).toHaveAttribute("aria-selected", "false");
    }
  });

test("a picked piece of Cohesion names its directions, and the hint its colour @phone-only", async ({
  page,
}) => {
  await quiet(page);
  await open(page, COHESION);
  await cell(page, 5).click();
  await expect(page.locator(".peek .sentence")).toContainText("can go up");
  const places = page.locator(".ghost-mark");
  await expect(places).toHaveCount(2);
  expect(await places.first().evaluate((each) => getComputedStyle(each).opacity)).toBe("1");
  await page.keyboard.press("Escape");
  const hint = page
    .getByRole("toolbar", { name: "game" })
    .getByRole("button", { name: "hint", exact: true });
  await hint.click();
  await expect(page.locator(".peek .hint-box")).toContainText(
    /Look at the (red disc|blue square|yellow star) in [a-d]\d/,
  );
  await hint.click();
  await expect(page.locator(".peek .hint-box")).toContainText(
    /Shift\s*in [a-d]\d (to the|up|down)/,
  );
});

for (const [name, viewport] of Object.entries({
  "a phone": { width: 390, height: 844 },
  "a phone on its side": { width: 844, height: 390 },
}))
  test(`${name}: a notice leaves title, letters and board visible @phone-only`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await noticed(page, viewport.height > 500 ? [".head h2"] : []);
  });

test("a notice leaves title, letters and board visible", async ({ page, isMobile }) => {
  test.skip(isMobile);
  for (const viewport of [
    { width: 1024, height: 768 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await noticed(page, [".head h2"]);
  }
});

/** An error is shown, and covers neither the board nor its letters, nor `others`. */
async function noticed(page, others) {
  page.expectsErrors = true;
  await VIEWS.error(page);
  await expect(async () => {
    const notice = await boxOf(page.locator(".notice"));
    for (const part of [".stage .co-x", ".stage .board", ...others])
      expect(meets(notice, await boxOf(page.locator(part))), part).toBe(false);
  }).toPass();
}

test("on a tablet the board of Birds has the whole space, and keeps it during an analysis", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile);
  await quiet(page);
  for (const [width, height, least] of [
    [1024, 768, 420],
    [768, 1024, 380],
  ]) {
    await page.setViewportSize({ width, height });
    await open(page, BIRDS);
    const table = page.locator(".stage .table");
    const before = (await boxOf(table)).width;
    expect(before).toBeGreaterThan(least);
    await analysed(page);
    expect((await boxOf(table)).width).toBe(before);
    await tab(page, "Play");
  }
});

test("on an upright tablet the board is as wide as the window, and the panel is below it", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile);
  await quiet(page);
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const instance of [GAPS, BIRDS, TILES]) {
    await open(page, instance);
    for (const analyses of [false, true]) {
      if (analyses) await analysed(page);
      const panel = await boxOf(page.locator(".main-panel"));
      const parts =
        ".stage .table, .stage .actions button, .stage .rows, .stage .graph, .stage .box";
      for (const part of await boxesOf(page.locator(parts).filter({ visible: true })))
        expect(part.bottom).toBeLessThanOrEqual(panel.top);
      const actions = await boxOf(page.locator(".stage .actions"));
      for (const box of await boxesOf(page.locator(".stage .box").filter({ visible: true })))
        expect(box.bottom).toBeLessThanOrEqual(actions.top);
    }
    if (instance === GAPS)
      expect((await boxOf(page.locator(".stage .table"))).width).toBeGreaterThan(700);
    await tab(page, "Play");
  }
});

test("the count of a stack is drawn above the edges of the stack over it, which end before it @both", async ({
  page,
}) => {
  await VIEWS["play-birds"](page);
  const stacks = page.locator(".stage .slot.stack");
  await expect(stacks.first()).toBeVisible();
  const found = await stacks.evaluateAll((all) =>
    all.map((each) => ({
      row: Number(each.style.getPropertyValue("--y")),
      order: Number(getComputedStyle(each).zIndex),
      reach: Math.max(
        ...[...each.querySelectorAll(".edge")].map((edge) => edge.getBoundingClientRect().bottom),
      ),
      card: each.querySelector(".card").getBoundingClientRect().bottom,
      gap: Number.parseFloat(getComputedStyle(each).paddingTop) * 2,
    })),
  );
  for (const { row, order, reach, card, gap } of found) {
    expect(order).toBe(row + 1);
    // Badges and arrows lie above.
    expect(order).toBeLessThan(5);
    expect(reach - card).toBeLessThanOrEqual(gap);
  }
});

for (const [name, viewport] of sample(
  Object.entries({
    "a phone on its side": { width: 844, height: 390 },
    "a small phone on its side": { width: 700, height: 360 },
  }),
  1,
))
  test(`${name}: no badge of an analysis hides a rank or a suit of Gaps @phone-only`, async ({
    page,
  }) => {
    await quiet(page);
    await page.setViewportSize(viewport);
    await open(page, GAPS);
    await tab(page, "Analyse");
    const badges = page.locator(".stage .marks .worth");
    await expect(badges.first()).toBeVisible();
    const cards = await boxesOf(page.locator(".stage .slot .card"));
    for (const badge of await boxesOf(badges))
      for (const { left, top, width, height } of cards) {
        const part = (x, y, right, bottom) => ({
          left: left + x * width,
          top: top + y * height,
          right: left + right * width,
          bottom: top + bottom * height,
        });
        // The positions on the compact face.
        expect(meets(badge, part(0.11, 0.07, 0.51, 0.49))).toBe(false);
        expect(meets(badge, part(0.38, 0.55, 0.94, 0.94))).toBe(false);
      }
  });

for (const [game, instance] of sample(Object.entries({ cohesion: COHESION, tiles: TILES }), 0))
  test(`${game}: a phone on its side shows its moves in full @phone-only`, async ({ page }) => {
    await quiet(page);
    await page.setViewportSize({ width: 844, height: 390 });
    await open(page, instance);
    await analysed(page);
    const panel = await boxOf(page.locator(".main-panel"));
    const rows = await boxesOf(page.locator(".ranked li"));
    for (const row of rows.slice(0, 5)) {
      expect(row.height).toBeGreaterThan(40);
      expect(row.bottom).toBeLessThanOrEqual(panel.bottom);
    }
  });

test("the best tilt is an arrow on the board of a phone @phone-only", async ({ page }) => {
  await quiet(page);
  await open(page, TILES);
  await analysed(page);
  await expect(page.locator(".stage .arrow-line.head")).toHaveCount(1);
});

test("on a tablet the buttons below the board and the games have their words", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile);
  await quiet(page);
  await page.setViewportSize({ width: 1024, height: 768 });
  for (const instance of [BIRDS, GAPS]) {
    await open(page, instance);
    for (const word of ["Undo", "Redo", "Restart", "Hint"])
      await expect(page.locator(".actions").getByText(word, { exact: true })).toBeVisible();
    for (const word of ["Gaps", "Birds", "Cohesion", "Tiles", "Sliding Tiles"])
      await expect(
        page.getByRole("navigation", { name: "games" }).getByText(word, { exact: true }).last(),
      ).toBeVisible();
  }
});

test("today's pictures end at the same height, and show boards in their orientation, wide ones in part", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile);
  await page.addInitScript(() => location.host && localStorage.removeItem("patience.met"));
  await VIEWS.today(page);
  await expect(page.locator(".today-picture .table")).toHaveCount(5);
  await expect(page.locator(".page-today .facts dd").nth(1)).toHaveCSS("text-align", "right");
  for (const [width, height] of [
    [1024, 768],
    [1280, 800],
    [1440, 900],
  ]) {
    await page.setViewportSize({ width, height });
    await expect(async () => {
      const pictures = await boxesOf(page.locator(".today-picture"));
      expect(new Set(pictures.map(({ bottom }) => Math.round(bottom))).size).toBe(1);
      const tables = await boxesOf(page.locator(".today-picture .table"));
      // A row of Gaps is drawn as in the game.
      const row = (await boxesOf(page.locator(".today-picture.gaps .cell"))).slice(0, 13);
      expect(new Set(row.map(({ top }) => Math.round(top))).size).toBe(1);
      for (const [at, table] of tables.entries()) {
        expect(table.left).toBeGreaterThanOrEqual(pictures[at].left - 1);
        // Gaps comes first.
        if (at > 0) expect(table.right).toBeLessThanOrEqual(pictures[at].right + 1);
        expect(table.bottom).toBeLessThanOrEqual(pictures[at].bottom + 1);
      }
    }).toPass();
  }
});

test("the buttons of a lesson are in one row on a phone @phone-only", async ({ page }) => {
  await VIEWS["lesson-gaps"](page);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /Skip/ }).click();
  await expect(dialog.getByRole("button", { name: "Back" })).toBeVisible();
  const tops = await boxesOf(dialog.locator(".lesson-bar button"));
  expect(new Set(tops.map(({ top }) => top)).size).toBe(1);
});

test("the badges of analysed stacks and the arrow are drawn above the stacks", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile);
  await VIEWS["analysis-birds"](page);
  await expect(page.locator(".stage .slot.stack").first()).toBeVisible();
  const order = (locator) =>
    locator.evaluateAll((all) => all.map((each) => Number(getComputedStyle(each).zIndex)));
  const stacks = Math.max(...(await order(page.locator(".stage .pieces .slot.stack"))));
  const above = page.locator(".stage .marks .slot:not(.cursor-slot), .stage .arrow");
  for (const each of await order(above)) expect(each).toBeGreaterThan(stacks);
});
