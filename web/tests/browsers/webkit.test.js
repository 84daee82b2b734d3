import { spawnSync } from "node:child_process";
import { launch } from "./webkit.js";
import { testPage } from "./page.js";

const missing = ["WebKitWebDriver", "Xvfb"].find(
  (program) => spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0,
);

testPage(
  "WebKit",
  launch,
  Number(process.env.PATIENCE_PORT ?? 4472) + 1,
  missing ? `${missing} is missing` : false,
);
