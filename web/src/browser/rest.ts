// When nobody is doing anything. A solver takes a processor, or both that a small machine has; what
// was done last is drawn before.

/** So long, in milliseconds, nothing is done before the page rests. */
const QUIET = 200;
/** Long enough to draw what somebody waits for an answer to. */
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
    /** Somebody does something. */
    stir() {
      last = now();
    },
    /**
     * Settles when nothing was done for a while; whoever waits for an answer is only kept until the
     * question is drawn.
     */
    async rest(isAwaited: boolean) {
      if (isAwaited) return sleep(DRAWN);
      const asked = now();
      for (let left = QUIET; left > 0; left = Math.max(asked, last) + QUIET - now())
        await sleep(left);
    },
  };
}

/** The rest of the page's own visitor. */
export function pageRest() {
  const { stir, rest } = resting({
    now: () => performance.now(),
    sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  });
  for (const input of ["pointerdown", "keydown", "wheel"])
    window.addEventListener(input, stir, { capture: true, passive: true });
  return rest;
}
