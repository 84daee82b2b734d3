// Lessons, daily deals, the review, and saved data.
import { cellWords } from "../src/model/say";
import { readFile } from "node:fs/promises";
import { dayNumber, seedOf } from "../src/model/daily";
import { LESSONS } from "../src/model/lessons";
import {
  accessible,
  ask,
  badge,
  events,
  expect,
  menu,
  moves,
  open,
  plan,
  sample,
  sheet,
  test,
  title,
} from "./page.js";

/** A plan that wins from a board. */
const way = (page, at) =>
  page.evaluate(async (at) => {
    const response = await fetch("api/solve", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ at }),
    });
    const report = (await response.text())
      .split("\n\n")
      .find((part) => part.startsWith("event: report"));
    return JSON.parse(report.split("data: ")[1]).report.plan;
  }, at);

const STARTS = {
  gaps: "gaps:solvitaire/4x13/7",
  birds: "birds:neller/1",
  cohesion: "cohesion:level/vieira-1",
  tiles: "tiles:level/iartistas-04",
};

for (const [game, instance] of sample(Object.entries(STARTS), 0, 3)) {
  test(`${game}: the lesson is played to its end`, async ({ page }) => {
    await open(page, instance);
    await menu(page, "Help");
    await page.getByRole("dialog").getByRole("button", { name: "Play the lesson" }).click();
    const dialog = page.getByRole("dialog");
    const cell = (at) => dialog.locator(`[data-cell="${at}"]`);
    for (const [index, step] of LESSONS[game].entries()) {
      await expect(dialog.getByRole("heading", { name: step.title })).toBeVisible();
      const next = dialog.getByRole("button", {
        name: index === LESSONS[game].length - 1 ? "Play a deal" : "Next",
      });
      await expect(next).toBeDisabled();
      await expect(cell(0)).toBeVisible();
      const before = await dialog.boundingBox();
      let board = step.board;
      for (const text of step.wanted ? [step.wanted] : await way(page, { game, board })) {
        const position = await ask(page, "position", { game, board });
        const move = position.view.moves.find((each) => each.text === text);
        expect(move, `${text} is legal in step ${index + 1}`).toBeTruthy();
        if (game === "tiles")
          await dialog.getByRole("button", { name: `tilt ${move.direction}` }).click();
        else if (game === "cohesion") {
          if ((await cell(move.from[0]).getAttribute("aria-selected")) !== "true")
            await cell(move.from[0]).click();
          await dialog.getByRole("button", { name: `shift ${move.direction}` }).click();
        } else {
          await cell(move.from[0]).click();
          await cell(move.to[0]).click();
        }
        const after = await ask(page, "position", { game, board, moves: text });
        board = after.board;
        await expect
          .poll(() =>
            dialog
              .locator("[data-cell]")
              .evaluateAll((cells) =>
                cells.map((each) => each.getAttribute("aria-label").split(": ")[1].split(",")[0]),
              ),
          )
          .toEqual(after.view.cells.map((_, at) => cellWords(after.view, at).split(",")[0]));
      }
      await expect(dialog.getByText("Well done.")).toBeVisible();
      // Its line was reserved before the text; only finished arrows disappear.
      if (game !== "cohesion" && game !== "tiles")
        expect((await dialog.boundingBox())?.height, "the window stays").toBe(before?.height);
      await expect(next).toBeEnabled();
      if (index === 0) await accessible(page);
      if (index < LESSONS[game].length - 1) await next.click();
    }
  });
}

