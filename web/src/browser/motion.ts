// Decorative motion: dealing cards, a win. Any input ends it, so that a player never waits for
// it.

const DECORATION = /^(deal|fan|fall|rise)/;

/** A click or a key shows the final board at once. */
export function skipOnInput() {
  const skip = () =>
    document
      .getAnimations()
      .forEach(
        (each) =>
          each instanceof CSSAnimation && DECORATION.test(each.animationName) && each.finish(),
      );
  for (const input of ["pointerdown", "keydown"]) window.addEventListener(input, skip, true);
}

/** Resolves when the result of an input is on the screen. */
export const shown = () => new Promise<void>((done) => setTimeout(done));

/** Resolves when what moves these elements now has ended, whatever their speed. */
export async function ended(elements: Element[]) {
  const running = elements
    .flatMap((each) => each.getAnimations({ subtree: true }))
    .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(running.map((each) => each.finished));
}

/** In a game that finishes itself, each move is visible before the next one. */
export const pace = () =>
  new Promise<void>((done) => {
    const isStill =
      document.documentElement.dataset.motion === "off" ||
      matchMedia("(prefers-reduced-motion: reduce)").matches;
    setTimeout(done, isStill ? 0 : 180);
  });
