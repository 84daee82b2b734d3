// Pages that fill the window: the start page with today's deals, puzzles, the search for deals;
// results and their backup.
import {
  accessible,
  ask,
  cell,
  expect,
  menu,
  moves,
  open,
  quiet,
  test,
  title,
  touchable,
} from "./page.js";

const BIRDS = "birds:neller/1";

/** Opens a page over the game. */
async function opened(page, name) {
  await menu(page, name);
  return page.getByRole("dialog", { name });
}

test("the start page has today's deals and the unfinished game @phone", async ({
  page,
  isMobile,
}) => {
  await quiet(page);
  await open(page, "tiles:level/iartistas-04");
  await page.locator(".stage .pad button:not([aria-disabled=true])").first().click();
  await expect(moves(page)).toHaveText("1");
  await open(page, BIRDS);
  const today = await opened(page, "Today");
  await expect(today.locator(".today-deal")).toHaveCount(5);
  await expect(today.locator(".today-deal .board")).toHaveCount(5);
  await accessible(page);
  if (isMobile) await touchable(page);
  // A daily deal opens as a daily deal.
  await today.getByRole("button", { name: /^Cohesion/ }).click();
  await expect(title(page)).toHaveText(/^\d+ \w+$/);
  // The last unfinished game is resumed.
  const again = await opened(page, "Today");
  await expect(again.getByRole("region", { name: "the game you left" })).toContainText(
    "Level iartistas-04, 1 move",
  );
  await again.getByRole("button", { name: "Continue" }).click();
  await expect(title(page)).toHaveAttribute("title", "tiles:level/iartistas-04");
  await expect(moves(page)).toHaveText("1");
});

test("a returning player sees the start page first, and a link opens its game", async ({
  page,
}) => {
  await quiet(page);
  await open(page, BIRDS);
  await cell(page, 0).click();
  await page.goto("about:blank");
  await page.goto("/");
  await expect(title(page)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto("about:blank");
  await page.goto("/#today");
  await expect(page.getByRole("dialog", { name: "Today" })).toBeVisible();
});

test("a puzzle distinguishes the right move from a wrong one, and the rating changes @phone", async ({
  page,
}) => {
  const answer = "2,3>2,2";
  const puzzle = ["-- -- -- -- / -- 2C KD -- / -- -- JS QC / -- -- -- --", answer, "wins", 2, 3, 1];
  const body = [...puzzle, "birds:neller/2", 12].join("\t");
  await page.route("**/puzzles-birds.txt", (route) => route.fulfill({ body }));
  await quiet(page);
  await open(page, BIRDS);
  const { view } = await ask(page, "position", { game: "birds", board: puzzle[0] });
  const dialog = await opened(page, "Puzzles");
  const grid = dialog.getByRole("grid");
  await expect(grid).toBeVisible();
  await accessible(page);
  const figure = (name) => dialog.locator(".puzzle-rating div", { hasText: name }).locator("dd");
  await expect(figure("rating")).toHaveText("1200");
  const play = async (move) => {
    const [from, to] = move.split(">").map((spot) => spot.split(",").map(Number));
    const at = ([row, column]) => 4 * row + column;
    await dialog.locator(`[data-cell="${at(from)}"]`).click();
    await dialog.locator(`[data-cell="${at(to)}"]`).click();
  };
  await play(view.moves.find(({ text }) => text !== answer).text);
  await expect(dialog.getByText("Not this one")).toBeVisible();
  await expect(dialog.getByText(/loses: no order of moves wins after it, proved/)).toBeVisible();
  await expect(dialog.getByText(/no moves are left/)).toBeVisible();
  await expect(figure("rating")).toHaveText(/^\d+ −\d+$/);
  const after = await figure("rating").textContent();
  // The board is back without a request, and a move counts at once.
  const asked = [];
  page.on("request", (each) => each.url().endsWith("/api/position") && asked.push(each.url()));
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByText("Play it on the board.")).toBeVisible();
  expect(asked).toEqual([]);
  await play(answer);
  await expect(dialog.locator(".puzzle-word")).toHaveText("Right");
  // Only the first attempt counts.
  await expect(figure("rating")).toHaveText(after);
  await expect(figure("solved")).toHaveText("0");
  await dialog.getByRole("button", { name: "See the win" }).click();
  // The puzzles play the win, and lead back or on to the next puzzle.
  const board = dialog.locator(".board");
  await expect(dialog.getByRole("slider", { name: "move of the playback" })).toBeVisible();
  await expect(dialog.locator(".film-note")).toContainText(/move [1-9]/);
  await dialog.getByRole("button", { name: "Back to the puzzle" }).click();
  await expect(dialog.locator(".puzzle-word")).toHaveText("Right");
  await dialog.getByRole("button", { name: "See the win" }).click();
  await dialog.getByRole("button", { name: "to the end" }).click();
  await expect(board).toBeVisible();
  await dialog.getByRole("button", { name: "Next puzzle" }).click();
  await expect(dialog.locator(".film")).toHaveCount(0);
  await expect(dialog).toBeVisible();
});

