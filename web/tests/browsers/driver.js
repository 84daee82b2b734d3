// The actions of a test in any browser: a browser's own file defines how an expression is
// evaluated and how input is performed.

/** The timeout of every wait: a busy machine is slow. */
const PATIENCE_MS = 90_000;

/**
 * An expression for the first visible element, by selector and, if given, by the text in
 * it.
 */
const element = (selector, text = "") =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => each.checkVisibility() && each.textContent.includes(${JSON.stringify(text)}))`;

export class Driver {
  /** Messages of the console and of uncaught errors. @type {string[]} */
  errors = [];

  /** All messages of the console and of uncaught errors. @returns {Promise<string[]>} */
  async faults() {
    return this.errors;
  }

  /** The value of an expression in the page. @param {string} _expression @returns {Promise<any>} */
  async value(_expression) {
    throw new Error("said by the browser's own file");
  }

  /**
   * Input that the browser makes, in WebDriver's form. @param {object} _source @returns
   * {Promise<unknown>}
   */
  async perform(_source) {
    throw new Error("said by the browser's own file");
  }

  /** Waits until an expression is true. @param {string} expression @param {string} [what] */
  async until(expression, what = expression) {
    const end = Date.now() + PATIENCE_MS;
    let last;
    while (Date.now() < end) {
      last = await this.value(expression).catch((error) => error);
      if (last && !(last instanceof Error)) return last;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`timed out waiting for: ${what} (last: ${last})`);
  }

  /** Waits for an element. @param {string} selector @param {string} [text] */
  async see(selector, text = "") {
    await this.until(`!!${element(selector, text)}`, `${selector} ${text}`);
  }

  /** Clicks in the middle of an element. @param {string} selector @param {string} [text] */
  async click(selector, text = "") {
    await this.see(selector, text);
    const [x, y] = await this.value(
      `(() => { const each = ${element(selector, text)}; each.scrollIntoView({ block: "nearest" }); const box = each.getBoundingClientRect(); return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]; })()`,
    );
    const actions = [
      { type: "pointerMove", duration: 0, x, y },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    await this.perform({
      type: "pointer",
      id: "mouse",
      parameters: { pointerType: "mouse" },
      actions,
    });
  }

  /** Presses a key. @param {string} key its character, or its number in WebDriver's table */
  async press(key) {
    await this.perform({
      type: "key",
      id: "keys",
      actions: [
        { type: "keyDown", value: key },
        { type: "keyUp", value: key },
      ],
    });
  }

  /** Chooses in a list. @param {string} selector @param {string} option */
  async choose(selector, option) {
    await this.see(selector);
    await this.value(
      `(() => { const list = ${element(selector)}; list.value = ${JSON.stringify(option)}; list.dispatchEvent(new Event("change", { bubbles: true })); return true; })()`,
    );
  }
}

/** A program that has ended. @param {import("node:child_process").ChildProcess} program */
export const ended = (program) =>
  new Promise((done) =>
    program.exitCode === null && program.signalCode === null
      ? program.once("exit", done)
      : done(undefined),
  );

/** Keys without a character. */
export const KEY = {
  left: "\uE012",
  up: "\uE013",
  right: "\uE014",
  down: "\uE015",
  enter: "\uE007",
};
