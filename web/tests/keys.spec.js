// Keys and fingers: they play the game wherever the focus is, and slow answers do not delay the
// display.
import {
  ask,
  cell,
  expect,
  hold,
  menu,
  moves,
  open,
  plan,
  quiet,
  sample,
  tab,
  test,
  title,
} from "./page.js";

const TILES = "tiles:level/iartistas-04";
const GAPS = "gaps:solvitaire/4x13/7";

test("arrows tilt the board on a page that was never clicked", async ({ page }) => {
  await quiet(page);
  await open(page, TILES);
  await page.keyboard.press("ArrowRight");
  await expect(moves(page)).toHaveText("1");
  // This also works from a button, which keeps the focus.
  await page.getByRole("button", { name: "undo" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(moves(page)).toHaveText("2");
  await expect(page.getByRole("button", { name: "undo" })).toBeFocused();
});

test("arrows under a dialog leave the board alone", async ({ page }) => {
  await quiet(page);
  await open(page, TILES);
  await menu(page, "Help");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(moves(page)).toHaveText("0");
});

test("the first stop of the Tab key leads past the bar to the board", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile);
  await quiet(page);
  await open(page, GAPS);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("button", { name: "To the board" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await expect(page.locator(".stage [data-cell]:focus")).toHaveCount(1);
});

test("in the analysis arrows step through the moves, after a move by mouse as well", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile);
  await quiet(page);
  await open(page, GAPS);
  const { view } = await ask(page, "position", { instance: GAPS });
  const [move] = view.moves;
  await tab(page, "Analyse");
  await cell(page, move.from[0]).click();
  await cell(page, move.to[0]).click();
  await expect(moves(page)).toHaveText("1");
  await page.keyboard.press("ArrowLeft");
  await expect(moves(page)).toHaveText("0");
  await page.keyboard.press("ArrowRight");
  await expect(moves(page)).toHaveText("1");
});

