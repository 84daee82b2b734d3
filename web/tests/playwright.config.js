// The page in Debian's Chromium, at the sizes of a desktop and a phone.
import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const port = Number(process.env.PATIENCE_PORT ?? 4471);
const patience = process.env.PATIENCE ?? "../../target/debug/patience";
const results = process.env.PATIENCE_RESULTS ?? "../test-results";
const whole = process.env.PATIENCE_TESTS === "all";
const studies = `${results}-studies`;
// The browser without windows uses a third less processor time.
const chromiums = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const browser = {
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? chromiums.find(existsSync),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // No test lasts long enough to pay for optimised code, for a process that waits for another
      // site (a tenth of the CPU time), or for one for each visit (a sixth of it).
      ...(whole
        ? []
        : [
            "--js-flags=--no-opt,--no-maglev",
            "--disable-site-isolation-trials",
            "--renderer-process-limit=1",
          ]),
    ],
  },
};

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.js",
  testIgnore: process.env.PATIENCE_SITE ? [] : ["site.spec.js"],
  // Tests wait for about half their time. They share one server, and no storage.
  workers: 2,
  // On a busy machine an answer from the solvers may take a long time; only a failure waits until
  // the end.
  timeout: 400_000,
  expect: { timeout: 120_000 },
  retries: 0,
  reporter: [["list"]],
  outputDir: results,
  use: { baseURL: `http://127.0.0.1:${port}/`, ...browser },
  projects: [
    // Most tests do the same at both sizes: the ordinary tier runs those about the phone, which are tagged
    // `@phone`, only at its size, and the others only at the size of a desktop.
    {
      name: "desk",
      grepInvert: whole ? /@phone-only/ : /@phone/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: "phone",
      grep: whole ? /./ : /@phone|@both/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    // With a small study that has been run, and one that has not.
    command: `set -e; mkdir -p ${studies}; cp studies/* ${studies}; ${patience} study run ${studies}/small.toml; exec ${patience} serve --port ${port} --studies ${studies}`,
    url: `http://127.0.0.1:${port}/`,
    timeout: 60_000,
  },
});
