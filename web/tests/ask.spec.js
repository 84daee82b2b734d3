import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import {
  accessible,
  ask,
  badge,
  cell,
  expect,
  heard,
  menu,
  moves,
  open,
  quiet,
  sentence,
  sheet,
  tab,
  test,
  title,
  touchable,
} from "./page.js";

test("a hint has three steps, and a win with it counts separately", async ({ page }) => {
  const instance = "tiles:level/iartistas-04";
  await open(page, instance);
  await sheet(page);
  const hint = page.getByRole("button", { name: "hint", exact: true });
  await hint.click();
  await expect(sentence(page)).toContainText("Look at");
  await expect(heard(page)).toHaveText(/^Look at the .+ in [a-z]\d\.$/);
  const region = await heard(page).elementHandle();
  await page.getByRole("button", { name: "Show the move" }).click();
  await expect(sentence(page)).toContainText(/Tilt (left|right|up|down)/);
  await expect(page.locator(".stage .arrow-line.head"), "an arrow on the board").toHaveCount(1);
  await page.getByRole("button", { name: "Show the whole line" }).click();
  await expect(page.locator(".plan").filter({ visible: true })).toHaveText(
    /^((left|right|up|down) · ){4}(left|right|up|down)$/,
  );
  // The same region, which was there before; it does not read the whole line.
  await expect(heard(page)).toHaveText("5 moves to the win: the whole line is shown.");
  expect(await region.evaluate((each) => each.isConnected)).toBe(true);
  await accessible(page);
  for (let move = 0; move < 5; move++) {
    if (move > 0) {
      await hint.click();
      await page.getByRole("button", { name: "Show the move" }).click();
    }
    await page.getByRole("button", { name: "Make this move" }).click();
    await expect(moves(page)).toHaveText(String(move + 1));
  }
  await expect(page.locator(".won-box")).toContainText("With help");
  await expect(page.locator(".won-own")).toHaveCount(0);
  await page.getByRole("button", { name: "See my game" }).click();
  await menu(page, "Statistics");
  await expect(page.getByRole("dialog").locator("div", { hasText: /^won0$/ })).toBeVisible();
  await expect(
    page.getByRole("dialog").locator("div", { hasText: /^won with help1$/ }),
  ).toBeVisible();
});

test("a hint drops the picked card, and says why its move is right", async ({ page }) => {
  await quiet(page);
  // Two of the eight moves here win.
  const before = "3,3>1,3 3,2>0,2 3,1>2,1 3,0>2,0 1,0>2,0 2,3>2,2 2,0>2,2 1,1>1,2";
  await open(page, "birds:neller/1", `&m=${encodeURIComponent(before)}`);
  const picked = page.locator(".board .picked");
  await expect(picked).toHaveCount(0);
  await page.locator('.board [aria-label*="can move"]').first().click();
  await expect(picked).not.toHaveCount(0);
  const hint = page.getByRole("button", { name: "hint", exact: true });
  await hint.click();
  await expect(page.locator(".slot.hinted")).toHaveCount(1);
  await expect(picked).toHaveCount(0);
  await hint.click();
  await expect(sentence(page)).toContainText("6 other moves lose: that is proved.");
});

test("a hint on cards points at the board: the card, then an arrow through the gutters", async ({
  page,
}) => {
  await open(page, "gaps:solvitaire/4x13/1");
  await page.getByRole("button", { name: "hint", exact: true }).click();
  await expect(page.locator(".slot.hinted")).toHaveCount(1);
  await expect(page.locator(".arrow")).toHaveCount(0);
  await page.keyboard.press("h");
  await expect(page.locator(".arrow")).toHaveCount(1);
  await page.keyboard.press("h");
  await expect(page.locator(".hint-box")).not.toHaveCount(0);
});

