/**
 * What this browser remembers: the tokens of its seats, game by game, and a few choices. Where storage is forbidden,
 * it remembers for as long as the page is open.
 *
 * @typedef {import("../model/types.js").Tokens} Tokens
 * @typedef {import("../model/summary.js").Summary} Summary
 */

const GAMES_KEPT = 60;
/** @type {Map<string, string>} */
const fallback = new Map();

/** @param {string} key */
export function loadChoice(key) {
  try {
    return localStorage.getItem(`fourthought.${key}`);
  } catch {
    return fallback.get(key) ?? null;
  }
}

/** @param {string} key @param {string | null} value null: forget it */
export function saveChoice(key, value) {
  try {
    if (value === null) localStorage.removeItem(`fourthought.${key}`);
    else localStorage.setItem(`fourthought.${key}`, value);
  } catch {
    if (value === null) fallback.delete(key);
    else fallback.set(key, value);
  }
}

/** @returns {[string, Tokens, (Summary | undefined)?][]} oldest first */
function loadTables() {
  try {
    const found = JSON.parse(loadChoice("tables") ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string | null} gameId @returns {Tokens} */
export function loadTokens(gameId) {
  const found = loadTables().find(([id]) => id === gameId)?.[1];
  return { seats: [found?.seats?.[0] ?? null, found?.seats?.[1] ?? null], table: found?.table ?? null };
}

/** @param {string} gameId @param {Tokens} tokens */
export function saveTokens(gameId, tokens) {
  const summary = loadTables().find(([id]) => id === gameId)?.[2];
  saveTable(gameId, tokens, summary);
}

/** How a game of this browser stands; of one that is not its own nothing is kept. @param {string} gameId @param {Summary} summary */
export function saveSummary(gameId, summary) {
  const [, tokens, known] = loadTables().find(([id]) => id === gameId) ?? [];
  if (tokens && JSON.stringify(known) !== JSON.stringify(summary)) saveTable(gameId, tokens, summary);
}

/** The games of this browser, the last one first. @returns {{id: string, summary: Summary}[]} */
export function savedGames() {
  return loadTables().flatMap(([id, , summary]) => (summary ? [{ id, summary }] : [])).reverse();
}

/** @param {string} gameId */
export function forgetGame(gameId) {
  saveChoice("tables", JSON.stringify(loadTables().filter(([id]) => id !== gameId)));
}

/** @param {string} gameId @param {Tokens} tokens @param {Summary | undefined} summary */
function saveTable(gameId, tokens, summary) {
  const others = loadTables().filter(([id]) => id !== gameId);
  saveChoice("tables", JSON.stringify([...others, [gameId, tokens, summary]].slice(-GAMES_KEPT)));
}
