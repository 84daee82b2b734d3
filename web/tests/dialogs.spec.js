// Dialogs ask for things that a player knows, and show an error next to its cause.
import { cell, expect, menu, open, quiet, sheet, tab, test, title } from "./page.js";

const newGame = async (page) => {
  const more = page.getByRole("button", { name: "more ways to begin a game" });
  if (await more.isVisible()) await more.click();
  else await menu(page, "", "More ways to begin a game");
  return page.getByRole("dialog", { name: "New game" });
};

test("a certain deal under rules of their own comes from a source that has them", async ({
  page,
}) => {
  await quiet(page);
  await open(page, "gaps:solvitaire/4x13/5");
  const dialog = await newGame(page);
  await dialog.getByRole("button", { name: "By number" }).click();
  for (const rules of ["blue-moon", "paganini", "paper"]) {
    await dialog.locator(`[name=rules][value="${rules}"]`).check();
    await expect(dialog.getByLabel("From").locator("option")).not.toContainText(
      rules === "paper" ? ["Solvitaire's deals", "PySolFC's deals"] : ["Solvitaire's deals"],
    );
  }
  await dialog.getByRole("radio", { name: /^Blue Moon/ }).check();
  await dialog.getByRole("button", { name: "Deal this one" }).click();
  await expect(title(page)).toHaveAttribute("title", /^gaps\+blue-moon:/);
});

test("what is wrong with a number stands below it, and no word is a programmer's", async ({
  page,
}) => {
  await quiet(page);
  await open(page, "gaps:solvitaire/4x13/5");
  const dialog = await newGame(page);
  await expect(dialog).not.toContainText(/seed|2\^32|notation|gaps:/i);
  await dialog.getByRole("button", { name: "By number" }).click();
  await dialog.getByLabel("Number").fill("seven");
  const button = dialog.getByRole("button", { name: "Deal this one" });
  await button.click();
  const told = dialog.locator("#deal-number-told");
  await expect(told).toContainText("Any whole number will do");
  await expect(dialog).not.toContainText(/seed/i);
  const [error, below] = [await told.boundingBox(), await button.boundingBox()];
  expect(below.y - error.y).toBeLessThan(160);
  await expect(button).toHaveAccessibleDescription(/seven/);
});

for (const [instance, signs] of [
  ["cohesion:level/vieira-1", ["R", "M"]],
  ["tiles:level/iartistas-04", ["m", "M"]],
])
  test(`${instance}: a board of several colours can be drawn, under its own title @phone`, async ({
    page,
  }) => {
    await quiet(page);
    await open(page, instance);
    await sheet(page);
    await tab(page, "Play");
    await page.locator(".main-panel").getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByRole("button", { name: "Draw a new board" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Drawing a board" })).toBeVisible();
    for (const [index, sign] of signs.entries()) {
      await page
        .getByRole("group", { name: "signs" })
        .getByRole("button", { name: sign, exact: true })
        .click();
      await cell(page, 1 + index).click();
      await expect(cell(page, 1 + index)).toHaveAttribute("aria-label", /red disc|pink hourglass/);
    }
    await page.getByRole("button", { name: "Leave the editor" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Drawing a board" })).toHaveCount(0);
  });

test("a hint in Match the Tiles is about one piece, and its button is whole @phone", async ({
  page,
}) => {
  await open(page, "tiles:level/iartistas-07");
  await page.getByRole("toolbar", { name: "game" }).getByRole("button", { name: "hint" }).click();
  const told = page.locator(".hint-box").filter({ visible: true }).first();
  await expect(told).toContainText(/Look at the .* in [a-d][1-4](: where should it stop\?|\.)/);
  await expect(page.locator(".stage .hint-mark.from")).toHaveCount(1);
  const button = told.getByRole("button", { name: "Show the move" });
  const box = await button.boundingBox();
  expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize().width);
  expect(await button.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThan(1);
});

test("moves carry signs where a proof supports them, and variations go up and down", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile);
  await quiet(page);
  const line = "0,0>0,1 1,3>1,1 1,0>3,0";
  await open(page, "birds:neller/1", `&m=${encodeURIComponent(line)}`);
  await page.keyboard.press("u");
  await cell(page, 7).focus();
  await tab(page, "Analyse");
  await expect(page.locator(".move .remark.bad")).toHaveText("??", { timeout: 30_000 });
  await expect(page.locator(".move.fatal")).toHaveCount(1);
  // Another second move; the first stays as a variation.
  await page.keyboard.press("[");
  await page.locator(".ranked button").first().click();
  await expect(page.locator(".variation")).toHaveCount(1);
  const first = () => page.evaluate(() => location.hash);
  await page.getByRole("button", { name: "make this the main line" }).click();
  await expect(page.getByRole("button", { name: "make this a variation" })).toBeVisible();
  await page.getByRole("button", { name: "make this a variation" }).click();
  await expect(page.getByRole("button", { name: "make this the main line" })).toBeVisible();
  expect(await first()).toContain("m=");
});
