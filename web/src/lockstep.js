// Several watched searches that go on together: none expands its next position before the others have expanded theirs. Pure.

/** @typedef {Pick<import("./watched.js").WatchedSearch, "run" | "isLive" | "step" | "pause" | "resume">} Stepped */

/**
 * Those that take the next step: of the searches that have begun, the ones that are behind. None while an answer is awaited.
 * @template {Stepped} S
 * @param {S[]} searches @returns {S[]}
 */
export function nextToStep(searches) {
  const begun = searches.filter((each) => each.isLive && each.run?.progress);
  if (begun.some((each) => each.run?.awaited)) return [];
  const least = Math.min(...begun.map((each) => each.run?.pictures ?? 0));
  return begun.filter((each) => each.run?.pictures === least);
}

export class Lockstep {
  timer = 0;

  /** @param {() => Stepped[]} searches @param {() => void} changed */
  constructor(searches, changed) {
    this.searches = searches;
    this.changed = changed;
  }

  get isPlaying() {
    return this.timer !== 0;
  }

  /** @returns {void} */
  step() {
    for (const each of nextToStep(this.searches())) each.step();
  }

  /** Goes on at so many steps a second; null lets each run as fast as it can. @param {number | null} rate */
  play(rate) {
    this.halt();
    if (rate === null) {
      for (const each of this.searches()) if (each.isLive) each.resume(null);
    } else {
      this.timer = globalThis.setInterval(() => this.tick(), 1000 / rate);
    }
    this.changed();
  }

  tick() {
    if (!this.searches().some((each) => each.isLive)) return this.pause();
    this.step();
  }

  /** Stands still. */
  pause() {
    this.halt();
    for (const each of this.searches()) if (each.isLive) each.pause();
    this.changed();
  }

  halt() {
    clearInterval(this.timer);
    this.timer = 0;
  }
}
