// The amount of information: no verdict until the game is over, a single warning, or a verdict on
// every position; and the losing move of a stuck game.
import {
  badge,
  cell,
  expect,
  menu,
  moves,
  open,
  plan,
  sample,
  sentence,
  tab,
  test,
} from "./page.js";

const BIRDS = "birds:neller/1";
/** Moves into a board on which no card can move; one of them loses. */
const STUCK = "0,0>0,1 1,3>1,1 1,0>3,0 0,3>0,1 2,0>3,0 3,1>2,1 0,1>2,1 3,2>0,2 2,2>2,3".split(" ");
const LOSES = 2;
const line = (moves) => `&m=${encodeURIComponent(moves.join(" "))}`;

test.describe("a player who has set nothing", () => {
  test.use({ verdicts: null });

  test("a new game sends the solvers no request", async ({ page }) => {
    const asked = [];
    page.on("request", (request) => {
      if (/api\/(solve|analyse|chance)/.test(request.url())) asked.push(request.url());
    });
    await open(page, "gaps:solvitaire/4x13/5");
    await page.waitForTimeout(1_000);
    expect(asked).toEqual([]);
  });

  test("sees no verdict before the end, and then where the game was lost", async ({ page }) => {
    await open(page, BIRDS, line(STUCK.slice(0, -1)));
    const told = page.locator(".badge, .lost-note, .fatal, .cancel").filter({ visible: true });
    await expect(told).toHaveCount(0);
    await page.keyboard.press("ArrowRight");
    await open(page, BIRDS, line(STUCK));
    await expect(told).toHaveCount(0);
    await page
      .getByRole("button", { name: "See where you lost" })
      .filter({ visible: true })
      .first()
      .click();
    // Play resumes from the board before the losing move.
    const note = page.locator(".lost-note.before");
    await expect(note).toContainText(/Move \d+ lost the game\. Up to here it could be won\./);
    const number = Number(/Move (\d+)/.exec((await note.textContent()) ?? "")?.[1]);
    await expect(moves(page)).toHaveText(String(number - 1));
    await note.getByRole("button", { name: "Try again from here" }).click();
    await expect(note).toHaveCount(0);
    await expect(moves(page)).toHaveText(String(number - 1));
    await expect(told).toHaveCount(0);
  });

  test("the key B finds the point where the game was lost, and explains if it stays there", async ({
    page,
    isMobile,
  }) => {
    test.skip(isMobile);
    await open(page, BIRDS);
    await page.keyboard.press("b");
    await expect(sentence(page)).toContainText("No move has been made.");
    await open(page, BIRDS, line(STUCK));
    await expect(moves(page)).toHaveText(String(STUCK.length));
    await page.keyboard.press("b");
    const note = page.locator(".lost-note.before");
    await expect(note).toContainText(`Move ${LOSES} lost the game.`);
    await expect(moves(page)).toHaveText(String(LOSES - 1));
  });

  for (const [instance, rule] of sample(
    [
      ["gaps:pysol/1", "only the 6♥"],
      ["gaps+blue-moon:pysol/1", "only the 6♥"],
      ["gaps+galary:pysol/1", "Like Red Moon"],
      ["birds:neller/1", "onto one of its suit or a neighbouring rank, in its row or column"],
      ["cohesion:level/vieira-1", "Shift a piece by one cell"],
      ["tiles:level/iartistas-07", "every piece slides until something stops it"],
      ["sliding:random/3x3/1", "Slide a tile into the blank next to it"],
    ],
    1,
    2,
    3,
    5,
  ))
    test(`${instance}: the first visit shows the rule in one full sentence, and the lesson @phone`, async ({
      page,
    }) => {
      // The lesson of another game does not count for this one.
      await page.addInitScript(
        () => location.host && localStorage.setItem("patience.met", '["another"]'),
      );
      await open(page, instance);
      const told = sentence(page);
      await expect(told).toContainText(rule);
      await expect(told.getByRole("button", { name: "Two-minute lesson" })).toBeVisible();
      const isWhole = (/** @type {HTMLElement} */ each) =>
        each.scrollHeight <= each.clientHeight + 1 && each.scrollWidth <= each.clientWidth;
      expect(await told.evaluate(isWhole)).toBe(true);
      expect(await told.locator("p").evaluate(isWhole)).toBe(true);
    });

  test("a first visit has one line with the lesson, which disappears after the first move @phone", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(page.getByRole("toolbar", { name: "game" })).toBeVisible();
    await sentence(page).getByRole("button", { name: "Two-minute lesson" }).click();
    await expect(page.getByRole("dialog", { name: "Fill a gap" })).toBeVisible();
    await page.keyboard.press("Escape");
    // Closing it goes back in the history, which must not coincide with another navigation.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto("about:blank");
    await page.goto("/");
    await expect(page.getByRole("toolbar", { name: "game" })).toBeVisible();
    const lesson = sentence(page).getByRole("button", { name: "Two-minute lesson" });
    await expect(sentence(page)).toContainText("only the 6♥");
    await expect(lesson).toHaveCount(0);
    // Only this game's lesson was done.
    await open(page, BIRDS);
    await expect(lesson).toBeVisible();
    const [move] = await plan(page, BIRDS);
    await open(page, BIRDS, line([move]));
    await expect(lesson).toHaveCount(0);
  });

  test("the lesson has the orientation of the board, and its words match @phone", async ({
    page,
    isMobile,
  }) => {
    await page.goto("/");
    await sentence(page).getByRole("button", { name: "Two-minute lesson" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.locator("[data-cell]")).toHaveCount(8);
    await expect(dialog.locator(".table.is-down")).toHaveCount(isMobile ? 1 : 0);
    await expect(dialog).toContainText(isMobile ? "the one above it" : "its left neighbour");
    // The board answers when a card that cannot move is lifted.
    await dialog.locator('[data-cell="5"]').click();
    await expect(dialog.getByRole("status")).toHaveText("3♠ cannot move now: it goes after 2♠.");
  });
});

