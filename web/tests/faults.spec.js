// Former faults, with slow answers and fast keys.
import { cellWords } from "../src/model/say";
import {
  ask,
  badge,
  cell,
  expect,
  hold,
  moves,
  open,
  quiet,
  sample,
  sentence,
  slow,
  stands,
  tab,
  test,
  title,
} from "./page.js";

/** The board as a screen reader announces it. */
const boardOf = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-cell]")].map(
      (each) => each.getAttribute("aria-label").split(": ")[1].split(",")[0],
    ),
  );
/** The board after moves, as the server has it. */
const after = async (page, instance, line) =>
  wordsOf((await ask(page, "position", { instance, moves: line })).view);
/** The screen reader's text for each cell, without its target. */
const wordsOf = (view) => view.cells.map((_, at) => cellWords(view, at).split(",")[0]);

for (const delay of sample([0, 120], 0)) {
  test(`tiles: arrows every ${delay} ms while the server takes 250 ms are made in order`, async ({
    page,
  }) => {
    const instance = "tiles:level/iartistas-04";
    await quiet(page);
    await open(page, instance);
    await slow(page, 250);
    await cell(page, 0).focus();
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
      await page.keyboard.press(key);
      if (delay) await page.waitForTimeout(delay);
    }
    await expect(moves(page)).toHaveText("4");
    await page.unroute("**/api/**");
    expect(await boardOf(page)).toEqual(await after(page, instance, "R D L U"));
  });
}

test("cohesion: a picked piece is shifted by keys as fast as they come", async ({ page }) => {
  await quiet(page);
  const board = "R.....R/......./B.....B";
  await page.goto(`/#g=cohesion&b=${encodeURIComponent(board)}`);
  await expect(page.getByRole("grid")).toBeVisible();
  await slow(page, 250);
  await cell(page, 0).click();
  for (const key of ["ArrowRight", "ArrowLeft", "ArrowRight", "ArrowRight"])
    await page.keyboard.press(key);
  await expect(moves(page)).toHaveText("4");
  await page.unroute("**/api/**");
  const { view } = await ask(page, "position", {
    game: "cohesion",
    board: "..R...R/......./B.....B",
  });
  expect(await boardOf(page)).toEqual(wordsOf(view));
});

for (const instance of sample(["gaps:solvitaire/4x13/7", "birds:neller/1"], 0)) {
  test(`${instance.split(":")[0]}: moves clicked, taken back and clicked again in haste come out as one would expect`, async ({
    page,
  }) => {
    await quiet(page);
    await open(page, instance);
    const { view } = await ask(page, "position", { instance });
    const first = view.moves[0];
    const next = (await ask(page, "position", { instance, moves: first.text })).view.moves.find(
      (move) => move.from[0] !== first.to[0],
    );
    await slow(page, 250);
    const middle = async (at) => {
      const box = await cell(page, at).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const spots = [
      await middle(first.from[0]),
      await middle(first.to[0]),
      await middle(next.from[0]),
      await middle(next.to[0]),
    ];
    for (const [x, y] of spots) await page.mouse.click(x, y);
    await page.keyboard.press("u");
    await page.keyboard.press("r");
    await expect(moves(page)).toHaveText("2");
    await page.waitForTimeout(600);
    await page.unroute("**/api/**");
    expect(await boardOf(page)).toEqual(await after(page, instance, `${first.text} ${next.text}`));
  });
}

test("three hints, each followed by a move, leave at most one search behind", async ({
  page,
  context,
}) => {
  const instance = "gaps:solvitaire/4x13/20261128";
  const live = new Set();
  let most = 0;
  page.on("request", (request) => {
    if (!/api\/(solve|analyse)/.test(request.url())) return;
    live.add(request);
    most = Math.max(most, live.size);
  });
  const gone = (request) => live.delete(request);
  page.on("requestfinished", gone);
  page.on("requestfailed", gone);
  await open(page, instance);
  for (let number = 1; number <= 3; number++) {
    await page.keyboard.press("h");
    const { view } = await ask(page, "position", {
      instance,
      moves: await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("m") ?? ""),
    });
    await cell(page, view.moves[0].from[0]).click();
    await cell(page, view.moves[0].to[0]).click();
    await expect(moves(page)).toHaveText(String(number));
  }
  expect(most).toBeLessThanOrEqual(2);
  await expect.poll(() => live.size).toBeLessThanOrEqual(1);
  // The server answers another page at once.
  const other = await context.newPage();
  await open(other, "tiles:level/iartistas-04");
  await expect(badge(other)).toHaveText(/Can be won/);
});

test("while it thinks, a button ends it", async ({ page }) => {
  await page.route("**/api/solve", () => {});
  await open(page, "gaps:solvitaire/4x13/7");
  await page.keyboard.press("h");
  await expect(sentence(page)).toContainText("Looking for a solution");
  await page
    .getByRole("button", { name: "Stop looking" })
    .filter({ visible: true })
    .first()
    .click();
  await expect(
    page.getByRole("button", { name: "Stop looking" }).filter({ visible: true }),
  ).toHaveCount(0);
  await expect(badge(page)).toHaveText(/Not known/);
});

