// Motion: cards, a deal, a win, and a previewed line of play. Motion never delays the player.
import { ask, cell, expect, moves, open, quiet, sheet, tab, test, title } from "./page.js";

const GAPS = "gaps:solvitaire/4x13/7";
const TILES = "tiles:level/iartistas-04";

/** The animations that run, by name. */
const running = (page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((each) => each instanceof CSSAnimation && each.playState === "running")
      .map((each) => each.animationName),
  );

/** Opens a small board that one move wins. */
async function nearlyWon(page) {
  await page.goto("about:blank");
  await page.goto(`/#g=gaps&b=${encodeURIComponent("2C 3C 4C -- / 2H 3H -- 4H")}`);
  await expect(page.getByRole("grid")).toBeVisible();
}

/** Opens another deal, whose cards are dealt one by one. */
async function nextDeal(page) {
  const before = await title(page).getAttribute("title");
  await page.evaluate(() => (location.hash = "#i=gaps:solvitaire/4x13/8"));
  await expect(title(page)).not.toHaveAttribute("title", before ?? "");
}

test("a new deal is dealt, the first board is shown at once, and any input ends the dealing", async ({
  page,
}) => {
  await quiet(page);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open(page, GAPS);
  expect(await running(page)).not.toContain("deal-1");
  const speed = await animationSpeed(page);
  await speed(0.001);
  await nextDeal(page);
  await expect.poll(() => running(page)).toContain("deal-1");
  // The test makes a move meanwhile, without waiting.
  const { view } = await ask(page, "position", { instance: "gaps:solvitaire/4x13/8" });
  await page.keyboard.press("Shift");
  expect(await running(page)).not.toContain("deal-1");
  await speed(1);
  const free = view.moves.find(
    (each) => view.moves.filter((other) => other.to[0] === each.to[0]).length === 1,
  );
  await cell(page, free.to[0]).click();
  await expect(moves(page)).toHaveText("1");
});

test("with reduced motion a deal and a win are static pictures", async ({ page }) => {
  await open(page, GAPS);
  await nextDeal(page);
  expect(await running(page)).toEqual([]);
  await nearlyWon(page);
  await cell(page, 6).click();
  await expect(page.locator(".won-box .won-fan .card")).toHaveCount(1);
  await expect(page.locator(".cascade")).toHaveCount(0);
  expect(await running(page)).toEqual([]);
});

test("the cards of a won board leap out of the window, and any input ends it", async ({ page }) => {
  await quiet(page);
  await nearlyWon(page);
  const speed = await animationSpeed(page);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await speed(0.001);
  await cell(page, 6).click();
  await expect(page.locator(".won-box .primary")).toBeFocused();
  const leaps = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((each) => each.id === "fall" && each.playState === "running").length,
    );
  await expect.poll(leaps).toBe(6);
  await page.keyboard.press("Shift");
  expect(await leaps()).toBe(0);
  await expect(page.locator(".cascade > i").first()).toHaveCSS("opacity", "0");
});

test("the tiles of a won board keep their numbers in the picture of the win", async ({ page }) => {
  await open(page, "sliding:random/2x3/1", `&m=${encodeURIComponent("3 1 4 2 5 3 1 4 2 5 4")}`);
  await cell(page, 0).click();
  const tiles = page.locator(".won-fan .numbered-tile");
  await expect(tiles).toHaveText(["2", "5", "4", "1"]);
  const size = await tiles.first().evaluate((each) => parseFloat(getComputedStyle(each).fontSize));
  expect(size).toBeGreaterThan(16);
});

/** The browser's counters so far. */
async function counters(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  return async () =>
    Object.fromEntries(
      (await session.send("Performance.getMetrics")).metrics.map(({ name, value }) => [
        name,
        value,
      ]),
    );
}

/** Sets the speed of all animations. At 0.001 a busy machine sees each of them. */
async function animationSpeed(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  return (playbackRate) => session.send("Animation.setPlaybackRate", { playbackRate });
}