test("a player's own board sets no record; results are in one row of bars", async ({ page }) => {
  await quiet(page);
  const tally = { played: 4, won: 2, helped: 1, lost: 1, seconds: 9, best: 3, fewest: 4 };
  await page.addInitScript(
    (stored) =>
      location.host &&
      !localStorage.getItem("patience.statistics") &&
      localStorage.setItem("patience.statistics", JSON.stringify({ "sliding+standard": stored })),
    tally,
  );
  await page.goto(`/#g=sliding&b=${encodeURIComponent("1 0 2 / 3 4 5 / 6 7 8")}`);
  await page.locator('[data-cell="0"]').click();
  await expect(page.locator(".won-box")).toBeVisible();
  await expect(page.locator(".won-box")).not.toContainText("your fewest");
  await page.getByRole("button", { name: "See my game" }).click();
  await menu(page, "Statistics");
  const dialog = page.getByRole("dialog", { name: "Statistics" });
  await expect(
    dialog.getByRole("img", { name: "2 won, 1 with help, 1 lost", exact: true }),
  ).toBeVisible();
  await expect(dialog.locator("div", { hasText: /^fewest moves4$/ })).toBeVisible();
});

test("a puzzle must be won in a given number of moves, and is lost when they are used up", async ({
  page,
}) => {
  await quiet(page);
  await open(page, "tiles:level/iartistas-04");
  const dialog = await opened(page, "Puzzles");
  await dialog.getByRole("button", { name: "very easy" }).click();
  await dialog.getByRole("button", { name: "Win in N" }).click();
  const heading = dialog.getByRole("heading", { name: /^Can you win this in \d+\?$/ });
  await expect(heading).toBeVisible();
  const most = Number((await heading.textContent()).match(/\d+/)[0]);
  const can = dialog.locator(".pad button:not([aria-disabled=true])");
  for (let made = 1; made <= most && !(await dialog.locator(".puzzle-word").count()); made++) {
    await can.first().click();
    await expect(
      dialog.getByText(`move ${made} of ${most}`).or(dialog.locator(".puzzle-word")).first(),
    ).toBeVisible();
  }
  await expect(dialog.locator(".puzzle-word")).toHaveText(/Not this time|Right/);
  await expect(dialog.getByRole("button", { name: "See the win" })).toBeVisible();
});

