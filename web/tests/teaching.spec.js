// The search window in front of a class: trees that end in view, numbers that the back row can
// read, named boards, and complete buttons.
import { expect, hold, inBar, open, quiet, sample, tab, test, toStep } from "./page.js";
import { VIEWS } from "./views.js";

/** Opens searches of a position by their link, and waits until they are recorded. */
async function search(page, instance, searches) {
  await page.goto("about:blank");
  await page.goto(`/#i=${instance}&watch=${searches}`);
  await expect(page.locator(".tree-room svg").first()).toBeVisible();
  await expect(page.locator(".step-told")).not.toHaveText("step 1 of 1");
}

/** Class mode, without the full screen of the device. */
async function classMode(page) {
  await page.evaluate(() => Object.assign(document.documentElement, { requestFullscreen: null }));
  await inBar(page, "Class mode");
  await expect(page.getByRole("button", { name: "Next" })).toBeFocused();
}

/** The nodes of a tree that are not entirely in its window. */
const cutOff = (room) =>
  room.evaluate((box) => {
    const frame = box.getBoundingClientRect();
    return [...box.querySelectorAll(".st-node > rect, .mc-node > rect")].filter((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const [x, y] = [left < frame.left - 6 || right > frame.right + 6, top < frame.top - 6];
      return x || y || bottom > frame.bottom + 6;
    }).length;
  });

/** The minimum height of letters in a tree, on the screen. */
const letters = (room) =>
  room.evaluate((box) =>
    Math.min(
      ...[...box.querySelectorAll("svg text")].map((each) => {
        const svg = each.closest("svg");
        const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        return scale * parseFloat(getComputedStyle(each).fontSize);
      }),
    ),
  );

