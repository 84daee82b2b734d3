// Builds the few files that a browser requests, in dist/, and the types of the API. Both are
// committed: Cargo needs no Node.
//   node build.mjs            writes them
//   node build.mjs --watch    writes them again whenever a source changes
//   node build.mjs --check    fails if they differ from a fresh build
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";
import { apiTypes } from "./api-types.mjs";
import { dataFiles } from "./data.mjs";

const ROOT = fileURLToPath(new URL(".", import.meta.url));
const TYPES = "src/api/openapi.ts";
const read = (/** @type {string} */ path) => readFile(join(ROOT, path), "utf8");

/**
 * V8 compiles a file with this start as a whole while it downloads, not function by function on
 * the page's thread (https://v8.dev/blog/explicit-compile-hints). Other engines skip it.
 */
const COMPILE_AT_ONCE = "//# allFunctionsCalledOnLoad\n";

/** The bundles loaded before each entry. @type {[entry: RegExp, before: string][]} */
const BEFORE = [
  [/\/src\/late-parts\.ts$/, "src/main"],
  [/\/src\/(pages\/pages|dialogs\/dialogs)\.ts$/, "src/late-parts"],
];

/**
 * Lets every entry import the one that is loaded before it. So all entries share the code that the
 * first board needs, and esbuild puts it into one chunk: the first board waits for one script. The
 * code that is drawn next is the other chunk; pages and dialogs share both. @type {esbuild.Plugin}
 */
const loadedBefore = {
  name: "loaded-before",
  setup: ({ onLoad }) => {
    for (const [filter, before] of BEFORE)
      onLoad({ filter }, async ({ path }) => ({
        contents: `import "${join(ROOT, before)}";\n${await readFile(path, "utf8")}`,
        loader: "ts",
      }));
  },
};

/** @type {esbuild.BuildOptions} */
const OPTIONS = {
  absWorkingDir: ROOT,
  entryPoints: {
    entry: "src/main.tsx",
    parts: "src/late-parts.ts",
    pages: "src/pages/pages.ts",
    dialogs: "src/dialogs/dialogs.ts",
    worker: "src/api/worker.ts",
    page: "styles/page.css",
    "pages-style": "styles/pages.css",
  },
  chunkNames: "[name]-[hash]",
  metafile: true,
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: true,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  write: false,
  plugins: [loadedBefore],
};

/** The content of a file made by esbuild. @param {string} name @param {string} text */
const bundled = (name, text) => (name === "first-board.js" ? COMPILE_AT_ONCE + text : text);

/** The names of chunks, by a file in them. */
const NAMED = [
  ["src/main.tsx", "first-board.js"],
  ["src/panels/sentence.tsx", "late.js"],
];

/**
 * The names of chunks in dist/, by esbuild's names.
 * @param {esbuild.Metafile} metafile
 */
function chunkNames({ outputs }) {
  const chunks = Object.entries(outputs).filter(([, { entryPoint }]) => !entryPoint);
  const nameOf = (/** @type {object} */ inputs) =>
    NAMED.find(([file]) => file in inputs)?.[1] ?? "";
  const names = new Map(chunks.map(([path, { inputs }]) => [basename(path), nameOf(inputs)]));
  if (names.size > NAMED.length || [...names.values()].includes(""))
    throw new Error(`more chunks than names: ${[...names.keys()].join(", ")}`);
  return names;
}

/**
 * Everything in dist/, by path.
 * @param {esbuild.BuildResult} result
 * @returns {Promise<Map<string, string>>}
 */
async function distOf({ outputFiles = [], metafile = { inputs: {}, outputs: {} } }) {
  const names = chunkNames(metafile);
  const renamed = (/** @type {string} */ text) =>
    [...names].reduce((text, [chunk, name]) => text.replaceAll(chunk, name), text);
  const made = outputFiles
    .map(({ path, text }) => ({ name: renamed(basename(path)), text: renamed(text) }))
    // The entry only imports the chunk, which the page names itself.
    .filter(({ name }) => name !== "entry.js")
    .map(({ name, text }) => [name, bundled(name, text)]);
  const deck = (await read("deck.svg"))
    .replace(/<!--.*?-->/gs, "")
    .replace(/>\s+</g, "><")
    .trim();
  const files = [
    ...made,
    ["index.html", (await read("index.html")).replace("<!-- deck.svg -->", () => deck)],
    ["icon.svg", await read("icon.svg")],
    ["manifest.webmanifest", await read("manifest.webmanifest")],
    ["LICENSE-preact", await read("node_modules/preact/LICENSE")],
    ...(await dataFiles(ROOT)),
  ];
  return new Map(files.map(([name, content]) => [`dist/${name}`, content]));
}

/** Rewrites dist/. @param {Map<string, string>} dist */
async function write(dist) {
  await rm(join(ROOT, "dist"), { recursive: true, force: true });
  await mkdir(join(ROOT, "dist"));
  for (const [path, content] of dist) await writeFile(join(ROOT, path), content);
}

/** Fails if a file differs from what the sources produce. @param {Map<string, string>} made */
async function check(made) {
  const there = (await readdir(join(ROOT, "dist"))).map((name) => `dist/${name}`);
  const paths = [...new Set([...made.keys(), ...there])];
  const found = await Promise.all(paths.map((path) => read(path).catch(() => null)));
  const stale = paths.filter((path, index) => made.get(path) !== found[index]);
  if (stale.length === 0) return;
  console.error(`not what the sources make: ${stale.join(", ")}; run \`npm run build\` in web/`);
  process.exitCode = 1;
}

/** Writes dist/ whenever esbuild finishes. @type {esbuild.Plugin} */
const written = {
  name: "written",
  setup: ({ onEnd }) =>
    onEnd(async (result) => {
      if (result.errors.length === 0) await write(await distOf(result));
    }),
};

const mode = process.argv[2];
const types = await apiTypes(join(ROOT, "openapi.json"));
if (mode === "--check") {
  await check(new Map([...(await distOf(await esbuild.build(OPTIONS))), [TYPES, types]]));
} else {
  await writeFile(join(ROOT, TYPES), types);
  const options = { ...OPTIONS, plugins: [loadedBefore, written] };
  if (mode === "--watch") await (await esbuild.context(options)).watch();
  else await esbuild.build(options);
}