test("in the analysis arrows walk on a board that the keyboard has reached, and step elsewhere", async ({
  page,
}) => {
  await quiet(page);
  await open(page, GAPS);
  await tab(page, "Analyse");
  const [move] = (await ask(page, "position", { instance: GAPS })).view.moves;
  await cell(page, move.from[0]).click();
  await cell(page, move.to[0]).click();
  await expect(moves(page)).toHaveText("1");
  await page.getByRole("tab", { name: "Analyse" }).focus();
  await cell(page, 0).focus();
  await page.keyboard.press("ArrowRight");
  await expect(cell(page, 1)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(cell(page, 0)).toBeFocused();
  await expect(moves(page)).toHaveText("1");
  await page.keyboard.press("[");
  await expect(moves(page)).toHaveText("0");
  // Tilting also applies to the board.
  await open(page, TILES);
  await tab(page, "Analyse");
  await cell(page, 0).focus();
  await page.keyboard.press("ArrowRight");
  await expect(moves(page)).toHaveText("1");
});

test("an arrow takes the focus to a board of cards", async ({ page }) => {
  await quiet(page);
  await open(page, GAPS);
  await page.keyboard.press("ArrowRight");
  await expect(cell(page, 0)).toBeFocused();
});

test("the first tap on a fresh page shows the picked card, without the ring for keyboards", async ({
  page,
  isMobile,
}) => {
  await quiet(page);
  await open(page, GAPS);
  const { view } = await ask(page, "position", { instance: GAPS });
  const at = view.moves[0].from[0];
  if (isMobile) await cell(page, at).tap();
  else await cell(page, at).click();
  await expect(page.locator(".slot.up")).toHaveCount(1);
  await expect(page.locator(".cursor-slot")).toBeHidden();
  // Keys bring it into view.
  await page.keyboard.press("ArrowUp");
  await expect(page.locator(".cursor-slot")).toBeVisible();
});

for (const [instance, what] of sample(
  [
    [GAPS, "card"],
    ["birds:neller/1", "card"],
  ],
  0,
))
  test(`${instance}: a ${what} lies in its new place before the solvers answer`, async ({
    page,
  }) => {
    await quiet(page);
    await open(page, instance);
    const { view } = await ask(page, "position", { instance });
    const [move] = view.moves;
    const release = await hold(page, "**/api/position");
    const words = view.cells[move.from[0]].words;
    await cell(page, move.from[0]).click();
    await cell(page, move.to[0]).click();
    await expect(cell(page, move.to[0])).toHaveAttribute("aria-label", new RegExp(words));
    await expect(moves(page)).toHaveText("0");
    release();
    await expect(moves(page)).toHaveText("1");
    const next = await ask(page, "position", { instance, moves: move.text });
    await expect(cell(page, move.to[0])).toHaveAttribute(
      "aria-label",
      new RegExp(next.view.cells[move.to[0]].words),
    );
  });

test("a tilt is drawn before the solvers answer, targets included", async ({ page }) => {
  await quiet(page);
  await open(page, TILES);
  const next = await ask(page, "position", { instance: TILES, moves: "R" });
  const release = await hold(page, "**/api/position");
  await page.keyboard.press("ArrowRight");
  const kinds = () =>
    page.evaluate(() =>
      [...document.querySelectorAll(".stage [data-cell]")].map(
        (each) => `${/k-(\w+)/.exec(each.className)?.[1]} ${each.classList.contains("target")}`,
      ),
    );
  await expect
    .poll(kinds)
    .toEqual(next.view.cells.map((each) => `${each.kind} ${each.target !== undefined}`));
  await expect(moves(page)).toHaveText("0");
  release();
  await expect(moves(page)).toHaveText("1");
});

test("a screen reader hears which card a gap takes, and a piece by its colour and symbol", async ({
  page,
}) => {
  await quiet(page);
  await open(page, GAPS);
  const { view } = await ask(page, "position", { instance: GAPS });
  const [move] = view.moves;
  const name = /** @type {string} */ (await cell(page, move.to[0]).getAttribute("aria-label"));
  expect(name).toMatch(/: gap, takes (10|[2-9AJQK])[♣♦♥♠]/);
  await open(page, "cohesion:level/vieira-1");
  await expect(page.locator('[data-cell][aria-label*="red disc"]').first()).toBeAttached();
  await expect(page.locator('[data-cell][aria-label*="piece R"]')).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Patience" })).toHaveCount(1);
});

test("a gap at the left edge says which rank it takes", async ({ page }) => {
  await quiet(page);
  await page.goto(`/#g=gaps&b=${encodeURIComponent("-- 3H 2H 4H / 2S -- 4S 3S")}`);
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(cell(page, 0).locator(".takes path")).toHaveCount(1);
  await expect(cell(page, 0)).toHaveAttribute("aria-label", /takes 2. or 2./);
});

/** Moves on the board with the arrow keys from the focused cell. */
async function walk(page, to, columns) {
  const at = await page.evaluate(() => Number(document.activeElement?.getAttribute("data-cell")));
  const [down, right] = [
    Math.floor(to / columns) - Math.floor(at / columns),
    (to % columns) - (at % columns),
  ];
  for (let i = 0; i < Math.abs(down); i++)
    await page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
  for (let i = 0; i < Math.abs(right); i++)
    await page.keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
  await expect(cell(page, to)).toBeFocused();
}

for (const instance of sample(["birds:neller/1", "cohesion:level/vieira-1"], 0))
  test(`${instance}: a whole game by keys alone, and the next one`, async ({ page }) => {
    await quiet(page);
    await open(page, instance);
    const line = await plan(page, instance);
    await page.keyboard.press("ArrowRight");
    for (const [made, text] of line.entries()) {
      const { view } = await ask(page, "position", {
        instance,
        moves: line.slice(0, made).join(" "),
      });
      const move = view.moves.find((each) => each.text === text);
      await walk(page, move.from[0], view.columns);
      await page.keyboard.press("Enter");
      if (view.control === "place") await walk(page, move.to[0], view.columns);
      const arrow = move.direction?.replace(/^./, (first) => `Arrow${first.toUpperCase()}`);
      await page.keyboard.press(arrow ?? "Enter");
      await expect(moves(page)).toHaveText(String(made + 1));
      if (arrow) await page.keyboard.press("Escape");
    }
    await expect(page.locator(".won-box")).toBeVisible();
    await expect(page.locator(".won-box .primary")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(title(page)).not.toHaveAttribute("title", instance);
    await expect(moves(page)).toHaveText("0");
    // The board of the next game takes the arrows, and every dialog is left by its key.
    await page.keyboard.press("ArrowDown");
    await expect(page.locator("[data-cell]:focus")).toHaveCount(1);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.locator("[data-cell]:focus")).toHaveCount(1);
  });

test("a key pressed while a dialog closes applies to the game", async ({ page }) => {
  await quiet(page);
  await open(page, TILES, "&m=R");
  await menu(page, "Help");
  await expect(page.getByRole("dialog")).toBeVisible();
  // The browser is then still on its way back from the dialog's address.
  await page.evaluate(() => {
    const dialog = document.querySelector("dialog");
    dialog?.addEventListener("close", () =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "u", bubbles: true })),
    );
    dialog?.close();
  });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(moves(page)).toHaveText("0");
  await expect(page).toHaveURL(/&at=0$/);
});

test("the ring of the focus follows the picked card, and a finger has none", async ({ page }) => {
  await quiet(page);
  await open(page, "birds:neller/1");
  const top = (name) => page.locator(name).evaluate((each) => each.getBoundingClientRect().top);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const card = ".slot.up .card";
  await expect(page.locator(card)).toHaveCount(1);
  await expect
    .poll(async () => Math.abs((await top(card)) - (await top(".cursor-mark"))))
    .toBeLessThan(7);
  await page.keyboard.press("Escape");
  const button = page.getByRole("toolbar", { name: "game" }).getByRole("button", { name: "hint" });
  const outline = () => button.evaluate((each) => getComputedStyle(each).outlineStyle);
  await button.focus();
  expect(await outline()).toBe("solid");
  await page.mouse.click(4, 400);
  await button.focus();
  expect(await outline()).toBe("none");
});

test("Escape hides the name of a button until another button is pointed at", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile);
  await quiet(page);
  await page.setViewportSize({ width: 1100, height: 800 });
  await open(page, GAPS);
  const shown = (name) =>
    page
      .getByRole("banner")
      .getByRole("button", { name, exact: true })
      .evaluate((each) => {
        const { display, visibility } = getComputedStyle(each, "::after");
        return display !== "none" && visibility === "visible";
      });
  const button = (name) => page.getByRole("banner").getByRole("button", { name, exact: true });
  await button("Cohesion").hover();
  await expect.poll(() => shown("Cohesion")).toBe(true);
  await page.keyboard.press("Escape");
  expect(await shown("Cohesion")).toBe(false);
  await button("Birds of a Feather").hover();
  await expect.poll(() => shown("Birds of a Feather")).toBe(true);
  await button("Cohesion").hover();
  await expect.poll(() => shown("Cohesion")).toBe(true);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
