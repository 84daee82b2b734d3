// The search window: recorded at full speed, played back step by step, alone, in pairs, for a class.
import { textOf } from "../src/pages/search/algorithm-texts.ts";
import {
  accessible,
  cell,
  expect,
  inBar,
  menu,
  open,
  tab,
  test,
  toStep,
  touchable,
} from "./page.js";

const LEVEL = "tiles:level/iartistas-07";
const searchWindow = (page) => page.getByRole("dialog", { name: "Search" });
const figure = (page, name) =>
  page.locator(".figures div", { has: page.locator("dt", { hasText: new RegExp(`^${name}$`) }) });

/** Opens a search on a level by its link. */
async function search(page, searches, level = LEVEL) {
  await open(page, level);
  await page.goto("about:blank");
  await page.goto(`/#i=${level}&watch=${searches}`);
  await expect(searchWindow(page).locator(".tree-room svg").first()).toBeVisible();
}

test("A*: f, g and h on nodes, steps back and forth, the path lit at the end", async ({
  page,
}, info) => {
  await search(page, "astar.runs");
  await expect(page.locator(".step-told")).toHaveText("step 1 of 28");
  await expect(page.locator(".search-tree .st-now .st-f")).toHaveText("3");
  for (let i = 0; i < 14; i++) await page.keyboard.press("ArrowRight");
  await expect(page.locator(".step-told")).toHaveText("step 15 of 28");
  await expect(figure(page, "expanded").locator("dd")).toHaveText("15");
  await expect(page.locator(".happens")).toContainText("smallest in the open list");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".step-told")).toHaveText("step 14 of 28");
  // Between two stages of the frame no node moves.
  const root = page.locator(".search-tree .st-node rect").first();
  const before = await root.getAttribute("x");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".step-told")).toHaveText("step 15 of 28");
  expect(await root.getAttribute("x")).toBe(before);
  await page.keyboard.press("End");
  await expect(page.locator(".search-tree .st-solution")).toHaveCount(10);
  await expect(page.locator(".happens")).toContainText("Solved in 9, and nothing is shorter");
  await expect(page.locator(".search-tree .st-barren").first()).toBeVisible();
  await accessible(page);
  if (info.project.name === "phone") await touchable(page);
});

test("counters and the board follow the clicked node", async ({ page }) => {
  await search(page, "astar.runs");
  await toStep(page, 15);
  await expect(page.locator(".contours .now")).toContainText("6");
  await page.locator(".search-tree .st-closed").nth(2).click();
  await expect(page.locator(".step-told")).not.toHaveText("step 15 of 28");
  const expanded = Number(await figure(page, "expanded").locator("dd").textContent());
  expect(expanded).toBeLessThan(15);
  await expect(page.locator(".step-told")).toHaveText(`step ${expanded} of 28`);
});

test("IDA* shows a tree for each bound, beam search what it drops", async ({ page }) => {
  await search(page, "idastar");
  const bounds = page.getByRole("group", { name: "bounds" }).getByRole("button");
  await expect(bounds).toHaveCount(7);
  await expect(bounds.first()).toHaveAttribute("aria-pressed", "true");
  await bounds.nth(2).click();
  await expect(bounds.nth(2)).toHaveAttribute("aria-pressed", "true");
  await toStep(page, 15);
  await expect(page.locator(".search-tree .st-cut").first()).toBeVisible();
  await expect(page.locator(".happens")).toContainText("within the bound of 5");
  // At the end the bound is visible, and the path leads from the start to the solution.
  await page.getByRole("button", { name: "last step" }).click();
  await expect(bounds.last()).toBeInViewport({ ratio: 0.9 });
  await expect(page.locator(".search-tree .st-solution")).toHaveCount(10);
  await page.getByLabel("Algorithm").selectOption("beam");
  await expect(page.getByRole("region", { name: "Expanded on each level" })).toBeVisible();
  await page.keyboard.press("Escape");
});

