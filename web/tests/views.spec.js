// What must hold on every view of the page, in both themes: axe finds nothing serious, and nothing
// sticks out.
import { accessible, expect, test } from "./page.js";
import { VIEWS } from "./views.js";

for (const [name, lead] of Object.entries(VIEWS)) {
  test(`${name}: accessible in both themes, and nothing sticks out`, async ({ page }) => {
    test.setTimeout(120_000);
    await lead(page);
    const width = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      window.innerWidth,
    ]);
    expect(width[0]).toBeLessThanOrEqual(width[1]);
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      await accessible(page);
    }
  });
}
