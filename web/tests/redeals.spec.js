import {
  accessible,
  badge,
  expect,
  heard,
  moves,
  open,
  quiet,
  sample,
  sheet,
  tab,
  test,
  touchable,
} from "./page.js";

/** A deal that is proved lost at once: the gaps lie after Kings from the beginning. */
const LOST = "g=gaps&b=" + encodeURIComponent("3C 4C -- 2C / 4H -- 3H 2H");

const redeal = (page) =>
  page.getByRole("toolbar", { name: "game" }).getByRole("button", { name: /^Redeal/ });

async function openLost(page, rest = "") {
  await page.goto("about:blank");
  await page.goto(`/#${LOST}${rest}`);
  await expect(page.getByRole("grid")).toBeVisible();
}

test("a lost deal shows its proof and its estimate, and can be dealt again @phone", async ({
  page,
  isMobile,
}, info) => {
  await openLost(page);
  await expect(badge(page)).toHaveText(/Needs a redeal/);
  await expect(badge(page).locator(".odds")).toHaveText(/≈ \d+ %/);
  await sheet(page);
  await expect(page.locator(".lost-note")).toContainText(
    /With 2 redeals the chance of winning is about \d+\s% \(\d+ to \d+\s%\), estimated from \d+ sampled games?\./,
  );
  await accessible(page);
  await info.attach("lost", { body: await page.screenshot(), contentType: "image/png" });
  if (isMobile) await touchable(page);
  await openLost(page);
  await expect(redeal(page)).toHaveAccessibleName("Redeal 2 left");
  await redeal(page).click();
  await expect(redeal(page)).toHaveAccessibleName("Redeal 1 left");
  // A redeal is not a move, but it can be undone and redone.
  await expect(moves(page)).toHaveText("0");
  await expect(page).toHaveURL(/redeal%2Fpysol%2F\d+/);
  const dealt = page.url();
  const board = await page
    .getByRole("gridcell")
    .evaluateAll((cells) => cells.map((each) => each.getAttribute("aria-label")));
  await page.keyboard.press("u");
  await expect(redeal(page)).toHaveAccessibleName("Redeal 2 left");
  await page.keyboard.press("d");
  await expect(redeal(page)).toHaveAccessibleName("Redeal 1 left");
  expect(
    await page
      .getByRole("gridcell")
      .evaluateAll((cells) => cells.map((each) => each.getAttribute("aria-label"))),
  ).toEqual(board);
  // Another browser that opens the link sees the same game.
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto(dealt);
  await expect(redeal(page)).toHaveAccessibleName("Redeal 1 left");
  expect(
    await page
      .getByRole("gridcell")
      .evaluateAll((cells) => cells.map((each) => each.getAttribute("aria-label"))),
  ).toEqual(board);
});

test("a redeal never counts as a move, and a deal that is lost as it lies may still be won", async ({
  page,
}) => {
  await openLost(page);
  await expect(badge(page)).toHaveText(/Needs a redeal/);
  await tab(page, "Analyse");
  await expect(page.locator(".verdict")).toContainText("Cannot be won as it lies");
  await expect(heard(page)).toHaveText(/^Cannot be won as it lies: .+\.$/);
  await redeal(page).click();
  await expect(redeal(page)).toHaveAccessibleName("Redeal 1 left");
  await expect(page.locator(".move-count")).toHaveText("move 0 of 0");
  await expect(page.locator(".moves .number")).toHaveText([""]);
  await expect(page.locator(".plot-area").filter({ visible: true })).toHaveAttribute(
    "aria-valuetext",
    /^after move 0/,
  );
});

test("the rule is a setting: only when stuck, or no redeals", async ({ page }) => {
  await quiet(page);
  await open(page, "gaps:solvitaire/4x13/7");
  await expect(redeal(page)).toHaveAttribute("aria-disabled", "false");
  const choose = async (rule) => {
    await page.getByRole("button", { name: "more ways to begin a game" }).click();
    await page.getByRole("dialog").getByLabel("Redeals").selectOption(rule);
    await page.keyboard.press("Escape");
    // The dialog is an entry of the history, which is left after it has closed.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => history.state?.dialog ?? null)).toBeNull();
  };
  await choose("aisleriot");
  await expect(redeal(page)).toHaveAttribute("aria-disabled", "true");
  await choose("none");
  await expect(redeal(page)).toHaveCount(0);
  // Other games have none.
  await choose("pysol");
  await open(page, "birds:neller/1");
  await expect(redeal(page)).toHaveCount(0);
});

for (const theme of sample(["light", "dark"], 0)) {
  test(`fourteen columns and redeals, ${theme}`, async ({ page }, info) => {
    await page.addInitScript(
      (theme) =>
        location.host &&
        localStorage.setItem("patience.settings", JSON.stringify({ theme, verdicts: "always" })),
      theme,
    );
    await open(page, "gaps+red-moon:pysol/1");
    await expect(badge(page)).toHaveText(/Lost|won|Needs a redeal/);
    const width = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      window.innerWidth,
    ]);
    expect(width[0], "nothing sticks out").toBeLessThanOrEqual(width[1]);
    await info.attach("board", { body: await page.screenshot(), contentType: "image/png" });
    if (process.env.PATIENCE_SHOTS)
      await page.screenshot({
        path: `${process.env.PATIENCE_SHOTS}/${info.project.name}-${theme}.png`,
      });
  });
}