test.describe("a player who wants to be warned", () => {
  test.use({ verdicts: "warn" });

  test("gets one warning about a move that throws the win away, and takes it back", async ({
    page,
  }) => {
    await open(page, BIRDS, line(STUCK.slice(0, LOSES - 1)));
    await expect(badge(page)).toHaveCount(0);
    // The position before is known to be winnable when the warning comes.
    const [from, to] = (STUCK[LOSES - 1] ?? "").split(">").map((each) => {
      const [row, column] = each.split(",").map(Number);
      return row * 4 + column;
    });
    const lose = async () => {
      await cell(page, from).click();
      await cell(page, to).click();
      await expect(moves(page)).toHaveText(String(LOSES));
    };
    await lose();
    const warning = page.locator(".warn-box").filter({ visible: true });
    await expect(warning).toContainText("lost");
    const size = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    // On a phone no part of the move is cut off, and both buttons are next to it.
    const words = warning.locator("p");
    await expect
      .poll(() => words.evaluate((each) => each.scrollWidth <= each.clientWidth + 1))
      .toBe(true);
    for (const name of ["Take it back", "Keep playing"])
      await expect(warning.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
    if (size) await page.setViewportSize(size);
    await warning.getByRole("button", { name: "Take it back" }).click();
    await expect(moves(page)).toHaveText(String(LOSES - 1));
    await lose();
    await page.waitForTimeout(500);
    await expect(warning).toHaveCount(0);
  });
});

test("the verdict is shown once, and the badges on the board agree with the list", async ({
  page,
  isMobile,
}) => {
  await open(page, "gaps:solvitaire/4x13/5");
  await expect(badge(page)).toHaveCount(1);
  await tab(page, "Analyse");
  await expect(badge(page)).toHaveCount(1);
  await expect(page.locator(".verdict .badge")).toHaveText(/Can be won in ≤?\s?\d+/);
  await expect(page.locator(".ranked .waiting")).toHaveCount(0);
  if (isMobile) return;
  const listed = await page.locator(".ranked .worth.wins").allTextContents();
  const marked = await page.locator(".marks .worth.wins").allTextContents();
  const plain = (texts) => texts.map((text) => text.replace(/\s/g, ""));
  for (const mark of plain(marked)) expect(plain(listed)).toContain(mark);
  // If every move can be undone, the shortest ones are counted.
  await open(page, "sliding:random/3x3/1");
  await tab(page, "Analyse");
  await expect(page.locator(".verdict small")).toHaveText(/^\d of 3 moves (is|are) shortest$/);
  // Badges of birds lie between the stacks: no pip is below them.
  await open(page, BIRDS);
  await tab(page, "Analyse");
  await expect(page.locator(".marks .worth").first()).toBeVisible();
  // Every win takes the same number of moves there, so only the heading names it.
  await expect(page.locator(".verdict .badge")).toHaveText(/Can be won in 15/);
  await expect(page.locator(".ranked .worth", { hasText: /\d/ })).toHaveCount(0);
  await expect(page.locator(".marks .worth", { hasText: /\d/ })).toHaveCount(0);
  const covered = await page.evaluate(() => {
    const low = [...document.querySelectorAll(".pieces .card")].map((card) => {
      const { bottom, height } = card.getBoundingClientRect();
      // The lowest pips end there.
      return { bottom, pips: bottom - 0.08 * height };
    });
    return [...document.querySelectorAll(".marks .worth")].filter((badge) => {
      const { top, bottom } = badge.getBoundingClientRect();
      return low.some((card) => top < card.pips && bottom > card.pips - 20 && bottom < card.bottom);
    }).length;
  });
  expect(covered).toBe(0);
  // On small cards they are ticks, large enough to be seen.
  await page.setViewportSize({ width: 390, height: 844 });
  const tick = page.locator(".marks .worth.wins .icon").first();
  await expect.poll(async () => (await tick.boundingBox())?.height ?? 0).toBeGreaterThan(8);
});

test("the amount of help is a setting", async ({ page }) => {
  await open(page, "gaps:solvitaire/4x13/5");
  await expect(badge(page)).toHaveText(/Can be won/);
  await menu(page, "settings", "Settings");
  await page.getByLabel("Quiet").check();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(badge(page)).toHaveCount(0);
});

test("the name of a card and its badge call a bound the same", async ({ page }) => {
  await open(page, "gaps:solvitaire/4x13/1");
  await tab(page, "Analyse");
  await expect(page.locator(".stage .marks .worth").filter({ hasText: "≤" }).first()).toBeVisible();
  const told = () =>
    page.evaluate(() => {
      const bounds = [...document.querySelectorAll(".stage .marks .worth")].filter((each) =>
        each.textContent?.includes("≤"),
      );
      const named = [...document.querySelectorAll(".stage [data-cell]")].filter((each) =>
        /wins in at most \d/.test(each.getAttribute("aria-label") ?? ""),
      );
      return bounds.length > 0 && bounds.length === named.length;
    });
  await expect.poll(told).toBe(true);
});