test("still winnable? and the move that lost the game, one click from trying again", async ({
  page,
}) => {
  // The analysis knows the losing first moves of this board; the test makes one of them.
  const instance = "birds:neller/2";
  await open(page, instance);
  await expect(badge(page)).toHaveText(/Can be won/);
  const losing = await page.evaluate(async (instance) => {
    const response = await fetch("api/analyse", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ at: { instance, moves: "" }, seconds: 5 }),
    });
    const text = await response.text();
    const told = text
      .split("\n\n")
      .filter((part) => part.startsWith("event: move"))
      .map((part) => JSON.parse(part.split("data: ")[1]));
    return told.find((move) => move.worth === "loses")?.move ?? null;
  }, instance);
  let line = losing;
  if (!line) {
    // No first move loses: the first line of cards found that loses after two moves.
    line = await page.evaluate(async (instance) => {
      const post = async (name, body) =>
        (
          await fetch(`api/${name}`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body),
          })
        ).text();
      const first = JSON.parse(await post("position", { instance })).view.moves;
      for (const move of first) {
        const text = await post("analyse", { at: { instance, moves: move.text }, seconds: 5 });
        const told = text
          .split("\n\n")
          .filter((part) => part.startsWith("event: move"))
          .map((part) => JSON.parse(part.split("data: ")[1]));
        const found = told.find((each) => each.worth === "loses");
        if (found) return `${move.text} ${found.move}`;
      }
      return null;
    }, instance);
  }
  expect(line, "a losing line exists").not.toBeNull();
  const rest = (await ask(page, "position", { instance, moves: line })).view.moves[0];
  const whole = rest ? `${line} ${rest.text}` : line;
  await open(page, instance, `&m=${encodeURIComponent(whole)}`);
  await expect(badge(page)).toHaveText(/Lost/);
  await sheet(page);
  const fatal = page.locator("li.fatal");
  await expect(fatal).toHaveCount(1);
  const index = line.split(" ").length;
  await expect(fatal.locator(".number")).toHaveText(String(index));
  await expect(page.locator(".outcome")).toContainText(`Move ${index} lost the game`);
  await accessible(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(moves(page)).toHaveText(String(index - 1));
  await expect(badge(page)).toHaveText(/Can be won/);
});

test("analysis: every legal move is marked by icon, word and distance, with the graph of the game @phone", async ({
  page,
  isMobile,
}) => {
  const instance = "cohesion:level/vieira-1";
  await open(page, instance);
  await tab(page, "Analyse");
  const { view } = await ask(page, "position", { instance });
  await expect(page.locator(".ranked li")).toHaveCount(view.moves.length);
  await expect(page.locator(".ranked .waiting")).toHaveCount(0);
  await expect(page.locator(".ranked .worth.wins").first()).toHaveText("4");
  await expect(page.locator(".verdict")).toContainText("Can be won in 4");
  await expect(page.locator(".marks .worth").first()).toBeVisible();
  await expect(page.locator(".arrow")).toHaveCount(1);
  await accessible(page);
  if (isMobile) await touchable(page);
  // The analysis continues with the game; the graph gets a point for every position.
  for (let move = 1; move <= 3; move++) {
    await page.locator(".ranked button").first().click();
    await expect(moves(page)).toHaveText(String(move));
    await expect(page.locator(".verdict")).toContainText(`Can be won in ${4 - move}`);
  }
  if (!isMobile) {
    const graph = page.getByRole("slider", { name: "position of the game" });
    await expect(graph).toHaveAttribute("aria-valuetext", "after move 3: 1 move to the win");
    await graph.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(moves(page)).toHaveText("2");
    await page.keyboard.press("Home");
    await expect(moves(page)).toHaveText("0");
    const box = await graph.boundingBox();
    await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2);
    await expect(moves(page)).toHaveText("3");
    // The wheel steps over the graph and over the board; one turn of a touchpad arrives as many
    // small ones.
    await page.mouse.wheel(0, -100);
    await expect(moves(page)).toHaveText("2");
    await page.getByRole("grid").hover();
    for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, -15);
    await expect(moves(page)).toHaveText("1");
    // So do arrows, except on the board, even after a click on the panel's tab.
    await page.getByRole("tab", { name: "Analyse" }).click();
    await page.keyboard.press("ArrowRight");
    await expect(moves(page)).toHaveText("2");
    await page.keyboard.press("ArrowLeft");
    await expect(moves(page)).toHaveText("1");
  }
  await page.keyboard.press("e");
  await expect(page.locator(".ranked")).toHaveCount(0);
});

/** Opens the editor. */
async function edit(page) {
  await sheet(page);
  await page.locator(".main-panel").getByRole("button", { name: "Edit", exact: true }).click();
}

test("editor: swapping cells, setting symbols, rejecting invalid boards", async ({ page }) => {
  await open(page, "birds:neller/1");
  await edit(page);
  const first = await cell(page, 0).getAttribute("aria-label");
  await cell(page, 0).click();
  await cell(page, 5).click();
  await expect(cell(page, 5)).toHaveAttribute(
    "aria-label",
    new RegExp(first.split(": ")[1].split(",")[0]),
  );
  await page.getByRole("button", { name: "Play it" }).click();
  await expect(title(page)).toHaveText("Own board");
  await expect(cell(page, 5)).toHaveAttribute(
    "aria-label",
    new RegExp(first.split(": ")[1].split(",")[0]),
  );
  await open(page, "tiles:level/iartistas-04");
  await edit(page);
  await page
    .getByRole("group", { name: "draw" })
    .getByRole("button", { name: "Wall", exact: true })
    .click();
  const { view } = await ask(page, "position", { instance: "tiles:level/iartistas-04" });
  const empty = view.cells.findIndex((each) => each.kind === "empty" && !each.target);
  await cell(page, empty).click();
  await expect(cell(page, empty)).toHaveAttribute("aria-label", /obstacle/);
  await accessible(page);
  await page.getByRole("button", { name: "Play it" }).click();
  await expect(cell(page, empty)).toHaveAttribute("aria-label", /obstacle/);
});

