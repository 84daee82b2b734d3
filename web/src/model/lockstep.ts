// Several watched searches that go on together: none expands its next position before the others
// have expanded theirs. Pure.
import type { WatchedSearch } from "./watched";

export type Stepped = Pick<WatchedSearch, "run" | "isLive" | "step" | "pause" | "resume">;

/**
 * Those that take the next step: of the searches that have begun, the ones that are behind. None
 * while an answer is awaited.
 */
export function nextToStep<S extends Stepped>(searches: S[]): S[] {
  const begun = searches.filter((each) => each.isLive && each.run?.progress);
  if (begun.some((each) => each.run?.awaited)) return [];
  const least = Math.min(...begun.map((each) => each.run?.pictures ?? 0));
  return begun.filter((each) => each.run?.pictures === least);
}

export class Lockstep {
  private timer: ReturnType<typeof setInterval> | null = null;

  constructor(
    private searches: () => Stepped[],
    private changed: () => void,
  ) {}

  get isPlaying() {
    return this.timer !== null;
  }

  step(): void {
    for (const each of nextToStep(this.searches())) each.step();
  }

  /** Goes on at so many steps a second; null lets each run as fast as it can. */
  play(rate: number | null) {
    this.halt();
    if (rate === null) {
      for (const each of this.searches()) if (each.isLive) each.resume(null);
    } else {
      this.timer = setInterval(() => this.tick(), 1000 / rate);
    }
    this.changed();
  }

  private tick() {
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
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }
}
