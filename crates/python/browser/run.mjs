// Runs a program in Pyodide under Node with the browser's package: run.mjs RUNTIME PROGRAM
import { readFile } from "node:fs/promises";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime = "", program = ""] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(runtime, "pyodide.mjs")).href);
const pyodide = await loadPyodide({ indexURL: `${resolve(runtime)}/` });
const wheel = readdirSync(runtime).find((name) => name.startsWith("patience_games-"));
pyodide.unpackArchive(new Uint8Array(await readFile(join(runtime, wheel))), "wheel");
await pyodide.runPythonAsync(await readFile(program, "utf8"));
