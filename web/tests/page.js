// Shared by the tests: a page whose console errors fail the test, and the words of the page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test as base, expect } from "@playwright/test";

export const test = base.extend({
  /** The amount of help that the game gives; null for the default. */
  verdicts: ["always", { option: true }],
  page: async ({ page, verdicts }, use) => {
    const errors = [];
    page.on(
      "console",
      (message) => message.type() === "error" && !page.expectsErrors && errors.push(message.text()),
    );
    // The console names no question and no answer.
    const refused = [];
    page.on("response", (response) => {
      if (response.status() < 400 || page.expectsErrors) return;
      const asked = `${response.url()} ${response.request().postData() ?? ""}`;
      const told = response.text().catch((error) => String(error));
      refused.push(told.then((answer) => `${response.status()}: ${asked}\n${answer}`));
    });
    page.on("pageerror", (error) => errors.push(error.stack ?? String(error)));
    if (verdicts)
      await page.addInitScript((verdicts) => {
        if (!location.host || localStorage.getItem("patience.settings")) return;
        localStorage.setItem("patience.settings", JSON.stringify({ verdicts }));
        localStorage.setItem("patience.met", "true");
      }, verdicts);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await use(page);
    const all = errors.length ? [...errors, ...(await Promise.all(refused))] : [];
    expect(all, "the console has no errors").toEqual([]);
  },
});

export { expect };

/** Whether everything is tested, as before a release. */
export const WHOLE = process.env.PATIENCE_TESTS === "all";

/** Cases of one test: all of them, or in the ordinary tier those at these places. */
export const sample = (all, ...places) => (WHOLE ? all : places.map((place) => all[place]));

/** Opens a game by its name, or by a whole address. */
export async function open(page, instance, rest = "") {
  if (page.url() !== "about:blank") await page.goto("about:blank");
  await page.goto(`/#i=${encodeURIComponent(instance)}${rest}`);
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(title(page)).toHaveAttribute("title", instance);
  await stands(page);
}

/** Waits for the controls that appear a moment after the first board. */
export const stands = (page) => expect(page.getByRole("toolbar", { name: "game" })).toBeVisible();

/** The name of the game on the table; a dialog has a heading of the same level. */
export const title = (page) => page.locator(".head h2");
export const cell = (page, index) => page.locator(`[data-cell="${index}"]`);
export const moves = (page) => page.locator(".move-count b");
export const badge = (page) => page.locator(".badge").filter({ visible: true });
/** The sentence about the position, wherever it is shown. */
export const sentence = (page) => page.locator(".sentence").filter({ visible: true }).first();

/** The text that a screen reader reads about the game. */
export const heard = (page) => page.locator("main ~ [role=status]");

/** Opens the phone's sheet if it is closed. */
export async function sheet(page) {
  await stands(page);
  const handle = page.getByRole("button", { name: "open the panel" });
  // The buttons of its content lie above it.
  if (await handle.isVisible()) await handle.click({ position: { x: 8, y: 6 } });
}

/** Opens a panel. */
export async function tab(page, name) {
  await sheet(page);
  // On a phone held sideways the analysis opens the panel.
  if (!(await page.getByRole("tab", { name }).isVisible()))
    await page
      .getByRole("toolbar", { name: "game" })
      .getByRole("button", { name: "analyse" })
      .click();
  await page.getByRole("tab", { name }).click();
}

/** Opens an entry of the top bar, which phones have in a menu. */
export async function menu(page, name, inMenu = name) {
  const button = page.getByRole("button", { name: "menu", exact: true });
  if (await button.isVisible()) {
    await button.click();
    const dialog = page.getByRole("dialog", { name: "Menu" });
    await expect(dialog).toBeVisible();
    const entry = dialog.getByRole("button", { name: inMenu, exact: true });
    if (!(await entry.isVisible())) await dialog.getByRole("button", { name: "More" }).click();
    await entry.click();
  } else {
    const banner = page.getByRole("banner");
    const more = banner.getByRole("button", { name: "More" });
    await expect(more).toBeVisible();
    const direct = banner.getByRole("button", { name, exact: true });
    if (await direct.isVisible()) return direct.click();
    await more.click();
    await page
      .getByRole("dialog", { name: "More" })
      .getByRole("button", { name: inMenu, exact: true })
      .click();
  }
}

/** Presses a button of the bar above a search, which a phone has in a list. */
export async function inBar(page, name) {
  const bar = page.getByRole("group", { name: "search", exact: true });
  const button = bar.getByRole("button", { name, exact: true });
  await expect(bar).toBeVisible();
  if (!(await button.isVisible())) await bar.getByRole("button", { name: "More" }).click();
  await button.click();
}

/** Delays the server's answers by this many milliseconds. */
export async function slow(page, milliseconds) {
  await page.route("**/api/**", async (route) => {
    await new Promise((done) => setTimeout(done, milliseconds));
    await route.continue().catch(() => {});
  });
}