/** The middle of what can be pressed, as a click. */
async function press(page, at) {
  const box = await cell(page, at).boundingBox();
  return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** A gap of the deal that takes one card only. */
async function gap(page) {
  const { view } = await ask(page, "position", { instance: GAPS });
  return view.moves.find(
    (each) => view.moves.filter((other) => other.to[0] === each.to[0]).length === 1,
  ).to[0];
}

test("cards, a deal and a win move without layout or repainting", async ({ page }) => {
  await quiet(page);
  const used = await counters(page);
  await open(page, GAPS);
  const speed = await animationSpeed(page);
  const free = await gap(page);
  const kinds = {
    move: {
      begin: async () => (await open(page, GAPS), press(page, free)),
      end: () => expect(page.locator(".slot.moving")).toHaveCount(1),
    },
    deal: {
      begin: async () => (await open(page, GAPS), () => nextDeal(page)),
      end: () => expect.poll(() => running(page)).toContain("deal-1"),
    },
    win: {
      begin: async () => (await nearlyWon(page), press(page, 6)),
      end: () => expect(page.locator(".won-box")).toBeVisible(),
    },
  };
  for (const [kind, { begin, end }] of Object.entries(kinds)) {
    await speed(1);
    const act = await begin();
    // Files fetched later do not belong to it.
    await page.waitForLoadState("networkidle");
    await speed(0.001);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await act();
    await end();
    const begun = Date.now();
    const before = await used();
    const properties = await page.evaluate(() => [
      ...new Set(
        document
          .getAnimations()
          .flatMap(({ effect }) =>
            effect instanceof KeyframeEffect ? effect.getKeyframes().flatMap(Object.keys) : [],
          ),
      ),
    ]);
    await speed(1);
    // The page requests no frames: its thread does only the work of the animation.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
          .map((each) => each.finished),
      ),
    );
    // The number of frames that could be drawn meanwhile.
    const frames = (Date.now() - begun) / (1000 / 60);
    const after = await used();
    await page.emulateMedia({ reducedMotion: "reduce" });
    const more = (name) => after[name] - before[name];
    const styles = more("RecalcStyleCount");
    console.log(
      `${kind}: ${frames.toFixed(0)} frames, ${more("LayoutCount")} layouts, ${styles} computations of styles`,
    );
    // Only the compositor works.
    const composed = ["transform", "translate", "opacity"];
    const timing = ["offset", "easing", "composite", "computedOffset"];
    expect(
      properties.filter((name) => ![...composed, ...timing].includes(name)),
      kind,
    ).toEqual([]);
    // An answer that arrives meanwhile is drawn in a separate frame.
    expect(more("LayoutCount"), `${kind}: layouts`).toBeLessThanOrEqual(frames / 10 + 3);
    expect(styles, `${kind}: computations of styles`).toBeLessThanOrEqual(frames / 2 + 10);
  }
});

test("the next frame after an input takes few layouts", async ({ page }) => {
  await quiet(page);
  // Answers of the solver arrive at any time, and each is drawn in a separate frame.
  await page.route(/\/api\/(solve|analyse|chance)$/, () => {});
  await open(page, GAPS);
  await page.waitForLoadState("networkidle");
  const used = await counters(page);
  const layouts = async (act) => {
    const before = await used();
    await act();
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    return (await used()).LayoutCount - before.LayoutCount;
  };
  const free = await gap(page);
  const click = await press(page, free);
  const panel = (name) => async () => (
    await page.getByRole("tab", { name }).click(),
    expect(page.getByRole("tab", { name })).toHaveAttribute("aria-selected", "true")
  );
  const inputs = {
    move: async () => (await click(), expect(moves(page)).toHaveText("1")),
    undo: async () => (await page.keyboard.press("u"), expect(moves(page)).toHaveText("0")),
    watch: panel("Watch"),
    analyse: panel("Analyse"),
    play: panel("Play"),
  };
  /** The minimum of three rounds: late work belongs to no input. @type {Record<string, number>} */
  const least = {};
  for (let round = 0; round < 3; round++) {
    for (const [name, act] of Object.entries(inputs)) {
      if (name === "watch") await sheet(page);
      least[name] = Math.min(least[name] ?? Infinity, await layouts(act));
      const close = page.getByRole("button", { name: "close the panel" });
      if (name === "play" && (await close.isVisible())) await close.click();
    }
  }
  console.log(least);
  for (const [name, count] of Object.entries(least))
    expect(count, `${name}: layouts`).toBeLessThanOrEqual(3);
});

test("the line of a move under the pointer is shown on the board, and one click plays it @phone", async ({
  page,
  isMobile,
}) => {
  await open(page, TILES);
  await tab(page, "Analyse");
  const row = page
    .locator(".ranked li")
    .filter({ has: page.locator(".worth.wins") })
    .first();
  await expect(row.locator(".play-line")).toBeVisible();
  // Rows change places until all are known.
  await expect(page.locator(".ranked .waiting").filter({ visible: true })).toHaveCount(0);
  const grid = page.getByRole("grid");
  const own = await grid.getAttribute("aria-label");
  const button = row.getByRole("button").first();
  if (isMobile) {
    // A resting finger shows the line, and makes no move when lifted.
    const box = await button.boundingBox();
    const session = await page.context().newCDPSession(page);
    const touch = (type) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: box.x + 40, y: box.y + box.height / 2 }],
      });
    await touch("touchStart");
    await expect(grid).toHaveAttribute("aria-label", /^line, move \d of 5$/);
    // A shorter press is a click.
    await page.waitForTimeout(450);
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

