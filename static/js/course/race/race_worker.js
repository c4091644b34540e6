/** Checks a file beside the page, which ends this worker to stop it. */

/** @import { Found, News } from "./found.js" */

import { partsOf, checked } from "./checker.js";
import { sizeOf, written } from "./found.js";
import { isPacked, unpacked } from "./xz.js";

/** Milliseconds between two pieces of news. */
const NEWS = 60;
/** @type {{postMessage: (news: News) => void, onmessage: unknown}} */
const page = /** @type {any} */ (self);

/** Returns what is found in a file, part by part up to the first fault; null for another kind of file. @param {Uint8Array} bytes @returns {Found[] | null} */
function look(bytes) {
  const text = isPacked(bytes) ? unpacked(bytes) : bytes;
  const parts = text?.every((byte) => byte < 128) ? partsOf(new TextDecoder().decode(text)) : null;
  if (!parts) return null;
  let told = 0;
  /** @type {Found[]} */
  const found = [];
  for (const [at, part] of parts.entries()) {
    const result = checked(part, ({ done, of }) => {
      if (performance.now() < told + NEWS) return;
      told = performance.now();
      page.postMessage({ part: at + 1, parts: parts.length, done, of });
    });
    const claim = part.lines[0] ?? "";
    if ("fault" in result) return [...found, { claim, ...result }];
    const { course, tree } = result;
    found.push({ claim, course, size: sizeOf(course), written: written(part.lines, tree) });
  }
  return found;
}

page.onmessage = (/** @type {MessageEvent<ArrayBuffer>} */ { data }) =>
  page.postMessage({ found: look(new Uint8Array(data)), bytes: data.byteLength });
