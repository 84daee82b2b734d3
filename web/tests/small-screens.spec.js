// The parts that must be visible together on phones and tablets: trees above their buttons, boards
// next to a win, bars without a scroll, blocks as high as their words.
import { expect, inBar, menu, open, plan, quiet, sample, sentence, tab, test } from "./page.js";

const TILES = "tiles:level/iartistas-04";

/** Opens searches of a position by their link, and waits until they are recorded. */
async function search(page, searches) {
  await page.goto("about:blank");
  await page.goto(`/#i=tiles:level/iartistas-07&watch=${searches}`);
  await expect(page.locator(".tree-room svg").first()).toBeVisible();
  await expect(page.locator(".step-told")).not.toHaveText("step 1 of 1");
}

const boxes = (page, name) =>
  page.locator(name).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));

/** Whether two boxes share a pixel. */
const meets = (a, b) =>
  a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;

for (const [width, height] of sample(
  [
    [390, 844],
    [375, 667],
    [844, 390],
  ],
  1,
  2,
))
  test(`both searches are visible above their buttons: ${width}x${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const searches of ["astar~bfs", "idastar~mcts"]) {
      await search(page, searches);
      await page.keyboard.press("End");
      const buttons = async () => (await boxes(page, ".search-transport"))[0];
      const rooms = () => boxes(page, ".tree-room");
      await expect(async () => {
        const [top, trees] = [(await buttons()).top, await rooms()];
        expect(trees).toHaveLength(2);
        for (const tree of trees) {
          expect(tree.bottom).toBeLessThanOrEqual(top + 1);
          expect(tree.height).toBeGreaterThan(60);
        }
      }).toPass();
    }
  });

test("a search on a phone on its side shows its tree, the position and its sentence", async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await search(page, "astar");
  const [transport] = await boxes(page, ".search-transport");
  const [tree] = await boxes(page, ".tree-room");
  expect(tree.bottom).toBeLessThanOrEqual(transport.top + 1);
  expect(tree.height).toBeGreaterThan(150);
  for (const part of [".here .table", ".happens b"]) {
    const [box] = await boxes(page, part);
    expect(box.bottom).toBeLessThanOrEqual(transport.top);
  }
});

test("the bar of a search shows all its buttons without scrolling, some of them in a list", async ({
  page,
}) => {
  for (const [width, height] of [
    [390, 844],
    [360, 640],
    [844, 390],
    [768, 1024],
  ])
    for (const searches of ["mcts", "astar~bfs"]) {
      await page.setViewportSize({ width, height });
      await search(page, searches);
      const bar = page.getByRole("group", { name: "search", exact: true });
      expect(await bar.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThan(2);
      // Names of algorithms are not cut after nine letters.
      const [field] = await boxes(page, ".search-bar > select");
      if (field) expect(field.width).toBeGreaterThan(width < 720 ? 150 : 140);
      if (searches === "mcts" && height < 520) {
        await page.getByRole("slider", { name: "step of the search" }).fill("31");
        await expect(page.locator(".mc-node").first()).toBeInViewport({ ratio: 0.9 });
      }
      const more = bar.getByRole("button", { name: "More" });
      if (await more.isVisible()) await more.click();
      for (const name of ["Comparison", "Paint a board", "Link", "Class mode"])
        await expect(bar.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
      if (!(await more.isVisible())) continue;
      // Escape closes the list, and only that.
      await page.keyboard.press("Escape");
      await expect(bar.getByRole("button", { name: "Class mode" })).toBeHidden();
      await expect(more).toBeFocused();
      await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
    }
});

test("a board is painted at its full size on a phone", async ({ page }) => {
  for (const [width, height, least] of [
    [390, 844, 250],
    [844, 390, 130],
  ]) {
    await page.setViewportSize({ width, height });
    await search(page, "astar");
    await inBar(page, "Paint a board");
    await expect(page.getByRole("group", { name: "signs" })).toBeVisible();
    const [board] = await boxes(page, ".here .board");
    expect(Math.min(board.width, board.height)).toBeGreaterThan(least - 30);
  }
  // Cards run down as in the game, next to the sentence and above the tree.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/#i=gaps:solvitaire/4x13/1&watch=astar");
  await expect(page.locator(".here .table.is-down")).toBeVisible();
  await expect(page.locator(".step-told")).not.toHaveText("step 1 of 1");
  const [[table], [words], [tree]] = [
    await boxes(page, ".here .table"),
    await boxes(page, ".happens"),
    await boxes(page, ".tree-room"),
  ];
  expect(table.right).toBeLessThan(words.left);
  expect(table.bottom).toBeLessThan(tree.top);
  expect(tree.top).toBeLessThan(520);
});

/** Only cards that go home are left. */
const ALMOST = [
  "2C 3C 4C 5C 6C 7C 8C 9C -- TH JH QH KH",
  "2H 3H 4H 5H 6H 7H 8H 9H -- TC JC QC KC",
  "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS --",
  "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD --",
].join(" / ");
const TILTS = { L: "left", R: "right", U: "up", D: "down" };

/** Ways to a win. */
const WINS = {
  "a daily board of Tiles": async (page) => {
    const now = new Date();
    const day = now.getFullYear() * 10000 + (now.getMonth() + 1) * 100 + now.getDate();
    const way = await plan(page, TILES);
    await open(page, TILES, `&d=${encodeURIComponent(`${day}/easy`)}`);
    const pad = page.locator(".stage .pad");
    for (const letter of way)
      await pad.getByRole("button", { name: `tilt ${TILTS[letter]}` }).click();
  },
  "a whole deal of Gaps": async (page) => {
    await page.goto(`/#g=gaps&b=${encodeURIComponent(ALMOST)}`);
    await sentence(page)
      .getByRole("button", { name: /^Finish/ })
      .click();
  },
};

