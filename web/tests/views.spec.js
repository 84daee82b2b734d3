// On every view of the page axe finds no serious faults, and no part overflows. Themes differ only
// in colours, and desktop and phone only in layout. The ordinary tier opens every second view at
// the size of a desktop, checks it by all rules in one theme, alternating, and checks for overflow,
// also in a window as narrow as a phone; at the size of a phone it opens every fifth view, without
// those of play (targets.spec.js). Of views that differ only in the rules of the game it opens the
// first three. Views that are alike are next to each other.
import { accessible, fits, test, WHOLE } from "./page.js";
import { PLAY, SIZES, VIEWS } from "./views.js";

const alike = Object.keys(VIEWS).filter((name) => name.startsWith("rules-"));
const views = Object.entries(VIEWS).filter(([name]) => WHOLE || !alike.slice(3).includes(name));

for (const [turn, [name, lead]] of views.entries()) {
  const onDesk = WHOLE || turn % 2 === 0;
  const onPhone = WHOLE || (turn % 5 === 0 && !PLAY.includes(name));
  if (!onDesk && !onPhone) continue;
  const phone = onPhone ? (onDesk ? " @both" : " @phone") : "";
  test(`${name}: accessible in both themes, and nothing overflows${phone}`, async ({
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
