// The search window explains how ties are broken: the displayed list is the order of the search
// itself.
import { expect, sample, test, toStep } from "./page.js";

/** Opens searches of a position by their link, once they are recorded. */
async function search(page, instance, searches, [width, height] = [1920, 1080]) {
  await page.setViewportSize({ width, height });
  await page.goto("about:blank");
  await page.goto(`/#i=${instance}&watch=${searches}`);
  await expect(page.locator(".tree-room svg").first()).toBeVisible();
  await expect(page.locator(".step-told")).not.toHaveText("step 1 of 1");
  await expect(page.locator(".note", { hasText: "Searching" })).toHaveCount(0);
}

/** At each step: the position that is expanded, and the first of the open list. */
const walk = (page) =>
  page.evaluate(async () => {
    const slider = document.querySelector(".step-slider");
    const text = (selector) => document.querySelector(selector)?.textContent ?? "";
    const steps = [];
    for (let step = 1; step <= Math.min(80, Number(slider.max)); step++) {
      slider.value = String(step);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      while (!text(".step-told").startsWith(`step ${step} of`))
        await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      const now = document.querySelector(".st-now .st-item")?.getAttribute("aria-label") ?? "";
      steps.push({
        now: /^(.*?): /.exec(now)?.[1] ?? "",
        g: Number(/g (\d+)/.exec(now)?.[1]),
        first: text(".open-list .next > span"),
        found: Number(/\d+/.exec(text(".open-list .next > small:last-child"))?.[0]),
        rows: document.querySelectorAll(".open-list li").length,
        happens: text(".happens"),
      });
    }
    return steps;
  });

for (const [instance, searches, told] of sample(
  [
    ["sliding:random/3x3/804814", "astar", /equal ones, with the same h, the newest goes first/],
    ["gaps:random/2x5/1", "astar", /equal ones, the smallest h goes first/],
    ["sliding:random/3x3/804814", "wastar", /g \+ w·h = \d+, .* the newest goes first/],
    ["sliding:random/3x3/804814", "wastar,weight=1.5", /g \+ w·h = \d+\.5, /],
    ["sliding:random/3x3/804814", "dwastar", /g \+ w·h = \d+\.\d+, /],
    ["sliding:random/3x3/804814", "greedy", /equal ones, the oldest goes first/],
    ["tiles:level/iartistas-07", "ucs", /equal ones, the oldest goes first/],
    ["tiles:level/iartistas-07", "bfs", /Takes the oldest position/],
    // A heuristic whose order is finer than its estimate.
    ["birds:neller/1", "astar.flockability", /equal ones, the smallest rank by the heuristic/],
  ],
  1,
  3,
  4,
  5,
  7,
  8,
))
  test(`the first of the open list is expanded next: ${instance}, ${searches}`, async ({
    page,
  }) => {
    await search(page, instance, searches);
    const steps = await walk(page);
    expect(steps.length).toBeGreaterThan(10);
    let seen = 0;
    for (const [index, { first, found }] of steps.slice(0, -1).entries()) {
      const next = steps[index + 1];
      // At the end the solution is lit.
      if (!next.now || !first) continue;
      seen++;
      expect(next.now, `step ${index + 2}`).toBe(first);
      expect(found, `step ${index + 2}`).toBeLessThanOrEqual(index + 1);
    }
    expect(seen).toBeGreaterThan(8);
    expect(steps.map(({ happens }) => happens).join("\n")).toMatch(told);
  });

test("the open list names its order and its length", async ({ page }) => {
  await search(page, "sliding:random/3x3/804814", "astar", [1440, 900]);
  const list = page.locator(".open-list");
  await toStep(page, 16);
  await expect(list).toContainText("Smallest f first, then smallest h, then the newest.");
  const figure = page.locator(".figures div", { hasText: /^open/ }).locator("dd");
  const more = Number(/and (\d+) more/.exec((await list.textContent()) ?? "")?.[1]);
  expect(String((await list.locator("li").count()) + more)).toBe(await figure.textContent());
  await expect(list.locator(".next")).toBeInViewport({ ratio: 0.99 });
  // A search without such a list shows none.
  await page.getByLabel("Algorithm").selectOption("beam");
  await expect(list).toHaveCount(0);
});

test("board, sentence and sum are visible together in a low window, and the list is legible in class mode", async ({
  page,
}) => {
  await search(page, "sliding:random/3x3/804814", "astar", [1280, 720]);
  await toStep(page, 16);
  await expect(page.locator(".happens")).toContainText("and of 4 such the newest");
  await expect(page.locator(".here")).toBeInViewport({ ratio: 0.99 });
  await expect(page.locator(".sum")).toBeInViewport({ ratio: 0.95 });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.evaluate(() => Object.assign(document.documentElement, { requestFullscreen: null }));
  await page.getByRole("button", { name: "Class mode" }).click();
  const list = page.locator(".open-list ol");
  await expect(list).toBeInViewport({ ratio: 0.99 });
  for (const part of await list.locator("b, small, span").all())
    await expect(part).toHaveCSS("font-size", "18px");
});

test("on a projector the open list and the sum are fully visible", async ({ page }) => {
  await search(page, "sliding:random/3x3/804814", "astar", [1280, 720]);
  await toStep(page, 11);
  for (const isClass of [false, true]) {
    if (isClass) await page.getByRole("button", { name: "Class mode" }).click();
    await expect(page.locator(".open-list li").nth(4)).toBeInViewport({ ratio: 0.99 });
    await expect(page.locator(".sum")).toBeInViewport({ ratio: 0.99 });
  }
});

test("the numbers of dropped positions are left of the diagonal", async ({ page }) => {
  await search(page, "tiles:level/iartistas-08", "beam", [1280, 720]);
  await toStep(page, 21);
  const node = page.locator(".st-node.st-cut:has(text)").first();
  const after = node.locator(".st-cross ~ text");
  await expect(after).toHaveCount(1);
  await expect(after).toHaveCSS("paint-order", /^stroke/);
});

test("the current bound is fully visible", async ({ page }) => {
  await search(page, "tiles:level/iartistas-08", "idastar", [1280, 720]);
  await toStep(page, 61);
  const chip = page.locator('.tree-bounds button[aria-pressed="true"]');
  await expect(chip).toContainText("7");
  await expect(chip).toBeInViewport({ ratio: 0.99 });
  const [inner, outer] = [
    await chip.boundingBox(),
    await page.locator(".tree-bounds").boundingBox(),
  ];
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width - 8);
});