test("ten thousand deals can be searched by their results, and a loss is checked in the browser @phone", async ({
  page,
  isMobile,
}) => {
  await quiet(page);
  await open(page, BIRDS);
  const dialog = await opened(page, "Find a deal");
  await expect(dialog.getByRole("status").first()).toHaveText("8,647 deals");
  await accessible(page);
  if (isMobile) await touchable(page);
  // With enough room the first deal is shown.
  else await expect(dialog.getByRole("region", { name: "deal 479" })).toContainText("Decided");
  await dialog.getByRole("button", { name: "No", exact: true }).click();
  await expect(dialog.getByRole("status").first()).toHaveText("1,353 deals");
  await dialog.getByLabel("Only those whose certificate is checked").check();
  const columns = await (await page.request.get("deals.json")).json();
  const certified = Object.keys(columns.sums).length.toLocaleString("en");
  await expect(dialog.getByRole("status").first()).toHaveText(`${certified} deals`);
  await dialog.getByLabel("order").selectOption("by number");
  await dialog.getByRole("button", { name: /^79 / }).click();
  const deal = dialog.getByRole("region", { name: "deal 79" });
  await expect(deal).toContainText("Lost from the start.");
  await expect(deal).toContainText("by the checker that is proved sound in Coq");
  await deal.getByRole("button", { name: "Check it here" }).click();
  await expect(deal).toContainText("as published.");
  await accessible(page);
  await deal.getByRole("button", { name: "Play it anyway" }).click();
  await expect(title(page)).toHaveAttribute("title", "gaps:solvitaire/4x13/79");
  // Small boards of every game have a difficulty: how often simple programs win them.
  await opened(page, "Find a deal");
  await dialog.getByRole("button", { name: "Small boards" }).click();
  // The names of the games fit within their buttons.
  for (const each of await dialog
    .getByRole("group", { name: "Which game?" })
    .locator("button")
    .all())
    expect(await each.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0);
  await dialog.getByRole("button", { name: "Tiles", exact: true }).click();
  await expect(dialog.getByRole("status").first()).toHaveText("60 boards");
  await dialog.getByRole("group", { name: "Difficulty" }).getByRole("button").last().click();
  await expect(dialog.getByRole("status").first()).toHaveText("12 boards");
  await expect(dialog.locator(".find-list .hardness").first()).toHaveText("very hard");
  await dialog.getByRole("list").getByRole("button").last().click();
  await expect(dialog.locator(".find-deal .cell")).toHaveCount(36);
  await expect(dialog.locator(".find-deal")).toContainText(/Simple programs won \w+ of 40 games/);
  await accessible(page);
  await dialog.getByRole("button", { name: "Play this board" }).click();
  await expect(title(page)).toHaveAttribute("title", /^tiles:generate/);
});

test("results are listed by game, rules and level, and all saved data survives a backup", async ({
  page,
}) => {
  const tally = {
    played: 4,
    won: 2,
    helped: 1,
    lost: 1,
    seconds: 90,
    best: 30,
    fewest: 12,
    streak: 1,
    longest: 2,
  };
  await open(page, BIRDS);
  await page.evaluate(
    (statistics) => localStorage.setItem("patience.statistics", JSON.stringify(statistics)),
    {
      "gaps+standard hard": tally,
      "gaps+blue-moon with redeals": { ...tally, won: 4, fewest: 9 },
    },
  );
  await menu(page, "Statistics");
  const statistics = page.getByRole("dialog", { name: "Statistics" });
  await expect(statistics.getByRole("row", { name: /^hard 4 2 50 %/ })).toBeVisible();
  await expect(statistics.getByRole("row", { name: /^Blue Moon, with redeals 4 4/ })).toBeVisible();
  await expect(statistics.locator("div", { hasText: /^fewest moves9$/ })).toBeVisible();
  await accessible(page);
  await statistics.getByRole("button", { name: "Close" }).click();
  await menu(page, "settings", "Settings");
  const settings = page.getByRole("dialog", { name: "Settings" });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    settings.getByRole("button", { name: "Back up" }).click(),
  ]);
  const path = await file.path();
  const restore = () => settings.locator("label.button", { hasText: "Restore" }).locator("input");
  await restore().setInputFiles({
    name: "x.json",
    mimeType: "application/json",
    buffer: Buffer.from("{}"),
  });
  await expect(settings.getByText("x.json is not a backup of Patience")).toBeVisible();
  await settings.getByRole("button", { name: "Close" }).click();
  await menu(page, "Statistics");
  await statistics.getByRole("button", { name: "Clear statistics" }).click();
  await expect(statistics).toContainText("No games yet");
  await statistics.getByRole("button", { name: "Close" }).click();
  await menu(page, "settings", "Settings");
  await Promise.all([page.waitForEvent("load"), restore().setInputFiles(path)]);
  await expect(page.locator(".notice.good")).toContainText("Restored from");
  await menu(page, "Statistics");
  await expect(statistics.getByRole("row", { name: /^hard 4 2 50 %/ })).toBeVisible();
});

