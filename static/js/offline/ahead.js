/** Fetches the puzzles that a person will want without a server; the service worker keeps them. */

import { dayNumber } from "../model/day.js";
import { Files } from "../coach/net/files.js";
import { loadProgress } from "../coach/net/progress_store.js";
import { Supply } from "../coach/net/supply.js";

/** Fetches ahead. @param {string} address of the folder with puzzles */
export const chunksAhead = (address) => new Supply(new Files(address)).keepAhead(loadProgress(), dayNumber(new Date()));
