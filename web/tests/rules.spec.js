// The rules in plain words: every rule set has its page, and the text agrees with the program.
import { takes } from "../src/model/gap-rules.ts";
import { ruleTextOf } from "../src/model/rule-texts.ts";
import { accessible, ask, expect, menu, open, test, WHOLE } from "./page.js";

/** All moves into gaps that the words allow. */
function allowed(gaps, view) {
  const signs = view.cells.map(({ sign }) => sign);
  const moves = new Set();
  for (const [at, sign] of signs.entries()) {
    if (sign !== "--") continue;
    const column = at % view.columns;
    const left = column === 0 ? null : signs[at - 1];
    const right = column === view.columns - 1 ? null : signs[at + 1];
    for (const [from, card] of signs.entries()) {
      if (card === "--" || (gaps.stays && from % view.columns === 0 && card[0] === gaps.ranks[0]))
        continue;
      if (takes(gaps, { left, right, row: Math.floor(at / view.columns) }, card))
        moves.add(`${from}>${at}`);
    }
  }
  return [...moves].toSorted();
}

test("every rule set has a page, and gaps take the cards that it names", async ({ page }) => {
  await open(page, "gaps:solvitaire/4x13/5");
  const games = await page.evaluate(() => fetch("api/games").then((answer) => answer.json()));
  const told = [];
  for (const { name: game, rule_sets } of games) {
    for (const { name } of rule_sets) {
      const text = ruleTextOf(game, name);
      expect(text, `${game} ${name}`).not.toBeNull();
      if (!text?.gaps) continue;
      told.push(name);
      let {
        board,
        view,
        game: of,
        rules,
      } = await ask(page, "position", { instance: text.instance });
      for (let turn = 0; turn < (WHOLE ? 12 : 4) && view.moves.length; turn++) {
        const moves = view.moves.map(({ from, to }) => `${from[0]}>${to[0]}`).toSorted();
        expect(allowed(text.gaps, view), `${name}: ${board}`).toEqual(moves);
        const { text: move } = view.moves[(turn * 7) % view.moves.length];
        ({ board, view } = await ask(page, "position", {
          game: `${of}+${rules}`,
          board,
          moves: move,
        }));
      }
    }
  }
  expect(told).toHaveLength(18);
});

test("rules are read from the help, with pictures, and the deal is played @phone", async ({
  page,
  isMobile,
}) => {
  await open(page, "gaps+jungle:pysol/1");
  await menu(page, "Help");
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Rules" });
  // Those of the game come first; on a phone the others are behind a button.
  await expect(dialog.getByRole("article").getByRole("heading")).toHaveText("Jungle");
  if (isMobile) await dialog.getByRole("button", { name: "All rules" }).click();
  await expect(dialog.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });
  const list = dialog.getByRole("navigation", { name: "rule sets" });
  await list.getByRole("button", { name: /^Free Parking/ }).click();
  const article = dialog.getByRole("article");
  await expect(article.getByRole("heading")).toHaveText("Free Parking");
  await expect(article.locator(".gap-picture")).toHaveCount(2);
  await expect(article.locator(".gap-picture").nth(1).locator(".wins")).toHaveCount(2);
  await expect(article.locator("[data-cell]")).toHaveCount(52);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await width()).toBeLessThanOrEqual(0);
  await accessible(page);
  await article.getByRole("button", { name: "Play this deal" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/free-parking/);
});