for (const [what, instance, searches, width, height] of sample(
  [
    ["Monte Carlo on a whole deal", "gaps:solvitaire/4x13/1", "mcts", 1280, 800],
    ["two searches on a notebook", "sliding:random/3x3/100002", "astar~mcts", 1280, 800],
    ["two searches on an old projector", "tiles:level/iartistas-07", "astar.runs~bfs", 1024, 768],
    ["A* on a phone", "sliding:random/3x3/1", "astar", 390, 844],
  ],
  0,
  3,
))
  test(`no part of a tree is cut off at its end: ${what}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await search(page, instance, searches);
    await page.keyboard.press("End");
    await expect(page.locator(".search-transport [aria-label='last step']")).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    for (const room of await page.locator(".tree-room").all()) {
      await expect.poll(() => cutOff(room)).toBe(0);
      expect(await room.locator("text").count()).toBeGreaterThan(8);
    }
  });

test("class mode: numbers and coordinates have 18 pixels, after many steps as well", async ({
  page,
}) => {
  for (const [width, height] of [
    [1920, 1080],
    [1024, 768],
  ]) {
    await page.setViewportSize({ width, height });
    await search(page, "sliding:random/3x3/100002", "astar");
    await toStep(page, 231);
    await classMode(page);
    const room = page.locator(".tree-room");
    await expect.poll(() => cutOff(room)).toBe(0);
    expect(await letters(room)).toBeGreaterThanOrEqual(18);
    await expect(room.locator(".st-now .st-f")).toBeInViewport({ ratio: 0.95 });
    await expect(room.locator(".st-node").first()).toBeInViewport({ ratio: 0.95 });
    await expect(page.locator(".here .co-x")).toHaveCSS("font-size", "18px");
    await expect(page.locator(".tree-overview")).toContainText(/\d+ of \d+ positions/);
    // The whole tree, as large as the window, and back.
    await page.keyboard.press("9");
    await expect(page.locator(".tree-overview")).toContainText(/all \d+ positions/);
    const share = () =>
      room.evaluate((box) => {
        const { width, height } = box.querySelector("svg").getBoundingClientRect();
        return Math.max(width / box.clientWidth, height / box.clientHeight);
      });
    await expect.poll(share).toBeGreaterThan(0.8);
    await page.getByRole("button", { name: "usual size" }).click();
    await expect(page.locator(".tree-overview")).toContainText(/\d+ of \d+ positions/);
    await page.getByRole("button", { name: "Leave" }).click();
  }
});

test("every move for which there is room is lit, of a long solution beyond the recording", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await search(page, "sliding:random/3x3/100002", "astar");
  await page.keyboard.press("End");
  // 24 moves have 25 positions; omitted rows are named.
  const lit = page.locator(".search-tree .st-solution");
  await expect(lit.last().locator(".st-f")).toHaveText("24");
  const [, from = 1, to = 0] =
    /moves? (\d+)(?: to (\d+))?/.exec((await page.locator(".st-gap").allTextContents()).join()) ??
    [];
  expect((await lit.count()) + Number(to) - Number(from) + 1).toBe(25);
});

test("another algorithm keeps the board; its example is offered and leads back", async ({
  page,
}) => {
  await search(page, "gaps:solvitaire/4x13/7", "astar");
  const note = page.locator(".search-note");
  await expect(note).toHaveCount(0);
  await page.getByLabel("Algorithm").selectOption("idastar");
  await expect(page.locator(".search-name")).toHaveText("Deal 7, Gaps");
  await expect(note).toContainText("There is a small example: IDA* raises its bound");
  await note.getByRole("button", { name: "Show the example" }).click();
  const bounds = page.getByRole("group", { name: "bounds" }).locator("b");
  await expect(bounds).toHaveText(["5", "6", "7"]);
  await expect(note).toContainText("Example board. IDA* raises its bound on it several times.");
  await expect(page.getByRole("button", { name: "Show a small example" })).toHaveCount(0);
  await page.getByLabel("Algorithm").selectOption("mcts");
  await expect(note).toContainText("Example board.");
  await note.getByRole("button", { name: "Back to Deal 7" }).click();
  await expect(page.locator(".search-name")).toHaveText("Deal 7, Gaps");
  await expect(page).toHaveURL(/i=gaps%3Asolvitaire%2F4x13%2F7|i=gaps:solvitaire\/4x13\/7/);
  // If the search ends within its recording, there is no offer above the tree.
  await search(page, "sliding:random/2x3/1", "idastar");
  await page.keyboard.press("End");
  await expect(page.locator(".happens")).toContainText("Solved in");
  await expect(note).toHaveCount(0);
});

test("the page of IDA* shows a rising bound in every game that has a bound", async ({ page }) => {
  for (const game of [
    "gaps:solvitaire/4x13/7",
    "cohesion:level/vieira-1",
    "sliding:random/3x3/1",
  ]) {
    await search(page, game, "idastar");
    await page.getByRole("button", { name: "How IDA* works" }).click();
    const bounds = page.getByRole("article").getByRole("group", { name: "bounds" });
    await expect.poll(() => bounds.getByRole("button").count()).toBeGreaterThan(2);
  }
});

test("the buttons of the search are in one row, and fully visible on a projector", async ({
  page,
}) => {
  const parts = page.locator(".search-bar > select, .search-bar button:not(.bar-more)");
  const tops = () =>
    parts.evaluateAll((all) => new Set(all.map((each) => each.getBoundingClientRect().top)).size);
  await page.setViewportSize({ width: 1024, height: 768 });
  await search(page, "sliding:random/3x3/1", "mcts");
  for (const [width, height] of [
    [1024, 768],
    [1280, 800],
  ]) {
    await page.setViewportSize({ width, height });
    expect(await tops()).toBe(1);
    for (const each of await parts.all()) await expect(each).toBeInViewport({ ratio: 0.95 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThan(width + 1);
    const cut = await page
      .locator(".search-bar :is(button, .search-name)")
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length);
    expect(cut).toBe(0);
    await expect(page.locator(".search-name")).toBeVisible();
  }
});

test("a class sees f, g and h in every node of a search, and f in those of two", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [instance, searches, step] of [
    ["tiles:level/iartistas-07", "astar.runs~bfs", "31"],
    ["sliding:random/3x3/100002", "astar", "231"],
  ]) {
    await search(page, instance, searches);
    await toStep(page, step);
    await classMode(page);
    const room = page.locator(".tree-room").first();
    await expect.poll(() => cutOff(room)).toBe(0);
    const nodes = await room.locator(".st-node").allTextContents();
    expect(nodes.length).toBeGreaterThan(8);
    // With two searches, complete trees take precedence over sums.
    const isPair = searches.includes("~");
    for (const each of nodes) expect(each).toMatch(isPair ? /, [a-z ]+\d+$|∞/ : /\d\+\d|∞/);
    // Words stay in their nodes.
    const out = await room.evaluate(
      (box) =>
        [...box.querySelectorAll(".st-node")].filter((node) => {
          const frame = node.querySelector("rect:last-of-type").getBoundingClientRect();
          return [...node.querySelectorAll("text")].some((text) => {
            const { left, right } = text.getBoundingClientRect();
            return left < frame.left - 1 || right > frame.right + 1;
          });
        }).length,
    );
    expect(out).toBe(0);
    // A heuristic that is always 0 has no estimates: its nodes have one number.
    if (searches.includes("~"))
      expect(await page.locator(".tree-room").last().locator(".st-gh").count()).toBe(0);
    await page.getByRole("button", { name: "Leave" }).click();
  }
});

test("many successors at once are all numbered", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await search(page, "birds:neller/1", "astar");
  const room = page.locator(".tree-room");
  await expect(page.locator(".successors summary")).toHaveText(/\((1[5-9]|[2-9]\d)\)/);
  expect(await room.locator(".st-f").count()).toBeGreaterThan(8);
  await expect.poll(() => cutOff(room)).toBe(0);
});

test("the bar of the current step is visible, however many levels there are", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await search(page, "gaps:solvitaire/4x13/1", "beam");
  await classMode(page);
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  const bar = page.locator(".contours .now");
  await expect(bar).toBeInViewport({ ratio: 0.9 });
  expect(Number(await bar.locator("span").textContent())).toBeGreaterThan(15);
});

test("a solution of tens of thousands of moves is described in words, without an error", async ({
  page,
}) => {
  await search(page, "sliding:random/3x3/1", "dfs");
  await page.keyboard.press("End");
  await expect(page.locator(".happens")).toContainText(/: \d\d,\d{3} moves\./);
  await expect(page.locator(".happens")).toContainText("too long to draw");
  await expect(page.locator(".search-tree .st-solution").first()).toBeInViewport({ ratio: 0.95 });
});

test("an already solved board explains why there is no tree", async ({ page }) => {
  await page.goto(`/#g=sliding&b=${encodeURIComponent("0 1 / 2 3")}&watch=astar`);
  await expect(page.locator(".tree-panel")).toContainText("there is nothing to search");
});

