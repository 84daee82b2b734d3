// Faults that players reported: every test reproduces one.
import {
  ask,
  badge,
  cell,
  expect,
  heard,
  moves,
  open,
  plan,
  quiet,
  sample,
  sentence,
  sheet,
  stands,
  tab,
  test,
  title,
} from "./page.js";

const GAPS = "gaps:solvitaire/4x13/1";
const hint = (page) =>
  page.getByRole("toolbar", { name: "game" }).getByRole("button", { name: "hint" });

/** The playback of a Gaps deal, paused. */
async function film(page) {
  await open(page, GAPS);
  await expect(badge(page)).toHaveText(/Can be won/);
  await tab(page, "Watch");
  await page.getByRole("button", { name: "Show a solution" }).click();
  await page.getByRole("button", { name: "pause" }).click();
}

test("a stack of all cards stays in its box", async ({ page, isMobile }) => {
  test.skip(isMobile, "small screens have no room for the stack");
  const instance = "birds:neller/1";
  const line = await plan(page, instance);
  await open(page, instance, `&m=${encodeURIComponent(line.join(" "))}`);
  const cards = page.locator(".fan .card");
  await expect(cards).toHaveCount(16);
  const [box, last] = [
    await page.locator(".stack-box").boundingBox(),
    await cards.last().boundingBox(),
  ];
  expect(last.x + last.width).toBeLessThanOrEqual(box.x + box.width);
});

test("on the phone a playback shows the whole board, and a closed sheet labels it as a playback @phone-only", async ({
  page,
}) => {
  await film(page);
  await expect(async () => {
    const [lowest, panel] = [
      await cell(page, 12).boundingBox(),
      await page.locator(".main-panel").boundingBox(),
    ];
    expect(lowest.y + lowest.height).toBeLessThanOrEqual(panel.y);
    const button = await page.getByRole("button", { name: "step back" }).boundingBox();
    expect(button.y + button.height, "the buttons are clear of the bar below").toBeLessThanOrEqual(
      panel.y + panel.height - 4,
    );
  }).toPass();
  await page.getByRole("button", { name: "close the panel" }).click();
  await expect(page.locator(".peek")).toContainText(/Playback: move \d+ of/);
  await page.locator(".peek").getByRole("button", { name: "Back to the game" }).click();
  await expect(sentence(page)).toContainText("A gap takes");
  await expect(page.locator(".stage-note")).toHaveCount(0);
});

test("on the phone a search with a closed sheet keeps its back button visible @phone-only", async ({
  page,
}) => {
  await open(page, GAPS);
  await tab(page, "Watch");
  await page.getByRole("button", { name: "A search" }).click();
  await page.getByRole("button", { name: "Start the search" }).click();
  await expect(page.locator(".counters").first()).toBeVisible();
  await page.getByRole("button", { name: "pause" }).click();
  await page.getByRole("button", { name: "step", exact: true }).click();
  await page.getByRole("button", { name: "step back" }).click();
  await page.getByRole("button", { name: "close the panel" }).click();
  await expect(page.locator(".peek")).toContainText("in the order of expansion");
  const back = await page
    .locator(".peek")
    .getByRole("button", { name: "Back to the game" })
    .boundingBox();
  expect(back.x + back.width).toBeLessThanOrEqual(390);
});

test("a hint ends the playback, and is shown where it belongs", async ({ page }) => {
  await film(page);
  await hint(page).click();
  await expect(sentence(page)).toContainText("Look at");
  await expect(page.locator(".stage-note")).toHaveCount(0);
  expect(await sentence(page).innerText(), "no space before the full stop").toMatch(/[a-m]\d\./);
});

test("undo leaves the playback for the previous move", async ({ page }) => {
  await open(page, GAPS, `&m=${encodeURIComponent("3,10>0,1 1,7>0,9")}`);
  await expect(badge(page)).toHaveText(/Can be won/);
  await tab(page, "Watch");
  await page.getByRole("button", { name: "Show a solution" }).click();
  await expect(page.locator(".film-note")).toContainText(/move [1-9]/);
  await page.getByRole("toolbar", { name: "game" }).getByRole("button", { name: "undo" }).click();
  await expect(page.locator(".move-count b")).toHaveText("1");
  await expect(page.locator(".film")).toHaveCount(0);
  await expect(page.locator(".stage-note")).toHaveCount(0);
});

