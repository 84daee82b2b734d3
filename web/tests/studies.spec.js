import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import {
  accessible,
  cell,
  expect,
  menu,
  moves,
  open,
  sheet,
  test,
  title,
  touchable,
} from "./page.js";

/** Opens the studies and the one that was run. */
async function reader(page) {
  await open(page, "tiles:level/iartistas-04");
  await menu(page, "Studies");
  await expect(page.getByRole("dialog")).toContainText("1 study without results");
  await page.getByRole("button", { name: "open Informed and uninformed search" }).click();
  await expect(page.getByRole("heading", { name: "States expanded" })).toBeVisible();
}

test("studies: listed, and reported with tables and plots on light and dark paper", async ({
  page,
  isMobile,
}, info) => {
  await open(page, "tiles:level/iartistas-04");
  await menu(page, "Studies");
  const dialog = page.getByRole("dialog");
  // Studies without results are collapsed, without a command for the terminal.
  const other = dialog.getByText("A study for another day");
  await expect(other).toBeHidden();
  await dialog.getByText("1 study without results").click();
  await expect(other).toBeVisible();
  await expect(dialog).not.toContainText("patience study run");
  await expect(dialog.locator("li", { hasText: "Informed and uninformed search" })).toContainText(
    /\d+ of \d+ jobs/,
  );
  await accessible(page);
  if (isMobile) await touchable(page);
  await info.attach("studies", { body: await page.screenshot(), contentType: "image/png" });
  await page.getByRole("button", { name: "open Informed and uninformed search" }).click();
  // Markdown is laid out; HTML that an author writes is text.
  await expect(dialog.locator(".prose em")).toHaveText("estimate");
  await expect(dialog.locator(".prose").first()).toContainText("<b>Four</b>");
  await expect(dialog.getByRole("heading", { name: "Pairwise comparison" })).toBeVisible();
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: /** @type {"light" | "dark"} */ (scheme) });
    const plots = dialog.locator(`img.on-${scheme}`);
    await expect(plots.first()).toBeVisible();
    await expect(
      dialog.locator(`img.on-${scheme === "dark" ? "light" : "dark"}`).first(),
    ).toBeHidden();
    // The pictures are really drawn.
    await expect
      .poll(() =>
        plots.evaluateAll((all) =>
          all.every((each) => /** @type {HTMLImageElement} */ (each).naturalWidth > 100),
        ),
      )
      .toBe(true);
    await accessible(page);
    await info.attach(scheme, { body: await page.screenshot(), contentType: "image/png" });
  }
});

test("without any results, the page explains studies", async ({ page }) => {
  await page.route("**/api/studies", async (route) => {
    const list = await (await route.fetch()).json();
    const json = list.map((/** @type {object} */ each) => ({ ...each, done: 0, fault: undefined }));
    await route.fulfill({ json });
  });
  await open(page, "tiles:level/iartistas-04");
  await menu(page, "Studies");
  const dialog = page.getByRole("dialog", { name: "Studies" });
  await expect(dialog).toContainText("No study has results yet.");
  await expect(dialog.getByRole("button", { name: /^open/ })).toHaveCount(0);
});

test("a report on paper: whole tables, plots for light paper, no button", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await reader(page);
  await page.setViewportSize({ width: 680, height: 960 });
  await page.emulateMedia({ media: "print" });
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator("img.on-light").first()).toBeVisible();
  await expect(dialog.locator("img.on-dark").first()).toBeHidden();
  await expect(page.getByRole("grid")).toBeHidden();
  expect(await page.locator("button, select, input").filter({ visible: true }).count()).toBe(0);
  expect(
    await dialog
      .locator("table")
      .evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect().right).filter((right) => right > innerWidth),
      ),
  ).toEqual([]);
});

