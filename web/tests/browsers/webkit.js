// Debian's WebKit, the engine of Safari, driven over WebDriver (https://www.w3.org/TR/webdriver2/)
// by its own WebKitWebDriver. It needs a screen: Xvfb is a virtual one. Clicks and keys are the
// browser's, not made by scripts.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Driver, ended } from "./driver.js";

const LISTEN = `const faults = (window.faults = []), { error } = console;
  console.error = (...said) => (faults.push(said.join(" ")), error(...said));
  addEventListener("error", (event) => faults.push(event.message));
  addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));`;

/** A port that is free. @returns {Promise<number>} */
const freePort = () =>
  new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => found(port));
    });
  });

/**
 * Starts a screen; the program writes its number once it is ready. @returns
 * {Promise<{screen: import("node:child_process").ChildProcess, display: string}>}
 */
const startScreen = () =>
  new Promise((found, fail) => {
    const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    screen.stdout.once("data", (number) => found({ screen, display: `:${String(number).trim()}` }));
    screen.once("error", fail);
    screen.once("exit", (code) => fail(new Error(`Xvfb ended with ${code}`)));
  });

/** Starts WebKit, and connects. @param {{width: number, height: number}} viewport */
export async function launch(viewport) {
  const home = await mkdtemp(join(tmpdir(), "patience-webkit-"));
  // The system setting for reduced motion, which WebKit follows.
  await mkdir(join(home, "gtk-3.0"));
  await writeFile(
    join(home, "gtk-3.0", "settings.ini"),
    "[Settings]\ngtk-enable-animations=false\n",
  );
  const { screen, display } = await startScreen();
  const port = await freePort();
  const program = spawn(process.env.WEBKIT_DRIVER ?? "WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: "x11",
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      XDG_CACHE_HOME: home,
    },
  });
  const browser = new WebKit(`http://127.0.0.1:${port}/session`, program, screen, home);
  await new Promise((begun, fail) => program.once("spawn", begun).once("error", fail));
  await browser.begin(viewport);
  return browser;
}

class WebKit extends Driver {
  /**
   * @param {string} address @param {import("node:child_process").ChildProcess} program @param
   * {import("node:child_process").ChildProcess} screen @param {string} home
   */
  constructor(address, program, screen, home) {
    super();
    this.address = address;
    this.program = program;
    this.screen = screen;
    this.home = home;
  }

  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
  async send(method, path, body) {
    const response = await fetch(`${this.address}${path}`, {
      method,
      body: body && JSON.stringify(body),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  /** @param {{width: number, height: number}} viewport */
  async begin(viewport) {
    const capabilities = {
      alwaysMatch: {
        "webkitgtk:browserOptions": {
          binary: process.env.WEBKIT ?? "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
          args: ["--automation"],
        },
      },
    };
    // The driver starts to listen a moment after its own start.
    for (let tries = 0; ; tries++) {
      const session = await this.send("POST", "", { capabilities }).catch((error) => {
        if (tries > 100 || error.message !== "fetch failed") throw error;
      });
      if (session) {
        this.address += `/${session.sessionId}`;
        break;
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    await this.send("POST", "/timeouts", { script: 60_000 });
    // A window has a bar above the page.
    await this.send("POST", "/window/rect", viewport);
    const [width, height] = await this.value("[innerWidth, innerHeight]");
    await this.send("POST", "/window/rect", {
      width: 2 * viewport.width - width,
      height: 2 * viewport.height - height,
    });
  }

  /** Opens an address afresh. @param {string} url */
  async open(url) {
    await this.faults();
    await this.send("POST", "/url", { url: "about:blank" });
    await this.send("POST", "/url", { url });
    await this.listen();
  }

  async reload() {
    await this.faults();
    await this.send("POST", "/refresh", {});
    await this.listen();
  }

  /**
   * WebDriver does not report the console: it is captured once the page has loaded. An earlier
   * fault leaves no board.
   */
  async listen() {
    await this.send("POST", "/execute/sync", { script: LISTEN, args: [] });
  }

  async faults() {
    this.errors.push(...(await this.value("(window.faults ?? []).splice(0)")));
    return this.errors;
  }

  /** The value of an expression in the page. @param {string} expression */
  async value(expression) {
    const script = `const done = arguments[0]; (async () => ${expression})().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await this.send("POST", "/execute/async", { script, args: [] });
    if (error) throw new Error(`${expression}: ${error}`);
    return value;
  }

  /** @param {object} source */
  perform(source) {
    return this.send("POST", "/actions", { actions: [source] });
  }

  async close() {
    await this.send("DELETE", "").catch(() => {});
    this.program.kill();
    await ended(this.program);
    this.screen.kill();
    await ended(this.screen);
    await rm(this.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
