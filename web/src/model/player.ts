// A position in a recording, and the clock that advances it. It draws nothing.

export class Player {
  /** Infinite while the end is followed: a recording grows while it is shown. */
  step = 1;
  /** steps a second */
  rate = 4;
  private timer: ReturnType<typeof setInterval> | null = null;

  /** `changed` is called when the position changes, and when playback starts or stops. */
  constructor(
    private lengthOf: () => number,
    private changed: () => void,
  ) {}

  get length() {
    return Math.max(1, this.lengthOf());
  }

  get isPlaying() {
    return this.timer !== null;
  }

  /** The current step: never after the end, which may have moved. */
  get at() {
    return Math.min(this.step, this.length);
  }

  private move(step: number) {
    this.step = step === Infinity ? step : Math.max(1, Math.min(step, this.length));
    if (this.step >= this.length) this.stop();
  }

  /** A manual step: it ends the playback. At an infinite step the end stays visible. */
  go = (step: number) => {
    this.stop();
    this.move(step);
    this.changed();
  };

  /** Plays on; at the end, plays again from the start. */
  play = (rate = this.rate) => {
    this.stop();
    this.rate = rate;
    if (this.step >= this.length) this.step = 1;
    this.timer = setInterval(() => {
      this.move(this.step + 1);
      this.changed();
    }, 1000 / rate);
    this.changed();
  };

  toggle = () => (this.isPlaying ? this.pause() : this.play());

  pause = () => {
    this.stop();
    this.changed();
  };

  hurry = (rate: number) => {
    if (this.isPlaying) this.play(rate);
    else {
      this.rate = rate;
      this.changed();
    }
  };

  /** Goes to the start of another recording. */
  rewind() {
    this.stop();
    this.step = 1;
  }

  stop() {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }
}

/** The effect of a key on a player; null if it has none. */
export function stepByKey(player: Player, key: string): (() => void) | null {
  const { at } = player;
  const to: Record<string, number> = {
    ArrowRight: at + 1,
    PageDown: at + 1,
    ArrowLeft: at - 1,
    PageUp: at - 1,
    Home: 1,
    End: Infinity,
  };
  const wanted = to[key];
  if (wanted !== undefined) return () => player.go(wanted);
  return key === " " ? player.toggle : null;
}
