/**
 * Stores the person's results in this browser, and how far one is in each room; writes results and ladders into the
 * exported progress.
 */

/** @import { Result } from "../model/ended/results.js" */
/** @import { Reader } from "../model/kept.js" */
/** @import { Ladder, PageState } from "../model/types.js" */

import { entries, fields, listOf, matching, nullOr, oneOf, whole } from "../model/kept.js";
import { dayNumber } from "../model/day.js";
import { resultOf } from "../model/ended/results.js";
import { GAME_ID, LADDER, loadChoice, loadKept, saveChoice } from "./storage.js";

const KEPT = 400;
const GAME = /^[a-z0-9-]{1,40}$/;
/** @type {Reader<Result[]>} */
const RESULTS = listOf(
  fields({
    id: matching(GAME_ID),
    game: matching(GAME),
    level: whole(1, 10),
    rating: nullOr(whole(-5000, 5000)),
    score: oneOf(/** @type {const} */ (0), /** @type {const} */ (0.5), /** @type {const} */ (1)),
    day: whole(0, 100_000),
    moves: matching(/^[\d,]{0,60}$/),
  }),
  KEPT,
);
const LADDERS = entries(GAME, LADDER, 30);

/** Returns the results of this browser, in the order of play. @returns {Result[]} */
export const loadResults = () => loadKept("results", RESULTS) ?? [];

/** Stores the result of a game that is over, once. @param {PageState} page */
export function keepResult(page) {
  const result = resultOf(page, dayNumber(new Date()));
  if (!result) return;
  const others = loadResults();
  if (others.some(({ id }) => id === result.id)) return;
  saveChoice("results", JSON.stringify([...others, result].slice(-KEPT)));
}

/** Returns the stored ladders, by game. @returns {Record<string, Ladder>} */
function loadLadders() {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith("fourthought.ladder."));
    return Object.fromEntries(
      names.map((name) => [
        name.slice("fourthought.ladder.".length),
        loadKept(name.slice("fourthought.".length), LADDER) ?? {},
      ]),
    );
  } catch {
    return {}; // storage is forbidden
  }
}

/** Returns what an exported progress keeps of the games against the levels. */
export const exportTable = () => ({ results: loadResults(), ladders: loadLadders() });

/** Takes over what an exported progress has of the games. @param {any} table */
export function importTable(table) {
  const results = RESULTS(table?.results);
  if (results) saveChoice("results", JSON.stringify(results));
  for (const [game, ladder] of Object.entries(LADDERS(table?.ladders) ?? {}))
    saveChoice(`ladder.${game}`, JSON.stringify(ladder));
}

/** @typedef {{done: number, all: number, number: number, next: string}} Way next: what comes, by its name; number: its number */

const WAY = /^(\d{1,7}) (\d{1,7}) (\d{1,4}) ([a-z0-9-]{0,40})$/;

/**
 * Keeps how far one is.
 * @param {string} room @param {number} done
 * @param {number} [all] 0: without an end
 * @param {string} [next] @param {number} [number]
 */
export const keepWay = (room, done, all = 0, next = "", number = 0) =>
  saveChoice(`way.${room}`, [done, all, number, next].join(" "));

/** Returns how far one is, null for who has not begun. @param {string} room @returns {Way | null} */
export function loadWay(room) {
  const [, done, all, number, next = ""] = WAY.exec(loadChoice(`way.${room}`) ?? "") ?? [];
  return Number(done) ? { done: Number(done), all: Number(all), number: Number(number), next } : null;
}
