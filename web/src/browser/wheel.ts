// Turns the wheel into steps through the moves.

/** Pixels of one step: less than a notch of a wheel. */
const NOTCH = 50;
/** Pixels of a line, in which some browsers count. */
const LINE = 20;
/** A pause this long, in milliseconds, discards the turn so far. */
const PAUSE = 250;

let turned = 0;
let before = 0;

/**
 * The step for a turn of the wheel: 1 forward, -1 back, 0 while it is too small; a touchpad sends
 * many small turns.
 */
export function wheelStep(event: WheelEvent) {
  // With this key the wheel makes the page larger or smaller.
  if (event.ctrlKey) return 0;
  event.preventDefault();
  const delta = (event.deltaY || event.deltaX) * (event.deltaMode === 1 ? LINE : 1);
  if (event.timeStamp - before > PAUSE || turned * delta < 0) turned = 0;
  before = event.timeStamp;
  turned += delta;
  if (Math.abs(turned) < NOTCH) return 0;
  const step = Math.sign(turned);
  turned = 0;
  return step;
}
