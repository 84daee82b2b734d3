// The appearance of the page, as far as a picture can be measured: no overlaps, and no cut parts.
import { SIZES, VIEWS } from "./views.js";
import { ask, cell, expect, open, quiet, sentence, tab, test, wholePanel } from "./page.js";

const GAPS = "gaps:solvitaire/4x13/5";

/** With the widest font in which the page may appear. */
const wideFont = (page) =>
  page.evaluate(() => document.body.style.setProperty("font-family", "DejaVu Sans"));

/**
 * The spread of the colours in a row of pixels of a picture, by red, green and blue; `blank` is a
 * page without our content security policy.
 */
const row = (blank, picture, y) =>
  blank.evaluate(
    async ([data, y]) => {
      const image = await createImageBitmap(
        await (await fetch(`data:image/png;base64,${data}`)).blob(),
      );
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = /** @type {any} */ (canvas.getContext("2d"));
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(
        0,
        Math.round(image.height * y),
        image.width,
        1,
      );
      const channel = (of) => Array.from({ length: image.width }, (_, x) => pixels[4 * x + of]);
      return [0, 1, 2].map((of) => Math.max(...channel(of)) - Math.min(...channel(of)));
    },
    [picture.toString("base64"), y],
  );

test("the buttons below the board stay next to the panel, even in a wide font", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile);
  await quiet(page);
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, GAPS);
    await wideFont(page);
    await expect(page.getByRole("button", { name: /^Redeal/ })).toBeVisible();
    const right = () =>
      page.evaluate(() =>
        Math.max(
          ...[...document.querySelectorAll(".actions button")].map(
            (each) => each.getBoundingClientRect().right,
          ),
        ),
      );
    const panel = await page.locator(".main-panel").boundingBox();
    expect(await right(), `at ${width}`).toBeLessThan(panel.x);
    await tab(page, "Analyse");
    await expect(page.getByRole("button", { name: "Watch the win" })).toBeVisible();
    expect(await right(), `analysing at ${width}`).toBeLessThan(panel.x);
  }
});

test("the cells of a piece form one surface, wherever they fall between pixels", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile);
  await quiet(page);
  await open(page, "cohesion:level/vieira-1");
  const blank = await page.context().newPage();
  for (const height of [800, 801, 802, 803, 807, 811]) {
    await page.setViewportSize({ width: 1280, height });
    const [a, b] = [await cell(page, 5).boundingBox(), await cell(page, 6).boundingBox()];
    const picture = await page.screenshot({
      clip: {
        x: a.x + 0.8 * a.width,
        y: a.y,
        width: b.x + 0.2 * b.width - a.x - 0.8 * a.width,
        height: a.height,
      },
    });
    // Blending rounds.
    expect(Math.max(...(await row(blank, picture, 0.3))), `${height} high`).toBeLessThan(4);
  }
});

test("the three numbers of a search are side by side, in full", async ({ page }) => {
  await quiet(page);
  await open(page, GAPS);
  await wideFont(page);
  await tab(page, "Watch");
  await page.getByRole("button", { name: "A search" }).click();
  await page.getByLabel("Heuristic").selectOption("report-text");
  const fields = page.locator(".search input[type=number]");
  await expect(fields).toHaveCount(3);
  const boxes = await fields.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().toJSON()),
  );
  expect(new Set(boxes.map((box) => Math.round(box.top))).size).toBe(1);
  for (const box of boxes) expect(box.width).toBeGreaterThan(70);
  expect(
    await page.locator(".search").evaluate((each) => each.scrollWidth - each.clientWidth),
  ).toBeLessThan(2);
});

test("an error in a pasted board marks the faulty word", async ({ page }) => {
  page.expectsErrors = true;
  await quiet(page);
  await VIEWS["editor-error"](page);
  const marked = await page
    .locator(".edit textarea")
    .evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd));
  expect(marked).toBe("5S");
  await expect(page.locator(".edit .error code")).toHaveText("standard");
});

test("a small screen shows every word of a kept game's row @phone", async ({ page }) => {
  await page.setViewportSize(SIZES.phone.viewport);
  await VIEWS.games(page);
  const outside = await page.evaluate(() => {
    const list = /** @type {Element} */ (document.querySelector(".kept"));
    return [...list.querySelectorAll("small")].filter(
      (each) => each.getBoundingClientRect().right > list.getBoundingClientRect().right,
    ).length;
  });
  expect(outside).toBe(0);
});

