// On every view of the page axe finds nothing serious, and nothing sticks out. Colours
// are all that differs between the themes, and the layout between desk and phone. The ordinary tier
// opens every second view on a desk, looks at it by all rules in one theme, in turn, and at what
// sticks out, also where that page is as narrow as a phone; it opens every fifth view on a phone
// itself, and of views that differ in the rules of the game alone counts the first three. Views that
// are alike are next to each other.
import { accessible, expect, test } from "./page.js";
import { SIZES, VIEWS } from "./views.js";

const WHOLE = process.env.PATIENCE_TESTS === "all";

/** Nothing is wider than the screen. */
async function fits(page) {
  const width = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(width, { message: "nothing sticks out" }).toBeLessThanOrEqual(0);
}

const alike = Object.keys(VIEWS).filter((name) => name.startsWith("rules-"));
const views = Object.entries(VIEWS).filter(([name]) => WHOLE || !alike.slice(3).includes(name));

for (const [turn, [name, lead]] of views.entries()) {
  const [onDesk, onPhone] = [WHOLE || turn % 2 === 0, WHOLE || turn % 5 === 0];
  if (!onDesk && !onPhone) continue;
  const phone = onPhone ? (onDesk ? " @both" : " @phone") : "";
  test(`${name}: accessible in both themes, and nothing sticks out${phone}`, async ({
    page,
    isMobile,
  }) => {
    await lead(page);
    await fits(page);
    if (isMobile && !WHOLE) return;
    for (const [index, colorScheme] of ["light", "dark"].entries()) {
      if (!WHOLE && turn % 4 !== 2 * index) continue;
      await page.emulateMedia({ colorScheme });
      await accessible(page);
    }
    await page.setViewportSize(SIZES.phone.viewport);
    await fits(page);
  });
}