test("rows: filtered, sorted, one click from board and plan, and back to the same place", async ({
  page,
  isMobile,
}, info) => {
  await reader(page);
  await page.getByRole("button", { name: "Rows" }).click();
  const dialog = page.getByRole("dialog");
  const rows = dialog.locator("tbody tr");
  await expect(rows.first()).toBeVisible();
  await dialog.getByLabel("Configuration").selectOption("bfs");
  await dialog.getByLabel("Instance").fill("iartistas-07");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("9 min");
  await dialog.getByLabel("Instance").fill("");
  await dialog.getByLabel("Verdict").selectOption("solved");
  await dialog.getByRole("button", { name: "expanded" }).click();
  await expect(dialog.getByRole("columnheader", { name: "expanded" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await dialog.getByRole("button", { name: "expanded" }).click();
  await expect(dialog.getByRole("columnheader", { name: "expanded" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  const numbers = async () =>
    (await rows.locator("td:nth-child(5)").allTextContents()).map((text) =>
      Number(text.replaceAll(",", "")),
    );
  await expect
    .poll(async () =>
      (await numbers()).every((number, index, all) => index === 0 || all[index - 1] >= number),
    )
    .toBe(true);
  await accessible(page);
  if (isMobile) await touchable(page);
  await info.attach("rows", { body: await page.screenshot(), contentType: "image/png" });
  // The plan is played back on its board, and wins.
  await rows.filter({ hasText: "iartistas-07" }).getByRole("link").click();
  await expect(dialog).toHaveCount(0);
  await expect(title(page)).toHaveAttribute("title", "tiles:level/iartistas-07");
  const slider = page.getByRole("slider", { name: "move of the playback" });
  await slider.focus();
  await page.keyboard.press("End");
  await expect(page.locator(".film-note")).toContainText("move 9 of 9");
  await page.getByRole("button", { name: "Back to the game" }).click();
  await expect(moves(page)).toHaveText("0");
  // The reader is unchanged; another row replaces the playback, even while one is shown.
  await menu(page, "Studies");
  await expect(dialog.getByLabel("Configuration")).toHaveValue("bfs");
  await expect(dialog.getByRole("columnheader", { name: "expanded" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await dialog.locator("tbody tr", { hasText: "mine" }).getByRole("link").click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator(".film-note")).toContainText("Playback: move");
  // A board without a plan also opens.
  await menu(page, "Studies");
  await dialog.getByLabel("Verdict").selectOption("unsolvable");
  await rows.filter({ hasText: "lost" }).getByRole("link").click();
  await sheet(page);
  await expect(page.locator(".outcome")).toContainText("Stuck");
});

test("a table wider than the phone keeps its header and first column visible, and shows that there is more @phone-only", async ({
  page,
}) => {
  await reader(page);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Rows" }).click();
  const box = dialog.getByRole("region", { name: "rows" });
  const whole = dialog.locator(".scroll-box");
  await expect(dialog.locator("tbody tr").first()).toBeVisible();
  await expect(whole).toHaveClass(/more-right/);
  await expect(whole).toHaveClass(/more-below/);
  const head = dialog.getByRole("columnheader", { name: "time" });
  await box.evaluate((each) => each.scrollTo(each.scrollWidth, each.scrollHeight));
  await expect(whole).not.toHaveClass(/more/);
  const [place, first, last] = [
    await box.boundingBox(),
    await dialog.locator("tbody tr").last().locator("th").boundingBox(),
    await head.boundingBox(),
  ];
  expect(Math.abs(first.x - place.x), "the first column is at the left").toBeLessThan(2);
  expect(first.width, "and leaves room for the others").toBeLessThan(place.width / 2);
  expect(Math.abs(last.y - place.y), "the header is at the top").toBeLessThan(2);
  expect(last.x + last.width, "the last column has become visible").toBeLessThan(
    place.x + place.width + 2,
  );
  expect(
    await dialog.evaluate((each) => each.scrollWidth - each.clientWidth),
    "the dialog itself does not scroll sideways",
  ).toBeLessThan(2);
});

test("the link of a row is a whole address", async ({ page, context }) => {
  await reader(page);
  await page.getByRole("button", { name: "Rows" }).click();
  const link = page
    .getByRole("dialog")
    .locator("tbody tr", { hasText: "iartistas-04" })
    .first()
    .getByRole("link");
  const href = await link.getAttribute("href");
  const other = await context.newPage();
  await other.goto(`/${href}`);
  await expect(other.locator(".film-note")).toContainText("Playback: move");
  await expect(cell(other, 0)).toBeVisible();
});

test("if no study has results, the page explains studies, and its example can be run", async ({
  page,
}, info) => {
  const study = { study: "x.toml", title: "Another", done: 0, jobs: 9 };
  const json = [{ ...study, solved: 0, unsolvable: 0, unknown: 0 }];
  await page.route("**/api/studies", (route) => route.fulfill({ json }));
  await open(page, "tiles:level/iartistas-04");
  await menu(page, "Studies");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("A study lets several algorithms solve the same deals");
  const file = info.outputPath("mine.toml");
  writeFileSync(file, await dialog.locator("pre").innerText());
  const program = process.env.PATIENCE ?? "../../target/debug/patience";
  const said = execFileSync(program, ["study", "run", file], { encoding: "utf8" });
  expect(said).toMatch(/bfs[^\n]*100/);
  expect(said).toMatch(/astar[^\n]*100/);
});
