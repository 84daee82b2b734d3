// What moves: cards, a deal, a win, and a line of play that is looked at. Motion never holds anybody up.
import { ask, cell, expect, moves, open, quiet, tab, test, title } from "./page.js";

const GAPS = "gaps:solvitaire/4x13/7";
const TILES = "tiles:level/iartistas-04";

/** The animations that run, by name. */
const running = (page) => page.evaluate(() => document.getAnimations().filter((each) => each instanceof CSSAnimation && each.playState === "running").map((each) => each.animationName));

/** One move before the win of a small board. */
async function nearlyWon(page) {
  await page.goto("about:blank");
  await page.goto(`/#g=gaps&b=${encodeURIComponent("2C 3C 4C -- / 2H 3H -- 4H")}`);
  await expect(page.getByRole("grid")).toBeVisible();
}

/** Another deal, which is dealt on the table. */
async function nextDeal(page) {
  const before = await title(page).getAttribute("title");
  await page.evaluate(() => (location.hash = "#i=gaps:solvitaire/4x13/8"));
  await expect(title(page)).not.toHaveAttribute("title", before ?? "");
}

test("a new deal is dealt, the first board stands at once, and any input ends it", async ({ page }) => {
  await quiet(page);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open(page, GAPS);
  expect(await running(page)).not.toContain("deal-1");
  // Slow enough to be seen by a busy machine.
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate: 0.02 });
  await nextDeal(page);
  await expect.poll(() => running(page)).toContain("deal-1");
  // A move is made meanwhile, and nothing is waited for.
  const { view } = await ask(page, "position", { instance: "gaps:solvitaire/4x13/8" });
  await page.keyboard.press("Shift");
  expect(await running(page)).not.toContain("deal-1");
  await session.send("Animation.setPlaybackRate", { playbackRate: 1 });
  const free = view.moves.find((each) => view.moves.filter((other) => other.to[0] === each.to[0]).length === 1);
  await cell(page, free.to[0]).click();
  await expect(moves(page)).toHaveText("1");
});

test("with reduced motion a deal and a win are still pictures", async ({ page }) => {
  await open(page, GAPS);
  await nextDeal(page);
  expect(await running(page)).toEqual([]);
  await nearlyWon(page);
  await cell(page, 6).click();
  await expect(page.locator(".won-box .won-fan .card")).toHaveCount(1);
  expect(await running(page)).toEqual([]);
});

test("cards, a deal and a win move without layout or repainting: sixty frames a second, with the processor slowed four times", async ({ page }) => {
  test.setTimeout(120_000);
  await quiet(page);
  const session = await page.context().newCDPSession(page);
  // Time of the processor, as far as the browser tells it apart from waiting.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const used = async () => Object.fromEntries((await session.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]));
  /** How many of so many frames are late. */
  const late = (count) => page.evaluate((count) => new Promise((resolve) => {
    const gaps = [];
    let last = performance.now();
    const frame = (now) => {
      gaps.push(now - last);
      last = now;
      if (gaps.length < count) requestAnimationFrame(frame);
      else resolve(gaps.filter((gap) => gap > 25).length);
    };
    requestAnimationFrame(frame);
  }), count);
  const { view } = await (await open(page, GAPS), ask(page, "position", { instance: GAPS }));
  const free = view.moves.find((each) => view.moves.filter((other) => other.to[0] === each.to[0]).length === 1).to[0];
  const press = async (at) => {
    const box = await cell(page, at).boundingBox();
    return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  const kinds = {
    move: { begin: async () => (await open(page, GAPS), press(free)), end: () => expect(moves(page)).toHaveText("1"), frames: 12 },
    deal: { begin: async () => (await open(page, GAPS), () => nextDeal(page)), end: () => expect.poll(() => running(page)).toContain("deal-1"), frames: 36 },
    win: { begin: async () => (await nearlyWon(page), press(6)), end: () => expect(page.locator(".won-box")).toBeVisible(), frames: 36 },
  };
  for (const [kind, { begin, end, frames }] of Object.entries(kinds)) {
    const act = await begin();
    // What is fetched late is no part of it.
    await page.waitForLoadState("networkidle");
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await act();
    await end();
    const before = await used();
    const properties = await page.evaluate(() => [...new Set(document.getAnimations().flatMap((each) => each.effect instanceof KeyframeEffect ? each.effect.getKeyframes().flatMap(Object.keys) : []))]);
    const dropped = await late(frames);
    const after = await used();
    await page.emulateMedia({ reducedMotion: "reduce" });
    const each = (1000 * (after.TaskDuration - before.TaskDuration)) / frames;
    const said = `${kind}: ${each.toFixed(2)} ms of the processor a frame, where ${(1000 / 60 / 4).toFixed(2)} would do; ${dropped} of ${frames} frames were late`;
    test.info().annotations.push({ type: "frames", description: said });
    console.log(said);
    // Times are those of the machine. What holds on every machine: the compositor alone is at work.
    expect(properties.filter((name) => !["offset", "easing", "composite", "computedOffset", "transform", "opacity", "boxShadow"].includes(name)), kind).toEqual([]);
    expect(after.LayoutCount - before.LayoutCount, `${kind}: layouts`).toBeLessThanOrEqual(2);
    expect(after.ScriptDuration - before.ScriptDuration, `${kind}: scripts`).toBeLessThan(0.5 * (after.TaskDuration - before.TaskDuration));
  }
});

test("the line of a move that is pointed at lies on the board, and one click plays it", async ({ page, isMobile }) => {
  await open(page, TILES);
  await tab(page, "Analyse");
  const row = page.locator(".ranked li").filter({ has: page.locator(".worth.wins") }).first();
  await expect(row.locator(".play-line")).toBeVisible();
  const grid = page.getByRole("grid");
  const own = await grid.getAttribute("aria-label");
  const button = row.getByRole("button").first();
  if (isMobile) {
    // A finger that rests on it sees the line, and makes no move when it is lifted.
    const box = await button.boundingBox();
    const session = await page.context().newCDPSession(page);
    const touch = (type) => session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: box.x + 40, y: box.y + box.height / 2 }] });
    await touch("touchStart");
    await expect(grid).toHaveAttribute("aria-label", /^line, move \d of 5$/);
    await touch("touchEnd");
  } else {
    await button.hover();
    await expect(grid).toHaveAttribute("aria-label", /^line, move 1 of 5$/);
    await expect(grid).toHaveAttribute("aria-label", /^line, move 5 of 5$/);
    await page.mouse.move(5, 5);
  }
  await expect(grid).toHaveAttribute("aria-label", own ?? "");
  await expect(page.locator(".move-count b")).toHaveText("0");
  await row.locator(".play-line").click();
  await expect(page.locator(".film")).toBeVisible();
  await expect(grid).toHaveAttribute("aria-label", /^film, move 5 of 5$/);
});
