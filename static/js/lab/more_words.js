/**
 * Brings the words of the lab's scripts that are loaded later: these import this module, so that none of their
 * sentences is said before.
 */

import { language } from "../words.js";

if (language !== "en") {
  try {
    await import(new URL(`../../words/${language}/lab_more.js`, import.meta.url).href);
  } catch {
    // The network is away: these sentences stay English.
  }
}
