// The search window in small and large windows: no part is cut, tree and sentence are in view, and
// keys move through the tree.
import { accessible, expect, sample, test, toStep } from "./page.js";

/** Opens searches of a position by their link, once they are recorded. */
async function search(page, [width, height], instance, searches) {
  await page.setViewportSize({ width, height });
  await page.goto("about:blank");
  await page.goto(`/#i=${instance}&watch=${searches}`);
  await expect(page.locator(".tree-room svg").first()).toBeVisible();
  await expect(page.locator(".step-told")).not.toHaveText("step 1 of 1");
}

const TILES = "tiles:level/iartistas-07";

/** Elements whose content is wider than they are. */
const overflowing = (page, selector) =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
        .map((each) => each.textContent),
    );

for (const [width, height] of [
  [640, 400],
  [844, 390],
])
  for (const instance of sample([TILES, "gaps:solvitaire/4x13/1"], width < 700 ? 0 : 1))
    test(`at ${width}×${height} the tree, the sentence and the bar are in view: ${instance}`, async ({
      page,
    }) => {
      await search(page, [width, height], instance, "astar");
      await toStep(page, 6);
      await expect(page.locator(".tree-room .st-now")).toBeInViewport({ ratio: 0.9 });
      await expect(page.locator(".happens")).toBeInViewport({ ratio: 0.95 });
      const bar = page.getByRole("group", { name: "search", exact: true });
      await expect(bar.getByRole("button", { name: "More" })).toBeInViewport({ ratio: 0.99 });
      // No two buttons of the bar overlap, and none is below Close.
      const boxes = await page
        .locator(".search-bar > :is(select, button), .sheet > header button")
        .evaluateAll((all) =>
          all
            .filter((each) => each.checkVisibility())
            .map((each) => {
              const { left, right } = each.getBoundingClientRect();
              return [left, right];
            }),
        );
      boxes.sort(([a], [b]) => a - b);
      for (const [index, [left]] of boxes.entries())
        if (index) expect(left).toBeGreaterThanOrEqual(boxes[index - 1][1] - 0.5);
      expect(await overflowing(page, ".figures dt, .search-transport .step-told")).toEqual([]);
      const needed = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(needed).toBeLessThanOrEqual(height);
    });

test("names of algorithms and figures are shown in full on a large screen", async ({ page }) => {
  await search(page, [1920, 1080], TILES, "mcts");
  const select = page.getByLabel("Algorithm");
  const room = await select.evaluate((each) => {
    const style = getComputedStyle(each);
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const words = canvas.measureText(each.selectedOptions[0].text).width;
    return (
      each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - words
    );
  });
  expect(room).toBeGreaterThanOrEqual(0);
  const link = page.getByRole("button", { name: "How Monte Carlo tree search works" });
  const [inner, outer] = [await link.boundingBox(), await page.locator(".about").boundingBox()];
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
  expect(await overflowing(page, ".about button")).toEqual([]);
  await search(page, [1920, 1080], TILES, "astar.runs~bfs");
  expect(await overflowing(page, ".figures div")).toEqual([]);
});

test("a legend explains the numbers of Monte Carlo nodes", async ({ page }) => {
  await search(page, [1280, 800], TILES, "mcts");
  const key = page.locator(".mc-key");
  for (const words of ["visits", "mean result", "UCB = q + c·√(2 ln N / n)"])
    await expect(key).toContainText(words);
  // As many numbers as a node has, in the same order.
  await toStep(page, 40);
  const numbers = page.locator(".mc-node.mc-end > text");
  const parts = await key.locator(":is(b, i):visible").count();
  expect(parts).toBe(await numbers.evaluateAll((all) => all.filter((t) => t.textContent).length));
});

test("the strip below a tree counts no omitted nodes if there are none", async ({ page }) => {
  await search(page, [1920, 1080], "tiles:level/iartistas-08", "mcts");
  await toStep(page, 60);
  const drawn = await page.locator(".mc-node").count();
  await expect(page.locator(".tree-overview p")).toHaveText(`all ${drawn} positions`);
});