test("Monte Carlo: four phases, visits, mean and UCB, playouts as dotted tails", async ({
  page,
}) => {
  await search(page, "mcts");
  const phases = page.getByRole("list", { name: "phases" }).getByRole("listitem");
  await expect(phases).toHaveCount(4);
  await expect(page.locator(".heat, .contours")).toHaveCount(0);
  await toStep(page, 43);
  await expect(phases.nth(2)).toHaveAttribute("aria-current", "step");
  await expect(page.locator(".step-told")).toHaveText("playout 11, phase 3 of 4");
  expect(await page.locator(".mc-tail circle").count()).toBeGreaterThan(3);
  await expect(page.locator(".mc-node.new")).toHaveCount(1);
  await page.getByRole("button", { name: "step", exact: true }).click();
  await expect(phases.nth(3)).toHaveAttribute("aria-current", "step");
  await expect(page.locator(".mc-gain").first()).toBeVisible();
  // The results on the path cover no name of a move.
  const covered = await page.evaluate(() => {
    const boxes = (name) =>
      [...document.querySelectorAll(name)].map((each) => each.getBoundingClientRect());
    const moves = boxes(".mc-tree .st-move");
    const meet = (a, b) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const gains = boxes(".mc-gain rect");
    const met = gains.filter((gain) => moves.some((move) => meet(gain, move)));
    const path = document.querySelectorAll(".mc-node.backed").length;
    return { moves: moves.length, added: gains.length - path, met: met.length };
  });
  expect(covered.moves).toBeGreaterThan(1);
  expect(covered).toMatchObject({ added: 0, met: 0 });
  await expect(figure(page, "playouts").locator("dd")).toHaveText("11");
  await expect(page.locator(".mc-node .mc-visits").first()).toHaveText("11");
  await expect(page.locator(".mc-node .mc-ucb").nth(1)).not.toBeEmpty();
  const widths = await page
    .locator(".mc-edge:not(.under)")
    .evaluateAll((edges) => edges.map((edge) => Number(edge.getAttribute("stroke-width"))));
  expect(Math.max(...widths)).toBeGreaterThan(2 * Math.min(...widths));
  await expect(page.getByRole("region", { name: "why this way" })).toContainText("visit");
  await accessible(page);
  // Another constant is another search.
  await page.getByRole("slider", { name: "Exploration" }).fill("0");
  await expect(page.locator(".step-told")).toHaveText("playout 1, phase 1 of 4");
  await expect(page).toHaveURL(/exploration%3D0/);
});

test("a painted board is searched at once, and can be played", async ({ page }) => {
  await search(page, "astar.runs");
  await inBar(page, "Paint a board");
  await page.getByRole("button", { name: "New board" }).click();
  await expect(page.locator(".here [data-cell]")).toHaveCount(9);
  await expect(page.locator(".step-told")).toHaveText("step 1 of 3");
  await page.getByRole("group", { name: "signs" }).getByRole("button", { name: "#" }).click();
  await page.locator('.here [data-cell="2"]').click();
  await expect(page.locator('.here [data-cell="2"]')).toHaveAttribute("aria-label", /obstacle/);
  await expect(page.locator(".search-name")).toHaveText("Own board, Match the Tiles");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Play this board" }).click();
  await expect(searchWindow(page)).toHaveCount(0);
  await expect(page.locator("[data-cell]")).toHaveCount(9);
  await expect(cell(page, 2)).toHaveAttribute("aria-label", /obstacle/);
});

test("two searches at one step, and a link that leads back to them", async ({ page, context }) => {
  await open(page, LEVEL);
  await tab(page, "Watch");
  await page.getByRole("button", { name: "A search" }).click();
  await page.getByRole("button", { name: "Two side by side" }).click();
  const lane = (number) => page.getByRole("region", { name: `search ${number}` });
  await expect(lane(1).locator(".tree-room svg")).toBeVisible();
  await lane(1).getByLabel("Algorithm").selectOption("greedy");
  await expect(page.locator(".step-told")).toHaveText(/^step 1 of/);
  await page.getByRole("button", { name: "last step" }).click();
  await expect(lane(1)).toContainText(/solved in 10, at expansion \d+/);
  await expect(lane(2)).toContainText("solved in 9");
  const address = page.url();
  expect(address).toContain("watch=greedy%7Ebfs");
  const other = await context.newPage();
  await other.goto(address);
  await expect(other.getByRole("region", { name: "search 1" }).getByLabel("Algorithm")).toHaveValue(
    "greedy",
  );
  await other.close();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("class mode: no text below 18 pixels, keys for next and back, Leave", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await search(page, "astar.runs~bfs");
  await inBar(page, "Class mode");
  await expect(page.getByRole("button", { name: "Next" })).toBeFocused();
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".step-told")).toHaveText("step 5 of 31");
  const small = await page.evaluate(() => {
    const found = [];
    for (const each of document.querySelectorAll(".is-class *")) {
      const own = [...each.childNodes].some(
        (node) => node.nodeType === 3 && node.textContent.trim(),
      );
      if (!own || each.closest(".table") || !each.checkVisibility()) continue;
      const size = parseFloat(getComputedStyle(each).fontSize);
      if (size < 18) found.push(`${each.className?.baseVal ?? each.className} ${size}`);
    }
    return found;
  });
  expect(small).toEqual([]);
  await accessible(page);
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("button", { name: "Class mode" })).toBeVisible();
  // A Monte Carlo tree of many leaves fits, with all its figures on the path.
  await search(page, "mcts");
  await toStep(page, 91);
  await inBar(page, "Class mode");
  await expect(page.getByRole("button", { name: "Next" })).toBeFocused();
  await expect(page.locator(".mc-visits").first()).toHaveCSS("font-size", "21px");
  const room = page.locator(".tree-room");
  await expect.poll(() => room.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
});

