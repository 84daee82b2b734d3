// A static site on its own port, compressed as hosts of such sites compress it.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const KINDS = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
};

/** Serves a folder until it is closed. @param {string} folder */
export async function serveSite(folder) {
  /** @type {Map<string, Buffer>} */
  const kept = new Map();
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://x").pathname).replace(
      /\/$/,
      "/index.html",
    );
    try {
      const body = await readFile(join(folder, path));
      const packed = /\bgzip\b/.test(String(request.headers["accept-encoding"]));
      response
        .writeHead(200, {
          "content-type": KINDS[extname(path)] ?? "application/octet-stream",
          ...(packed && { "content-encoding": "gzip" }),
        })
        .end(packed ? (kept.get(path) ?? kept.set(path, gzipSync(body)).get(path)) : body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: /** @type {import("node:net").AddressInfo} */ (server.address()).port, close };
}
