// Every view of the page, and the way to it from an empty page: for pictures of all of them, and
// for checks that apply to each.
import { ask, badge, cell, expect, inBar, menu, moves, open, plan, sheet, tab } from "./page.js";

export const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  landscape: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
  desk: { viewport: { width: 1280, height: 800 } },
  large: { viewport: { width: 1920, height: 1080 } },
};

const GAPS = "gaps:solvitaire/4x13/5";
const BIRDS = "birds:neller/1";
const COHESION = "cohesion:level/vieira-1";
const TILES = "tiles:level/iartistas-04";
const BOARDS = { gaps: GAPS, birds: BIRDS, cohesion: COHESION, tiles: TILES };
/** A deal that is proved lost at once, of a game without redeals. */
const LOST = "birds:neller/10";

/** Opens a game a few moves along the way to its win. */
async function along(page, instance, count) {
  const way = (await plan(page, instance)).slice(0, count);
  await open(page, instance, `&m=${encodeURIComponent(way.join(" "))}`);
  await expect(moves(page)).toHaveText(String(way.length));
  await judged(page);
}

/** Waits until it is known whether the position can be won, unless that takes a long search. */
const judged = (page) =>
  expect(badge(page).first()).toHaveText(/Can be won|Lost|Needs a redeal|Won|Not known/);

/** Picks up the first card or piece that can move. */
async function pick(page, instance, moves = "") {
  const { view } = await ask(page, "position", { instance, moves });
  await cell(page, view.moves[0].from[0]).click();
}

/** Plays a game to its win. */
async function win(page) {
  await open(page, TILES);
  const way = await plan(page, TILES);
  await judged(page);
  const names = { L: "left", R: "right", U: "up", D: "down" };
  for (const letter of way)
    await page
      .locator(".stage .pad")
      .getByRole("button", { name: `tilt ${names[letter]}` })
      .click();
  await expect(page.locator(".won-box")).toBeVisible();
}

async function analysed(page) {
  await tab(page, "Analyse");
  await expect(page.locator(".ranked .badge, .ranked .worth").first()).toBeVisible();
  await expect(page.locator(".ranked .waiting").filter({ visible: true })).toHaveCount(0);
}

const dialog = (page) => page.getByRole("dialog");