test("on a projector the steps of an algorithm, its tree and its buttons are in view", async ({
  page,
}) => {
  for (const name of ["A*", "Monte Carlo tree search", "IDA*"]) {
    await search(page, [1280, 720], TILES, "bfs");
    await page.getByRole("button", { name: "How Breadth first works" }).click();
    await page.locator(".algorithm-list").getByText(name, { exact: true }).click();
    const article = page.getByRole("article");
    await expect(article.locator(".tree-room svg")).toBeVisible();
    for (const part of [".algorithm-words ol", ".search-transport", ".happens", ".tree-room"])
      await expect(article.locator(part)).toBeInViewport({ ratio: 0.95 });
    await expect(article.locator(".tree-room :is(.st-now, .mc-node)").first()).toBeInViewport({
      ratio: 0.95,
    });
  }
});

test("a comparison runs when it is opened, and again with other algorithms", async ({ page }) => {
  await search(page, [1440, 900], TILES, "astar");
  await page.getByRole("button", { name: "Comparison", exact: true }).click();
  await expect(page.locator("tbody tr.solved")).toHaveCount(4);
  const again = page.getByRole("button", { name: "Compare again" });
  await expect(again).toBeEnabled();
  // All of them are one click away.
  await page.getByText("All algorithms and heuristics").click();
  await page.getByRole("button", { name: "Choose all" }).click();
  const all = await page.locator(".choices > li").count();
  const chips = page.locator(".chips button");
  expect(all).toBeGreaterThan(4);
  await expect(chips).toHaveCount(all);
  for (const chip of await chips.all().then((each) => each.slice(4)))
    await expect(chip).toBeVisible();
  while ((await chips.count()) > 3) await chips.last().click();
  await again.click();
  await expect(page.locator("tbody tr")).toHaveCount(3);
  await expect(page.locator("tbody tr.solved")).toHaveCount(3);
  // A search has one colour in all plots.
  const bars = page.locator(".plot rect.bar.solved, .plot rect.bar.of-line");
  await expect(bars.first()).toBeVisible();
  const fills = await bars.evaluateAll((all) => all.map((each) => getComputedStyle(each).fill));
  expect(new Set(fills).size).toBeGreaterThan(1);
});

