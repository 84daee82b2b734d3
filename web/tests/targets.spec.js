// On a phone all touch targets are as large as a fingertip, in every view of play, and no part
// overflows. The ordinary tier opens every second one; views that are alike are next to each other.
import { expect, fits, test, touchable, WHOLE } from "./page.js";
import { PLAY, SIZES, VIEWS } from "./views.js";

for (const view of PLAY.filter((_, turn) => WHOLE || turn % 2 === 0))
  test(`${view}: every target is as large as a finger @phone-only`, async ({ page }) => {
    await VIEWS[view](page);
    for (const size of ["phone", "landscape"]) {
      await page.setViewportSize(SIZES[size].viewport);
      await expect(() => touchable(page, false)).toPass();
      await fits(page);
    }
  });