for (const view of ["won-tiles", "won-gaps"])
  test(`${view}: the result is next to the board, which stays in sight`, async ({
    page,
    isMobile,
  }) => {
    test.skip(isMobile);
    await VIEWS[view](page);
    for (const viewport of [SIZES.desk.viewport, { width: 1024, height: 768 }]) {
      await page.setViewportSize(viewport);
      await expect(async () => {
        const [won, board] = [
          await page.locator(".won-box").boundingBox(),
          await page.locator(".stage .table").boundingBox(),
        ];
        expect(won.x >= board.x + board.width || won.y >= board.y + board.height).toBe(true);
        const [actions, next] = [
          await page.locator(".actions").boundingBox(),
          await page.locator(".won-box .transport").boundingBox(),
        ];
        expect(next.y + next.height).toBeLessThanOrEqual(actions.y);
      }).toPass();
    }
  });

test("on paper there is the board in its colours, the name of the deal and the moves in words, and no button @phone", async ({
  page,
  isMobile,
}) => {
  await quiet(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await open(page, "tiles:level/iartistas-04", "&m=R U L");
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g), "one sheet").toHaveLength(1);
  // The same view in print.
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(page.locator(".printed li")).toHaveText(["tilt right", "tilt up", "tilt left"]);
  await expect(page.locator(".printed")).toContainText("tiles:level/iartistas-04");
  expect(await page.locator("button").filter({ visible: true }).count()).toBe(0);
  const colours = await page.evaluate(() =>
    [document.body, document.querySelector(".felt"), document.querySelector(".piece")].map(
      (each) => getComputedStyle(/** @type {Element} */ (each)).backgroundColor,
    ),
  );
  expect(colours.slice(0, 2)).toEqual(["rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"]);
  expect(colours[2]).not.toBe("rgba(0, 0, 0, 0)");
  // All thirteen columns are side by side, even when printed from a phone.
  await page.emulateMedia({ media: "screen" });
  await open(page, GAPS);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(page.locator(".printed")).toBeVisible();
  const table = await page.locator(".table").boundingBox();
  expect(table.width).toBeLessThanOrEqual(page.viewportSize().width);
  await expect(page.locator(".table.is-down")).toHaveCount(0);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(page.locator(".printed")).toHaveCount(0);
  await expect(page.locator(".table.is-down")).toHaveCount(isMobile ? 1 : 0);
});

test("an analysed game is printed with its graph and its variations", async ({ page }) => {
  await open(page, "tiles:level/iartistas-04", "&m=R U L");
  await page.getByRole("button", { name: "undo" }).click();
  await page.locator(".stage .pad").getByRole("button", { name: "tilt down" }).click();
  await tab(page, "Analyse");
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(page.locator(".printed ol li")).toHaveText(["tilt right", "tilt up", "tilt down"]);
  await expect(page.locator(".printed ul li")).toHaveText("3. tilt left");
  await expect(page.locator(".graph").filter({ visible: true })).toHaveCount(1);
  await expect(page.locator(".printed .graph .plot-area")).toBeVisible();
});

test("the ring of a picked piece goes around all of its cells, not between them", async ({
  page,
}) => {
  await quiet(page);
  await open(page, "cohesion:level/vieira-1");
  await cell(page, 5).click();
  const ring = (selector) =>
    page
      .locator(`.slot.up .piece.${selector}`)
      .evaluate((piece) => getComputedStyle(piece).clipPath);
  expect(await ring("join-right")).toMatch(/^inset\(-14px 2px -20px -14px\)$/);
  expect(await ring("join-left")).toMatch(/^inset\(-14px -14px -20px 2px\)$/);
});

const meets = (a, b) => a.top < b.bottom - 1 && b.top < a.bottom - 1;