test("a target stays visible under a piece of another colour", async ({ page }) => {
  // g is on R's target, b on its own target.
  await page.goto(`/#g=tiles&b=${encodeURIComponent("*.r/.*G/*=gR,bB")}`);
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.locator(".goal.c-R path")).toBeVisible();
  await expect(page.locator(".tab.c-R use")).toHaveAttribute("href", "#g-R");
  await expect(page.locator(".tab.home.c-B")).toBeVisible();
  await expect(page.locator(".goal.c-B rect")).toBeVisible();
  // The tab lies above the piece, and the piece leaves the outer ring free.
  const [tab, piece, corner] = await page.evaluate(() =>
    [".tab.c-R", ".piece.c-G", ".goal.c-R"].map((name) =>
      document.querySelector(name).getBoundingClientRect().toJSON(),
    ),
  );
  expect(piece.width).toBeLessThan(corner.width * 0.8);
  const top = await page.evaluate(
    ([x, y]) => document.elementsFromPoint(x, y).length,
    [tab.x + tab.width / 2, tab.y + tab.height / 2],
  );
  expect(top).toBeGreaterThan(0);
});

test("at=NaN and an invalid move in a link give a message and leave the deal on the table", async ({
  page,
}) => {
  page.expectsErrors = true;
  for (const rest of ["&m=R&at=NaN", "&m=R+nonsense", "&m=R&at=-1"]) {
    await open(page, "tiles:level/iartistas-04", rest);
    await expect(cell(page, 0)).toBeVisible();
  }
  await open(page, "tiles:level/iartistas-04", "&m=R+nonsense");
  const notice = page.getByRole("alert");
  await expect(notice).toContainText("The moves of this link do not fit its deal.");
  // The program's own message is collapsed.
  await expect(notice.getByText("cannot be read")).toBeHidden();
  await notice.getByText("Details").click();
  await expect(notice.getByText("cannot be read")).toBeVisible();
  await page.goto("about:blank");
  await page.goto("/#i=gaps:solvitaire/4x13/1&m=nonsense");
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(notice).toContainText("do not fit its deal. Here is Deal 1 of Gaps.");
});

test("an unknown path leads to the start page", async ({ page }) => {
  page.expectsErrors = true;
  await page.goto("/nope");
  await page.getByRole("link", { name: "Open Patience" }).click();
  await expect(page.getByRole("grid")).toBeVisible();
});

test("a second link opened while the first loads wins", async ({ page }) => {
  await quiet(page);
  await open(page, "tiles:level/iartistas-04");
  await page.route("**/api/position", async (route) => {
    if (route.request().postData()?.includes("gaps"))
      await new Promise((done) => setTimeout(done, 800));
    await route.continue();
  });
  await page.evaluate(() => (location.hash = "#i=gaps:random/4x13/3"));
  await page.waitForTimeout(100);
  await page.evaluate(() => (location.hash = "#i=birds:neller/3"));
  await expect(title(page)).toHaveAttribute("title", "birds:neller/3");
  await page.waitForTimeout(1200);
  await expect(title(page)).toHaveAttribute("title", "birds:neller/3");
});

test("searches side by side that a link names wait for the games to be known", async ({ page }) => {
  const release = await hold(page, "**/api/games");
  await page.goto("/#i=tiles:level/iartistas-07&watch=astar.report-manhattan~bfs");
  await stands(page);
  await page.waitForTimeout(200);
  release();
  await expect(page.getByRole("region", { name: "search 1" }).getByLabel("Heuristic")).toHaveValue(
    "report-manhattan",
  );
});

test("the choice of a new game also wins", async ({ page }) => {
  const release = await hold(page, "**/api/games");
  await page.goto("/#i=tiles:level/iartistas-07");
  await stands(page);
  const more = page.getByRole("button", { name: "more ways to begin a game" });
  if (await more.isVisible()) await more.click();
  else await page.getByRole("button", { name: "menu", exact: true }).click();
  release();
  if (!(await more.isVisible()))
    await page.getByRole("dialog").getByRole("button", { name: "New game" }).click();
  await expect(page.getByRole("dialog", { name: "New game" })).toBeVisible();
});

test("the phone's menu opens completely, before the list of studies arrives @phone-only", async ({
  page,
}) => {
  await hold(page, "**/api/studies");
  await page.goto("/#i=tiles:level/iartistas-07");
  await stands(page);
  await page.getByRole("button", { name: "menu", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Studies" })).toBeVisible();
});

test("the menu opens even if the server does not answer the list of studies @phone-only", async ({
  page,
}) => {
  Object.assign(page, { expectsErrors: true });
  await page.route("**/api/studies", (route) => route.abort());
  await page.goto("/#i=tiles:level/iartistas-07");
  await stands(page);
  await page.getByRole("button", { name: "menu", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Settings" })).toBeVisible();
});

test("cancelling a slow deal gives the first one", async ({ page }) => {
  await page.route("**/api/**", () => {});
  await page.goto("/#i=tiles:generate/6x6/2/5/388");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(title(page)).toHaveAttribute("title", "gaps:solvitaire/4x13/1");
});

test("without storage the page opens, plays and names the missing feature", async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    }),
  );
  await open(page, "tiles:level/iartistas-04");
  await expect(page.getByRole("alert")).toContainText("stores nothing");
  await page.locator(".pad").getByRole("button", { name: "tilt right" }).click();
  await expect(moves(page)).toHaveText("1");
});

