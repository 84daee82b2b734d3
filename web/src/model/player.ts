// A position in something that was recorded, and the clock that moves it. It draws nothing.

export class Player {
  step = 1;
  /** steps a second */
  rate = 4;
  private timer: ReturnType<typeof setInterval> | null = null;

  /** `changed` is called whenever it stands elsewhere, or plays or does so no more. */
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

  /** Where it stands: never behind the end, which may have moved. */
  get at() {
    return Math.min(this.step, this.length);
  }

  private move(step: number) {
    this.step = Math.max(1, Math.min(step, this.length));
    if (this.step >= this.length) this.stop();
  }

  /** A manual step: it ends the playback. */
  go = (step: number) => {
    this.stop();
    this.move(step);
    this.changed();
  };

  /** Plays on, from the start again where it stands at the end. */
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

  /** Something else was recorded: back to its start. */
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
  const { step, length } = player;
  const to: Record<string, number> = {
    ArrowRight: step + 1,
    PageDown: step + 1,
    ArrowLeft: step - 1,
    PageUp: step - 1,
    Home: 1,
    End: length,
  };
  const wanted = to[key];
  if (wanted !== undefined) return () => player.go(wanted);
  return key === " " ? player.toggle : null;
}