test("on the phone the third hint opens the sheet with the whole line @phone-only", async ({
  page,
}) => {
  await open(page, GAPS);
  await expect(badge(page)).toHaveText(/Can be won/);
  for (const words of ["Look at", "goes"]) {
    await hint(page).click();
    await expect(sentence(page)).toContainText(words);
  }
  await hint(page).click();
  await expect(page.getByRole("region", { name: "the whole line" })).toBeVisible();
});

test("on the phone a lost game offers the way back @phone-only", async ({ page }) => {
  const line = "0,0>0,1 1,3>1,1 1,0>3,0 0,3>0,1 2,0>3,0 3,1>2,1 0,1>2,1 3,2>0,2 2,2>2,3";
  await open(page, "birds:neller/1", `&m=${encodeURIComponent(line)}`);
  await hint(page).click();
  await expect(page.locator(".peek p")).toHaveText("Proved: lost.");
  const [words, box] = await page.locator(".peek p").evaluate((told) => {
    const range = document.createRange();
    range.selectNodeContents(told);
    return [range.getBoundingClientRect().right, told.getBoundingClientRect().right];
  });
  expect(words, "all of it is read").toBeLessThanOrEqual(box + 1);
  await open(page, "birds:neller/1", `&m=${encodeURIComponent(line)}`);
  await page.locator(".peek").getByRole("button", { name: "Try again" }).click();
  await expect(badge(page)).toHaveText(/Can be won/);
});

test("on the phone a stuck deal with redeals names everything that can be done @phone-only", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  // The redeals are known a moment after the board.
  await page.goto(
    `/#g=gaps&b=${encodeURIComponent("4C -- 4H 2H / -- 3C 2C 3H")}&m=${encodeURIComponent("0,3>1,0")}`,
  );
  const told = page.locator(".peek p");
  await expect(told).toHaveText("Stuck: no moves are left. Redeal, or undo.");
  await expect(page.locator(".peek").getByRole("button", { name: "Try again" })).toBeVisible();
  const [right, bottom, box, peek] = await told.evaluate((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const words = range.getBoundingClientRect();
    return [
      words.right,
      words.bottom,
      each.getBoundingClientRect().right,
      each.closest(".peek").getBoundingClientRect().bottom,
    ];
  });
  expect(right, "the words end within their box").toBeLessThanOrEqual(box + 1);
  expect(bottom, "both lines are above the bar").toBeLessThanOrEqual(peek);
});

