/** Starts workers of this release: each page's policy lets one name make their addresses. */

import { fileAddress } from "./files.js";

/** @type {any} */
let policy = null;

/** Starts a worker. @param {string} name the path of its script below static */
export function startWorker(name) {
  const address = fileAddress(name);
  policy ??= /** @type {any} */ (window).trustedTypes?.createPolicy("worker", {
    createScriptURL: (/** @type {string} */ url) => url,
  });
  return new Worker(policy ? policy.createScriptURL(address) : address, { type: "module" });
}