/** Holds the server's answers back until the returned function is called. */
export async function hold(page, address) {
  let release = () => {};
  const held = new Promise((done) => (release = done));
  await page.route(address, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  return release;
}

/** Except the question whether the deal can be won, and other questions in the background. */
export const quiet = (page) =>
  page.addInitScript(
    () =>
      location.host &&
      localStorage.setItem("patience.settings", JSON.stringify({ verdicts: "quiet" })),
  );

/** The server's answer about a position. */
export async function ask(page, name, question) {
  return page.evaluate(
    async ([name, question]) => {
      const response = await fetch(`api/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(question),
      });
      return response.json();
    },
    [name, question],
  );
}

/** The events with a given name in an answer. */
const eventsOf = (answer, event) =>
  answer
    .split("\n\n")
    .filter((part) => part.startsWith(`event: ${event}\n`))
    .map((part) => JSON.parse(part.split("data: ")[1]));

/** The events of a search with a given name. */
export async function events(page, name, question, event) {
  const answer = await page.evaluate(
    async ([name, question]) => {
      const response = await fetch(`api/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(question),
      });
      return response.text();
    },
    [name, question],
  );
  return eventsOf(answer, event);
}

/** A plan that wins; the page need not be open. */
export async function plan(page, instance) {
  const data = { at: { instance } };
  const answer = await page.request.post("/api/solve", { data, timeout: 0 });
  return eventsOf(await answer.text(), "report")[0].report.plan;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Axe finds no serious faults on the current screen. */
export async function accessible(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const findings = await page.evaluate(async () => {
    const options = { resultTypes: ["violations"] };
    const { violations } = await /** @type {any} */ (window).axe.run(options);
    return violations
      .filter(({ impact }) => ["serious", "critical"].includes(impact))
      .map(({ id, nodes }) => {
        const told = nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`);
        return `${id}: ${told.slice(0, 3).join(" | ")}`;
      });
  });
  expect(findings).toEqual([]);
}

/** Controls; a checkbox or a radio button is part of its label. */
const CONTROLS =
  "button, select, textarea, input:not([type=checkbox], [type=radio]), summary, label.check, label:has([type=radio])";

/** All touch targets have at least 44 pixels; with `cards` false, the cards of some boards are exempt. */
export async function touchable(page, cards = true) {
  const parts = cards ? `${CONTROLS}, .board:not(.tiles) .cell` : CONTROLS;
  const small = await page.evaluate(
    (parts) =>
      [...document.querySelectorAll(parts)]
        .filter((element) => !element.matches("input[type=file]"))
        .filter(
          (element) => element.checkVisibility() && !element.closest("dialog:not([open]), [inert]"),
        )
        .map((element) => [element.outerHTML.slice(0, 90), element.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
        .map(([html, box]) => `${html} ${box.width.toFixed(1)}x${box.height.toFixed(1)}`),
    parts,
  );
  expect(small).toEqual([]);
}

/**
 * Every row of a list is fully visible or hidden, and at least `least` rows are visible, unless
 * there are fewer.
 */
export async function wholeRows(page, rows, least) {
  await expect(async () => {
    const shares = await page.locator(rows).evaluateAll((all) =>
      all.map((each) => {
        const { left, top, bottom, height } = each.getBoundingClientRect();
        let [from, to] = [Math.max(0, top), Math.min(bottom, window.innerHeight)];
        for (let at = each.parentElement; at; at = at.parentElement) {
          if (getComputedStyle(at).overflowY === "visible") continue;
          const box = at.getBoundingClientRect();
          [from, to] = [Math.max(from, box.top), Math.min(to, box.bottom)];
        }
        return { left: Math.round(left), seen: Math.max(0, to - from) / height };
      }),
    );
    const first = shares.filter(({ left }) => left === shares[0].left).map(({ seen }) => seen);
    expect(first.filter((seen) => seen > 0.05 && seen < 0.95)).toEqual([]);
    const whole = first.filter((seen) => seen >= 0.95).length;
    expect(whole, rows).toBeGreaterThanOrEqual(Math.min(least, first.length));
  }).toPass();
}

/** The panel of an analysis shows all its parts in full: the verdict, moves to choose from, moves made, buttons. */
export async function wholePanel(page) {
  for (const part of [".verdict", ".play-panel .steps", ".play-panel .lost-note"])
    for (const each of await page.locator(part).filter({ visible: true }).all())
      await expect(each).toBeInViewport({ ratio: 1 });
  await wholeRows(page, ".ranked li", 4);
  await wholeRows(page, ".moves .move-button", 3);
}

/** No element is wider than the screen. */
export async function fits(page) {
  const width = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(width, { message: "nothing sticks out" }).toBeLessThanOrEqual(0);
}

/** Goes to a step of a search, once the recording has reached it. */
export async function toStep(page, step) {
  const slider = page.getByRole("slider", { name: "step of the search" });
  await expect
    .poll(async () => Number(await slider.getAttribute("max")))
    .toBeGreaterThanOrEqual(Number(step));
  await slider.fill(String(step));
}

/** Drags from one cell to another. */
export async function drag(page, from, to) {
  const a = await cell(page, from).boundingBox();
  const b = await cell(page, to).boundingBox();
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x + a.width) / 2, (a.y + b.y + a.height) / 2, { steps: 3 });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 3 });
  await page.mouse.up();
}
