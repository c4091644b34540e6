/** Stores the ladder of each game in this browser, and what counts in the games under way. */

/** @import { Climb } from "../model/ended/ladder.js" */
/** @import { Reader } from "../model/kept.js" */
/** @import { Help, Ladder, PageState } from "../model/types.js" */

import { climbOn, isMost, lightUp } from "../model/ended/ladder.js";
import { entries, fields, flag, oneOf, whole } from "../model/kept.js";
import { GAME_ID, LADDER, loadKept, saveChoice } from "./storage.js";

const CLIMBS_KEPT = 60;
const HELP = oneOf(.../** @type {Help[]} */ (["hint", "truth", "back", "seats", "program"]));
const CLIMB = fields({ level: whole(1, 10), alone: flag, over: flag }, { help: HELP });
/** @type {Reader<Record<string, Climb>>} */
const CLIMBS = entries(GAME_ID, CLIMB, CLIMBS_KEPT);

/** Returns the ladder of a game in this browser. @param {string} game @returns {Ladder} */
export const loadLadder = (game) => loadKept(`ladder.${game}`, LADDER) ?? {};

/** Returns what counts in the games under way, the newest last. */
const loadClimbs = () => Object.entries(loadKept("climbs", CLIMBS) ?? {});

/** Keeps what counts in a game. @param {string} id @param {Climb} climb */
function saveClimb(id, climb) {
  const others = loadClimbs().filter(([name]) => name !== id);
  saveChoice("climbs", JSON.stringify(Object.fromEntries([...others.slice(1 - CLIMBS_KEPT), [id, climb]])));
}

/** Returns what counts in a game. @param {string | null} id */
const climbOf = (id) => loadClimbs().find(([name]) => name === id)?.[1] ?? null;

/** Tells whether a program has played for the person. @param {string | null} id */
export const isPlayedByProgram = (id) => climbOf(id)?.help === "program";

/** Notes that a program plays for the person: the game counts for no ladder and no strength. @param {string} id */
export function noteProgram(id) {
  saveClimb(id, { level: 1, alone: false, over: false, help: "program" });
}

/**
 * Follows a game after each change, and lights a stop at the end of a won one.
 *
 * @param {PageState} page
 * @returns {{ladder: Ladder, climbed: boolean, helped: Help | ""} | null} the ladder after a won game: whether a stop has
 *   lit up, or which help the win had; null before the end, and after other games
 */
export function followClimb(page) {
  const id = page.game.game_id;
  if (id === null) return null;
  const before = climbOf(id);
  const climb = climbOn(before, page);
  if (!climb || JSON.stringify(climb) === JSON.stringify(before)) return null;
  saveClimb(id, climb);
  if (!climb.over) return null;
  const old = loadLadder(page.info.name);
  const ladder = lightUp(old, climb, page);
  if (ladder !== old) saveChoice(`ladder.${page.info.name}`, JSON.stringify(ladder));
  const helped = climb.alone ? "" : (climb.help ?? "seats");
  return isMost(page, climb.level) ? { ladder, climbed: ladder !== old, helped } : null;
}
