/** Starts workers, and loads sheets of style that come with a part of the page. */

import { fileAddress } from "./files.js";

/** @type {any} */
let policy = null;

/** Starts a worker of this release: each page's policy lets one name make their addresses. @param {string} name the path of its script below static */
export function startWorker(name) {
  const address = fileAddress(name);
  policy ??= /** @type {any} */ (window).trustedTypes?.createPolicy("worker", {
    createScriptURL: (/** @type {string} */ url) => url,
  });
  return new Worker(policy ? policy.createScriptURL(address) : address, { type: "module" });
}

/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/** Loads a sheet once, if the page did not bring it. One that does not come stops nothing. @param {string} name such as "css/lab/asked.css" */
export function loadSheet(name) {
  const href = fileAddress(name);
  const known =
    loaded.get(name) ??
    new Promise((/** @type {(done: void) => void} */ done) => {
      if ([...document.styleSheets].some((one) => one.href === href)) return done();
      const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
      for (const end of ["load", "error"]) sheet.addEventListener(end, () => done());
      document.head.append(sheet);
    });
  loaded.set(name, known);
  return known;
}