for (const [instance, gesture] of sample(
  [
    [GAPS, "Tap a gap"],
    ["cohesion:level/vieira-1", "Drag a piece"],
    ["tiles:level/iartistas-04", "Swipe"],
  ],
  1,
)) {
  test(`on the phone the help describes gestures: ${gesture} @phone-only`, async ({ page }) => {
    await open(page, instance);
    await page.getByRole("button", { name: "menu", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Help" }).click();
    await expect(page.locator(".keys")).toContainText(gesture);
    await expect(page.getByRole("dialog")).not.toContainText(/Arrow keys|Escape|click/);
  });
}

test("a hint names no letter that a piece does not show", async ({ page }) => {
  await open(page, "cohesion:level/vieira-1");
  await expect(badge(page)).toHaveText(/Can be won/);
  await hint(page).click();
  await expect(sentence(page)).toContainText(/Look at the [a-z]+ [a-z]+ in [a-z]\d\./);
});

/** Chooses a game in the top bar. */
async function choose(page, name) {
  const button = page.getByRole("button", { name: /choose another/ });
  if (await button.isVisible()) {
    await button.click();
    await page.getByRole("dialog").getByRole("button", { name }).click();
  } else
    await page.getByRole("navigation", { name: "games" }).getByRole("button", { name }).click();
}

test("returning to a game resumes the unfinished one, and Back leads through both", async ({
  page,
}) => {
  await quiet(page);
  await open(page, GAPS);
  const { view } = await ask(page, "position", { instance: GAPS });
  const move = view.moves.find(
    (each) => view.moves.filter((other) => other.to[0] === each.to[0]).length === 1,
  );
  await cell(page, move.to[0]).click();
  await expect(moves(page)).toHaveText("1");
  await choose(page, /Match the Tiles/);
  await expect(title(page)).toHaveAttribute("title", /^tiles:/);
  const tiles = await title(page).getAttribute("title");
  await choose(page, /Gaps/);
  await expect(title(page)).toHaveAttribute("title", GAPS);
  await expect(moves(page)).toHaveText("1");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goBack();
  await expect(title(page)).toHaveAttribute("title", tiles);
  await page.goBack();
  await expect(title(page)).toHaveAttribute("title", GAPS);
  await expect(moves(page)).toHaveText("1");
});

test("a won game is not resumed: another is dealt", async ({ page }) => {
  await quiet(page);
  await page.goto(`/#g=cohesion&b=${encodeURIComponent("A.A/BBB")}`);
  await cell(page, 0).click();
  await page.getByRole("button", { name: "shift right" }).click();
  await expect(page.locator(".won-box")).toBeVisible();
  await page.goto(`/#i=${GAPS}`);
  await expect(title(page)).toHaveAttribute("title", GAPS);
  await stands(page);
  await choose(page, /Cohesion/);
  await expect(title(page)).toHaveAttribute("title", /^cohesion:/);
  await expect(moves(page)).toHaveText("0");
});

const JUNGLE = "gaps+jungle:pysol/3";
/** A gap that takes several cards, one of them, and a cell that is neither. */
async function several(page) {
  await quiet(page);
  await open(page, JUNGLE);
  const { view } = await ask(page, "position", { instance: JUNGLE });
  const gap = view.moves[0].to[0];
  const cards = view.moves.filter((each) => each.to[0] === gap).map((each) => each.from[0]);
  return {
    view,
    gap,
    cards,
    still: view.cells.findIndex(
      (each, at) => each.kind === "card" && !view.moves.some((move) => move.from[0] === at),
    ),
  };
}
const marked = (page) => page.locator(".slot.ring");

test("a tap on a gap that takes several cards marks them; the next tap moves one of them, or clears the marks @phone", async ({
  page,
}) => {
  const { view, gap, cards, still } = await several(page);
  await cell(page, gap).click();
  await expect(marked(page)).toHaveCount(cards.length);
  await expect(page.locator(".legal-mark"), "the gap itself").toHaveCount(1);
  const shadow = (slot) =>
    slot
      .locator(".card")
      .first()
      .evaluate((card) => getComputedStyle(card).boxShadow);
  expect(
    await shadow(marked(page).first()),
    "marked differently from cards that can merely move",
  ).not.toBe(await shadow(page.locator(".slot.can:not(.ring)").first()));
  for (const at of cards)
    await expect(cell(page, at)).toHaveAttribute("aria-label", /may go to [a-n]\d/);
  await expect(sentence(page)).toContainText(/may go to [a-n]\d/);
  await expect(heard(page)).toHaveText(/may go to [a-n]\d/);
  await cell(page, still).click();
  await expect(marked(page)).toHaveCount(0);
  await cell(page, gap).click();
  await cell(page, gap).click();
  await expect(marked(page)).toHaveCount(0);
  await expect(moves(page)).toHaveText("0");
  await cell(page, gap).click();
  await cell(page, cards[1]).click();
  await expect(moves(page)).toHaveText("1");
  await expect(cell(page, gap)).toHaveAttribute(
    "aria-label",
    new RegExp(view.cells[cards[1]].words),
  );
  await expect(marked(page)).toHaveCount(0);
});

test("by keyboard: Enter on a gap marks its cards, Enter on one of them moves it, Escape cancels", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "a matter of keyboards");
  const { view, gap, cards } = await several(page);
  await cell(page, gap).focus();
  await page.keyboard.press("Enter");
  await expect(marked(page)).toHaveCount(cards.length);
  await page.keyboard.press("Escape");
  await expect(marked(page)).toHaveCount(0);
  await page.keyboard.press("Enter");
  const [rows, columns] = [
    Math.floor(cards[0] / view.columns) - Math.floor(gap / view.columns),
    (cards[0] % view.columns) - (gap % view.columns),
  ];
  for (let step = 0; step < Math.abs(rows); step++)
    await page.keyboard.press(rows < 0 ? "ArrowUp" : "ArrowDown");
  for (let step = 0; step < Math.abs(columns); step++)
    await page.keyboard.press(columns < 0 ? "ArrowLeft" : "ArrowRight");
  await page.keyboard.press("Enter");
  await expect(cell(page, gap)).toHaveAttribute(
    "aria-label",
    new RegExp(view.cells[cards[0]].words),
  );
  await expect(cell(page, gap), "the focus goes where the card went").toBeFocused();
});

