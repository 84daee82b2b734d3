// Queues inputs: an input during a move waits until the board shows the position for which it was
// meant. Otherwise a key would be applied to an outdated board.

export class Inputs {
  waiting: (() => unknown)[] = [];
  running = false;

  readonly shown: () => Promise<void>;

  /** `shown`: settles when the result of the last input is on the screen */
  constructor(shown: () => Promise<void> = async () => {}) {
    this.shown = shown;
  }

  /** Runs an action now, or after all pending inputs. */
  add(work: () => unknown) {
    this.waiting.push(work);
    if (!this.running) this.run();
  }

  /** Discards pending inputs: another game is open. */
  clear() {
    this.waiting = [];
  }

  async run() {
    this.running = true;
    try {
      for (let work = this.waiting.shift(); work; work = this.waiting.shift()) {
        const done = work();
        if (done instanceof Promise) {
          await done.catch(() => {});
          await this.shown();
        } else if (this.waiting.length) await this.shown();
      }
    } finally {
      this.running = false;
    }
  }
}
