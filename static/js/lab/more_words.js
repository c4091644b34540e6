/**
 * Brings the words of the lab's scripts that are loaded later: these import this module, so that none of their
 * sentences is said before.
 */

import { fileAddress } from "../files.js";
import { language } from "../words.js";

if (language !== "en") {
  try {
    await import(fileAddress(`words/${language}/lab_more.js`));
  } catch {
    // The network is away: these sentences stay English.
  }
}