test("the moves to win are a slider with two handles, for keys and pointer", async ({ page }) => {
  await quiet(page);
  await open(page, BIRDS);
  const dialog = await opened(page, "Find a deal");
  const slider = dialog.getByRole("group", { name: "Moves to win" });
  const [least, most] = ["fewest moves", "most moves"].map((name) =>
    slider.getByRole("slider", { name }),
  );
  await expect(dialog.getByRole("status").first()).toHaveText("8,647 deals");
  const [from, to] = [Number(await least.inputValue()), Number(await most.inputValue())];
  await least.focus();
  await page.keyboard.press("ArrowRight");
  await expect(least).toHaveValue(String(from + 1));
  await page.keyboard.press("End");
  await expect(least, "a handle does not pass the other").toHaveValue(String(to));
  await page.keyboard.press("Home");
  // The pointer takes the nearer handle.
  const box = await slider.boundingBox();
  const at = (share) => [box.x + 12 + share * (box.width - 24), box.y + box.height / 2];
  await page.mouse.click(...at(0.25));
  await expect(least).toHaveValue(String(Math.round(from + 0.25 * (to - from))));
  await expect(least).toBeFocused();
  await page.mouse.move(...at(0.9));
  await page.mouse.down();
  await page.mouse.move(...at(0.6), { steps: 3 });
  await page.mouse.move(...at(0.5), { steps: 3 });
  await page.mouse.up();
  await expect(most).toHaveValue(String(Math.round(from + 0.5 * (to - from))));
  await expect(dialog.getByRole("status").first()).not.toHaveText("8,647 deals");
  await expect(dialog).toContainText(`${await least.inputValue()} to ${await most.inputValue()}`);
  await accessible(page);
});

test("statistics include the game that was just lost, and explain their contents @phone", async ({
  page,
}) => {
  await quiet(page);
  await open(page, BIRDS);
  const statistics = page.getByRole("dialog", { name: "Statistics" });
  await menu(page, "Statistics");
  await expect(statistics).toContainText("This page fills with games that are over");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !history.state?.dialog);
  // After the last of these moves no card can move.
  const line = "0,0>0,1 1,3>1,1 1,0>3,0 0,3>0,1 2,0>3,0 3,1>2,1 0,1>2,1 3,2>0,2 2,2>2,3";
  for (const [made, text] of line.split(" ").entries()) {
    for (const spot of text.split(">")) {
      const [row = 0, column = 0] = spot.split(",").map(Number);
      await cell(page, 4 * row + column).click();
    }
    await expect(moves(page)).toHaveText(String(made + 1));
  }
  await menu(page, "Statistics");
  await expect(statistics.locator("div", { hasText: /^finished1$/ })).toBeVisible();
  await expect(statistics.locator("div", { hasText: /^lost1$/ })).toBeVisible();
  await expect(statistics).toContainText("is lost and is included here");
  await accessible(page);
  // A move taken back is not a loss.
  await page.keyboard.press("Escape");
  await expect(statistics).toHaveCount(0);
  await page.keyboard.press("u");
  await expect(moves(page)).toHaveText("8");
  await menu(page, "Statistics");
  await expect(statistics).toContainText("counts once it is won or lost");
  await expect(statistics).toContainText("No games yet");
});

test("the difficulty of a deal is shown in its title and in the rail @phone", async ({
  page,
  isMobile,
}) => {
  await quiet(page);
  await open(page, BIRDS);
  await expect(page.locator(".head .hardness")).toHaveText("very easy");
  await expect(
    page.locator(".head").getByRole("img", { name: "difficulty 1 of 5, very easy" }),
  ).toBeVisible();
  await open(page, "gaps:solvitaire/4x13/93");
  await expect(page.locator(".head .hardness")).toHaveText("very easy");
  if (!isMobile) {
    await page.setViewportSize({ width: 1600, height: 900 });
    await expect(page.getByRole("region", { name: "this deal" }).first()).toContainText(
      "Difficultyvery easy",
    );
  }
  // This one has no ratings.
  await open(page, "tiles:level/iartistas-04");
  await expect(page.locator(".hardness")).toHaveCount(0);
});

test("the start page leads to deals of a kind, and the list shows their results", async ({
  page,
}) => {
  await quiet(page);
  await open(page, "gaps:solvitaire/4x13/479");
  const { view } = await ask(page, "position", { instance: "gaps:solvitaire/4x13/479" });
  await page.evaluate(
    (move) => (location.hash += `&m=${encodeURIComponent(move)}`),
    view.moves[0].text,
  );
  await expect(moves(page)).toHaveText("1");
  const today = await opened(page, "Today");
  await today.getByRole("button", { name: "Hardest winnable deals" }).click();
  const find = page.getByRole("dialog", { name: "Find a deal" });
  await expect(find.locator(".find-list .hardness").first()).toHaveText("very hard");
  await find.getByLabel("order").selectOption("fewest moves first");
  await expect(find.getByRole("button", { name: /^479 / })).toContainText("1 so far");
  await accessible(page);
});
