/** Lists the ten levels of the slider (engine/mind/levels/level.py). */

/** @import { Level } from "./weak.js" */

import { LEVELS } from "../files.js";

/** Returns a level by its number, 1 to 10. @param {number} number @returns {Level} */
export function levelOf(number) {
  const [horizon = null, miss, spread, byHeart] = LEVELS[number - 1] ?? [];
  return { number, horizon, miss: miss ?? 0, spread: spread ?? 0, byHeart: byHeart ?? 0 };
}