for (const [what, win] of Object.entries(WINS))
  test(`the win covers no part of the board: ${what}`, async ({ page }) => {
    await quiet(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await win(page);
    await expect(page.locator(".won-box")).toBeVisible();
    for (const [width, height] of [
      [390, 844],
      [375, 667],
      [844, 390],
      [720, 450],
    ]) {
      await page.setViewportSize({ width, height });
      await expect(async () => {
        const [[board], [box]] = [
          await boxes(page, ".stage .table"),
          await boxes(page, ".won-box"),
        ];
        expect(meets(board, box)).toBe(false);
        expect(board.top).toBeGreaterThanOrEqual(0);
        expect(box.bottom).toBeLessThanOrEqual(height + 1);
      }).toPass();
      await expect(page.locator(".won-box .primary")).toBeInViewport({ ratio: 1 });
    }
  });

test("on an upright tablet a hint is as high as its text", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await open(page, "gaps:solvitaire/4x13/5");
  const hint = page.getByRole("toolbar", { name: "game" }).getByRole("button", { name: "hint" });
  await hint.click();
  const box = page.locator(".play-panel > .sentence");
  await expect(box.getByRole("button").first()).toBeVisible();
  const empty = await box.evaluate((each) => {
    const bottoms = [...each.querySelectorAll("p, button")].map(
      (part) => part.getBoundingClientRect().bottom,
    );
    return each.getBoundingClientRect().bottom - Math.max(...bottoms);
  });
  expect(empty).toBeLessThan(24);
});

