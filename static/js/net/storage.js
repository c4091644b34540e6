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
export function recall(key) {
  try {
    return localStorage.getItem(`fourthought.${key}`);
  } catch {
    return fallback.get(key) ?? null;
  }
}

/** @param {string} key @param {string | null} value null: forget it */
export function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(`fourthought.${key}`);
    else localStorage.setItem(`fourthought.${key}`, value);
  } catch {
    if (value === null) fallback.delete(key);
    else fallback.set(key, value);
  }
}

/** @returns {[string, Tokens, (Summary | undefined)?][]} oldest first */
function kept() {
  try {
    const found = JSON.parse(recall("tables") ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string | null} gameId @returns {Tokens} */
export function tokensOf(gameId) {
  const found = kept().find(([id]) => id === gameId)?.[1];
  return { seats: [found?.seats?.[0] ?? null, found?.seats?.[1] ?? null], table: found?.table ?? null };
}

/** @param {string} gameId @param {Tokens} tokens */
export function keepTokens(gameId, tokens) {
  const summary = kept().find(([id]) => id === gameId)?.[2];
  put(gameId, tokens, summary);
}

/** How a game of this browser stands; of one that is not its own nothing is kept. @param {string} gameId @param {Summary} summary */
export function keepSummary(gameId, summary) {
  const [, tokens, known] = kept().find(([id]) => id === gameId) ?? [];
  if (tokens && JSON.stringify(known) !== JSON.stringify(summary)) put(gameId, tokens, summary);
}

/** The games of this browser, the last one first. @returns {{id: string, summary: Summary}[]} */
export function keptGames() {
  return kept().flatMap(([id, , summary]) => (summary ? [{ id, summary }] : [])).reverse();
}

/** @param {string} gameId */
export function forgetGame(gameId) {
  remember("tables", JSON.stringify(kept().filter(([id]) => id !== gameId)));
}

/** @param {string} gameId @param {Tokens} tokens @param {Summary | undefined} summary */
function put(gameId, tokens, summary) {
  const others = kept().filter(([id]) => id !== gameId);
  remember("tables", JSON.stringify([...others, [gameId, tokens, summary]].slice(-GAMES_KEPT)));
}
