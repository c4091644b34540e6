/** Loads sheets of style that come with a part of the page. */

import { el } from "./view/dom.js";
import { fileAddress } from "./files.js";

/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/** Loads a sheet once. One that does not come stops nothing. @param {string} name such as "css/lab/asked.css" */
export function loadSheet(name) {
  const known =
    loaded.get(name) ??
    new Promise((/** @type {(done: void) => void} */ done) => {
      const sheet = el("link", { rel: "stylesheet", href: fileAddress(name) });
      for (const end of ["load", "error"]) sheet.addEventListener(end, () => done());
      document.head.append(sheet);
    });
  loaded.set(name, known);
  return known;
}