test("after a win the deal is searched from its start", async ({ page }) => {
  await VIEWS["won-gaps"](page);
  await page.getByRole("banner").getByRole("button", { name: "Searches" }).click();
  await expect(page.locator(".step-told")).toHaveText(/step 1 of [2-9]/);
});

test("the graph of a game about which nothing is known says so, and has no axis", async ({
  page,
}) => {
  await quiet(page);
  await open(page, "tiles:level/iartistas-07");
  const release = await hold(page, "**/api/**");
  await page.getByRole("tab", { name: "Analyse" }).click();
  const graph = page.locator(".graph").filter({ visible: true });
  await expect(graph.locator(".key")).toHaveText("nothing known so far");
  await expect(graph.locator(".axis")).toHaveText(["won", "lost"]);
  release();
});

test("the tree of a Monte Carlo search names the moves from its root and along its path", async ({
  page,
}) => {
  for (const [instance, width, height, isClass] of [
    ["sliding:random/3x3/804814", 1440, 900, false],
    ["gaps:solvitaire/4x13/7", 820, 1180, false],
    ["sliding:random/3x3/804814", 1440, 900, true],
  ]) {
    await page.setViewportSize({ width, height });
    await search(page, instance, "mcts");
    await toStep(page, 80);
    if (isClass) await classMode(page);
    const names = page.locator(".mc-tree .st-move");
    // Three moves at least from the root, and others below.
    await expect.poll(() => names.count()).toBeGreaterThan(3);
    await page.keyboard.press("ArrowLeft");
    // The names are those of "Why this way?".
    const path = page.locator(".mc-tree .mc-node.taken");
    expect(await path.count()).toBeGreaterThan(1);
    const out = await page.locator(".mc-tree").evaluate((svg) => {
      const boxes = [...svg.querySelectorAll(".st-move")].map((each) =>
        each.getBoundingClientRect(),
      );
      const nodes = [...svg.querySelectorAll(".mc-node > rect:not(.st-stack)")].map((each) =>
        each.getBoundingClientRect(),
      );
      const meets = (a, b) =>
        a.left < b.right - 1 &&
        b.left < a.right - 1 &&
        a.top < b.bottom - 2 &&
        b.top < a.bottom - 2;
      return boxes.filter(
        (box, i) =>
          nodes.some((node) => meets(box, node)) ||
          boxes.slice(i + 1).some((other) => meets(box, other)),
      ).length;
    });
    expect(out).toBe(0);
  }
});

test("the values of the heuristics form one grid with names, all of it visible", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "sliding:random/3x3/804814");
  await tab(page, "Analyse");
  const box = page.locator(".heuristics");
  await box.locator("summary").click();
  const rows = async (selector) => (await box.locator(selector).allTextContents()).map(String);
  expect(await rows(".whole th")).toEqual([
    "Linear conflict",
    "Manhattan distance",
    "Pattern databases",
    "None (always 0)",
  ]);
  // The parts of a value add up to it.
  for (const part of await box.locator("tbody").all()) {
    const [whole, ...parts] = (await part.locator("td").allTextContents()).map((each) =>
      Number(each.replace("+", "")),
    );
    if (parts.length) expect(parts.reduce((sum, each) => sum + each)).toBe(whole);
  }
  await expect(box.locator("td", { hasText: "+" })).toHaveCount(2);
  expect(await box.evaluate((each) => each.scrollHeight - each.clientHeight)).toBe(0);
  const ends = await box
    .locator("td")
    .evaluateAll((all) => new Set(all.map((each) => each.getBoundingClientRect().right)).size);
  expect(ends).toBe(1);
});

test("the page of an algorithm fits the window, and explains contours and ties", async ({
  page,
}) => {
  for (const [algorithm, width, height] of [
    ["astar", 1440, 900],
    ["mcts", 1440, 900],
    ["astar", 1920, 1080],
  ]) {
    await page.setViewportSize({ width, height });
    await search(page, "sliding:random/3x3/804814", algorithm);
    await page.locator(".about button").first().click();
    await expect(page.locator(".algorithm .tree-room svg")).toBeVisible();
    await expect(page.locator(".algorithm-run button").last()).toBeInViewport({ ratio: 0.99 });
    const tree = await page.locator(".algorithm .tree-room").boundingBox();
    expect(tree.height).toBeGreaterThan(180);
    if (algorithm !== "astar") continue;
    const article = page.getByRole("article");
    await expect(article).toContainText("A contour is made of all positions with the same f.");
    await expect(article).toContainText("the smallest h, then the newest");
    await expect(article).toContainText("Put a known position back into the open list");
  }
});
