// Decorative motion: dealing cards, a win. Any input ends it, so that a player never waits for
// it.

const DECORATION = /^(deal|fan|fall|rise|cheer)/;

/** A click or a key shows the final board at once. */
export function skipOnInput() {
  const skip = () =>
    document
      .getAnimations()
      .forEach(
        (each) =>
          DECORATION.test(each instanceof CSSAnimation ? each.animationName : each.id) &&
          each.finish(),
      );
  for (const input of ["pointerdown", "keydown"]) window.addEventListener(input, skip, true);
}

/** Whether the player or the system wants no motion. */
export const isStill = () =>
  document.documentElement.dataset.motion === "off" ||
  matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Moves an element once along a path; it is visible only while it moves. */
export function decorate(
  element: Element,
  path: Keyframe[],
  { delay, duration }: { delay: number; duration: number },
) {
  const seen = path.map((each) => ({ opacity: 1, ...each }));
  element.animate(seen, { id: "fall", delay, duration });
}

/** Resolves when the result of an input is on the screen. */
export const shown = () => new Promise<void>((done) => setTimeout(done));

/** Resolves when the current animations of these elements have ended, at any speed. */
export async function ended(elements: Element[]) {
  const running = elements
    .flatMap((each) => each.getAnimations({ subtree: true }))
    .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(running.map((each) => each.finished));
}

/** In a game that finishes itself, each move is visible before the next one. */
export const pace = () => new Promise<void>((done) => setTimeout(done, isStill() ? 0 : 180));
