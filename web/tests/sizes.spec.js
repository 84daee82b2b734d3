// Colours and sizes of players who chose their own: forced colours, a zoomed page, a low window.
import { cell, expect, open, plan, quiet, sentence, sheet, tab, test } from "./page.js";

const GAPS = "gaps:solvitaire/4x13/5";

test("forced colours leave cards, values, bars and the edges of buttons @phone", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, GAPS);
  await tab(page, "Analyse");
  const badge = page.locator(".ranked .worth.wins").first();
  await expect(badge).toBeVisible();
  const background = (place) => place.evaluate((each) => getComputedStyle(each).backgroundColor);
  const plain = await background(page.locator("body"));
  // A card, a card of a list, and a badge keep their own colours.
  for (const place of [".board .card", ".ranked .worth.wins"])
    expect(await background(page.locator(place).first()), place).not.toBe(plain);
  const suit = (sign) =>
    page
      .locator(`.board .card.${sign}`)
      .first()
      .evaluate((each) => getComputedStyle(each).color);
  expect(await suit("H")).not.toBe(await suit("S"));
  const line = (place) => place.evaluate((each) => getComputedStyle(each).outlineWidth);
  const buttons = page.getByRole("button").filter({ visible: true });
  expect(await buttons.evaluateAll((all) => all.length)).toBeGreaterThan(4);
  const widths = await buttons.evaluateAll((all) =>
    all.map((each) => getComputedStyle(each).outlineStyle),
  );
  expect(new Set(widths).has("none"), "every button has an edge").toBe(false);
  const tabs = page.getByRole("tab");
  const [chosen, other] = [
    await line(tabs.filter({ hasText: "Analyse" })),
    await line(tabs.filter({ hasText: "Watch" })),
  ];
  expect(chosen).not.toBe(other);
});

test("in a low window the rows in order take one line, which leaves room for the board", async ({
  page,
}) => {
  await quiet(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, GAPS);
  const rows = page.getByRole("region", { name: "rows in order" });
  await expect(rows).toContainText("needs a two");
  expect((await rows.boundingBox())?.height).toBeLessThan(60);
  // Cards are large enough for their pictures.
  const card = page.locator(".board .card").first();
  expect((await card.boundingBox())?.width).toBeGreaterThan(52);
  await expect(card.locator(".f-m")).toBeVisible();
  const buttons = page.getByRole("toolbar", { name: "game" });
  await expect(buttons.getByRole("button", { name: "undo" })).toBeInViewport({ ratio: 1 });
  await tab(page, "Analyse");
  await expect(page.getByRole("region", { name: "game graph" })).toBeVisible();
  await expect(buttons.getByRole("button", { name: "undo" })).toBeInViewport({ ratio: 1 });
});

test("a court card without its picture has no arch", async ({ page }) => {
  await quiet(page);
  await open(page, GAPS);
  const low = page.locator(".board .card .f-s");
  expect(await low.count()).toBeGreaterThan(40);
  await expect(low.locator(".t")).toHaveCount(0);
});

test.describe("a page enlarged twice", () => {
  test.use({ verdicts: null });

  test("shows moves and clock next to the lesson's sentence", async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 360 });
    await open(page, GAPS);
    await expect(page.locator(".head .move-count")).toBeInViewport({ ratio: 1 });
    await expect(page.locator(".head .clock")).toBeInViewport({ ratio: 1 });
    const told = sentence(page);
    await expect(told.getByRole("button", { name: "Two-minute lesson" })).toBeInViewport();
    const board = await page.locator(".room .table").boundingBox();
    const words = await told.boundingBox();
    expect(words?.y).toBeGreaterThanOrEqual((board?.y ?? 0) + (board?.height ?? 0));
    expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(360);
  });
});

test("a win of Birds on a phone: neither fan nor confetti covers words @phone-only", async ({
  page,
}) => {
  const instance = "birds:neller/1";
  await quiet(page);
  const line = await plan(page, instance);
  await open(page, instance, `&m=${encodeURIComponent(line.slice(0, -1).join(" "))}`);
  for (const place of (line.at(-1) ?? "").split(">")) {
    const [row = 0, column = 0] = place.split(",").map(Number);
    await cell(page, 4 * row + column).click();
  }
  await expect(page.locator(".won-box")).toBeVisible();
  const covered = await page.evaluate(() => {
    const texts = [...document.querySelectorAll(".won-told :is(h2, p, dd, dt, li)")].map((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      return range.getBoundingClientRect();
    });
    return [...document.querySelectorAll(".won-fan i, .confetti .bit")].filter((each) => {
      const box = each.getBoundingClientRect();
      return texts.some(
        (text) =>
          box.width > 0 &&
          box.left < text.right - 1 &&
          box.right > text.left + 1 &&
          box.top < text.bottom - 1 &&
          box.bottom > text.top + 1,
      );
    }).length;
  });
  expect(covered).toBe(0);
  const width = (part) => page.locator(part).evaluate((each) => each.getBoundingClientRect());
  const [told, box] = [await width(".won-told p"), await width(".won-box")];
  expect(told.left - box.left, "below the fan, not next to it").toBeLessThan(24);
});

test("a phone's analysis has the button that stops it in the sheet @phone-only", async ({
  page,
}) => {
  // No answer arrives before the button was visible.
  await page.route("**/api/analyse", () => {});
  await open(page, "gaps:solvitaire/4x13/1");
  await tab(page, "Analyse");
  await sheet(page);
  const stop = page.getByRole("button", { name: "Stop looking" });
  await expect(stop.filter({ visible: true })).toHaveCount(1);
  await expect(
    page.locator(".verdict").getByRole("button", { name: "Stop looking" }),
  ).toBeVisible();
  const title = page.locator(".head h2");
  expect(await title.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
  await stop.filter({ visible: true }).click();
  await expect(stop.filter({ visible: true })).toHaveCount(0);
});
