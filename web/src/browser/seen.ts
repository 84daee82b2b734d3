// Detects when the page's first frame is on the screen.

/** Maximum milliseconds to wait for a frame that the browser may not report. */
const PATIENT = 500;

/**
 * Waits until the browser has shown a frame: a finished frame must still be drawn, and earlier work
 * would occupy the cores that draw it. The page does not wait for browsers that do not report it.
 */
export const firstPicture = () =>
  new Promise((done) => {
    if (!window.PerformanceObserver?.supportedEntryTypes?.includes("paint")) return done(undefined);
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-contentful-paint").length) end();
    });
    const end = () => {
      observer.disconnect();
      done(undefined);
    };
    observer.observe({ type: "paint", buffered: true });
    setTimeout(end, PATIENT);
  });