/** A long line of a deal that can be won. */
async function played(page, share) {
  await quiet(page);
  const line = await plan(page, GAPS);
  const made = Math.floor(line.length * share);
  await open(page, GAPS, `&m=${encodeURIComponent(line.slice(0, made).join(" "))}`);
  return made;
}

test("the list of moves keeps the current move visible, wherever the game goes", async ({
  page,
}) => {
  const made = await played(page, 0.9);
  await sheet(page);
  const isSeen = () =>
    page.locator(".moves").evaluate((list) => {
      const [box, here] = [
        list.getBoundingClientRect(),
        list.querySelector(".here").getBoundingClientRect(),
      ];
      return here.top >= box.top - 1 && here.bottom <= box.bottom + 1;
    });
  await expect.poll(isSeen).toBe(true);
  for (let back = 0; back < 40; back++) await page.keyboard.press("Control+z");
  await expect(moves(page)).toHaveText(String(made - 40));
  await expect.poll(isSeen).toBe(true);
});

test("on the phone the board is visible after making the move of a hint, or ending the analysis of a closed sheet @phone-only", async ({
  page,
}) => {
  await open(page, GAPS);
  await expect(badge(page)).toHaveText(/Can be won/);
  for (const words of ["Look at", "goes", "to the win"]) {
    await hint(page).click();
    await expect(sentence(page)).toContainText(words);
  }
  await page.getByRole("button", { name: "Make this move" }).filter({ visible: true }).click();
  await expect(moves(page)).toHaveText("1");
  await expect(page.getByRole("button", { name: "open the panel" })).toBeVisible();
  await tab(page, "Analyse");
  await page.getByRole("button", { name: "close the panel" }).click();
  await page
    .getByRole("toolbar", { name: "game" })
    .getByRole("button", { name: "close the analysis" })
    .click();
  await expect(page.locator(".move-count")).toHaveText("1 move");
  await expect(page.getByRole("button", { name: "open the panel" })).toBeVisible();
});

test("on the phone no badge of the analysis covers a card's rank or suit @phone-only", async ({
  page,
}) => {
  await played(page, 0.25);
  await tab(page, "Analyse");
  const marks = page.locator(".marks .worth");
  await expect(marks.first()).toBeVisible();
  await page.getByRole("button", { name: "close the panel" }).click();
  const covered = () =>
    marks.evaluateAll((all) =>
      all.flatMap((mark) => {
        const box = mark.getBoundingClientRect();
        return [...document.querySelectorAll(".board .card")]
          .filter((card) => {
            const face = card.getBoundingClientRect();
            // Rank and suit take the left three fifths of a low card.
            return (
              box.left < face.left + 0.6 * face.width &&
              box.right > face.left &&
              box.bottom > face.top + 1 &&
              box.top < face.bottom - 1
            );
          })
          .map(() => mark.textContent);
      }),
    );
  // The board moves while the panel closes.
  await expect.poll(covered).toEqual([]);
});
