// After a game: its review, sharing, and texts.
import { badge, expect, menu, open, plan, quiet, sentence, tab, test, wholePanel } from "./page.js";

const GAPS = "gaps:solvitaire/4x13/1";
const hint = (page) =>
  page.getByRole("toolbar", { name: "game" }).getByRole("button", { name: "hint" });

/** A level that is won, with its review. */
async function reviewed(page, instance = "tiles:level/iartistas-04") {
  const line = await plan(page, instance);
  await open(page, instance, `&m=${encodeURIComponent(line.join(" "))}`);
  await tab(page, "Analyse");
}

test("sharing a review gives a message at the button", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
  await quiet(page);
  await reviewed(page);
  // The message appears only for a few seconds, so the page itself watches for it.
  const said = page.evaluate(
    () =>
      new Promise((done) => {
        const look = () =>
          [...document.querySelectorAll("button")].some((each) => each.textContent === "Copied") &&
          done(true);
        new MutationObserver(look).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        });
      }),
  );
  await page.getByRole("button", { name: "Share the review" }).click();
  await said;
  await expect(page.getByRole("button", { name: "Share the review" })).toBeVisible();
});

test("an error is announced before the picture of the win, and earlier praise is gone", async ({
  page,
}) => {
  await quiet(page);
  const instance = "tiles:level/iartistas-04";
  const line = await plan(page, instance);
  await open(page, instance, `&m=${encodeURIComponent(line.slice(0, -1).join(" "))}`);
  await page
    .getByRole("button", {
      name: new RegExp(`^tilt ${{ L: "left", R: "right", U: "up", D: "down" }[line.at(-1)]}`),
    })
    .click();
  await expect(page.locator(".won-box")).toBeVisible();
  await menu(page, "settings", "Settings");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Import" })
    .setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{hello") });
  const notice = page.getByRole("alert").filter({ hasText: "x.json" });
  await expect(notice).toBeVisible();
  const box = await notice.boundingBox();
  const onTop = await page.evaluate(
    ([x, y]) => !!document.elementFromPoint(x, y)?.closest(".notice"),
    [box.x + box.width / 2, box.y + box.height - 4],
  );
  expect(onTop).toBe(true);
  await expect(sentence(page)).not.toContainText("Won in");
});

test("text fields look like lists, and a notation is not spell-checked @phone", async ({
  page,
  isMobile,
}) => {
  await open(page, GAPS);
  if (isMobile) await menu(page, "", "New game");
  else await page.getByRole("button", { name: "more ways to begin a game" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Paste it" }).click();
  const fields = page.getByRole("dialog").locator("select, input, textarea");
  const colours = await fields.evaluateAll((all) =>
    all.map((each) => getComputedStyle(each).color),
  );
  expect(new Set(colours).size).toBe(1);
  expect(
    await page
      .getByRole("dialog")
      .getByRole("textbox", { name: "A board as text" })
      .evaluate((field) => field.spellcheck),
  ).toBe(false);
});

test("a failed copy refers to the address bar only if the link is there", async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: () => Promise.reject(new Error("no")) },
    }),
  );
  await quiet(page);
  await reviewed(page);
  await page.getByRole("button", { name: "Share the review" }).click();
  await expect(page.getByRole("button", { name: "Not allowed" })).toBeVisible();
  await expect(page.locator("body")).not.toContainText("address bar");
  await open(page, "tiles:level/iartistas-04");
  const link = page.getByRole("button", { name: "copy link" }).filter({ visible: true });
  if (await link.count()) await link.first().click();
  else await menu(page, "Copy a link to this position");
  await expect(sentence(page)).toContainText("The link is in the address bar.");
});

test("a playback reacts to its keys at once", async ({ page, isMobile }) => {
  test.skip(isMobile, "phones have no keys");
  await open(page, GAPS);
  await expect(badge(page)).toHaveText(/Can be won/);
  await page.keyboard.press("f");
  await expect(page.locator(".film-note")).toBeVisible();
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "play", exact: true })).toBeVisible();
  const [, at] = /move (\d+) of/.exec(await page.locator(".film-note").innerText());
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".film-note")).toContainText(`move ${Number(at) + 1} of`);
  await page
    .getByRole("button", { name: "Back to the game" })
    .filter({ visible: true })
    .first()
    .press("Enter");
  await expect(page.locator(".film-note")).toHaveCount(0);
  await expect(page.locator(".board [data-cell]:focus"), "the focus goes to the board").toHaveCount(
    1,
  );
});