test("a lesson reports a stuck board, and its last step has no button to skip", async ({
  page,
}) => {
  await open(page, STARTS.birds);
  await menu(page, "Help");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("it loses a game that could be won");
  await dialog.getByRole("button", { name: "Play the lesson" }).click();
  const cell = (at) => dialog.locator(`[data-cell="${at}"]`);
  for (const step of LESSONS.birds.slice(0, -1)) {
    const [from, to] = step.wanted
      .split(">")
      .map((place) => place.split(",").map(Number))
      .map(([row, column]) => 4 * row + column);
    await cell(from).click();
    await cell(to).click();
    await dialog.getByRole("button", { name: "Next" }).click();
    await expect(dialog.getByRole("heading", { name: step.title })).toHaveCount(0);
  }
  await expect(dialog.getByRole("button", { name: /Skip/ })).toHaveCount(0);
  await cell(0).click();
  await cell(1).click();
  await expect(dialog.getByRole("status")).toHaveText("Stuck: no moves are left. Start again.");
  await dialog.getByRole("button", { name: "Again" }).click();
  await expect(dialog.getByRole("status")).toHaveText("");
  const buttons = await dialog
    .locator(".lesson-bar button")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(new Set(buttons).size, "one row of buttons").toBe(1);
});

test("daily deals: one for each game and level, won, shown on the calendar, shared without a spoiler", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
  await open(page, "gaps:solvitaire/4x13/7");
  const daily = () => menu(page, "Daily deals");
  await daily();
  const dialog = page.getByRole("dialog");
  await accessible(page);
  await dialog.getByRole("button", { name: "easy" }).click();
  await dialog.getByRole("button", { name: /^Match the Tiles/ }).click();
  await expect(page.locator(".head .small")).toHaveText("Match the Tiles · daily deal");
  // Levels are the steps of the scale that rates every deal.
  await expect(page.locator(".head .hardness")).toHaveText("easy");
  await expect(page.locator(".head .bars .on")).toHaveCount(2);
  const instance = await title(page).getAttribute("title");
  expect(page.url()).toContain("d=20");
  const names = { L: "left", R: "right", U: "up", D: "down" };
  for (const letter of await plan(page, instance))
    await page
      .locator(".stage .pad")
      .getByRole("button", { name: `tilt ${names[letter]}` })
      .click();
  await expect(page.locator(".won-box")).toBeVisible();
  await page.getByRole("button", { name: "See my game" }).click();
  await daily();
  await expect(dialog.locator(".day.today.won")).toHaveCount(1);
  await expect(dialog.locator(".streak")).toHaveText("1 day");
  await expect(
    dialog.getByRole("button", { name: /copy the result of Match the Tiles/ }),
  ).toBeVisible();
  // Another day has another deal.
  const yesterday = dialog.locator(".day.missed").last();
  if (await yesterday.count()) {
    await yesterday.click();
    await dialog.getByRole("button", { name: /^Match the Tiles/ }).click();
    await expect(title(page)).not.toHaveAttribute("title", instance);
  }
});

test("the review of a won game: the number of moves that kept to the shortest solution, and the detours", async ({
  page,
}) => {
  const instance = "tiles:level/iartistas-04";
  await open(page, instance);
  await expect(badge(page)).toHaveText("Can be won in 5");
  // A detour first: back and forth.
  const names = { L: "left", R: "right", U: "up", D: "down" };
  const pad = (letter) =>
    page
      .locator(".pad")
      .getByRole("button", { name: `tilt ${names[letter]}` })
      .click();
  await pad("D");
  const rest = await page.evaluate(async (instance) => {
    const response = await fetch("api/solve", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ at: { instance, moves: "D" } }),
    });
    return JSON.parse(
      (await response.text())
        .split("\n\n")
        .find((part) => part.startsWith("event: report"))
        .split("data: ")[1],
    ).report.plan;
  }, instance);
  for (const letter of rest) await pad(letter);
  await expect(page.locator(".won-box")).toContainText(`moves${rest.length + 1}`);
  await page.getByRole("button", { name: "See my game" }).click();
  await sheet(page);
  const review = page.getByRole("region", { name: "review" });
  await expect(review).toContainText(/\d+ % of \d+ moves kept to the shortest known solution/);
  await expect(review).toContainText(`${rest.length + 1} moves, the shortest known is 5`);
  if (rest.length + 1 > 5) await expect(review).toContainText("longer than needed");
  await accessible(page);
});

