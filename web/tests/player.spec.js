// What somebody who plays met: every test is a fault that was seen.
import { badge, cell, expect, open, plan, sentence, tab, test } from "./page.js";

const GAPS = "gaps:solvitaire/4x13/1";
const hint = (page) => page.getByRole("toolbar", { name: "game" }).getByRole("button", { name: "hint" });

/** The film of a Gaps deal, paused. */
async function film(page) {
  await open(page, GAPS);
  await expect(badge(page)).toHaveText(/Can be won/);
  await tab(page, "Watch");
  await page.getByRole("button", { name: "Show a solution" }).click();
  await page.getByRole("button", { name: "pause" }).click();
}

test("a stack of all cards stays in its box", async ({ page, isMobile }) => {
  test.skip(isMobile, "small screens have no room for the stack");
  const instance = "birds:neller/1";
  await open(page, instance);
  const line = await plan(page, instance);
  await open(page, instance, `&m=${encodeURIComponent(line.join(" "))}`);
  const cards = page.locator(".fan .card");
  await expect(cards).toHaveCount(16);
  const [box, last] = [await page.locator(".stack-box").boundingBox(), await cards.last().boundingBox()];
  expect(last.x + last.width).toBeLessThanOrEqual(box.x + box.width);
});

test("on the phone a film shows the whole board, and a closed sheet says that it is a film", async ({ page, isMobile }) => {
  test.skip(!isMobile, "a matter of small screens");
  await film(page);
  await expect(async () => {
    const [lowest, panel] = [await cell(page, 12).boundingBox(), await page.locator(".main-panel").boundingBox()];
    expect(lowest.y + lowest.height).toBeLessThanOrEqual(panel.y);
  }).toPass();
  await page.getByRole("button", { name: "close the panel" }).click();
  await expect(page.locator(".peek")).toContainText(/Film: move \d+ of/);
  await page.locator(".peek").getByRole("button", { name: "Back to the game" }).click();
  await expect(sentence(page)).toContainText("Drag a card");
  await expect(page.locator(".stage-note")).toHaveCount(0);
});

test("on the phone a search whose sheet is closed keeps the way back in sight", async ({ page, isMobile }) => {
  test.skip(!isMobile, "a matter of small screens");
  await open(page, GAPS);
  await tab(page, "Watch");
  await page.getByRole("button", { name: "A search" }).click();
  await page.getByRole("button", { name: "Start the search" }).click();
  await expect(page.locator(".counters")).toBeVisible();
  await page.getByRole("button", { name: "pause" }).click();
  await page.getByRole("button", { name: "step", exact: true }).click();
  await page.getByRole("button", { name: "step back" }).click();
  await page.getByRole("button", { name: "close the panel" }).click();
  await expect(page.locator(".peek")).toContainText("in the order of expansion");
  const back = await page.locator(".peek").getByRole("button", { name: "Back to the game" }).boundingBox();
  expect(back.x + back.width).toBeLessThanOrEqual(390);
});

test("a hint leaves the film, and is read where it is given", async ({ page }) => {
  await film(page);
  await hint(page).click();
  await expect(sentence(page)).toContainText("Look at");
  await expect(page.locator(".stage-note")).toHaveCount(0);
  expect(await sentence(page).innerText(), "no space before the full stop").toMatch(/[a-m]\d\./);
});

test("undo leaves the film for the move before", async ({ page }) => {
  await open(page, GAPS, `&m=${encodeURIComponent("3,10>0,1 1,7>0,9")}`);
  await expect(badge(page)).toHaveText(/Can be won/);
  await tab(page, "Watch");
  await page.getByRole("button", { name: "Show a solution" }).click();
  await expect(page.locator(".film-note")).toContainText("move 2 of");
  await page.getByRole("toolbar", { name: "game" }).getByRole("button", { name: "undo" }).click();
  await expect(page.locator(".move-count b")).toHaveText("1");
  await expect(page.locator(".film")).toHaveCount(0);
  await expect(page.locator(".stage-note")).toHaveCount(0);
});

test("on the phone the third hint opens the sheet with the whole line", async ({ page, isMobile }) => {
  test.skip(!isMobile, "a matter of small screens");
  await open(page, GAPS);
  await expect(badge(page)).toHaveText(/Can be won/);
  for (const words of ["Look at", "goes"]) {
    await hint(page).click();
    await expect(sentence(page)).toContainText(words);
  }
  await hint(page).click();
  await expect(page.getByRole("region", { name: "the whole line" })).toBeVisible();
});

test("on the phone a lost game offers the way back", async ({ page, isMobile }) => {
  test.skip(!isMobile, "a matter of small screens");
  const line = "0,0>0,1 1,3>1,1 1,0>3,0 0,3>0,1 2,0>3,0 3,1>2,1 0,1>2,1 3,2>0,2 2,2>2,3";
  await open(page, "birds:neller/1", `&m=${encodeURIComponent(line)}`);
  await page.locator(".peek").getByRole("button", { name: "Try again" }).click();
  await expect(badge(page)).toHaveText(/Can be won/);
});

for (const [instance, gesture] of [[GAPS, "Tap a gap"], ["cohesion:level/vieira-1", "Drag a piece"], ["tiles:level/iartistas-04", "Swipe"]]) {
  test(`on the phone help tells of fingers: ${gesture}`, async ({ page, isMobile }) => {
    test.skip(!isMobile, "a matter of small screens");
    await open(page, instance);
    await page.getByRole("button", { name: "menu", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Help" }).click();
    await expect(page.locator(".keys")).toContainText(gesture);
    await expect(page.getByRole("dialog")).not.toContainText(/Arrow keys|Escape|click/);
  });
}