/** @type {Record<string, (page: any) => Promise<unknown>>} */
export const VIEWS = {
  "play-gaps": (page) => along(page, GAPS, 20),
  "play-gaps-picked": async (page) => {
    await open(page, GAPS);
    await judged(page);
    await pick(page, GAPS);
  },
  "play-birds": (page) => along(page, BIRDS, 5),
  "play-cohesion": async (page) => {
    await along(page, COHESION, 1);
  },
  "play-tiles": (page) => along(page, TILES, 2),
  ...Object.fromEntries(
    [
      "line-up",
      "house-of-commons",
      "blue-moon",
      "red-moon",
      "paganini",
      "free-parking",
      "galary",
      "jungle",
      "spaces-and-aces",
    ].map((rules) => [
      `rules-${rules}`,
      async (page) => {
        await open(page, `gaps+${rules}:pysol/1`);
        await page.waitForTimeout(500);
      },
    ]),
  ),
  hint: async (page) => {
    await open(page, GAPS);
    await judged(page);
    const hint = page.getByRole("toolbar", { name: "game" }).getByRole("button", { name: "hint" });
    await hint.click();
    await hint.click();
    await sheet(page);
  },
  ...Object.fromEntries(
    Object.entries(BOARDS).map(([game, instance]) => [
      `lesson-${game}`,
      async (page) => {
        await open(page, instance);
        await menu(page, "Help");
        await dialog(page).getByRole("button", { name: "Play the lesson" }).click();
        await expect(dialog(page).locator("[data-cell]").first()).toBeVisible();
      },
    ]),
  ),
  daily: async (page) => {
    await open(page, GAPS);
    const now = new Date();
    const day = (back) => {
      const at = new Date(now);
      at.setDate(at.getDate() - back);
      return at.getFullYear() * 10000 + (at.getMonth() + 1) * 100 + at.getDate();
    };
    const won = (more = {}) => ({
      result: "won",
      moves: 12,
      seconds: 75,
      shortest: false,
      ...more,
    });
    const days = {
      [day(0)]: { "birds medium": won({ moves: 15 }) },
      [day(1)]: { "gaps medium": won({ shortest: true }) },
      [day(2)]: { "gaps medium": won({ result: "helped" }) },
      [day(3)]: { "tiles easy": won() },
    };
    await page.evaluate(
      (days) => localStorage.setItem("patience.daily", JSON.stringify(days)),
      days,
    );
    await menu(page, "Daily deals");
    await expect(dialog(page)).toBeVisible();
  },
  "analysis-gaps": async (page) => {
    await along(page, GAPS, 30);
    await analysed(page);
  },
  "analysis-birds": async (page) => {
    await along(page, BIRDS, 3);
    await analysed(page);
  },
  "analysis-cohesion": async (page) => {
    await open(page, COHESION);
    await analysed(page);
  },
  "analysis-tiles": async (page) => {
    await open(page, TILES);
    await analysed(page);
  },
  review: async (page) => {
    await win(page);
    await page.getByRole("button", { name: "See my game" }).click();
    await sheet(page);
    await expect(page.getByRole("region", { name: "review" })).toContainText("%");
  },
  "won-tiles": win,
  "won-gaps": async (page) => {
    const board = { game: "gaps", board: "2C 3C -- 4C / 2H 3H -- 4H" };
    await page.goto("about:blank");
    await page.goto(`/#g=${board.game}&b=${encodeURIComponent(board.board)}`);
    await judged(page);
    await cell(page, 2).click();
    await cell(page, 6).click();
    await expect(page.locator(".won-box")).toBeVisible();
  },
  lost: async (page) => {
    await open(page, LOST);
    await expect(badge(page).first()).toHaveText(/Lost/);
    await sheet(page);
  },
  stuck: async (page) => {
    await page.goto("about:blank");
    await page.goto(`/#g=cohesion&b=${encodeURIComponent("RBR/GGY")}`);
    await expect(page.getByRole("grid")).toBeVisible();
    await page.waitForTimeout(500);
  },
  editor: async (page) => {
    await edit(page, GAPS);
    await expect(page.locator(".palette")).toBeVisible();
  },
  "editor-tiles": async (page) => {
    await edit(page, TILES);
    await expect(page.getByRole("heading", { name: "Draw a board" })).toBeVisible();
  },
  notations: async (page) => {
    await edit(page, COHESION);
    await page.locator(".written summary").last().click();
    await page.locator(".written").last().scrollIntoViewIfNeeded();
  },
  "editor-error": async (page) => {
    page.expectsErrors = true;
    await edit(page, GAPS);
    await page.locator(".edit textarea").fill("4S 2H -- 3D / 5S 4S 6C --");
    await page.getByRole("button", { name: "Open this board" }).click();
    await expect(page.locator(".edit .error")).toBeVisible();
  },
  "watch-search": async (page) => {
    await open(page, "tiles:level/iartistas-07");
    await tab(page, "Watch");
    await page.getByRole("button", { name: "A search" }).click();
    await page.getByRole("button", { name: "Start the search" }).click();
    await page.waitForTimeout(2500);
  },
  "watch-film": async (page) => {
    await open(page, GAPS);
    await judged(page);
    await tab(page, "Watch");
    await page.getByRole("button", { name: "Show a solution" }).click();
    await page.waitForTimeout(1500);
  },
  today: (page) => opened(page, "Today", ".page-today"),
  puzzles: (page) => opened(page, "Puzzles", ".page-puzzles, .puzzle-task"),
  find: (page) => opened(page, "Find a deal", ".find-list li"),
  search: (page) => searched(page, "astar", 15),
  "search-end": (page) => searched(page, "astar", 28),
  "search-bounds": (page) => searched(page, "idastar", 40),
  "search-beam": (page) => searched(page, "beam", 24),
  "search-mcts": (page) => searched(page, "mcts", 91),
  "search-backup": (page) => searched(page, "mcts", 92),
  "search-paint": async (page) => {
    await searched(page, "astar", 1);
    await inBar(page, "Paint a board");
  },
  "search-pair": (page) => searched(page, "astar~bfs", 15),
  "search-class": async (page) => {
    await searched(page, "astar~bfs", 31);
    // A full-screen window cannot have the size of a phone.
    await page.evaluate(() => {
      document.documentElement.requestFullscreen = undefined;
    });
    await inBar(page, "Class mode");
    await expect(page.getByRole("button", { name: "Next" })).toBeFocused();
  },
  algorithms: async (page) => {
    await searched(page, "astar", 1);
    await page.getByRole("button", { name: "How A* works" }).click();
    await expect(page.locator(".algorithm-picture .tree-room svg")).toBeVisible();
  },
  "all-rules": async (page) => {
    await open(page, "gaps+free-parking:pysol/1");
    await menu(page, "Help");
    await page.getByRole("button", { name: "Rules", exact: true }).click();
    await expect(page.locator(".rule-board [data-cell]").first()).toBeVisible();
  },
  "compare-wide": async (page) => {
    await open(page, TILES);
    await tab(page, "Compare");
    await page.getByRole("button", { name: "Full width" }).click();
    await expect(dialog(page).locator("tbody tr.solved")).toHaveCount(4);
  },
  compare: async (page) => {
    await open(page, TILES);
    await tab(page, "Compare");
    await page.waitForTimeout(500);
  },
  studies: async (page) => {
    await open(page, GAPS);
    await menu(page, "Studies");
    await expect(dialog(page).locator(".studies li").first()).toBeVisible();
  },
  study: async (page) => {
    await VIEWS.studies(page);
    await dialog(page).locator(".studies button").first().click();
    await page.waitForTimeout(500);
  },
  games: async (page) => {
    await along(page, BIRDS, 4);
    await along(page, GAPS, 12);
    await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
    await newGame(page);
  },
  "no-games": async (page) => {
    await open(page, GAPS);
    await newGame(page);
  },
  settings: async (page) => {
    await open(page, GAPS);
    await menu(page, "settings", "Settings");
    await expect(dialog(page)).toBeVisible();
  },
  statistics: async (page) => {
    await win(page);
    await page.getByRole("button", { name: "See my game" }).click();
    await menu(page, "Statistics");
  },
  "no-statistics": async (page) => {
    await open(page, GAPS);
    await menu(page, "Statistics");
  },
  help: async (page) => {
    await open(page, GAPS);
    await menu(page, "Help");
  },
  menu: async (page) => {
    await open(page, GAPS);
    const button = page.getByRole("button", { name: "menu", exact: true });
    if (await button.isVisible()) await button.click();
  },
  loading: async (page) => {
    await page.goto("about:blank");
    await page.route("**/api/**", () => {});
    await page.goto(`/#i=${GAPS}`);
    await page.waitForTimeout(800);
  },
  dealing: async (page) => {
    await open(page, GAPS);
    await judged(page);
    await page.route("**/api/deal", () => {});
    await page
      .getByRole("button", { name: "new deal", exact: true })
      .filter({ visible: true })
      .click();
    await page.waitForTimeout(600);
  },
  error: async (page) => {
    page.expectsErrors = true;
    await page.goto("/#i=gaps:solvitaire/4x13/seven");
    await expect(page.getByRole("alert")).toBeVisible();
    await page.waitForTimeout(300);
  },
  "no-server": async (page) => {
    page.expectsErrors = true;
    await page.goto("about:blank");
    await page.route("**/api/**", (route) => route.abort());
    await page.goto(`/#i=${GAPS}`);
    await expect(page.getByRole("alert")).toBeVisible();
  },
};

