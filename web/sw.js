// The static site without a network: every file of one version is kept, and answered from there.
// `VERSION` and the list `files.json` are written by scripts/export-site.sh; a new version is
// another file, which browsers detect by themselves.
const VERSION = "unversioned";
const NAME = `patience-${VERSION}`;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const files = await (await fetch("files.json", { cache: "no-store" })).json();
    const cache = await caches.open(NAME);
    await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    for (const name of await caches.keys())
      if (name.startsWith("patience-") && name !== NAME) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const answer = async () =>
    (await (await caches.open(NAME)).match(request, { ignoreSearch: true })) ?? fetch(request);
  event.respondWith(answer());
});