test("notations: written and read back", async ({ page }) => {
  const instance = "gaps:solvitaire/4x13/7";
  await open(page, instance);
  await edit(page);
  const { notations } = await ask(page, "notations", { instance });
  await expect(page.locator(".written summary")).toHaveCount(notations.length + 1);
  for (const name of ["Notation", "Solvitaire", "Rules (PDDL)", "Problem (PDDL)"])
    await expect(page.locator(".written summary", { hasText: name }).first()).toBeVisible();
  const solvitaire = notations.find((each) => each.name === "solvitaire");
  await page.getByRole("textbox", { name: "A board as text" }).fill(solvitaire.text);
  await page.getByRole("button", { name: "Open this board" }).click();
  await expect(title(page)).toHaveText("Own board");
  await edit(page);
  await expect(page.locator("pre").first()).toHaveText(notations[0].text);
  page.expectsErrors = true;
  await page.getByRole("textbox", { name: "A board as text" }).fill("2C 2C");
  await page.getByRole("button", { name: "Open this board" }).click();
  const alert = page.getByRole("tabpanel").getByRole("alert");
  await expect(alert).toContainText("This is not a board of Gaps: ");
  await expect(alert).toContainText("2♣");
});

test("a proof that is too large for the page comes as a command to copy, which works", async ({
  page,
}) => {
  await page.route("**/api/certify", (route) =>
    route.fulfill({ contentType: "text/event-stream", body: "event: none\ndata: {}\n\n" }),
  );
  await open(page, "gaps:solvitaire/4x13/869");
  await expect(badge(page)).toHaveText(/Needs a redeal/);
  await sheet(page);
  const proof = page.locator(".proof").filter({ visible: true });
  const program = process.env.PATIENCE ?? "../../target/debug/patience";
  const works = async (/** @type {RegExp} */ form) => {
    await page.getByRole("button", { name: "Check the proof" }).click();
    await expect(proof).toContainText("too large for the page");
    await expect(proof.getByRole("button", { name: "Copy the command" })).toBeVisible();
    const command = await proof.locator("code").innerText();
    expect(command).toMatch(form);
    const inShell = command.replace("patience certify", `${program} certify`);
    const said = spawnSync(inShell, { shell: true, encoding: "utf8" });
    expect(said.status, said.stderr).toBe(11);
    expect(said.stdout).toContain("verified");
  };
  await works(/^patience certify gaps:solvitaire\/4x13\/869 --check$/);
  // A board without a name comes as a string.
  const board =
    "2D 5S 2S 3D 3S 6H 2H JS QD 7D -- -- TS / 6D 9C JD 8H 8S KC -- 8C KD 8D 4C 6C 7C / 5H QH KH 7H 4H TC TD JC 6S 7S 4D 3C -- / 5C 9H 2C KS QS JH 5D 4S QC TH 9D 9S 3H";
  await page.goto("about:blank");
  await page.goto(`/#g=gaps&b=${encodeURIComponent(board)}`);
  await works(/^echo '2D 5S/);
});

test("the proof that a deal is lost is checked, and can be saved", async ({ page }) => {
  const instance = "gaps:solvitaire/4x13/869";
  await open(page, instance);
  await expect(badge(page)).toHaveText(/Needs a redeal/);
  await sheet(page);
  await page.getByRole("button", { name: "Check the proof" }).click();
  const proof = page.locator(".proof").filter({ visible: true });
  await expect(proof).toContainText("Checked: lost.");
  await expect(proof).toContainText("relying on open rows, persistent sets, relaxation");
  await accessible(page);
  const download = page.waitForEvent("download");
  await proof.getByRole("link", { name: "Keep the proof" }).click();
  const bytes = await readFile(await (await download).path());
  expect(bytes.subarray(0, 9).toString("latin1")).toBe("\x89PCERT\n\x02T");
  expect(
    bytes.equals(await readFile(new URL("../../certificates/gaps-869.pcert", import.meta.url))),
    "the certificate of the repository",
  ).toBe(true);
});
