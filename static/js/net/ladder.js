/** Stores the ladder of each game in this browser, and what counts in the games under way. */

/** @import { Climb } from "../model/ended/ladder.js" */
/** @import { Reader } from "../model/kept.js" */
/** @import { Ladder, PageState } from "../model/types.js" */

import { climbOn, lightUp } from "../model/ended/ladder.js";
import { climber } from "../model/select.js";
import { entries, fields, flag, row, whole } from "../model/kept.js";
import { GAME_ID, loadKept, saveChoice } from "./storage.js";

const CLIMBS_KEPT = 60;
/** @type {Reader<Ladder>} */
const LADDER = entries(/^([1-9]|10)$/, row(flag, flag), 10);
/** @type {Reader<Record<string, Climb>>} */
const CLIMBS = entries(GAME_ID, fields({ level: whole(1, 10), alone: flag, over: flag }), CLIMBS_KEPT);

/** Returns the ladder of a game in this browser. @param {string} game @returns {Ladder} */
export const loadLadder = (game) => loadKept(`ladder.${game}`, LADDER) ?? {};

/**
 * Follows a game after each change, and lights a stop at the end of a won one.
 *
 * @param {PageState} page
 * @returns {{ladder: Ladder, climbed: boolean, helped: boolean} | null} the ladder after a won game: whether a stop has
 *   lit up,
 *   or the win had help; null before the end, and after other games
 */
export function followClimb(page) {
  const id = page.game.game_id;
  if (id === null) return null;
  const climbs = Object.entries(loadKept("climbs", CLIMBS) ?? {});
  const before = climbs.find(([name]) => name === id)?.[1] ?? null;
  const climb = climbOn(before, page);
  if (!climb || JSON.stringify(climb) === JSON.stringify(before)) return null;
  const others = climbs.filter(([name]) => name !== id).slice(1 - CLIMBS_KEPT);
  saveChoice("climbs", JSON.stringify(Object.fromEntries([...others, [id, climb]])));
  if (!climb.over) return null;
  const old = loadLadder(page.info.name);
  const ladder = lightUp(old, climb, page);
  const won = climb.over && page.game.outcome?.winner === climber(page);
  if (ladder !== old) saveChoice(`ladder.${page.info.name}`, JSON.stringify(ladder));
  return won ? { ladder, climbed: ladder !== old, helped: !climb.alone } : null;
}
