// Pictures of every view, in both themes and at every size, and those of the README:
//   node tests/pictures.js FOLDER [VIEW … | readme]
// in web/. The server of PATIENCE_PORT is used where one answers; else the program PATIENCE is started.
import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { SIZES, VIEWS } from "./views.js";

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) throw new Error("usage: node tests/pictures.js FOLDER [VIEW … | readme]");
const port = Number(process.env.PATIENCE_PORT ?? 4471);
const baseURL = `http://127.0.0.1:${port}/`;
const answers = () => fetch(baseURL).then(() => true, () => false);
const server = (await answers()) ? null : spawn(process.env.PATIENCE ?? "../target/debug/patience", ["serve", "--port", String(port)], { stdio: "ignore" });
while (!(await answers())) await new Promise((done) => setTimeout(done, 100));

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"] });
await mkdir(folder, { recursive: true });

/** @param {string} file @param {string} view @param {string} size @param {"light" | "dark"} colorScheme @param {object} [more] */
async function picture(file, view, size, colorScheme, more = {}) {
  const context = await browser.newContext({ baseURL, ...SIZES[size], ...more, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  try {
    await VIEWS[view](page);
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(150);
    await page.screenshot({ path: `${folder}/${file}.png` });
  } catch (error) {
    console.log(`${file}: ${error.message.split("\n").slice(0, 3).join(" ")}`);
    process.exitCode = 1;
    await page.screenshot({ path: `${folder}/${file}.png` }).catch(() => {});
  }
  await context.close();
}

if (wanted.includes("readme")) {
  await picture("page-analysis", "analysis-gaps", "desk", "light");
  await picture("page-phone", "play-gaps", "phone", "light", { deviceScaleFactor: 2 });
} else {
  const sizes = process.env.SIZES?.split(",") ?? Object.keys(SIZES);
  for (const view of Object.keys(VIEWS).filter((view) => !wanted.length || wanted.some((each) => view.startsWith(each)))) {
    for (const size of sizes) {
      for (const theme of /** @type {("light" | "dark")[]} */ (process.env.THEMES?.split(",") ?? ["light", "dark"])) await picture(`${view}-${size}-${theme}`, view, size, theme);
    }
  }
}
await browser.close();
server?.kill();
