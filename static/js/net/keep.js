/**
 * What this browser remembers: the tokens of its seats, game by game, and a few choices. Where storage is forbidden,
 * it remembers for as long as the page is open.
 *
 * @typedef {import("../model/types.js").Tokens} Tokens
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

/** @returns {[string, Tokens][]} oldest first */
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
  const others = kept().filter(([id]) => id !== gameId);
  remember("tables", JSON.stringify([...others, [gameId, tokens]].slice(-GAMES_KEPT)));
}
