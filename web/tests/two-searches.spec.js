// Two searches in front of a class: whole trees before large letters, the sentence of the step, and
// a key for collapsed parts.
import { expect, inBar, sample, test, toStep } from "./page.js";

/** Opens searches of a position by their link at a step, once they are recorded. */
async function search(page, [width, height], searches, step) {
  await page.setViewportSize({ width, height });
  await page.goto("about:blank");
  await page.goto(`/#i=sliding:random/3x3/804814&watch=${searches}`);
  await expect(page.locator(".tree-room svg").first()).toBeVisible();
  await expect(page.locator(".step-told")).not.toHaveText("step 1 of 1");
  await toStep(page, step);
  await expect(page.locator(".st-now").first()).toBeVisible();
}

/** Class mode, without the full screen of the device. */
async function classMode(page) {
  await page.evaluate(() => Object.assign(document.documentElement, { requestFullscreen: null }));
  await inBar(page, "Class mode");
  await expect(page.getByRole("button", { name: "Next" })).toBeFocused();
}

const lane = (page, number) => page.getByRole("region", { name: `search ${number}` });

test("class mode collapses no tree that fits with only f, and keeps the nodes that a beam dropped", async ({
  page,
}) => {
  await search(page, [1440, 900], "beam~bfs", 15);
  const beam = lane(page, 1);
  const nodes = await beam.locator(".st-node").count();
  const dropped = await beam.locator(".st-cut").count();
  expect(nodes).toBeGreaterThan(20);
  expect(dropped).toBeGreaterThan(3);
  const words = await beam.locator(".happens").textContent();
  await classMode(page);
  await expect(beam.locator(".tree-room .st-node")).toHaveCount(nodes);
  await expect(beam.locator(".tree-room .st-cut")).toHaveCount(dropped);
  await expect(beam.locator(".happens")).toHaveText(words ?? "");
  await expect(beam.locator(".st-node .st-f").first()).toHaveCSS("font-size", "18px");
});

for (const [width, height] of sample(
  [
    [1024, 768],
    [1280, 720],
    [1440, 900],
    [1920, 1080],
  ],
  0,
  3,
))
  test(`two searches for a class at ${width}×${height}: sentence, key of folded nodes, bar`, async ({
    page,
  }) => {
    await search(page, [width, height], "beam~bfs", 120);
    for (const isClass of [false, true]) {
      if (isClass) await classMode(page);
      for (const each of [lane(page, 1), lane(page, 2)]) {
        if (isClass) await expect(each.locator(".happens")).toBeInViewport({ ratio: 0.99 });
        await expect(each.locator(".st-stack").first()).toBeVisible();
        const key = each.locator(".ov-key");
        await expect(key).toHaveText(/more below/);
        const [words, buttons] = [
          await each.locator(".tree-overview p").boundingBox(),
          await each.locator(".tree-zoom").boundingBox(),
        ];
        expect(words.x + words.width).toBeLessThanOrEqual(buttons.x + 1);
        const out = await each
          .locator(".tree-overview p")
          .evaluate((told) => told.scrollWidth - told.clientWidth);
        expect(out).toBeLessThanOrEqual(0);
      }
    }
    await expect(page.locator(".class-bar button")).toBeInViewport({ ratio: 0.99 });
    const bar = await page.locator(".class-bar").boundingBox();
    expect(bar.height).toBeLessThan(70);
  });

test("two searches stay level, and nothing moves when one ends", async ({ page }) => {
  await search(page, [1024, 768], "idastar~bfs", 2);
  const tops = () =>
    page
      .locator(".search-lane-left, .search-lane .tree-panel")
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
  for (const isClass of [false, true]) {
    if (isClass) await classMode(page);
    await page.keyboard.press("Home");
    const before = await tops();
    expect(new Set(before).size).toBe(1);
    await page.keyboard.press("End");
    await expect(page.locator(".search-lane .badge.wins").first()).toBeVisible();
    expect(await tops()).toEqual(before);
    // The chosen bound is whole, and only it has its count.
    await expect(page.locator(".tree-bounds [aria-pressed=true]")).toBeInViewport({ ratio: 0.99 });
    await expect(page.locator(".tree-bounds small").filter({ visible: true })).toHaveCount(
      isClass ? 0 : 1,
    );
  }
});

test("the strip of the whole tree is drawn while a part is in view, with edges", async ({
  page,
}) => {
  await search(page, [1440, 900], "beam~bfs", 15);
  const overview = lane(page, 1).locator(".tree-overview");
  await expect(overview).toContainText("all 28 positions");
  await expect(overview.locator("svg")).toHaveCount(0);
  await toStep(page, 60);
  await expect(overview).toContainText(/\d+ of \d+ positions/);
  const edges = await overview.locator(".ov-edges").getAttribute("d");
  expect(edges.match(/M/g).length).toBeGreaterThan(40);
});