test("kept games are exported and imported as one file; another file is refused", async ({
  page,
}) => {
  await open(page, "tiles:level/iartistas-04");
  await page.locator(".pad").getByRole("button", { name: "tilt right" }).click();
  await expect(moves(page)).toHaveText("1");
  await menu(page, "settings", "Settings");
  const dialog = page.getByRole("dialog");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Export" }).click(),
  ]);
  const file = await readFile(await download.path());
  await page.evaluate(() => localStorage.removeItem("patience.games"));
  await dialog
    .getByRole("button", { name: "Import" })
    .setInputFiles({ name: "games.json", mimeType: "application/json", buffer: file });
  await expect(dialog).toHaveCount(0);
  expect(
    await page.evaluate(() =>
      JSON.parse(localStorage.getItem("patience.games")).map((game) => game.name),
    ),
  ).toEqual(["tiles:level/iartistas-04"]);
  await menu(page, "settings", "Settings");
  await dialog
    .getByRole("button", { name: "Import" })
    .setInputFiles({ name: "other.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await expect(page.getByRole("alert")).toContainText(
    "other.json is not a valid file of games: it has no version",
  );
  // The terminal's file, as it is stored on disk.
  await menu(page, "settings", "Settings");
  const terminal = {
    version: 1,
    games: [
      { start: { name: "birds:neller/1" }, moves: ["0,0>0,1"], at: 1, helped: false, won: false },
    ],
  };
  await dialog.getByRole("button", { name: "Import" }).setInputFiles({
    name: "games.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(terminal)),
  });
  await expect(dialog).toHaveCount(0);
  expect(
    await page.evaluate(() =>
      JSON.parse(localStorage.getItem("patience.games")).map((game) => game.name),
    ),
  ).toEqual(["birds:neller/1", "tiles:level/iartistas-04"]);
  if (await page.getByRole("button", { name: /choose another/ }).isVisible())
    await page.getByRole("button", { name: /choose another/ }).click();
  await page.getByRole("button", { name: "Birds of a Feather" }).click();
  await expect(title(page)).toHaveAttribute("title", "birds:neller/1");
  await expect(moves(page)).toHaveText("1");
});

test("every day up to the end of 2031 has one deal of each game and level", async ({ page }) => {
  // The list that was built into the program.
  const list = await readFile(new URL("../../crates/api/src/levels.txt", import.meta.url), "utf8");
  /** @type {Record<string, string[]>} */
  const deals = {};
  let source = "";
  let key = "";
  for (const line of list.trimEnd().split("\n")) {
    if (line.includes(":")) {
      const [level, rest] = line.split(" ");
      source = rest;
      key = `${rest.split(":")[0]} ${level}`;
      deals[key] = [];
      continue;
    }
    for (const run of line.split(" ")) {
      const [first, last = first] = run.split("-").map(Number);
      for (let seed = first; seed <= last; seed++) deals[key].push(`${source}/${seed}`);
    }
  }
  const days = (Date.UTC(2032, 0, 1) - Date.UTC(2026, 10, 1)) / 86_400_000;
  expect(Object.keys(deals)).toHaveLength(15);
  for (const [name, each] of Object.entries(deals)) expect(new Set(each).size, name).toBe(days);
  await open(page, "tiles:level/iartistas-04");
  for (const day of sample([20261101, dayNumber(), 20291231, 20311231], 1, 3)) {
    for (const [name, each] of Object.entries(deals)) {
      const [game, level] = name.split(" ");
      const [dealt] = await events(
        page,
        "deal",
        { game: `${game}+standard`, source: `${game}:x`, seed: seedOf(day), level },
        "deal",
      );
      expect(dealt.instance, `${name} on ${day}`).toBe(each[seedOf(day) % each.length]);
    }
  }
});