test("all bars are visible in class mode", async ({ page }) => {
  await search(page, [1440, 900], "tiles:level/iartistas-08", "astar");
  await page.evaluate(() => Object.assign(document.documentElement, { requestFullscreen: null }));
  await page.getByRole("button", { name: "Class mode" }).click();
  const row = page.locator(".contours ol");
  await expect(row.locator("li")).toHaveCount(11);
  expect(await row.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThan(2);
});

test("symbols for painting are named by kind, and sizes belong to a plain board", async ({
  page,
}) => {
  await search(page, [1920, 1080], TILES, "astar");
  await page.getByRole("button", { name: "Paint a board" }).click();
  await expect(page.locator(".palette-name")).toHaveText(["piece", "target", "piece on a target"]);
  const size = page.getByRole("group", { name: "a new board" });
  await expect(size.getByRole("button", { name: "New board" })).toBeVisible();
  await expect(size.getByRole("combobox")).toHaveCount(0);
  await size.getByRole("button", { name: "size and help" }).click();
  await expect(size.getByRole("combobox")).toHaveCount(2);
});

test("a new board to paint on has something to search, and is fully visible above its palette", async ({
  page,
}) => {
  for (const instance of [
    "gaps:random/2x5/1",
    "sliding:random/3x3/1",
    TILES,
    "cohesion:level/vieira-1",
  ]) {
    await search(page, [1280, 720], instance, "astar");
    await page.getByRole("button", { name: "Paint a board" }).click();
    await page.getByRole("button", { name: "New board" }).click();
    await expect(page.locator(".search-name")).toContainText("Own board");
    await expect(page.locator(".step-told")).toContainText(/step 1 of ([2-9]|\d\d)/);
    if (instance.startsWith("sliding")) {
      const blank = page.locator(".palette").getByRole("button", { name: "blank" });
      const { width, height } = await blank.boundingBox();
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      // Two numbers are swapped: the page says why no search can solve this board.
      const numbers = page.locator('.here [data-cell]:not([aria-label*="blank"])');
      for (const each of [0, 1]) await numbers.nth(each).click();
      await expect(page.locator(".tree-box")).toContainText("Swap any two numbers");
    }
    for (const part of [".here .table", ".paint .palette", ".paint-size"])
      await expect(page.locator(part)).toBeInViewport({ ratio: 0.99 });
  }
});

test("the note on an example can be closed", async ({ page }) => {
  await search(page, [1280, 800], TILES, "astar");
  await page.getByLabel("Algorithm").selectOption("idastar");
  await page.getByRole("button", { name: "Show a small example" }).click();
  const note = page.locator(".search-note");
  await expect(note).toContainText("IDA* raises its bound");
  // On a phone its cross is in the corner, and the slider of the steps has its own row.
  await page.setViewportSize({ width: 390, height: 844 });
  const close = await note.getByRole("button", { name: "close this note" }).boundingBox();
  const whole = await note.boundingBox();
  expect(close.y - whole.y).toBeLessThan(10);
  expect(whole.x + whole.width - close.x - close.width).toBeLessThan(10);
  expect((await page.locator(".step-slider").boundingBox()).width).toBeGreaterThan(330);
  await page.setViewportSize({ width: 1280, height: 800 });
  await note.getByRole("button", { name: "close this note" }).click();
  await expect(note).toHaveCount(0);
  await expect(page.locator(".search-name")).toContainText("Example board");
});

for (const instance of sample(
  [TILES, "gaps:random/2x5/1", "sliding:random/2x3/1", "cohesion:level/vieira-1"],
  1,
  3,
))
  test(`on a projector the example of IDA* is drawn whole: ${instance}`, async ({ page }) => {
    await search(page, [1280, 720], instance, "bfs");
    await page.getByRole("button", { name: "How Breadth first works" }).click();
    await page.locator(".algorithm-list").getByText("IDA*", { exact: true }).click();
    const article = page.getByRole("article");
    await expect(article.locator(".tree-bounds button").nth(2)).toBeVisible();
    await article.getByRole("button", { name: "last step" }).click();
    await expect(article.locator(".happens")).toContainText("Solved in");
    // Every move of the solution has its node: none is left out.
    const [, moves] = /Solved in (\d+)/.exec(await article.locator(".happens").innerText()) ?? [];
    await expect(article.locator(".tree-room .st-solution")).toHaveCount(Number(moves) + 1);
    await expect(article.locator(".st-gap")).toHaveCount(0);
    for (const node of await article.locator(".tree-room .st-solution").all())
      await expect(node).toBeInViewport({ ratio: 0.95 });
    // The bounds cover no part of the legend.
    const legend = await article.locator(".tree-legend").boundingBox();
    const bounds = await article.locator(".tree-bounds").boundingBox();
    expect(legend.y + legend.height).toBeLessThanOrEqual(bounds.y);
  });

for (const isClass of [false, true])
  test(`edges end above the words of their moves${isClass ? ", for a class" : ""}`, async ({
    page,
  }) => {
    await search(page, [1280, 800], TILES, "astar");
    if (isClass) await page.getByRole("button", { name: "Class mode" }).click();
    await toStep(page, 5);
    await expect(page.locator(".tree-room .st-move").first()).toBeVisible();
    const crossed = await page.locator(".tree-room svg").evaluate((svg) => {
      const words = [...svg.querySelectorAll(".st-move")].map((each) => each.getBBox());
      const points = [...svg.querySelectorAll("path.st-edge")].flatMap((edge) =>
        Array.from({ length: 41 }, (_, i) =>
          edge.getPointAtLength((i / 40) * edge.getTotalLength()),
        ),
      );
      const isIn = ({ x, y, width, height }, point) =>
        point.x > x && point.x < x + width && point.y > y + 1 && point.y < y + height - 1;
      return [words.length, points.filter((point) => words.some((box) => isIn(box, point))).length];
    });
    expect(crossed[0]).toBeGreaterThan(3);
    expect(crossed[1]).toBe(0);
  });

test("on a phone on its side the numbers of a Monte Carlo node are explained", async ({ page }) => {
  await search(page, [844, 390], TILES, "mcts");
  await toStep(page, 40);
  const key = page.locator(".mc-key");
  await expect(key).toContainText("visits");
  for (const part of await key.locator("span:visible").all())
    await expect(part).toBeInViewport({ ratio: 0.99 });
  expect(await key.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThan(2);
});

test("another algorithm searches the same board, even if it is an example", async ({ page }) => {
  await search(page, [1280, 800], TILES, "astar");
  await page.getByLabel("Algorithm").selectOption("idastar");
  await expect(page.locator(".search-name")).toContainText("iartistas-07");
  await page.getByRole("button", { name: "Show a small example" }).click();
  await expect(page.locator(".search-note")).toContainText("IDA* raises its bound");
  await page.getByLabel("Algorithm").selectOption("beam");
  await expect(page.locator(".search-name")).toContainText("Example board");
});

test("edges of a small tree name their moves", async ({ page }) => {
  await search(page, [1280, 720], TILES, "astar.runs");
  await page.evaluate(() => Object.assign(document.documentElement, { requestFullscreen: null }));
  await page.getByRole("button", { name: "Class mode" }).click();
  await toStep(page, 8);
  const words = page.locator(".tree-room .st-move");
  await expect(words.first()).toHaveText(/^tilt (left|right|up|down)$/);
  expect(await words.count()).toBe((await page.locator(".tree-room .st-node").count()) - 1);
  // No word overlaps another, or a node.
  const boxes = await page.locator(".tree-room :is(.st-move, .st-node > rect)").evaluateAll((all) =>
    all.map((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      return { left, right, top: top + 3, bottom: bottom - 3, is: each.nodeName };
    }),
  );
  for (const a of boxes.filter(({ is }) => is === "text"))
    for (const b of boxes)
      expect(
        a === b || a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top,
      ).toBe(true);
});

test("in the search window Gaps has the orientation of its board on a large screen", async ({
  page,
}) => {
  await search(page, [1920, 1080], "gaps:solvitaire/4x13/1", "astar");
  const size = async () => page.locator(".here .table").boundingBox();
  const wide = await size();
  expect(wide.width).toBeGreaterThan(1.8 * wide.height);
  expect(wide.width).toBeGreaterThan(440);
  await search(page, [1280, 800], "gaps:solvitaire/4x13/1", "astar");
  const tall = await size();
  expect(tall.height).toBeGreaterThan(tall.width);
});

test("the tree is one stop of the Tab key, arrows move in it, and each node has a description", async ({
  page,
}) => {
  await search(page, [1280, 800], TILES, "astar.runs");
  await toStep(page, 8);
  const tree = page.getByRole("tree");
  await expect(tree).toHaveAccessibleName("search tree: 13 positions, 4 moves deep");
  const items = tree.getByRole("treeitem");
  await expect(items).toHaveCount(13);
  await expect(tree.locator('[tabindex="0"]')).toHaveCount(1);
  for (const item of await items.all())
    await expect(item).toHaveAccessibleName(
      /^(start|tilt \w+): f \d+ = g \d+ \+ h \d+, (open|closed|now|nothing new|longer way)/,
    );
  // From the buttons above, the Tab key leads to the node of the step.
  await page.getByRole("button", { name: "Class mode" }).focus();
  const now = tree.locator('[aria-current="step"]');
  for (let i = 0; i < 9 && !(await now.evaluate((each) => each === document.activeElement)); i++)
    await page.keyboard.press("Tab");
  await expect(now).toBeFocused();
  const focused = tree.locator(":focus");
  const level = async () => Number(await focused.getAttribute("aria-level"));
  const depth = await level();
  // To the parent, and back down to a child.
  await page.keyboard.press("ArrowUp");
  await expect(focused).toHaveAttribute("aria-level", String(depth - 1));
  await expect(focused).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(focused).toHaveAttribute("aria-level", String(depth));
  // Along the row, while the step stays.
  const before = await focused.getAttribute("aria-label");
  await page.keyboard.press("ArrowLeft");
  await expect(focused).toHaveAttribute("aria-level", String(depth));
  const left = await focused.evaluate((each) => each.getBoundingClientRect().left);
  await page.keyboard.press("ArrowRight");
  await expect
    .poll(() => focused.evaluate((each) => each.getBoundingClientRect().left))
    .toBeGreaterThan(left);
  await expect(focused).toHaveAttribute("aria-label", before ?? "");
  await expect(page.locator(".step-told")).toHaveText("step 8 of 28");
  // To the start, whose step Enter leads to; the focus stays in the tree.
  for (let i = 1; i < depth; i++) await page.keyboard.press("ArrowUp");
  await expect(focused).toHaveAttribute("aria-level", "1");
  await page.keyboard.press("Enter");
  await expect(page.locator(".step-told")).toHaveText("step 1 of 28");
  await expect(focused).toHaveAttribute("aria-current", "step");
  await page.keyboard.press("PageDown");
  await expect(page.locator(".step-told")).toHaveText("step 2 of 28");
  await expect(tree.locator('[tabindex="0"]')).toHaveCount(1);
  await expect(focused).toHaveCount(1);
  await accessible(page);
  // After a click of the mouse arrows still step.
  await tree.locator(".st-open").first().click();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".step-told")).toHaveText("step 3 of 28");
});