/** Opens a page that fills the window. */
async function opened(page, name, there) {
  await open(page, GAPS);
  await menu(page, name);
  await expect(page.locator(there).first()).toBeVisible();
}

/** Opens searches in their window at a step. */
async function searched(page, searches, step) {
  await page.goto("about:blank");
  await page.goto(`/#i=tiles:level/iartistas-07&watch=${searches}`);
  await expect(page.locator(".tree-room svg").first()).toBeVisible();
  await page.getByRole("slider", { name: "step of the search" }).fill(String(step));
}

async function edit(page, instance) {
  await open(page, instance);
  await sheet(page);
  if (await page.getByRole("tab", { name: "Play" }).isHidden()) await tab(page, "Play");
  await page
    .getByRole("button", { name: "Edit", exact: true })
    .filter({ visible: true })
    .first()
    .click();
}

async function newGame(page) {
  const button = page.getByRole("button", { name: "menu", exact: true });
  if (await button.isVisible()) await menu(page, "", "New game");
  else await page.getByRole("button", { name: "more ways to begin a game" }).click();
  await expect(dialog(page)).toBeVisible();
}

/** The views of play. */
export const PLAY = [
  "play-gaps",
  "play-birds",
  "play-cohesion",
  "play-tiles",
  "hint",
  "lesson-gaps",
  "lesson-tiles",
  "daily",
  "analysis-gaps",
  "analysis-tiles",
  "review",
  "won-tiles",
  "lost",
  "stuck",
  "today",
  "puzzles",
  "find",
  "games",
  "settings",
  "statistics",
  "help",
  "menu",
  "studies",
  "error",
];
