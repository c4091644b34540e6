/**
 * Brings the rest of the catalogue, which is said by the server and by modules that are loaded later: these import this
 * module, so that none of their sentences is said before.
 */

import { fileAddress } from "./files.js";
import { language } from "./words.js";

if (language !== "en") {
  try {
    await import(fileAddress(`words/${language}/more.js`));
  } catch {
    // The network is away: these sentences stay English.
  }
}
