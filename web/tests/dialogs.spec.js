// Dialogs ask for data that a player knows, and show an error next to its cause.
import { cell, drag, expect, menu, open, quiet, sample, stands, tab, test, title } from "./page.js";

const UPRIGHT = { width: 390, height: 844 };
const SIDEWAYS = { width: 844, height: 390 };

const newGame = async (page) => {
  const more = page.getByRole("button", { name: "more ways to begin a game" });
  if (await more.isVisible()) await more.click();
  else await menu(page, "", "New game");
  return page.getByRole("dialog", { name: "New game" });
};

test("a specific deal under special rules comes from a source that has them", async ({ page }) => {
  await quiet(page);
  await open(page, "gaps:solvitaire/4x13/5");
  const dialog = await newGame(page);
  await dialog.getByRole("button", { name: "By number" }).click();
  // Less common rule sets are collapsed.
  await expect(dialog.getByRole("radio")).toHaveCount(5);
  await dialog.getByRole("button", { name: "13 more" }).click();
  await expect(dialog.getByRole("radio")).toHaveCount(18);
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

test("the fault of a number is shown below it, in words for players", async ({ page }) => {
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

for (const [instance, game] of sample(
  [
    ["cohesion:level/vieira-1", "cohesion"],
    ["tiles:level/iartistas-04", "tiles"],
  ],
  0,
))
  test(`${game}: a board of several colours is drawn, under its own title, and played @phone`, async ({
    page,
    isMobile,
  }) => {
    await quiet(page);
    await open(page, instance);
    const dialog = await newGame(page);
    await dialog.getByRole("button", { name: "Draw it" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Drawing a board" })).toBeVisible();
    await expect(page.locator(".board [data-cell]")).toHaveCount(25);
    await expect(page.locator(".board .piece").first()).toBeVisible();
    const colours = page.getByRole("group", { name: "colour" });
    const draw = page.getByRole("group", { name: "draw" });
    const told = page.locator(".draw-told");
    const play = page.getByRole("button", { name: "Play it" });
    await colours.getByRole("button", { name: "green triangle" }).click();
    await cell(page, 2).click();
    await expect(cell(page, 2)).toHaveAttribute("aria-label", /green triangle/);
    if (game === "tiles") {
      // Missing pieces are named and ringed.
      await expect(told).toContainText("Green triangle lacks a target.");
      await expect(page.locator(".wanting-mark")).toHaveCount(1);
      await expect(play).toBeDisabled();
      await draw.getByRole("button", { name: "Target" }).click();
    }
    await cell(page, 12).click();
    await expect(told).toContainText(
      game === "tiles" ? "Ready: 2 colours." : "Ready: 2 colours, 4 pieces.",
    );
    await expect(page.locator(".wanting-mark")).toHaveCount(0);
    // Drawing it again removes it; undo restores it.
    await cell(page, 12).click();
    await expect(play).toBeEnabled({ enabled: game !== "tiles" });
    await page.getByRole("button", { name: "undo drawing" }).click();
    await expect(told).toContainText("Ready");
    // The larger board keeps the drawn pieces.
    await page.getByRole("group", { name: "size" }).getByLabel("columns").selectOption("4");
    await expect(page.locator(".board [data-cell]")).toHaveCount(20);
    await expect(cell(page, 2)).toHaveAttribute("aria-label", /green triangle/);
    await page.getByRole("button", { name: "undo drawing" }).click();
    await expect(page.locator(".board [data-cell]")).toHaveCount(25);
    // A key chooses the colour, a stroke draws on all cells that it crosses, the right button
    // erases.
    const drawnIn = (words) => page.locator(`.board [data-cell][aria-label*="${words}"]`);
    await page.keyboard.press("1");
    await page.keyboard.press("p");
    await expect(colours.getByRole("button", { pressed: true })).toHaveAccessibleName("red disc");
    await drag(page, 15, 18);
    await expect(drawnIn("red disc")).toHaveCount(6);
    await cell(page, 16).click({ button: "right" });
    await expect(cell(page, 16)).toHaveAttribute("aria-label", /blank|empty/);
    await cell(page, 17).press("Delete");
    await expect(cell(page, 17)).toHaveAttribute("aria-label", /blank|empty/);
    for (let step = 0; step < 3; step++) await page.keyboard.press("u");
    await expect(told).toContainText("Ready: 2 colours");
    // Tools never cover a cell of the board on any phone.
    if (isMobile)
      for (const viewport of [SIDEWAYS, UPRIGHT]) {
        await page.setViewportSize(viewport);
        await expect(async () => {
          const [board, panel] = await Promise.all(
            [".stage .board", ".main-panel"].map((name) => page.locator(name).boundingBox()),
          );
          const isBelow = panel.y >= board.y + board.height - 1;
          expect(isBelow || panel.x >= board.x + board.width - 1).toBe(true);
        }).toPass();
      }
    await page.getByRole("button", { name: "Can it be won?" }).click();
    await expect(told).toContainText(/Yes, in \d+ moves|No: it is proved/);
    await play.click();
    await expect(title(page)).toHaveText("Own board");
    await expect(cell(page, 2)).toHaveAttribute("aria-label", /green triangle/);
  });

test("an arbitrary deal is dealt at once, without a search for one that can be won", async ({
  page,
}) => {
  await quiet(page);
  await open(page, "gaps:solvitaire/4x13/5");
  const dialog = await newGame(page);
  const only = dialog.getByRole("switch", { name: "Only deals that can be won" });
  await expect(only).toHaveAttribute("aria-checked", "true");
  await only.click();
  await expect(only).toHaveAttribute("aria-checked", "false");
  // Every level has only winnable deals.
  await dialog.getByRole("button", { name: "Hard" }).click();
  await expect(only).toHaveAttribute("aria-checked", "true");
  await only.click();
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await dialog.getByRole("button", { name: "Deal the cards" }).click();
  await expect(title(page)).not.toHaveAttribute("title", "gaps:solvitaire/4x13/5");
  await expect(title(page)).toHaveAttribute("title", /^gaps:solvitaire/);
  expect(asked).not.toContain("/api/deal");
  await page.reload();
  await stands(page);
  await newGame(page);
  await expect(only).toHaveAttribute("aria-checked", "false");
});

test("a deal of a chosen difficulty shows it", async ({ page }) => {
  await quiet(page);
  await open(page, "tiles:level/iartistas-04");
  const dialog = await newGame(page);
  await dialog.getByRole("button", { name: "Easy" }).click();
  await dialog.getByRole("button", { name: "Begin" }).click();
  await expect(page.locator(".head .hardness")).toHaveText("easy");
});

test("help begins with the rules of the rule set that is played @phone", async ({ page }) => {
  await quiet(page);
  await open(page, "gaps+blue-moon:pysol/1");
  await menu(page, "Help");
  const dialog = page.getByRole("dialog", { name: "Help" });
  await expect(dialog).toContainText("Any ace.");
  await expect(dialog).toContainText("Each row counts up from its ace.");
  await expect(dialog).not.toContainText("depends on the rule set");
});

test("help and rules explain their words for a board whose rows run downwards @both", async ({
  page,
  isMobile,
}) => {
  await quiet(page);
  const note = "the rows run downwards: left is above";
  await open(page, "gaps:solvitaire/4x13/1");
  await menu(page, "Help");
  const help = page.getByRole("dialog", { name: "Help" });
  await expect(help).toContainText("Any two.");
  const counted = await help.getByText(note).count();
  expect(counted).toBe(isMobile ? 1 : 0);
  expect(await help.getByText("rows numbers").count()).toBe(isMobile ? 0 : 1);
  await help.getByRole("button", { name: "Rules" }).click();
  const rules = page.getByRole("dialog", { name: "Rules" });
  await expect(rules.locator(".rule-board .board, .rule-board [data-cell]").first()).toBeVisible();
  expect(await rules.getByText(note).count()).toBe(isMobile ? 1 : 0);
});

test("a hint in Match the Tiles is about one piece, and its button is fully visible @phone", async ({
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

test("moves have signs where a proof supports them, and variations can be moved up and down", async ({
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
  await expect(page.locator(".move .remark.bad")).toHaveText("??");
  await expect(page.locator(".move.fatal")).toHaveCount(1);
  // Another second move; the first stays as a variation.
  await page.keyboard.press("[");
  await page.locator(".ranked button").first().click();
  await expect(page.locator(".variation")).toHaveCount(1);
  const first = () => page.evaluate(() => location.hash);
  await page.getByRole("button", { name: "more tools" }).click();
  await page.getByRole("button", { name: "make this the main line" }).click();
  await expect(page.getByRole("button", { name: "make this a variation" })).toBeVisible();
  await page.getByRole("button", { name: "make this a variation" }).click();
  await expect(page.getByRole("button", { name: "make this the main line" })).toBeVisible();
  expect(await first()).toContain("m=");
});
