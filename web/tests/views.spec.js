// What must hold on every view of the page: axe finds nothing serious, and nothing sticks out. Colours
// are all that differs between the themes, and sizes between desk and phone, so that the ordinary
// tier looks at all rules on the desk in the light theme, at contrast in the dark one, and on the
// phone at what sticks out.
import { accessible, expect, test } from "./page.js";
import { VIEWS } from "./views.js";

const WHOLE = process.env.PATIENCE_TESTS === "all";

for (const [name, lead] of Object.entries(VIEWS)) {
  test(`${name}: accessible in both themes, and nothing sticks out`, async ({ page, isMobile }) => {
    test.setTimeout(120_000);
    await lead(page);
    const width = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      window.innerWidth,
    ]);
    expect(width[0]).toBeLessThanOrEqual(width[1]);
    if (isMobile && !WHOLE) return;
    await page.emulateMedia({ colorScheme: "light" });
    await accessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await accessible(page, WHOLE ? undefined : ["color-contrast"]);
  });
}
