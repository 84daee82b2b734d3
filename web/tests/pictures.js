// Pictures of every view, in both themes and at every size, and those of the README:
//   node tests/pictures.js FOLDER [VIEW … | readme]
// in web/. The server of PATIENCE_PORT is used if one answers; otherwise the program PATIENCE
// is started.
import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { SIZES, VIEWS } from "./views.js";

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) throw new Error("usage: node tests/pictures.js FOLDER [VIEW … | readme]");
const port = Number(process.env.PATIENCE_PORT ?? 4471);
const baseURL = `http://127.0.0.1:${port}/`;
const answers = () =>
  fetch(baseURL).then(
    () => true,
    () => false,
  );
const server = (await answers())
  ? null
  : spawn(process.env.PATIENCE ?? "../target/debug/patience", ["serve", "--port", String(port)], {
      stdio: "ignore",
    });
while (!(await answers())) await new Promise((done) => setTimeout(done, 100));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
  ],
});
await mkdir(folder, { recursive: true });

/**
 * Leads to a view once, and takes a picture of it in each theme. @param {string} view @param
 * {string} size @param {Record<string, "light" | "dark">} files themes by the names of the files
 * @param {object} [more]
 */
async function pictures(view, size, files, more = {}) {
  const context = await browser.newContext({
    baseURL,
    ...SIZES[size],
    ...more,
    reducedMotion: "reduce",
  });
  // As in the tests, since views wait for verdicts.
  await context.addInitScript(() => {
    if (!location.host || localStorage.getItem("patience.settings")) return;
    localStorage.setItem("patience.settings", JSON.stringify({ verdicts: "always" }));
    localStorage.setItem("patience.met", "true");
  });
  const page = await context.newPage();
  try {
    await VIEWS[view](page);
    await page.evaluate(() => document.fonts.ready);
  } catch (error) {
    console.log(`${view} ${size}: ${error.message.split("\n").slice(0, 3).join(" ")}`);
    process.exitCode = 1;
  }
  for (const [file, colorScheme] of Object.entries(files)) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.waitForTimeout(150);
    await page.screenshot({ path: `${folder}/${file}.png` });
  }
  await context.close();
}

if (wanted.includes("readme")) {
  await pictures("analysis-gaps", "desk", { "page-analysis": "light" });
  await pictures("play-gaps", "phone", { "page-phone": "light" }, { deviceScaleFactor: 2 });
} else {
  const sizes = process.env.SIZES?.split(",") ?? Object.keys(SIZES);
  const themes = /** @type {("light" | "dark")[]} */ (
    process.env.THEMES?.split(",") ?? ["light", "dark"]
  );
  for (const view of Object.keys(VIEWS).filter(
    (view) => !wanted.length || wanted.some((each) => view.startsWith(each)),
  )) {
    for (const size of sizes)
      await pictures(
        view,
        size,
        Object.fromEntries(themes.map((theme) => [`${view}-${size}-${theme}`, theme])),
      );
  }
}
await browser.close();
server?.kill();
