// The actions after a win, and complete pieces and captions.
import { cell, expect, moves, open, quiet, sentence, tab, test, title } from "./page.js";

const TILES = "tiles:level/iartistas-04";
const NAMES = { L: "left", R: "right", U: "up", D: "down" };

/** Plays five tilts to the win. */
async function win(page) {
  const plan = await page.evaluate(async (instance) => {
    const response = await fetch("api/solve", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ at: { instance } }),
    });
    const text = await response.text();
    return JSON.parse(text.split("event: report\ndata: ")[1].split("\n")[0]).report.plan;
  }, TILES);
  for (const letter of plan)
    await page
      .locator(".stage .pad")
      .getByRole("button", { name: `tilt ${NAMES[letter]}` })
      .click();
  await expect(page.locator(".won-box")).toBeVisible();
}

test("after a daily win the next of today's games comes first, and another deal is not a daily one", async ({
  page,
}) => {
  await quiet(page);
  const now = new Date();
  const day = now.getFullYear() * 10000 + (now.getMonth() + 1) * 100 + now.getDate();
  await open(page, TILES, `&d=${encodeURIComponent(`${day}/easy`)}`);
  await win(page);
  const box = page.locator(".won-box");
  await expect(box.getByRole("button", { name: "Next today: Gaps" })).toBeFocused();
  await expect(box).toContainText("1 day in a row");
  await expect(
    box.getByRole("button", { name: "Another Match the Tiles, not a daily deal" }),
  ).toBeVisible();
  await box.getByRole("button", { name: "Next today: Gaps" }).click();
  await expect(title(page)).toHaveAttribute("title", /^gaps/);
});

test("a win can be shared with a link to the deal, and suits fall only where cards were played", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await quiet(page);
  await open(page, TILES);
  await win(page);
  await expect(page.locator(".won-box .bit")).toHaveCount(0);
  await page.locator(".won-box").getByRole("button", { name: "Share" }).click();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  expect(shared).toMatch(
    /^Match the Tiles, Level iartistas-04: won in 5 moves.*\n🎯 🟩{10}\nYour turn: http/u,
  );
  expect(shared).toContain(encodeURIComponent(TILES));
  expect(shared, "none of its moves").not.toContain("m=");
});

/** Two rows are home, the ends of the two others are exchanged: eight cards go home. */
const ALMOST = [
  "2C 3C 4C 5C 6C 7C 8C 9C -- TH JH QH KH",
  "2H 3H 4H 5H 6H 7H 8H 9H -- TC JC QC KC",
  "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS --",
  "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD --",
].join(" / ");

test("if only moves of cards to their homes are left, a game of Gaps finishes itself on request @phone", async ({
  page,
}) => {
  await quiet(page);
  await page.goto(`/#g=gaps&b=${encodeURIComponent(ALMOST)}`);
  const finish = sentence(page).getByRole("button", { name: /^Finish/ });
  await expect(finish).toBeVisible();
  // The player's own moves, home or not, do not change this.
  await cell(page, 22).click();
  await cell(page, 8).click();
  await expect(moves(page)).toHaveText("1");
  await finish.click();
  await expect(page.locator(".won-box")).toBeVisible();
  await expect(page.locator(".won-box dd").first()).toHaveText("8");
  await expect(page.locator(".won-box"), "no solver was asked").not.toContainText("With help");
});

test("if other moves are needed, nothing is offered", async ({ page }) => {
  await quiet(page);
  // The row of spades does not begin with its Two.
  const board = ALMOST.replace("2S 3S", "3S 2S");
  await page.goto(`/#g=gaps&b=${encodeURIComponent(board)}`);
  await expect(page.getByRole("toolbar", { name: "game" })).toBeVisible();
  await expect(sentence(page)).toContainText("A gap takes");
  await expect(page.getByRole("button", { name: /^Finish/ })).toHaveCount(0);
});

test("a turning piece does not overflow", async ({ page }) => {
  await quiet(page);
  await page.goto(`/#g=cohesion&b=${encodeURIComponent("R..B/RR.B/....")}`);
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.locator(".stage .notch")).toHaveCount(1);
  // The symbols of a piece are in the middle of their cells.
  const off = await page.evaluate(() =>
    [0, 4, 5].map((at) => {
      const cell = document.querySelector(`[data-cell="${at}"]`).getBoundingClientRect();
      const middle = [cell.left + cell.width / 2, cell.top + cell.height / 2];
      return Math.min(
        ...[...document.querySelectorAll(".stage .piece .glyph")].map((each) => {
          const box = each.getBoundingClientRect();
          return Math.hypot(
            box.left + box.width / 2 - middle[0],
            box.top + box.height / 2 - middle[1],
          );
        }),
      );
    }),
  );
  for (const each of off) expect(each).toBeLessThan(2);
});

test("the caption below a watched search of Birds of a Feather is visible", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile);
  await quiet(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "birds:neller/1");
  await tab(page, "Watch");
  await page.getByRole("button", { name: "A search" }).click();
  await page.getByRole("button", { name: "Start the search" }).click();
  const note = page.locator(".stage-note");
  await expect(note).toContainText("number");
  const [caption, board] = [
    await note.boundingBox(),
    await page.locator(".stage .table").boundingBox(),
  ];
  expect(caption.y).toBeGreaterThanOrEqual(board.y + board.height - 1);
  expect(caption.y + caption.height).toBeLessThanOrEqual(
    (await page.locator(".actions").boundingBox()).y + 1,
  );
});

test("no part of the win next to a square board is cut off", async ({ page }) => {
  await quiet(page);
  const played = encodeURIComponent("3 1 4 2 5 3 1 4 2 5 4");
  await page.goto(`#i=sliding:random/2x3/1&m=${played}`);
  await cell(page, 0).click();
  const right = async (/** @type {string} */ part) => {
    const box = await page.locator(part).first().boundingBox();
    return box ? box.x + box.width : NaN;
  };
  await expect(page.locator(".won-box")).toBeVisible();
  const end = await right(".won-box");
  expect(await right(".won-box .primary")).toBeLessThan(end);
  expect(await right(".won-box .transport")).toBeLessThan(end);
});

test("the first sentence on a phone on its side covers neither title nor letters", async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await open(page, "gaps:solvitaire/4x13/5");
  // The panel appears when the verdict is known.
  await expect(page.locator(".main-panel")).toBeVisible();
  const panel = await page.locator(".main-panel").boundingBox();
  const heading = await title(page).boundingBox();
  const board = await page.locator(".stage .board").boundingBox();
  expect(panel?.x).toBeGreaterThanOrEqual((heading?.x ?? NaN) + (heading?.width ?? NaN));
  expect((panel?.y ?? NaN) + (panel?.height ?? NaN)).toBeLessThanOrEqual((board?.y ?? NaN) + 1);
});

test("the result on a phone covers no focusable button @phone-only", async ({ page }) => {
  await quiet(page);
  await open(page, TILES);
  await win(page);
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(viewport);
    await expect
      .poll(() =>
        page.evaluate(() =>
          [...document.querySelectorAll(".actions button, .pad button, .main-panel button")]
            .filter((each) => each.checkVisibility({ visibilityProperty: true }))
            .filter((each) => {
              const { x, y, width, height } = each.getBoundingClientRect();
              return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".won-box");
            })
            .map((each) => each.ariaLabel ?? each.textContent),
        ),
      )
      .toEqual([]);
  }
});
