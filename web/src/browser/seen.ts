// When the first picture of the page is on the screen.

/** So long, in milliseconds, a picture is waited for that the browser may not tell of. */
const PATIENT = 500;

/**
 * Keeps until the browser has shown something: a frame that is finished still has to be drawn, and
 * whatever begins before takes the processors that draw it. Browsers that do not tell are not
 * waited for.
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
