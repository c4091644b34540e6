/**
 * Holds what a sentence says about a position as values: words, rings and bars are made from it, and carry it.
 *
 * @typedef {"wins" | "loses" | "draws" | "least" | "most" | "open" | "best" | "keeps" | "drops" | "only"} Result of a
 *   move, for the side that makes it: least or most, a draw at least or at most; open: not worked out yet; keeps or
 *   drops: the best result of the position, or less; only: all other moves have less
 *
 * @typedef {object} Claim
 * @property {string} moves the position: all moves that led there
 * @property {number} [column] the move that the claim is about; left out: the position itself
 * @property {number} [side] whose result it is; with the position itself, where left out, that of the side to move
 * @property {Result | "won" | "drawn"} result won, drawn: the game is over
 * @property {number} [n] in how many moves of the winner; left out: not known
 * @property {boolean} [best] no other move is better
 *
 * @typedef {{text: string, claims: Claim[]}} Told a sentence, with what it claims
 */

/**
 * Returns the result that the engine's words name: "wins in 9", "at most a draw".
 *
 * @param {string} words
 * @returns {{result: Result, n: number}} n 0: not known
 */
export function resultOf(words) {
  const [, result, n] = /^(wins|loses|draws|at least|at most)(?: in (\d+))?/.exec(words) ?? [];
  return { result: NAMES[result ?? ""] ?? "open", n: Number(n ?? 0) };
}

/** @type {Record<string, Result>} */
const NAMES = { wins: "wins", loses: "loses", draws: "draws", "at least": "least", "at most": "most" };

/** Writes claims for the page; null for none. @param {...Claim} claims */
export const written = (...claims) => (claims.length ? JSON.stringify(claims) : null);

/**
 * Claims a result of a column, for the side that plays it.
 *
 * @param {readonly number[]} moves the position
 * @param {number} column
 * @param {Result} result
 * @param {number} [n] in how many moves of the winner; 0: not known
 * @returns {Claim}
 */
export const ofColumn = (moves, column, result, n = 0) => ({
  moves: String(moves),
  column,
  result,
  ...(n ? { n } : {}),
});

/** @param {string | Told} told */
export const textOf = (told) => (typeof told === "string" ? told : told.text);

/** Puts a sentence and its claims together. @param {string} text @param {...Claim} claims @returns {Told} */
export const claiming = (text, ...claims) => ({ text, claims });
