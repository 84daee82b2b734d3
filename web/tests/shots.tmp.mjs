import { chromium } from "@playwright/test";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
for (const [size, options] of Object.entries({ desk: { viewport: { width: 1280, height: 800 } }, phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } }))
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ ...options, colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    page.on("console", (m) => m.type() === "error" && console.log(m.text()));
    const shot = (name) => page.screenshot({ path: `/tmp/h6shots/${size}-${colorScheme}-${name}.png` });
    await page.goto("http://127.0.0.1:4499/#i=tiles:level/iartistas-04");
    await page.getByRole("button", { name: "Studies" }).click();
    await page.getByRole("dialog").getByText("another day").waitFor();
    await shot("list");
    await page.getByRole("button", { name: "open Informed and uninformed search" }).click();
    await page.getByRole("heading", { name: "States expanded" }).waitFor();
    await page.waitForTimeout(500);
    await shot("report");
    await page.locator(".report figure").first().evaluate((e) => e.scrollIntoView({ block: "start" }));
    await page.waitForTimeout(300);
    await shot("plot");
    await page.locator(".study-head").evaluate((e) => e.scrollIntoView({ block: "start" }));
    await page.getByRole("button", { name: "Rows" }).click();
    await page.locator("tbody tr").first().waitFor();
    await page.waitForTimeout(300);
    await shot("rows");
    await page.getByRole("dialog").locator("tbody tr").first().getByRole("link").click();
    await page.locator(".film-note").waitFor();
    await shot("film");
    await context.close();
  }
await browser.close();
