/**
 * Holds what a sentence says about a position as values: words, rings and bars are made from it, and carry it.
 *
 * @typedef {"wins" | "loses" | "draws" | "least" | "most" | "open"} Result of a move, for the side that makes it: least
 *   or most, a draw at least or at most; open: not worked out yet
 *
 * @typedef {object} Claim
 * @property {string} moves the position: all moves that led there
 * @property {number} [column] the move that the claim is about; left out: the position itself
 * @property {number} [side] who wins; with the position itself
 * @property {Result} result
 * @property {number} [n] in how many moves of the winner; left out: not known
 * @property {boolean} [best] no other move is better
 */

/** @import { PageState } from "./types.js" */

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

/** Names the position on the board: its moves, with the one on its way. @param {PageState} page */
export const positionOf = ({ game, pending }) => String(pending ? [...game.moves, pending.move] : game.moves);

/** Writes a claim for the page. @param {Claim} claim */
export const written = (claim) => JSON.stringify(claim);
