// Runs the tests that need no browser, in one process. Node 20 does not run TypeScript, so esbuild
// compiles them first.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const folder = fileURLToPath(new URL("unit", import.meta.url));
const made = fileURLToPath(new URL("../node_modules/.cache/unit.mjs", import.meta.url));
const tests = readdirSync(folder).filter((name) => name.endsWith(".test.ts"));

esbuild.buildSync({
  stdin: {
    contents: tests.map((name) => `import "./${name}";`).join("\n"),
    resolveDir: folder,
  },
  outfile: made,
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  sourcemap: "inline",
});
const { status } = spawnSync(process.execPath, ["--enable-source-maps", "--test", made], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
