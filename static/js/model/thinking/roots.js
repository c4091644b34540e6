/**
 * Measures the roots under the board: how much the engine has searched of the position, and of each move. One scale, the
 * logarithm, holds for all of them, so a root that stays keeps its length. Pure.
 *
 * @typedef {object} Searched
 * @property {number[]} line the moves of the position
 * @property {number} places the number of roots: columns, squares or moves; on a board with many squares its columns
 * @property {number} all the positions searched below the position; 0 where nothing is known
 * @property {Map<number, number>} shares the positions searched below the moves of a place, by the place from 0
 * @property {number | null} guess the move that the engine expects
 */

/** @import { GameInfo, PageState } from "../types.js" */

import { isBroad } from "../board.js";
import { hasRoots } from "../select.js";

/** The powers of two at which a root has its least and its full length: 8 and a quarter of a million positions. */
const [LEAST, MOST] = [3, 18];
/** The length of a root of nothing, as a part of the full length. */
const SPROUT = 0.07;

/** Returns the length of a root, 0 to 1, that stands for so many positions. @param {number} positions */
export function rootLength(positions) {
  const grown = (Math.log2(Math.max(1, positions)) - LEAST) / (MOST - LEAST);
  return SPROUT + (1 - SPROUT) * Math.min(1, Math.max(0, grown));
}

/** Returns the place of a move among the roots, from 0. @param {GameInfo} info @param {number[]} legal @param {number} move */
export function rootPlace(info, legal, move) {
  if (!info.board) return legal.indexOf(move);
  return info.gravity || !isBroad(info) ? move - 1 : (move - 1) % info.board[0];
}

/**
 * Returns what the engine has searched of the position on the board; null where it thinks no more. Of two engines the
 * one to move counts.
 *
 * @param {PageState} page
 * @returns {Searched | null}
 */
export function searched(page) {
  const { game, info, pending, review, connection, engineView } = page;
  if (!hasRoots(page) || game.outcome || review.opened || connection.status === "lost") return null;
  const line = pending ? [...game.moves, pending.move] : game.moves;
  const own = engineView.digests.filter(({ seat, ply }) => seat !== null && ply === line.length);
  const digest = own.find(({ seat }) => seat === game.to_move) ?? own[0];
  /** @type {Map<number, number>} */
  const shares = new Map();
  for (const { move, visits } of digest?.moves ?? []) {
    const place = rootPlace(info, game.legal, move);
    shares.set(place, (shares.get(place) ?? 0) + visits);
  }
  const [columns, rows] = info.board ?? [Math.max(1, game.legal.length), 1];
  const places = info.gravity || isBroad(info) ? columns : columns * rows;
  const all = [...shares.values()].reduce((sum, share) => sum + share, 0);
  return { line, places, all, shares, guess: digest?.expected ?? null };
}