test("on a tablet the analysed board is wider than its graph, and the list of moves is fully visible", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile);
  await quiet(page);
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, "cohesion:level/vieira-1");
  const states = page.locator(".meet .state");
  await expect(states.first()).toContainText("pieces to bring together");
  expect(
    await page
      .locator(".meet li")
      .evaluateAll((all) =>
        all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
      ),
    "no word is cut off",
  ).toEqual([]);
  await page.getByRole("tab", { name: "Analyse" }).click();
  await expect(page.locator(".ranked .waiting")).toHaveCount(0);
  const box = (name) =>
    page.locator(name).evaluate((each) => each.getBoundingClientRect().toJSON());
  const [board, graph, panel] = [
    await box(".stage .table"),
    await box(".stage .graph"),
    await box(".main-panel"),
  ];
  expect(board.width).toBeGreaterThan(1.6 * graph.width);
  expect(board.right).toBeLessThanOrEqual(graph.left);
  expect(graph.right).toBeLessThanOrEqual(panel.left);
  const rows = await page
    .locator(".ranked li")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  const list = await page.locator(".ranked").evaluate((each) => each.clientHeight);
  // The list takes the remaining space, not the empty list of moves.
  expect(list).toBeGreaterThan(rows.slice(0, 8).reduce((sum, each) => sum + each, 0) - 2);
  // Two moves later both are listed.
  for (const each of [1, 2]) {
    await page.locator(".ranked button").first().click();
    await expect(page.locator(".moves .move-button")).toHaveCount(each);
  }
  for (const instance of ["", "gaps:solvitaire/4x13/5", "birds:neller/1", "sliding:random/3x3/1"]) {
    if (instance) {
      let line = "";
      for (let made = 0; made < 8; made++) {
        const { view } = await ask(page, "position", { instance, moves: line });
        if (view.moves.length < 4) break;
        line = `${line} ${view.moves[(3 * made) % 4].text}`.trim();
      }
      await open(page, instance, `&m=${encodeURIComponent(line)}`);
      await page.getByRole("tab", { name: "Analyse" }).click();
      await expect(page.locator(".ranked li").first()).toBeVisible();
    }
    for (const [width, height] of [
      [1280, 720],
      [1366, 768],
      [1024, 768],
    ]) {
      await page.setViewportSize({ width, height });
      await wholePanel(page);
      // No two words of the graph touch.
      const words = await page
        .locator(".stage .graph :is(h3, .axis)")
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
      const touching = words.filter((a, i) =>
        words.slice(i + 1).some((b) => a.left < b.right && b.left < a.right && meets(a, b)),
      );
      expect(touching).toEqual([]);
    }
  }
  await expect(
    page.getByRole("toolbar", { name: "game" }).getByText("Hint", { exact: true }),
  ).toBeVisible();
});

test("the bar names every page at each width, and abbreviated games under the pointer", async ({
  page,
}) => {
  await open(page, "sliding:random/4x4/1");
  const words = () =>
    page.evaluate(() =>
      [...document.querySelectorAll(".tools button span")]
        .filter((each) => each.checkVisibility())
        .map((each) => each.textContent),
    );
  const tip = (name) =>
    page
      .getByRole("banner")
      .getByRole("button", { name })
      .evaluate((button) => {
        const { content, visibility, display } = getComputedStyle(button, "::after");
        return display !== "none" && visibility === "visible" ? content : "";
      });
  for (const [width, height] of [
    [1680, 800],
    [1440, 800],
    [1280, 800],
    [1024, 768],
    [768, 1024],
    [740, 1024],
  ]) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(words, { message: String(width) })
      .toEqual(["Today", "Puzzles", "Searches", "Help", "Settings", "More"]);
    // No parts overlap.
    const gap = await page.evaluate(() => {
      const [nav, tools] = [".top nav > :last-child", ".tools"].map((name) =>
        document.querySelector(name).getBoundingClientRect(),
      );
      return tools.left - nav.right;
    });
    expect(gap, String(width)).toBeGreaterThanOrEqual(0);
  }
  // A shortened name has its full text as a title.
  await page.setViewportSize({ width: 1024, height: 800 });
  expect(await tip("Birds of a Feather")).toBe("");
  await page.getByRole("banner").getByRole("button", { name: "Birds of a Feather" }).hover();
  await expect.poll(() => tip("Birds of a Feather")).toBe('"Birds of a Feather"');
  // One menu names all other parts.
  await page.getByRole("banner").getByRole("button", { name: "More" }).click();
  for (const name of ["Find a deal", "Daily deals", "Statistics", "Studies", "Algorithms", "Rules"])
    await expect(page.getByRole("dialog").getByRole("button", { name })).toBeVisible();
});

test("the badge of the best move is visible next to its arrow, even below a hint", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile);
  await quiet(page);
  await open(page, "sliding:random/3x3/8");
  await page.getByRole("toolbar", { name: "game" }).getByRole("button", { name: "hint" }).click();
  await expect(sentence(page)).toContainText("Look at");
  await tab(page, "Analyse");
  const badge = page.locator(".marks .is-high .worth");
  await expect(badge).toHaveCount(1);
  const order = await page.evaluate(() =>
    [".marks .is-high", ".slot.hinted"].map(
      (each) => Number(getComputedStyle(document.querySelector(each)).zIndex) || 0,
    ),
  );
  expect(order[0]).toBeGreaterThanOrEqual(order[1]);
  const [above, below] = await Promise.all(
    [badge, page.locator(".stage .arrow-line.head")].map((each) => each.boundingBox()),
  );
  expect(above.y + above.height).toBeLessThanOrEqual(below.y);
});
