/**
 * Answers for the server while it is away. Runs as a service worker for all pages. A file's address holds the
 * fingerprint of its release, so the file comes from whichever cache has it, and a page never gets files of another
 * release. Pages come from the server, and only without one from the newest release that is kept whole.
 */

/** Names the caches: one for each release, and one for the data, whose addresses have fingerprints of their own. */
const [RELEASE, DATA] = ["fourthought-", "fourthought-data"];
const MOST_DATA = 400;
/** Milliseconds for which a page waits for a slow server, where it is kept here. */
const PATIENCE_MS = 8000;
/** What a proxy answers for a server that is away. */
const AWAY = [502, 503, 504];

/** @type {any} */
const worker = self;
/** The path in front of every address of the server: this script is at `/worker.js` below it. */
const ROOT = worker.location.pathname.replace(/\/worker\.js$/, "");
const FILE = new RegExp(`^${ROOT}/static/[0-9a-f]{12}/`);
const FACTS = new RegExp(`^${ROOT}/(coach/data|lab/run|lab/check)/[0-9a-f]{12}(/|$)`);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (FILE.test(pathname)) event.respondWith(file(request));
  else if (FACTS.test(pathname)) event.respondWith(fact(request));
  else if (request.mode === "navigate" && !/\.\w+$/.test(pathname)) event.respondWith(page(request));
});

/** Tells whether an answer is what its address stands for: a newer server answers old addresses, too. @param {Response} answer */
const isOf = (answer) => !answer.redirected && !answer.headers.has("X-Another-Release");

/** Returns a file of the release in its address, never of another. @param {Request} request */
async function file(request) {
  const before = await caches.match(request);
  if (before) return before;
  const answer = await fetch(request);
  return isOf(answer) ? answer : Response.error();
}

/** Returns puzzles or a run of the lab, and keeps them, unless the space was freed. @param {Request} request */
async function fact(request) {
  const before = await caches.match(request);
  if (before) return before;
  const answer = await fetch(request);
  if (answer.ok && isOf(answer) && (await caches.has(DATA))) {
    const cache = await caches.open(DATA);
    await cache.put(request, answer.clone());
    const [oldest, ...others] = await cache.keys();
    if (oldest && others.length >= MOST_DATA) await cache.delete(oldest);
  }
  return answer;
}

/** Returns a page from the server; without one the kept page that stands for it. @param {Request} request */
async function page(request) {
  const asked = fetch(request).catch(() => null);
  const slow = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const answer = await Promise.race([asked, slow]);
  if (answer && !AWAY.includes(answer.status)) return answer;
  return (await keptPage(new URL(request.url).pathname)) ?? (await asked) ?? Response.error();
}

/**
 * Returns the page that stands for an address: the same or the room's from a release that is kept whole, else the table
 * that plays alone, as soon as the table is whole.
 *
 * @param {string} path
 */
async function keptPage(path) {
  const room = path.slice(ROOT.length).split("/")[1]; // none in the address of the first page
  // with a stroke at the end: the pages of a folder without a server
  const rooms = room ? [`${ROOT}/${room}`, `${ROOT}/${room}/`] : [];
  const names = (await caches.keys()).reverse().filter((name) => name.startsWith(RELEASE));
  for (const [mark, addresses] of /** @type {[string, string[]][]} */ ([
    ["kept", [path, ...rooms]],
    ["kept/table", [`${ROOT}/offline`, `${ROOT}/`]],
  ])) {
    for (const name of names) {
      const cache = await caches.open(name);
      if (!(await cache.match(`${ROOT}/${mark}`)) && !(await cache.match(`${ROOT}/kept`))) continue; // not whole yet
      for (const address of addresses) {
        const found = await cache.match(address);
        if (found) return found;
      }
    }
  }
  return null;
}
