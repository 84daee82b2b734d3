// What must hold on every view of the page: axe finds nothing serious, and nothing sticks out. Colours
// are all that differs between the themes, and sizes between desk and phone, so that the ordinary
// tier looks at each view of the desk by all rules in one theme, in turn, and on the phone at what
// sticks out of every second view.
import { accessible, expect, test } from "./page.js";
import { VIEWS } from "./views.js";

const WHOLE = process.env.PATIENCE_TESTS === "all";

for (const [turn, [name, lead]] of Object.entries(VIEWS).entries()) {
  test(`${name}: accessible in both themes, and nothing sticks out @phone`, async ({
    page,
    isMobile,
  }) => {
    test.skip(isMobile && !WHOLE && turn % 2 === 1, "the ordinary tier looks at every second view");
    test.setTimeout(120_000);
    await lead(page);
    const width = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      window.innerWidth,
    ]);
    expect(width[0]).toBeLessThanOrEqual(width[1]);
    if (isMobile && !WHOLE) return;
    for (const [index, colorScheme] of ["light", "dark"].entries()) {
      if (!WHOLE && turn % 2 !== index) continue;
      await page.emulateMedia({ colorScheme });
      await accessible(page);
    }
  });
}