test("Escape goes back one level at a time, and keeps the step", async ({ page }) => {
  await search(page, "astar.runs");
  await toStep(page, 15);
  await page.evaluate(() => Object.assign(document.documentElement, { requestFullscreen: null }));
  await inBar(page, "Class mode");
  await expect(page.getByRole("button", { name: "Next" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Class mode" })).toBeVisible();
  await expect(page.locator(".step-told")).toHaveText("step 15 of 28");
  await inBar(page, "Paint a board");
  await page.keyboard.press("Escape");
  await expect(page.locator(".paint")).toHaveCount(0);
  await page.getByRole("button", { name: "How A* works" }).click();
  await expect(page.getByRole("article")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(".step-told")).toHaveText("step 15 of 28");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the list of algorithms has groups, and parameters follow the heuristic", async ({ page }) => {
  await search(page, "astar.linear-conflict", "sliding:random/3x3/100002");
  await expect(page.getByLabel("Algorithm").locator("optgroup").first()).toHaveAttribute(
    "label",
    "Basics",
  );
  const parameters = page.locator("details.parameters");
  await expect(page.getByLabel("Heuristic", { exact: true })).toHaveValue("linear-conflict");
  await expect(parameters).toHaveCount(0);
  await page.getByLabel("Heuristic", { exact: true }).selectOption("patterns");
  await parameters.locator("summary").click();
  await expect(parameters.getByLabel("pattern")).toBeVisible();
});

test("figures have equal boxes that begin at the top, and the fifth fills a row", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await search(page, "astar.runs");
  await page.evaluate(() => Object.assign(document.documentElement, { requestFullscreen: null }));
  await inBar(page, "Class mode");
  await expect(page.getByRole("button", { name: "Next" })).toBeFocused();
  const boxes = await page.locator(".figures div:visible").evaluateAll((all) =>
    all.map((each) => {
      const { width, height, top } = each.getBoundingClientRect();
      return { width, height, above: each.lastChild.getBoundingClientRect().top - top };
    }),
  );
  expect(boxes).toHaveLength(5);
  for (const each of boxes) {
    expect(each.height).toBeCloseTo(boxes[0].height, 0);
    expect(each.above).toBeCloseTo(boxes[0].above, 0);
  }
  expect(boxes[4].width).toBeGreaterThan(1.9 * boxes[0].width);
});

test("an algorithm's page: its description and picture, then a run on the player's board", async ({
  page,
}) => {
  await open(page, "cohesion:level/vieira-1");
  await menu(page, "Searches");
  await page.getByRole("button", { name: "How A* works" }).click();
  const algorithms = page.getByRole("navigation", { name: "algorithms" });
  await expect(page.getByRole("article").getByRole("heading").first()).toHaveText("A*");
  await algorithms.getByRole("button", { name: "Breadth first oldest position" }).click();
  await expect(page.getByRole("article").getByRole("heading").first()).toHaveText("Breadth first");
  await expect(page.locator(".algorithm-picture .tree-room svg")).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.locator(".algorithm-left")).toContainText("solved in 4");
  await accessible(page);
  await page.getByRole("button", { name: "Run it on my board" }).click();
  await expect(page.getByLabel("Algorithm")).toHaveValue("bfs");
  await expect(page.locator(".search-tree")).toBeVisible();
});

test("the pages of algorithms begin with one of them open", async ({ page }) => {
  await open(page, LEVEL);
  await menu(page, "Help");
  await page.getByRole("button", { name: "How searches work" }).click();
  await expect(page.getByRole("article").getByRole("heading").first()).toHaveText("A*");
});

test("all algorithms are compared at full width, on an axis that suits the values", async ({
  page,
}) => {
  await open(page, LEVEL);
  await tab(page, "Compare");
  await page.getByRole("button", { name: "Full width" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare" });
  // It runs at once, and names the heuristics.
  await expect(dialog.locator("tbody tr.solved")).toHaveCount(4);
  await expect(dialog.locator(".plot", { hasText: "Positions expanded" })).toContainText("linear");
  await expect(dialog.locator("tbody th").first()).toHaveText("A* with Straight runs");
  await expect(dialog.locator("thead th").last()).toHaveText("most remembered");
  for (const kept of await dialog.locator("tbody td:nth-child(8)").allTextContents())
    expect(kept).toMatch(/^\d/);
  const table = await dialog.locator("table").boundingBox();
  expect(table.width).toBeGreaterThan(700);
  // Their times differ at any speed.
  for (const time of await dialog.locator("tbody td:nth-child(5)").allTextContents())
    expect(time).toMatch(/^(\d\.\d\d|\d\d\.\d|\d{3}) (µs|ms|s)$/);
  await accessible(page);
});

test("a position that was never expanded can be selected, by mouse and by keys", async ({
  page,
}) => {
  await search(page, "astar.runs");
  await toStep(page, 3);
  await page.locator(".search-tree .st-open").first().click();
  await expect(page.locator(".st-chosen")).toHaveCount(1);
  await expect(page.locator(".happens")).toContainText("not expanded so far");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".st-chosen")).toHaveCount(0);
  await page.getByText(/^Moves from here/).click();
  await page.getByRole("button", { name: /new$/ }).first().press("Enter");
  await expect(page.locator(".st-chosen")).toHaveCount(1);
});

test("a wide deal fits its column, and choices describe their moves", async ({ page }, info) => {
  await search(page, "greedy", "gaps:solvitaire/4x13/7");
  const [board, box] = [page.locator(".here .table"), page.locator(".here")];
  await expect(board).toBeVisible();
  const [inner, outer] = [await board.boundingBox(), await box.boundingBox()];
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
  const down = await board.evaluate((table) => table.classList.contains("is-down"));
  expect(down).toBe(info.project.name === "desk");
  await search(page, "mcts", "birds:neller/1");
  await toStep(page, 12);
  await expect(page.locator(".why-move").first()).toHaveText(/^[A-K0-9]+[♥♦♠♣] [a-d][1-4]$/);
});

test("every algorithm of every game is explained in plain words", async ({ page }) => {
  await open(page, LEVEL);
  const games = await page.evaluate(() => fetch("api/games").then((answer) => answer.json()));
  for (const { algorithms } of games)
    for (const algorithm of algorithms) {
      const { title, what, steps } = textOf(algorithm);
      expect(title, algorithm.name).not.toBe(algorithm.name);
      expect(what).toMatch(/^[A-Z].*\.$/);
      if (!/-report-/.test(algorithm.name)) expect(steps.length).toBeGreaterThan(2);
    }
});

test("class mode: a deepening search keeps its figures, and a phone on its side its legend", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await search(page, "idastar");
  await page.evaluate(() => Object.assign(document.documentElement, { requestFullscreen: null }));
  await inBar(page, "Class mode");
  await page.keyboard.press("End");
  await expect(figure(page, "on the path")).toBeVisible();
  // The widest of its trees does not fit; the part around the step can still be read.
  await expect(page.locator(".search-tree")).toHaveClass(/size-line/);
  await expect(page.locator(".st-solution").last()).toBeInViewport();
  await expect(page.locator(".tree-bounds [aria-pressed=true]")).toBeInViewport({ ratio: 0.9 });
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.locator(".class-bar .tree-legend li").first()).toBeInViewport();
  // Upright it has the board, the sum and the steps side by side.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const part of [".here", ".sum", ".class-transport .step-told"])
    await expect(page.locator(part)).toBeInViewport({ ratio: 0.99 });
});