test("a menu opens while the server still reads its studies, whose failure raises no alert", async ({
  page,
}) => {
  page.expectsErrors = true;
  await quiet(page);
  let asked = 0;
  await page.route("**/api/studies", async (route) => {
    asked++;
    await new Promise((done) => setTimeout(done, 3000));
    await route.fulfill({ status: 503, json: { error: "the server is busy; try again" } });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, TILES);
  await page.waitForLoadState("networkidle");
  // The page asks only now whether there are studies.
  expect(asked).toBe(0);
  await page.getByRole("button", { name: "menu", exact: true }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  expect(asked).toBe(1);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(menu).toBeVisible();
});

test("the first page that is opened returns the focus", async ({ page }) => {
  await quiet(page);
  await open(page, TILES);
  const button = page.getByRole("banner").getByRole("button", { name: "Puzzles" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".page-puzzles, .puzzle-task").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("the count of open positions is that of the nodes drawn as open, and positions beyond a bound are not new", async ({
  page,
}) => {
  for (const searches of ["astar.runs", "bfs", "idastar"]) {
    await search(page, searches);
    const slider = page.getByRole("slider", { name: "step of the search" });
    for (const step of ["1", "4", "9", "16"]) {
      await slider.fill(step);
      await expect(page.locator(".step-told")).toContainText(`step ${step} of`);
      // The whole tree is drawn at the beginning.
      if (await page.locator(".tree-overview").count()) continue;
      const told = await page
        .locator(".figures div", { hasText: "open" })
        .locator("dd")
        .textContent();
      expect(Number(told)).toBe(await page.locator(".search-tree .st-open").count());
      const cut = await page.locator(".search-tree .st-cut").count();
      const words = (await page.locator(".happens").textContent()) ?? "";
      if (searches === "idastar" && step === "1")
        expect(words.includes("beyond the bound")).toBe(cut > 0);
    }
  }
});

test("the playback on an algorithm's page is visible on a projector, with its sentence next to it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await search(page, "astar");
  await page.getByRole("button", { name: "How A* works" }).click();
  const picture = page.locator(".algorithm-picture");
  await expect(picture.locator(".tree-room svg")).toBeVisible();
  await expect(picture.locator(".search-transport")).toBeInViewport({ ratio: 1 });
  await expect(picture.locator(".happens b")).toBeInViewport({ ratio: 0.9 });
  await expect(page.getByRole("button", { name: "Run it on my board" })).toBeInViewport({
    ratio: 1,
  });
  await expect(page.getByRole("article")).toContainText(
    "Ends with a shortest solution, if h never overestimates,",
  );
});

test("on a phone on its side the sentence and the verdict do not touch", async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  for (const instance of [TILES, "cohesion:level/vieira-1", "birds:neller/1"]) {
    await open(page, instance);
    await expect(page.locator(".head .badge")).toContainText("Can be won");
    const [[badge], [words]] = [await boxes(page, ".head .badge"), await boxes(page, ".peek p")];
    expect(meets(badge, words)).toBe(false);
  }
});

test("on the smallest phone on its side an analysed board is next to its panel, and a puzzle is turned sideways", async ({
  page,
}) => {
  await quiet(page);
  await page.setViewportSize({ width: 640, height: 360 });
  await open(page, "gaps:solvitaire/4x13/1");
  await tab(page, "Analyse");
  await expect(page.locator(".ranked li").first()).toBeVisible();
  const [[board], [panel]] = [await boxes(page, ".stage .table"), await boxes(page, ".main-panel")];
  expect(board.right).toBeLessThanOrEqual(panel.left);
  const tabs = page.locator(".tabs button");
  expect(
    await tabs.evaluateAll((all) => all.some((each) => each.scrollWidth > each.clientWidth)),
  ).toBe(false);
  await menu(page, "Puzzles");
  await expect(page.locator(".puzzle-stage [data-cell]").first()).toBeVisible();
  const [[first], [last], [task]] = [
    await boxes(page, '.puzzle-stage [data-cell="0"]'),
    await boxes(page, '.puzzle-stage [data-cell="12"]'),
    await boxes(page, ".puzzle-panel .sec"),
  ];
  expect(last.top).toBe(first.top);
  expect(last.bottom).toBeLessThan(360);
  expect(last.right).toBeLessThan(task.left);
  expect(task.bottom).toBeLessThan(360);
});

test("the list of moves keeps its order while the user steps through it", async ({ page }) => {
  await quiet(page);
  const line = "0,0>0,1 1,3>1,1 1,0>3,0";
  await open(page, "birds:neller/1", `&m=${encodeURIComponent(line)}`);
  await page.locator('[data-cell="7"]').focus();
  await tab(page, "Analyse");
  await page.keyboard.press("[");
  await page.keyboard.press("[");
  await page.locator(".ranked button").first().click();
  await expect(page.locator(".variation")).toHaveCount(1);
  // The figures behind the moves come later.
  const plain = (list) => list.map((each) => /^\d*[a-d]\d/.exec(each)?.[0]);
  const order = async () => plain(await page.locator(".moves .move-button").allTextContents());
  const variation = async () =>
    plain(await page.locator(".variation .move-button").allTextContents());
  const before = [await order(), await variation()];
  for (const at of [2, 0, 1, 3]) {
    await page.locator(".moves .move-button").nth(at).click();
    expect([await order(), await variation()]).toEqual(before);
  }
});

test.describe("for a new player", () => {
  test.use({ verdicts: null });

  test("the lesson is offered, and the rule is shown in full, on any small screen", async ({
    page,
  }) => {
    for (const [width, height] of [
      [390, 844],
      [360, 640],
      [844, 390],
      [640, 400],
    ]) {
      await page.setViewportSize({ width, height });
      for (const instance of ["gaps:solvitaire/4x13/1", "birds:neller/1"]) {
        await open(page, instance);
        const lesson = page.locator(".peek").getByRole("button", { name: "Two-minute lesson" });
        // It is higher than its line, so that a finger can hit it.
        await expect(lesson).toBeInViewport({ ratio: 0.6 });
        const rule = page.locator(".peek .opening p");
        expect(await rule.evaluate((each) => each.scrollHeight - each.clientHeight)).toBeLessThan(
          3,
        );
      }
    }
  });
});
