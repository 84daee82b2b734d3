// Trees of the search window: made larger and smaller, dragged, and explored with keys.
import { expect, inBar, open, tab, test } from "./page.js";

const DEAL = "gaps:solvitaire/4x13/7";
const room = (page) => page.locator(".tree-room").first();
const button = (page, name) =>
  page
    .getByRole("group", { name: "size of the tree" })
    .first()
    .getByRole("button", { name, exact: true });

/** Opens searches of a position by their link. */
async function search(page, instance, searches) {
  await page.goto(`/#i=${instance}&watch=${searches}`);
  await expect(room(page).locator("svg")).toBeVisible();
  // The whole tree is drawn, so its layout no longer moves.
  await expect(page.locator(".tree-head small, .search-tree, .mc-tree").first()).toBeVisible();
  await expect(page.locator(".step-told").first()).not.toHaveText("step 1 of 1");
}

/** The widths of the tree and its frame, and the scroll position. */
const measures = (page) =>
  room(page).evaluate((box) => ({
    tree: box.querySelector("svg").getBoundingClientRect().width,
    room: box.clientWidth,
    left: box.scrollLeft,
    words: box.querySelectorAll("text").length,
  }));

/** The same once the search has no more positions to draw: three consecutive readings agree. */
async function settled(page) {
  const looks = [];
  const look = async () => {
    looks.push(JSON.stringify(await measures(page)));
    return looks.length > 2 && new Set(looks.slice(-3)).size === 1;
  };
  await expect.poll(look, { intervals: [500] }).toBe(true);
  return measures(page);
}

test("the tree of a full deal: the part around the step, the whole, dragged, by wheel and keys", async ({
  page,
}) => {
  await search(page, DEAL, "astar");
  await settled(page);
  await page.keyboard.press("End");
  // The last step shows the path.
  await page.keyboard.press("ArrowLeft");
  const usual = await settled(page);
  expect(usual.tree).toBeLessThanOrEqual(usual.room);
  expect(usual.words).toBeGreaterThan(20);
  const parts = /(\d+) of (\d+) positions/.exec(
    (await page.locator(".tree-overview").textContent()) ?? "",
  );
  expect(Number(parts?.[1])).toBeLessThan(Number(parts?.[2]));
  await button(page, "whole tree").click();
  const whole = await measures(page);
  expect(whole.tree).toBeLessThanOrEqual(whole.room);
  expect(whole.words).toBe(0);
  await expect(page.locator(".tree-overview")).toContainText(`all ${parts?.[2]} positions`);
  await expect(button(page, "smaller")).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("0");
  await expect.poll(async () => (await measures(page)).words).toBe(usual.words);
  for (let i = 0; i < 5; i++) await page.keyboard.press("+");
  await expect.poll(async () => (await measures(page)).tree).toBeGreaterThan(2 * usual.tree);
  // The expanded position stays visible.
  const now = room(page).locator(".st-now");
  await expect(now).toBeInViewport();
  // Dragged by the mouse; the click at its end chooses nothing.
  const box = await room(page).boundingBox();
  const before = await measures(page);
  const told = await page.locator(".step-told").textContent();
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 150, box.y + 180, { steps: 3 });
  await page.mouse.move(box.x + 80, box.y + 160, { steps: 3 });
  await page.mouse.up();
  expect((await measures(page)).left).toBeCloseTo(before.left + 120, -1);
  await expect(page.locator(".step-told")).toHaveText(told ?? "");
  // The point under the pointer stays there while the wheel enlarges everything.
  const node = room(page).locator(".st-now rect");
  await page.keyboard.press("0");
  await page.keyboard.press("ArrowLeft");
  await expect(now).toBeInViewport();
  const at = await node.boundingBox();
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
  await page.mouse.move(x, y);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -300);
  await page.keyboard.up("Control");
  await expect.poll(async () => (await measures(page)).tree).toBeGreaterThan(1.5 * usual.tree);
  const then = await node.boundingBox();
  expect(Math.abs(then.x + then.width / 2 - x)).toBeLessThan(12);
});

test("the first steps fill the space, and the buttons are below it", async ({ page, isMobile }) => {
  await search(page, "sliding:random/3x3/100002", "astar");
  await settled(page);
  const nodes = room(page).locator(".st-node rect");
  await expect(nodes).toHaveCount(5);
  await expect(room(page).locator(".st-now .st-gh")).toHaveText("0+16");
  const frame = await room(page).boundingBox();
  for (const node of await nodes.all()) {
    const { x, width, height } = await node.boundingBox();
    expect(width).toBeGreaterThan(isMobile ? 65 : 80);
    expect(height).toBeGreaterThan(isMobile ? 50 : 60);
    expect(x).toBeGreaterThanOrEqual(frame.x);
    expect(x + width).toBeLessThanOrEqual(frame.x + frame.width);
  }
  const zoom = await page.locator(".tree-zoom").boundingBox();
  expect(zoom.y).toBeGreaterThanOrEqual(frame.y + frame.height - 1);
  // Later the current position stays visible, with its figure as long as there is room.
  await room(page).scrollIntoViewIfNeeded();
  for (const step of ["6", "30"]) {
    await page.getByRole("slider", { name: "step of the search" }).fill(step);
    await expect(room(page).locator(".st-now")).toBeInViewport({ ratio: 0.95 });
    await expect(room(page).locator(".st-now .st-f")).not.toBeEmpty();
  }
});

