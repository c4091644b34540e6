/** Asks the browser to keep the page and its files for times without a server. */

import { root } from "../../words.js";

const CACHE = "coach";
/** The page without a server; the sections have the same. */
const PAGE = `${root}/coach`;
const OURS = new RegExp(`^${root}/(static|coach/data)/([0-9a-f]{12})/`);

/**
 * Registers the service worker and keeps what this page has loaded; nothing depends on success.
 *
 * @param {string} address of the worker's script
 * @param {string[]} current addresses of the release in use; files of others are removed
 * @returns {Promise<boolean>} the worker was there before: this visit is not the first one, and all that is fetched is
 *   kept
 */
export async function keepForLater(address, current) {
  try {
    // Asked before the worker claims this page: a first visit is light, and what is not needed yet comes with the next.
    const isLater = navigator.serviceWorker.controller !== null;
    /** @type {any} */
    const types = /** @type {any} */ (window).trustedTypes;
    const policy = types?.createPolicy("coach", { createScriptURL: (/** @type {string} */ url) => url });
    await navigator.serviceWorker.register(policy ? policy.createScriptURL(address) : address, { scope: PAGE });
    const loaded = performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name))
      .filter(({ origin }) => origin === location.origin);
    const files = loaded.filter(({ pathname }) => OURS.test(pathname)).map(({ href }) => href);
    const cache = await caches.open(CACHE);
    await dropOld(cache, new Set(current.map((href) => OURS.exec(new URL(href, location.href).pathname)?.[2])));
    await cache.addAll(files.filter((href, at) => files.indexOf(href) === at));
    // loaded a moment ago: not fetched once more
    const shown = await fetch(location.pathname, { cache: "force-cache" });
    if (shown.ok) await cache.put(PAGE, shown);
    return isLater;
  } catch {
    return false; // a private window, no secure connection, or no room: the page works as long as it is open
  }
}

/**
 * Removes the files of earlier releases.
 *
 * @param {Cache} cache
 * @param {Set<string | undefined>} fingerprints those in use
 */
async function dropOld(cache, fingerprints) {
  for (const request of await cache.keys()) {
    const found = OURS.exec(new URL(request.url).pathname);
    if (found && !fingerprints.has(found[2])) await cache.delete(request);
  }
}
