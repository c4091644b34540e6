/**
 * Answers the coach's page when the server is away. Runs as a service worker: files with a fingerprint come from the
 * cache, pages from the server and only without one from the cache.
 */

const CACHE = "coach";
/** @type {any} */
const worker = self;
/** The path in front of every address of the server: this script is at `/coach/worker.js` below it. */
const ROOT = worker.location.pathname.replace(/\/coach\/worker\.js$/, "");
const PAGE = `${ROOT}/coach`;
const FOR_EVER = new RegExp(`^${ROOT}/(static|coach/data)/[0-9a-f]{12}/`);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (FOR_EVER.test(pathname)) event.respondWith(kept(event.request));
  else if (pathname === PAGE || pathname.startsWith(`${PAGE}/`)) event.respondWith(fresh(event.request));
});

/** Returns a file that never changes. @param {Request} request */
async function kept(request) {
  const cache = await caches.open(CACHE);
  const before = await cache.match(request);
  if (before) return before;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** Returns a page; every section has the same. @param {Request} request */
async function fresh(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}