test("a recording that the search outlasts says so at its end", async ({ page }) => {
  await search(page, "sliding:random/3x3/100002", "astar.linear-conflict");
  await settled(page);
  await page.keyboard.press("End");
  await expect(page.locator(".happens")).toContainText(
    "The recording ends here, after 239 of 941 expansions. The solution came at expansion 941: 24 moves, and nothing is shorter. Left out are 240 to 941: there the lit path shows g, the moves made.",
  );
  // The path is lit from the start to the solution, and visible.
  await room(page).scrollIntoViewIfNeeded();
  await expect(room(page).locator(".st-solution").first()).toBeInViewport({ ratio: 0.95 });
  await expect(room(page).locator(".st-last")).toBeInViewport({ ratio: 0.95 });
  await expect(room(page).locator(".st-last .st-f")).toHaveText("24");
  // Beyond the recording every box has its g.
  for (const node of await room(page).locator(".st-solution").all())
    await expect(node.locator("text").first()).toHaveText(/\d/);
  // The keys for the ends stay in the tree: focus and text belong to the same node.
  await room(page).locator('[role="treeitem"][tabindex="0"]').focus();
  await page.keyboard.press("End");
  await expect(page.locator(".happens")).toContainText("the solution.");
  await expect(page.locator(":focus")).toHaveAttribute(
    "aria-label",
    /f 24 = g 24 \+ h 0, solution$/,
  );
  await page.keyboard.press("Home");
  await expect(page.locator(".happens")).toContainText("Start:");
  await expect(page.locator(":focus")).toHaveAttribute("aria-label", /^start:/);
  await page.getByRole("slider", { name: "step of the search" }).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".happens")).toContainText("Takes out f");
  // A longer recording has all of it, and the step stays.
  await expect(page.getByRole("button", { name: "Record more" })).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Record more" }).click();
  await expect(page.locator(".step-told")).toHaveText("step 240 of 942");
  await expect(page.locator(".happens")).toContainText("Takes out f");
  await page.getByRole("slider", { name: "step of the search" }).focus();
  await page.keyboard.press("End");
  await expect(page.locator(".happens")).toContainText("Solved in 24, and nothing is shorter.");
  await expect(page.getByRole("button", { name: "Record more" })).toHaveCount(0);
});

test("two fingers make a tree larger and smaller @phone-only @phone", async ({ page, context }) => {
  await search(page, DEAL, "astar");
  await room(page).scrollIntoViewIfNeeded();
  const box = await room(page).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + 120];
  const client = await context.newCDPSession(page);
  const touch = (type, apart) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: apart
        ? [
            { x: x - apart, y, id: 0 },
            { x: x + apart, y, id: 1 },
          ]
        : [],
    });
  const before = await measures(page);
  await touch("touchStart", 30);
  for (const apart of [45, 70, 100]) await touch("touchMove", apart);
  await touch("touchEnd", 0);
  await expect.poll(async () => (await measures(page)).tree).toBeGreaterThan(2 * before.tree);
  await touch("touchStart", 100);
  for (const apart of [60, 30, 10]) await touch("touchMove", apart);
  await touch("touchEnd", 0);
  await expect.poll(async () => (await measures(page)).tree).toBeLessThan(1.5 * before.tree);
});

test("every position of a Monte Carlo tree can be reached by keys, and is described", async ({
  page,
}) => {
  await search(page, "birds:neller/1", "mcts");
  await page.keyboard.press("End");
  await expect(page.locator(".step-told")).toHaveText("playout 80, phase 4 of 4");
  // The end of the playout is visible while it is made.
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".mc-result")).toBeInViewport();
  await page.keyboard.press("End");
  await room(page).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(page.locator(".happens")).toHaveText(/^The start: 80 visits, mean −?\d\.\d\d\.$/);
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".happens")).toHaveText(/^[A-K0-9]+[♥♦♠♣] [a-d][1-4]: 2 visits/);
  const first = await page.locator(".happens").textContent();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.locator(".happens")).not.toHaveText(first ?? "");
  await expect(page.locator(".happens")).toHaveText(/2 visits/);
  await expect(page.locator(".mc-node.st-chosen")).toBeInViewport();
  // Enter leads to the playout that added it.
  await page.keyboard.press("Enter");
  await expect(page.locator(".step-told")).toHaveText(/^playout \d+, phase 2 of 4$/);
  await expect(page.locator(".mc-node.new")).toHaveCount(1);
});