test("hint and analysis name one number of moves, and the shorter one stays", async ({ page }) => {
  await open(page, "gaps:solvitaire/4x13/1");
  await expect(badge(page)).toHaveText(/Can be won/);
  await tab(page, "Analyse");
  await expect(page.locator(".ranked .waiting")).toHaveCount(0);
  const best = Number(
    (await page.locator(".ranked .worth.wins").first().textContent()).replace(/\D/g, ""),
  );
  await expect(page.locator(".verdict")).toContainText(new RegExp(`Can be won in (≤\\s)?${best}`));
  await page.keyboard.press("e");
  for (let step = 0; step < 3; step++) await page.keyboard.press("h");
  await expect(page.locator(".hint-box").filter({ visible: true }).first()).toContainText(
    `${best} moves to the win`,
  );
});

test("everything needed is on one screen, and nothing overflows @phone", async ({
  page,
  isMobile,
}) => {
  await quiet(page);
  for (const viewport of isMobile
    ? [
        { width: 390, height: 844 },
        { width: 844, height: 390 },
        { width: 360, height: 640 },
      ]
    : [
        { width: 1280, height: 800 },
        { width: 1920, height: 1080 },
        { width: 1024, height: 768 },
      ]) {
    await page.setViewportSize(viewport);
    for (const instance of [
      "gaps:solvitaire/4x13/7",
      "birds:neller/1",
      "cohesion:level/vieira-1",
      "tiles:level/iartistas-07",
    ]) {
      await open(page, instance);
      const off = await page.evaluate(() => {
        const inside = (name) => {
          const box = document.querySelector(name)?.getBoundingClientRect();
          return (
            box &&
            box.width > 0 &&
            box.top >= -1 &&
            box.left >= -1 &&
            box.bottom <= innerHeight + 1 &&
            box.right <= innerWidth + 1
          );
        };
        const names = [".table", ".actions", "[aria-label=undo]", "[aria-label=hint]", ".head"];
        return names
          .filter((name) => !inside(name))
          .concat(document.documentElement.scrollWidth > innerWidth ? ["width"] : [])
          .concat(
            [...document.querySelectorAll(".top nav, .top .tools")]
              .filter((each) => each.scrollWidth > each.clientWidth + 1)
              .map((each) => each.className || "games"),
          );
      });
      expect(off, `${instance} at ${viewport.width}×${viewport.height}`).toEqual([]);
      const card = await page.evaluate(
        () => document.querySelector(".cell").getBoundingClientRect().width,
      );
      if (viewport.width === 844 && instance.startsWith("gaps")) expect(card).toBeGreaterThan(48);
    }
  }
});

test("a loss pushes nothing off the screen", async ({ page }) => {
  await page.goto(`/#g=cohesion&b=${encodeURIComponent("RBR")}`);
  await expect(badge(page)).toHaveText(/Lost/);
  const box = await page.getByRole("button", { name: "undo" }).boundingBox();
  expect(box.y + box.height).toBeLessThanOrEqual(page.viewportSize().height);
});

test("on the phone a playback is visible while it is controlled @phone-only", async ({ page }) => {
  await open(page, "gaps:solvitaire/4x13/1");
  await expect(badge(page)).toHaveText(/Can be won/);
  await tab(page, "Watch");
  await page.getByRole("button", { name: "Show a solution" }).click();
  const slider = page.getByRole("slider", { name: "move of the playback" });
  await expect(slider).toBeVisible();
  const [board, controls] = [
    await page.locator(".table").boundingBox(),
    await slider.boundingBox(),
  ];
  expect(controls.y + controls.height).toBeLessThanOrEqual(844);
  expect(board.y).toBeLessThan(100);
  expect(controls.y - board.y, "most of the board is seen").toBeGreaterThan(400);
});

test("a moving card is drawn above the others", async ({ page }) => {
  await quiet(page);
  await open(page, "gaps:solvitaire/4x13/7");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const { view } = await ask(page, "position", { instance: "gaps:solvitaire/4x13/7" });
  const move = view.moves.find(
    (each) => view.moves.filter((other) => other.to[0] === each.to[0]).length === 1,
  );
  const height = page.evaluate(
    () =>
      new Promise((done) => {
        const look = () => {
          const card = document.querySelector(".slot.moving");
          if (card) done(Number(getComputedStyle(card).zIndex));
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await cell(page, move.to[0]).click();
  expect(await height).toBeGreaterThan(0);
});