test("a phone on its side says that a position is lost when the player requests a hint @phone-only", async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await open(
    page,
    "birds:neller/1",
    `&m=${encodeURIComponent("0,0>0,1 1,3>1,1 1,0>3,0 0,3>0,1 2,0>3,0 3,1>2,1 0,1>2,1 3,2>0,2 2,2>2,3")}`,
  );
  await hint(page).click();
  await expect(sentence(page)).toContainText("Proved: lost.");
});

test.describe("a game with redeals that was lost", () => {
  test.use({ verdicts: null });

  // The deal is lost, the first redeal can be won, and the second is lost again.
  const DEAL = "3C 4C -- 2C / 4H -- 3H 2H";
  const LINE = "redeal/pysol/17 0,3>1,0 1,2>0,0 1,3>1,2 redeal/pysol/9 0,3>0,1 1,3>1,1";
  const lost = (page) => page.locator(".lost-note").filter({ visible: true });

  test("is tried again from the last redeal that could be won, and each has a sentence @both", async ({
    page,
    isMobile,
  }) => {
    await page.goto(`/#g=gaps&b=${encodeURIComponent(DEAL)}&m=${encodeURIComponent(LINE)}`);
    await page
      .getByRole("button", { name: "See where you lost" })
      .filter({ visible: true })
      .first()
      .click();
    await expect(lost(page)).toContainText("Move 2 lost redeal 1. Up to here it could be won.");
    await expect(lost(page)).toContainText("Redeal 2 was lost as dealt: no move could win it.");
    await expect(lost(page).getByRole("button", { name: "Try again from here" })).toBeVisible();
    await expect(lost(page).locator(".rounds button")).toHaveText([
      "This deal could not be won as it lay: that is proved.",
      "Redeal 2 was lost as dealt: no move could win it.",
    ]);
    const last = isMobile ? "Last" : "to the last move";
    await page.getByRole("button", { name: last }).filter({ visible: true }).click();
    expect(await page.locator(".takes.dead").count(), "nothing moves").toBeGreaterThan(0);
    const review = page.getByRole("region", { name: "review" });
    await expect(review.locator(".rounds li")).toHaveText([
      "This deal could not be won as it lay: that is proved.",
      "Move 2 lost redeal 1.",
      "Redeal 2 was lost as dealt: no move could win it.",
    ]);
    await expect(review).toContainText(
      "1 of the 2 moves judged kept to the shortest known solution",
    );
    await expect(review).toContainText("the game has 5 moves.");
    if (!isMobile) {
      for (const height of [800, 720]) {
        await page.setViewportSize({ width: 1280, height });
        // The verdict is not repeated below.
        await expect(page.locator(".main-panel")).not.toContainText("Stuck");
        await wholePanel(page);
        await lost(page).getByRole("button", { name: "Try again" }).click();
        await expect(lost(page)).toContainText("Move 2 lost redeal 1.");
        await wholePanel(page);
        await page.getByRole("button", { name: last }).click();
      }
      return;
    }
    // The line of a part leads to it.
    await review
      .getByRole("button", { name: /^Move 2 lost/ })
      .first()
      .click();
    await expect(lost(page)).toContainText("Move 2 lost redeal 1.");
    await page.getByRole("button", { name: last }).filter({ visible: true }).click();
    // Below the closed sheet there is a way back to it.
    await page.getByRole("button", { name: "close the panel" }).click({ position: { x: 8, y: 6 } });
    await sentence(page).getByRole("button", { name: "See where you lost" }).click();
    await expect(lost(page)).toContainText("Move 2 lost redeal 1.");
    await lost(page).getByRole("button", { name: "Try again from here" }).click();
    await expect(sentence(page)).toContainText(/ wins? from here\./);
  });
});

test("a message about the clipboard disappears with its subject", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
  await quiet(page);
  await open(page, GAPS);
  await page.getByRole("button", { name: "copy link" }).filter({ visible: true }).first().click();
  await expect(sentence(page)).toContainText("Copied");
  await tab(page, "Analyse");
  await tab(page, "Play");
  await expect(sentence(page)).toBeVisible();
  await expect(sentence(page)).not.toContainText("Copied");
});

test("the analysis has the link to its position and the editor", async ({
  page,
  context,
  isMobile,
}) => {
  test.skip(isMobile);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "tiles:level/iartistas-07");
  await tab(page, "Analyse");
  const panel = page.locator(".main-panel");
  await panel.getByRole("button", { name: "more tools" }).click();
  await panel.getByRole("button", { name: "copy link" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("iartistas-07");
  await panel.getByRole("button", { name: "Edit board" }).click();
  // The editor begins at once, in the first tab.
  await expect(panel.getByRole("group", { name: "draw" })).toBeVisible();
  await expect(panel.getByRole("tab", { name: "Play" })).toHaveAttribute("aria-selected", "true");
});
