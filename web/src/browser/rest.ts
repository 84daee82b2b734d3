// Detects when the page is idle. A solver takes one core, or both of a small machine; the last
// action is drawn first.

/** Milliseconds without input before the page counts as idle. */
const QUIET = 200;
/** Long enough to draw the question whose answer is awaited. */
const DRAWN = 30;

export function resting({
  now,
  sleep,
}: {
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
}) {
  let last = -Infinity;
  return {
    /** Notes an input. */
    stir() {
      last = now();
    },
    /**
     * Settles after some time without input; an awaited question only waits until it is drawn.
     */
    async rest(isAwaited: boolean) {
      if (isAwaited) return sleep(DRAWN);
      const asked = now();
      for (let left = QUIET; left > 0; left = Math.max(asked, last) + QUIET - now())
        await sleep(left);
    },
  };
}

/** The idle detection for the page's own visitor. */
export function pageRest() {
  const { stir, rest } = resting({
    now: () => performance.now(),
    sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  });
  for (const input of ["pointerdown", "keydown", "wheel"])
    window.addEventListener(input, stir, { capture: true, passive: true });
  return rest;
}