test("a press and a move change few elements of the board, whose cards stay", async ({ page }) => {
  await quiet(page);
  await page.route(/\/api\/(solve|analyse|chance)$/, () => {});
  await open(page, GAPS);
  await page.waitForLoadState("networkidle");
  const free = await gap(page);
  await page.evaluate(() => {
    const seen = { changed: new Set(), nodes: 0 };
    Object.assign(window, { seen });
    new MutationObserver((list) =>
      list.forEach(({ target, addedNodes, removedNodes }) => {
        seen.changed.add(target);
        seen.nodes += addedNodes.length + removedNodes.length;
      }),
    ).observe(document.querySelector(".table") ?? document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
  const changed = () =>
    page.evaluate(() => ({
      elements: /** @type {any} */ (window).seen.changed.size,
      nodes: /** @type {any} */ (window).seen.nodes,
    }));
  const box = await cell(page, free).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.waitForTimeout(200);
  // The focus goes to the cell that is pressed: two of them change.
  expect((await changed()).elements).toBeLessThanOrEqual(3);
  await page.mouse.up();
  await expect(moves(page)).toHaveText("1");
  await page.waitForTimeout(600);
  const move = await changed();
  console.log(
    `a move: ${move.elements} elements of the board change, ${move.nodes} nodes come or go`,
  );
  expect(move.elements).toBeLessThan(12);
  expect(move.nodes).toBeLessThan(8);
});

test("during a move only the moving card is animated, above the others until it has arrived", async ({
  page,
}) => {
  await quiet(page);
  await open(page, GAPS);
  await page.waitForLoadState("networkidle");
  const click = await press(page, await gap(page));
  const speed = await animationSpeed(page);
  await speed(0.001);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await click();
  await expect(moves(page)).toHaveText("1");
  // Each animated element is a separate layer, and the table around it is redrawn when the
  // animation begins and ends.
  const animated = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.className : ""))
        .filter((name) => /slot|card|cell/.test(name ?? "")),
    );
  await expect.poll(async () => (await animated()).join()).toMatch(/^slot moving[^,]*$/);
  const moving = page.locator(".slot.moving");
  expect(
    await moving.evaluateAll((all) => all.map((each) => getComputedStyle(each).zIndex)),
  ).toEqual(["6"]);
  await speed(1);
  await expect(moving).toHaveCount(0);
});

/** Counts the elements whose style the browser computes during an action. */
async function restyled(browser, page, act) {
  const session = await browser.newBrowserCDPSession();
  const counts = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const { name, args } of value)
      if (name === "UpdateLayoutTree") counts.push(args?.elementCount ?? 0);
  });
  const traceConfig = { includedCategories: ["devtools.timeline"] };
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  await act();
  const complete = new Promise((done) => session.once("Tracing.tracingComplete", done));
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  return counts.reduce((sum, count) => sum + count, 0);
}

test("picking and moving a card changes the style of few elements @phone", async ({
  page,
  browser,
  isMobile,
}) => {
  await quiet(page);
  await open(page, GAPS);
  const { view } = await ask(page, "position", { instance: GAPS });
  const [card] = view.moves[0].from;
  await page.waitForLoadState("networkidle");
  const press = (each) => (isMobile ? each.tap() : each.click());
  const picks = [];
  const moves = [];
  // A part such as a verdict may be drawn for the first time meanwhile. A selector that restyles
  // the whole page does so each time.
  for (let turn = 0; turn < 3; turn += 1) {
    picks.push(
      await restyled(browser, page, async () => {
        await press(cell(page, card));
        await expect(page.locator(".slot.up")).toHaveCount(1);
      }),
    );
    moves.push(
      await restyled(browser, page, async () => {
        await press(page.locator(".cell.legal").first());
        await expect(page.locator(".move-count b")).toHaveText("1");
      }),
    );
    await page.keyboard.press("u");
    await expect(page.locator(".move-count b")).toHaveText("0");
  }
  // The page has about eight hundred elements: selectors that depend on all of it restyle them all.
  expect(Math.min(...picks)).toBeGreaterThan(0);
  expect(Math.min(...picks)).toBeLessThan(300);
  expect(Math.min(...moves)).toBeLessThan(300);
});
