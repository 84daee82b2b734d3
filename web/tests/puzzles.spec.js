// Puzzles on a phone: the texts of a hint and of a wrong move, next to the board.
import { expect, menu, open, quiet, test } from "./page.js";

/** One of four moves wins: the three of diamonds onto its neighbour. */
const PUZZLE = {
  board: "-- -- 3D -- / -- -- 3H -- / -- -- -- -- / -- QH 5D --",
  choices: 4,
};

/** Opens the puzzles with a given one; the server reports which of its moves wins. */
async function posed(page) {
  await quiet(page);
  await open(page, "birds:neller/1");
  const { view, wins } = await page.evaluate(async ({ board }) => {
    const post = (name, question) =>
      fetch(`api/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(question),
      });
    const { view } = await (await post("position", { game: "birds", board })).json();
    const wins = [];
    for (const { text } of view.moves) {
      const answer = await (
        await post("solve", { at: { game: "birds", board, moves: text } })
      ).text();
      if (/"verdict":"solved"/.test(answer)) wins.push(text);
    }
    return { view, wins };
  }, PUZZLE);
  expect(wins).toHaveLength(1);
  const body = [PUZZLE.board, wins[0], "wins", PUZZLE.choices, 3, 1, "birds:neller/391", 13];
  await page.route("**/puzzles-birds.txt", (route) => route.fulfill({ body: body.join("\t") }));
  await menu(page, "Puzzles");
  const dialog = page.getByRole("dialog", { name: "Puzzles" });
  await expect(dialog).toContainText("4 legal moves");
  const move = (is) => view.moves.find(({ text }) => (text === wins[0]) === is);
  return { dialog, right: move(true), wrong: move(false) };
}

test("hints of a puzzle lead from the row to the card and to its move @phone-only", async ({
  page,
}) => {
  const { dialog, right } = await posed(page);
  await dialog.getByRole("button", { name: "Hint" }).click();
  const row = Math.floor(right.from[0] / 4);
  await expect(dialog.getByRole("status")).toContainText(`Look at row ${row + 1}`);
  const cards = PUZZLE.board.split(" / ")[row].split(" ");
  await expect(dialog.locator(".slot.hinted")).toHaveCount(
    cards.filter((card) => card !== "--").length,
  );
  await dialog.getByRole("button", { name: "Next hint" }).click();
  await expect(dialog.getByRole("status")).toContainText(/Look at the \S+ in [a-d]\d/);
  const ring = dialog.locator(".slot.hinted");
  await expect(ring).toHaveCount(1);
  expect(Number(await ring.evaluate((each) => getComputedStyle(each).zIndex))).toBeGreaterThan(5);
  await expect(dialog.locator(".cell.hint-from")).toHaveAttribute(
    "data-cell",
    String(right.from[0]),
  );
  await expect(dialog.locator(".cell.hint-to")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Next hint" }).click();
  await expect(dialog.getByRole("status")).toContainText(/The move is \S+ onto \S+ in [a-d]\d/);
  await expect(dialog.locator(".cell.hint-to")).toHaveAttribute("data-cell", String(right.to[0]));
  await expect(dialog.getByRole("button", { name: "Next hint" })).toBeDisabled();
});

test("a wrong move is refuted in words, and the next puzzle is visible @phone-only", async ({
  page,
}) => {
  const { dialog, wrong } = await posed(page);
  await dialog.locator(`[data-cell="${wrong.from[0]}"]`).click();
  await dialog.locator(`[data-cell="${wrong.to[0]}"]`).click();
  await expect(dialog.locator(".puzzle-word")).toHaveText("Not this one");
  await expect(dialog.getByRole("status")).toContainText("One way it ends");
  for (const part of [
    dialog.locator(".puzzle-word"),
    dialog.getByRole("button", { name: "Try again" }),
    dialog.getByRole("button", { name: "Next puzzle" }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
});

test("the games to choose from fill their rows @both", async ({ page, isMobile }) => {
  const { dialog } = await posed(page);
  const rows = await dialog.locator(".game-choice button").evaluateAll((all) =>
    Object.values(
      Object.groupBy(
        all.map((each) => each.getBoundingClientRect()),
        ({ top }) => String(Math.round(top)),
      ),
    ).map((row) => row.reduce((sum, { width }) => sum + width, 8 * (row.length - 1))),
  );
  expect(rows).toHaveLength(isMobile ? 2 : 1);
  for (const width of rows) expect(Math.abs(width - rows[0])).toBeLessThan(2);
  await expect(dialog.locator(".puzzle-choice .steps")).toHaveCSS("border-top-width", "0px");
});

test("a puzzle of Sliding Tiles draws its goal @both", async ({ page }) => {
  await quiet(page);
  await open(page, "sliding:random/3x3/1");
  await menu(page, "Puzzles");
  const dialog = page.getByRole("dialog", { name: "Puzzles" });
  await dialog.getByRole("button", { name: /^Sliding Tiles/ }).click();
  await expect(
    dialog.getByRole("img", { name: "the goal, row by row: blank 1 2; 3 4 5; 6 7 8" }),
  ).toBeVisible();
});
