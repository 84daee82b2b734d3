// The search window counts as its tree does: sentence, marks and counters agree at every step.
import { expect, sample, test } from "./page.js";

/** Opens searches of a position by their link, once they are recorded. */
async function search(page, instance, searches) {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto("about:blank");
  await page.goto(`/#i=${instance}&watch=${searches}`);
  await expect(page.locator(".tree-room svg").first()).toBeVisible();
  await expect(page.locator(".step-told")).not.toHaveText("step 1 of 1");
  await expect(page.locator(".search-page-live, .note", { hasText: "Searching" })).toHaveCount(0);
}

/** The figures, marks and words at every step, one entry per search. */
const walk = (page) =>
  page.evaluate(async () => {
    const slider = document.querySelector(".step-slider");
    const steps = [];
    for (let step = 1; step <= Number(slider.max); step++) {
      slider.value = String(step);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      const told = () => document.querySelector(".step-told").textContent;
      while (!told().startsWith(`step ${step} of`)) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      const lanes = [...document.querySelectorAll(".search-one, .search-lane")].map((lane) => {
        const figures = [...lane.querySelectorAll(".figures div")].map((each) => [
          each.querySelector("dt").textContent,
          each.querySelector("dd").textContent,
        ]);
        const count = (kind) => lane.querySelectorAll(`.tree-room .st-${kind}`).length;
        const bound = lane.querySelector(".tree-bounds [aria-pressed=true]");
        return {
          figures: Object.fromEntries(figures),
          drawn: Object.fromEntries(
            ["open", "closed", "now", "barren", "cut", "dead", "solution"].map((kind) => [
              kind,
              count(kind),
            ]),
          ),
          overview: lane.querySelector(".tree-overview p")?.textContent ?? "",
          g: lane.querySelectorAll(".sum b")[1]?.textContent,
          happens: lane.querySelector(".happens").textContent,
          bound: bound?.querySelector("b").textContent,
          tab: bound?.querySelector("small").textContent,
          bar: lane.querySelector(".contours .now b")?.textContent,
        };
      });
      steps.push({ step, lanes });
    }
    return steps;
  });

/** Whether a tree is drawn in full; the counter also counts omitted nodes. */
const isWhole = ({ overview }) => !overview.includes(" of ");

for (const [instance, searches] of sample(
  [
    ["tiles:level/iartistas-07", "bfs"],
    ["tiles:level/iartistas-07", "astar.runs"],
    ["tiles:level/iartistas-07", "greedy.runs"],
    ["tiles:level/iartistas-07", "beam,width=3"],
    ["tiles:level/iartistas-07", "wastar.runs,weight=2"],
    ["cohesion:level/vieira-1", "astar"],
    ["tiles:level/iartistas-07", "astar.runs~bfs"],
  ],
  0,
  3,
  5,
  6,
))
  test(`the counter of open positions is the number of dashed nodes: ${instance}, ${searches}`, async ({
    page,
  }) => {
    await search(page, instance, searches);
    const steps = await walk(page);
    expect(steps.length).toBeGreaterThan(4);
    let seen = 0;
    for (const { step, lanes } of steps)
      for (const lane of lanes.filter(isWhole)) {
        seen++;
        const at = `step ${step}: ${JSON.stringify(lane)}`;
        expect(lane.figures["open"], at).toBe(String(lane.drawn.open));
        // A lit solution may have additional nodes; otherwise every expansion is a node.
        const { now, closed, barren } = lane.drawn;
        if (!lane.drawn.solution)
          expect(lane.figures["expanded"], at).toBe(String(now + closed + barren));
      }
    expect(seen).toBeGreaterThan(4);
  });

/** The numbers of a sentence about an expansion. */
function read(happens) {
  const count = (pattern) => Number(pattern.exec(happens)?.[1] ?? 0);
  return {
    open: count(/(\d+)(?: new positions?)? (?:is|are) within it/),
    beyond: count(/(\d+)(?: new positions?)? (?:is|are) beyond the bound/),
    dead: count(/(\d+)(?: new positions?)? (?:is a dead end|are dead ends)/),
    f: count(/f = (\d+) is within/),
    bound: count(/within the bound of (\d+)/),
    next: count(/next bound would be (\d+)/),
  };
}

for (const instance of sample(
  ["tiles:level/iartistas-07", "sliding:random/2x3/1", "gaps:random/2x5/1"],
  2,
))
  test(`IDA*: sentence, marks, bounds and counters agree at every step: ${instance}`, async ({
    page,
  }) => {
    await search(page, instance, "idastar");
    const steps = (await walk(page)).map(({ lanes }) => lanes[0]);
    let [before, inAll, next] = [null, 0, 0];
    for (const lane of steps.filter(({ happens }) => happens.startsWith("f = "))) {
      const at = JSON.stringify(lane);
      inAll++;
      const told = read(lane.happens);
      expect(String(told.bound), at).toBe(lane.bound);
      expect(told.f, at).toBeLessThanOrEqual(told.bound);
      const isNew = before?.bound !== lane.bound;
      // The bound is the smallest f that the previous tree has cut.
      if (isNew && before) expect(lane.bound, at).toBe(String(next));
      const was = isNew ? { cut: 0, dead: 0, open: 1 } : before.drawn;
      if (isWhole(lane)) {
        expect(lane.drawn.cut - was.cut, at).toBe(told.beyond);
        expect(lane.drawn.dead - was.dead, at).toBe(told.dead);
        expect(lane.figures["open"], at).toBe(String(lane.drawn.open));
        expect(lane.drawn.open - was.open, at).toBe(told.open - 1);
      }
      // Expanded with this bound: in the tab, in the bar, and in a counter of that name.
      const [, own] = /^(\d+) of \d+ expanded$/.exec(lane.tab) ?? [];
      expect(lane.bar, at).toBe(own);
      expect(lane.figures[`with bound ${lane.bound}`], at).toBe(own);
      expect(lane.figures["expanded in all"], at).toBe(String(inAll));
      // It has to keep the path, from the start to the position of the step.
      expect(lane.figures["on the path"], at).toBe(String(Number(lane.g) + 1));
      expect(lane.figures["remembered"], at).toBeUndefined();
      if (told.next) next = told.next;
      before = lane;
    }
    expect(new Set(steps.map(({ bound }) => bound)).size).toBeGreaterThan(1);
  });
