// On a phone everything that is tapped is as large as a finger, in every view of play.
import { expect, test, touchable } from "./page.js";
import { SIZES, VIEWS } from "./views.js";

const PLAY = [
  "play-gaps",
  "play-birds",
  "play-cohesion",
  "play-tiles",
  "hint",
  "lesson-gaps",
  "lesson-tiles",
  "daily",
  "analysis-gaps",
  "analysis-tiles",
  "review",
  "won-tiles",
  "lost",
  "stuck",
  "today",
  "puzzles",
  "find",
  "games",
  "settings",
  "statistics",
  "help",
  "menu",
  "studies",
  "error",
];

for (const view of PLAY)
  test(`${view}: everything to tap is as large as a finger @phone-only`, async ({ page }) => {
    await VIEWS[view](page);
    for (const size of ["phone", "landscape"]) {
      await page.setViewportSize(SIZES[size].viewport);
      await expect(() => touchable(page, false)).toPass();
    }
  });
