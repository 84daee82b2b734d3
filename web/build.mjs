// Makes the few files that a browser asks for, in dist/. They are committed: Cargo needs no Node.
//   node build.mjs            writes them
//   node build.mjs --watch    writes them again whenever a source changes
//   node build.mjs --check    fails where they are not what the sources make
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const ROOT = fileURLToPath(new URL(".", import.meta.url));
const DIST = join(ROOT, "dist");

/**
 * V8 compiles a file that begins so as a whole while it comes in, not function by function on the page's thread
 * (https://v8.dev/blog/explicit-compile-hints). Other engines skip it.
 */
const COMPILE_AT_ONCE = "//# allFunctionsCalledOnLoad\n";

/**
 * Lets what comes late import the page's entry. So all that the first board needs is shared by two entries, and esbuild puts it into
 * one chunk: the first board waits for one script, which late.js imports.
 * @type {esbuild.Plugin}
 */
const sharedFirstBoard = {
  name: "shared-first-board",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/src\/late-parts\.js$/ }, async ({ path }) => ({ contents: `import "./main.js";\n${await readFile(path, "utf8")}` })),
};

/** The files that no bundler makes. @returns {Promise<[string, Buffer | string][]>} */
async function others() {
  const text = (/** @type {string} */ path) => readFile(join(ROOT, path), "utf8");
  const deck = (await text("deck.svg")).trim();
  return [
    ["index.html", (await text("index.html")).replace("<!-- deck.svg -->", () => deck)],
    ["icon.svg", await text("icon.svg")],
    ["manifest.webmanifest", await text("manifest.webmanifest")],
    ["LICENSE-preact", await text("node_modules/preact/LICENSE")],
    ["LICENSE-htm", await text("node_modules/htm/LICENSE")],
  ];
}

/** All files of dist/ by name. @param {esbuild.OutputFile[]} bundles @returns {Promise<Map<string, Buffer>>} */
async function files(bundles) {
  const made = new Map((await others()).map(([name, content]) => [name, Buffer.from(content)]));
  for (const { path, text } of bundles) {
    const name = basename(path);
    // The entry only imports the chunk, which the page names itself.
    if (name !== "entry.js") made.set(name, Buffer.from(name === "first-board.js" ? COMPILE_AT_ONCE + text : text));
  }
  return made;
}

/** Writes what is new. @param {Map<string, Buffer>} made */
async function write(made) {
  await rm(DIST, { recursive: true, force: true });
  await mkdir(DIST);
  for (const [name, content] of made) await writeFile(join(DIST, name), content);
}

/** Names of files that differ from what the sources make. @param {Map<string, Buffer>} made */
async function stale(made) {
  const there = await readdir(DIST);
  const differs = async (/** @type {string} */ name) => !made.get(name)?.equals(await readFile(join(DIST, name)).catch(() => Buffer.alloc(0)));
  const names = [...new Set([...there, ...made.keys()])].sort();
  return (await Promise.all(names.map(differs))).flatMap((isStale, index) => (isStale ? [names[index]] : []));
}

const mode = process.argv[2] ?? "";
/** @type {esbuild.Plugin} */
const written = {
  name: "written",
  setup: ({ onEnd }) =>
    onEnd(async ({ outputFiles = [], errors }) => {
      if (errors.length) return;
      const made = await files(outputFiles);
      if (mode !== "--check") return write(made);
      const names = await stale(made);
      if (names.length === 0) return;
      console.error(`${names.map((name) => `dist/${name}`).join(", ")}: not what the sources make; run \`npm run build\` in web/`);
      process.exitCode = 1;
    }),
};

const context = await esbuild.context({
  absWorkingDir: ROOT,
  entryPoints: { entry: "src/main.js", late: "src/late-parts.js", worker: "src/worker.js", page: "page.css" },
  chunkNames: "first-board",
  outdir: DIST,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  charset: "utf8",
  legalComments: "none",
  write: false,
  logLevel: "warning",
  plugins: [sharedFirstBoard, written],
});
if (mode === "--watch") await context.watch();
else {
  await context.rebuild();
  await context.dispose();
}
