/** Stores the person's results and ladders in this browser, and writes them into the exported progress. */

/** @import { Reader } from "../model/kept.js" */
/** @import { Result } from "../model/ended/results.js" */
/** @import { Ladder, PageState } from "../model/types.js" */

import { entries, fields, flag, listOf, matching, nullOr, oneOf, row, whole } from "../model/kept.js";
import { dayNumber } from "../model/day.js";
import { resultOf } from "../model/ended/results.js";
import { GAME_ID, loadKept, saveChoice } from "./storage.js";

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
/** @type {Reader<Ladder>} */
const LADDER = entries(/^([1-9]|10)$/, row(flag, flag), 10);
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