test("Monte Carlo search has an example on which a playout wins, with whole numbers", async ({
  page,
}) => {
  for (const instance of [
    "tiles:level/iartistas-08",
    "cohesion:level/vieira-1",
    "birds:neller/1",
    "gaps:solvitaire/4x13/1",
    "sliding:random/3x3/1",
  ]) {
    await page.goto("about:blank");
    await search(page, instance, "bfs");
    await page.getByLabel("Algorithm").selectOption("mcts");
    await expect(page.locator(".step-told")).toHaveText(/^playout 1,/);
    await expect(page.locator(".search-name")).not.toHaveText(/^Example board, /);
    await page.getByRole("button", { name: "Show a small example" }).click();
    await expect(page.locator(".search-name")).toHaveText(/^Example board, /);
    await expect(page.locator(".search-note")).toContainText("finds a win on it after");
    await page.getByRole("button", { name: "last step" }).click();
    await expect(page.getByText("The first 80 playouts are recorded.")).toBeVisible();
    // The means are higher where playouts have won.
    const means = await page.locator(".mc-node .mc-mean").allTextContents();
    expect(new Set(means).size).toBeGreaterThan(1);
  }
  const numbers = await page.locator(".mc-node text").allTextContents();
  expect(numbers.filter((each) => /^−?\.\d/.test(each))).toEqual([]);
  await page.getByRole("button", { name: "Back to Deal 1" }).click();
  await expect(page.locator(".search-name")).toHaveText("Deal 1, Sliding Tiles");
});

test("keys walk through the positions of a search, Enter leads to their steps", async ({
  page,
}) => {
  await search(page, "tiles:level/iartistas-07", "astar.runs");
  for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowRight");
  await room(page).focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.locator(".happens")).toContainText("expanded at step");
  await expect(page.locator(".step-told")).toHaveText("step 10 of 28");
  const step = /step (\d+)/.exec((await page.locator(".happens").textContent()) ?? "")?.[1];
  await page.keyboard.press("Enter");
  await expect(page.locator(".step-told")).toHaveText(`step ${step} of 28`);
});

test("both searches have parameters", async ({ page }) => {
  await search(page, "tiles:level/iartistas-07", "beam~mcts");
  const lane = (number) => page.getByRole("region", { name: `search ${number}` });
  for (const number of [1, 2]) await lane(number).getByText("Parameters").click();
  await expect(lane(2).getByRole("slider", { name: "Exploration" })).toHaveValue("1.4");
  await lane(1).getByLabel("width").fill("7");
  await expect(page).toHaveURL(/width%3D7/);
  await expect(lane(1).locator(".figures")).toContainText("expanded");
});

test("a Monte Carlo search has figures even next to another search", async ({ page }) => {
  await search(page, "birds:neller/1", "astar~mcts");
  await page.keyboard.press("End");
  const tree = page.locator(".mc-tree");
  const first = tree.locator(".mc-node", { has: page.locator("title", { hasText: "start:" }) });
  await expect(first.locator("title")).toHaveText(/^start: \d+ visits, mean −?\d\.\d\d$/);
  // The recording has grown to its end.
  await expect(first.locator(".mc-visits")).toHaveText("80");
  const [, visits = "", mean = ""] =
    /start: (\d+) visits, mean (\S+)/.exec(await first.locator("title").textContent()) ?? [];
  await expect(first.locator(".mc-visits")).toHaveText(visits);
  await expect(first.locator(".mc-mean")).toHaveText(mean);
  // Every node of the path shows its visits and mean, and the end of the path is in view.
  for (const node of await tree.locator(".mc-node.backed").all())
    await expect(node.locator(".mc-mean")).toHaveText(/^−?\d?\.\d\d$/);
  await page.locator(".tree-room").last().scrollIntoViewIfNeeded();
  await expect(tree.locator(".mc-result")).toBeInViewport();
});

test("searches have readable names; links and questions keep the program's names", async ({
  page,
}) => {
  await open(page, "tiles:level/iartistas-07");
  await tab(page, "Watch");
  await page.getByRole("button", { name: "A search" }).click();
  const list = page.getByLabel("Algorithm");
  await expect(list.locator("option:checked")).toHaveText("A*");
  await expect(list).toHaveValue("astar");
  await expect(page.getByLabel("Heuristic").locator("option:checked")).toHaveText("Straight runs");
  await tab(page, "Compare");
  const dialog = page.getByRole("tabpanel");
  await dialog.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(dialog.locator("tbody th").first()).toHaveText("A* with Straight runs");
  await expect(dialog).not.toContainText(/\b(astar|bfs|dfs|idastar)\b/);
});

test("on a projector a Monte Carlo tree has its figures, and the phases have their full names", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await search(page, "tiles:level/iartistas-07", "mcts");
  await page.evaluate(() => Object.assign(document.documentElement, { requestFullscreen: null }));
  await inBar(page, "Class mode");
  await page.keyboard.press("End");
  await expect(page.locator(".mc-node.backed .mc-mean").first()).toHaveText(/^−?\d?\.\d\d$/);
  await expect(page.locator(".mc-end")).toBeInViewport();
  const cut = await page
    .locator(".mc-phases li")
    .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
  expect(cut).toBe(0);
});
