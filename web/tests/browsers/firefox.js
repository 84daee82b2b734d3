// Debian's Firefox, driven over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which it
// supports as it is: Playwright needs its own build of Firefox. Clicks and keys come from the
// browser, not from scripts.
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Driver, ended } from "./driver.js";

const PREFERENCES = {
  "ui.prefersReducedMotion": 1,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "app.update.enabled": false,
};

/**
 * Starts Firefox without a window, and connects. @param {{width: number, height: number}} viewport
 */
export async function launch(viewport) {
  const profile = await mkdtemp(join(tmpdir(), "patience-firefox-"));
  await writeFile(
    join(profile, "user.js"),
    Object.entries(PREFERENCES)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(""),
  );
  const program = spawn(
    process.env.FIREFOX ?? "firefox-esr",
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const address = await new Promise((found, fail) => {
    let said = "";
    program.stderr.on("data", (data) => {
      said += data;
      const listening = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
      if (listening) found(listening[1]);
    });
    program.on("error", fail);
    program.on("exit", (code) =>
      fail(new Error(`Firefox ended with ${code}: ${said.slice(-500)}`)),
    );
  });
  const browser = new Firefox(new WebSocket(`${address}/session`), program, profile);
  await browser.begin(viewport);
  return browser;
}

class Firefox extends Driver {
  /** @type {Map<number, {keep: (result: any) => void, fail: (error: Error) => void}>} */
  waiting = new Map();
  count = 0;
  context = "";

  /**
   * @param {WebSocket} socket @param {import("node:child_process").ChildProcess} program @param
   * {string} profile
   */
  constructor(socket, program, profile) {
    super();
    this.socket = socket;
    this.program = program;
    this.profile = profile;
    socket.onmessage = ({ data }) => this.hear(JSON.parse(data));
  }

  hear(message) {
    if (message.type === "event") {
      if (message.method === "log.entryAdded" && message.params.level === "error")
        this.errors.push(message.params.text);
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.type === "success") waiting?.keep(message.result);
    else waiting?.fail(new Error(`${message.error}: ${message.message}`));
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  send(method, params) {
    const id = this.count++;
    return new Promise((keep, fail) => {
      this.waiting.set(id, { keep, fail });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  async begin(viewport) {
    await new Promise((open, fail) => Object.assign(this.socket, { onopen: open, onerror: fail }));
    await this.send("session.new", { capabilities: {} });
    await this.send("session.subscribe", { events: ["log.entryAdded"] });
    const { contexts } = await this.send("browsingContext.getTree", {});
    this.context = contexts[0].context;
    await this.send("browsingContext.setViewport", { context: this.context, viewport });
  }

  /** Opens an address afresh. @param {string} url */
  async open(url) {
    await this.send("browsingContext.navigate", {
      context: this.context,
      url: "about:blank",
      wait: "complete",
    });
    await this.send("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }

  /** Loads the page again, and waits for it: the element that was seen before does not count. */
  async reload() {
    await this.send("browsingContext.reload", { context: this.context, wait: "complete" });
  }

  /** The value of an expression in the page. @param {string} expression */
  async value(expression) {
    const { type, result, exceptionDetails } = await this.send("script.evaluate", {
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      target: { context: this.context },
      awaitPromise: true,
    });
    if (type !== "success") throw new Error(`${expression}: ${exceptionDetails.text}`);
    return result.value === undefined ? undefined : JSON.parse(result.value);
  }

  /** @param {object} source */
  perform(source) {
    return this.send("input.performActions", { context: this.context, actions: [source] });
  }

  async close() {
    await this.send("browser.close", {}).catch(() => {});
    this.socket.close();
    await ended(this.program);
    await rm(this.profile, { recursive: true, force: true });
  }
}
