/**
 * Stores the tokens of this browser's seats, game by game, and a few choices. Where storage is forbidden, both last as
 * long as the page is open.
 */

/** @import { Summary } from "../model/ended/summary.js" */
/** @import { Reader } from "../model/kept.js" */
/** @import { Ladder, Seat, Tokens } from "../model/types.js" */

import {
  entries,
  every,
  fields,
  flag,
  listOf,
  matching,
  nullOr,
  oneOf,
  orNull,
  readKept,
  row,
  whole,
  words,
} from "../model/kept.js";

const GAMES_KEPT = 60;
const NAMES_HIDDEN = 50;
/** Matches the id of a game. */
export const GAME_ID = /^[A-Za-z0-9]{12}$/;
const TOKEN = orNull(matching(/^[A-Za-z0-9_-]{16,128}$/));
/** @type {Reader<Summary>} */
const SUMMARY = fields(
  { title: words(100), seats: words(200), state: words(300), ply: whole(0, 10_000), over: flag },
  {
    board: nullOr(row(whole(1, 40), whole(1, 40))),
    discs: every(row(whole(1, 40), whole(1, 40), whole(0, 1)), 1600),
    at: whole(0, 8.64e15),
    played: fields({
      name: matching(/^[a-z0-9-]{1,40}$/),
      moves: words(100),
      start: whole(0, 100),
      levels: row(whole(0, 10), whole(0, 10)),
      resigned: nullOr(oneOf(/** @type {const} */ (0), /** @type {const} */ (1))),
    }),
  },
);
/** @type {Reader<[string, Tokens, Summary | null][]>} */
const TABLES = listOf(
  row(matching(GAME_ID), fields({ seats: row(TOKEN, TOKEN), table: TOKEN }), orNull(SUMMARY)),
  GAMES_KEPT,
);
/** Reads the ladder of a game. @type {Reader<Ladder>} */
export const LADDER = entries(/^([1-9]|10)$/, row(flag, flag), 10);
const HIDDEN = listOf(words(200), NAMES_HIDDEN);
/** @type {Map<string, string>} */
const fallback = new Map();

/** Calls an act when another tab has stored a choice. @param {string} key @param {() => void} act */
export const onOtherTab = (key, act) =>
  addEventListener("storage", (event) => event.key === `fourthought.${key}` && act());

/** Returns a stored choice, or null. @param {string} key */
export function loadChoice(key) {
  try {
    return localStorage.getItem(`fourthought.${key}`);
  } catch {
    return fallback.get(key) ?? null;
  }
}

/** Stores a choice; null deletes it. @param {string} key @param {string | null} value null deletes the choice */
export function saveChoice(key, value) {
  try {
    if (value === null) localStorage.removeItem(`fourthought.${key}`);
    else localStorage.setItem(`fourthought.${key}`, value);
  } catch {
    if (value === null) fallback.delete(key);
    else fallback.set(key, value);
  }
}

/**
 * Returns a stored value, or undefined for none that can be read.
 * @template T
 * @param {string} key
 * @param {Reader<T>} read
 */
export const loadKept = (key, read) => readKept(loadChoice(key), read);

/**
 * Holds the stored tables, oldest first, and their text: reading takes some calls for each field of each table.
 * @type {{text: string | null, tables: [string, Tokens, Summary | null][]}}
 */
let kept = { text: null, tables: [] };

/** Returns the stored tables, oldest first. */
function loadTables() {
  const text = loadChoice("tables");
  if (text !== kept.text) kept = { text, tables: readKept(text, TABLES) ?? [] };
  return kept.tables;
}

/** Stores the tables. @param {typeof kept.tables} tables */
function saveTables(tables) {
  kept = { text: JSON.stringify(tables), tables };
  saveChoice("tables", kept.text);
}

/** Returns the names that this person has reported. */
const hiddenNames = () => loadKept("hidden", HIDDEN) ?? [];

/** Shows a reported name no more on this browser's pages. @param {string} name */
export function hideName(name) {
  saveChoice("hidden", JSON.stringify([name, ...hiddenNames()].slice(0, NAMES_HIDDEN)));
}

/**
 * Returns seats without the names that this person has reported.
 *
 * @template {{seats: Seat[]}} Seated
 * @param {Seated} seated a game, or a row of the tables in play
 * @returns {Seated}
 */
export function withoutHidden(seated) {
  const names = hiddenNames();
  if (!seated.seats.some(({ name }) => name !== undefined && names.includes(name))) return seated;
  return {
    ...seated,
    seats: seated.seats.map(({ name, ...seat }) =>
      name === undefined || names.includes(name) ? seat : { ...seat, name },
    ),
  };
}

/** Returns the tokens of a game. @param {string | null} gameId @returns {Tokens} */
export function loadTokens(gameId) {
  const tokens = loadTables().find(([id]) => id === gameId)?.[1];
  return { seats: [tokens?.seats?.[0] ?? null, tokens?.seats?.[1] ?? null], table: tokens?.table ?? null };
}

/** Stores the tokens of a game. @param {string} gameId @param {Tokens} tokens */
export function saveTokens(gameId, tokens) {
  const summary = loadTables().find(([id]) => id === gameId)?.[2];
  saveTable(gameId, tokens, summary);
}

/**
 * Stores how a game of this browser stands. Games of others are not stored.
 * @param {string} gameId @param {Summary} summary
 */
export function saveSummary(gameId, summary) {
  const [, tokens, saved] = loadTables().find(([id]) => id === gameId) ?? [];
  const { at, ...same } = saved ?? {};
  if (tokens && JSON.stringify(same) !== JSON.stringify(summary))
    saveTable(gameId, tokens, { ...summary, at: Date.now() });
}

/** Returns the games of this browser, the last one first. @returns {{id: string, summary: Summary}[]} */
export function savedGames() {
  return loadTables()
    .flatMap(([id, , summary]) => (summary ? [{ id, summary }] : []))
    .reverse();
}

/** Deletes a game from the list of this browser. @param {string} gameId */
export function forgetGame(gameId) {
  saveTables(loadTables().filter(([id]) => id !== gameId));
}

/**
 * Puts a table at the end of the stored ones; the oldest are dropped.
 * @param {string} gameId @param {Tokens} tokens @param {Summary | null | undefined} summary
 */
function saveTable(gameId, tokens, summary) {
  const others = loadTables().filter(([id]) => id !== gameId);
  saveTables(
    [...others, /** @type {[string, Tokens, Summary | null]} */ ([gameId, tokens, summary ?? null])].slice(-GAMES_KEPT),
  );
}
