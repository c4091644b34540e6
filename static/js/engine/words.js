/** Puts score numbers into the values and words of the server (engine/mind/values.py). */

/** @import { Board, Found, MoveBounds } from "./types.js" */

import { pliesTo } from "./board.js";

const [PROVEN, STEP, SCALE] = [9_000, 10, 10_000];

/** Returns a value from -1 to 1: every win above every opinion, quicker wins higher. @param {number} score */
export const worthOf = (score) => (score === 0 ? 0 : (Math.sign(score) * (PROVEN + Math.abs(score) * STEP)) / SCALE);

/** Tells whether the score of a move is known. @param {MoveBounds} bounds */
export const isExact = ({ low, high }) => low === high;

/** Returns the best move of a position whose scores are all known; `favourite` among equals, else the most central one. @param {Board} board @param {Found} found @param {number} [favourite] */
export function bestOf(board, { moves }, favourite = 0) {
  const off = (/** @type {MoveBounds} */ { move }) => (move === favourite ? -1 : Math.abs(2 * move - board.width - 1));
  return moves.reduce((best, one) =>
    one.low > best.low || (one.low === best.low && off(one) < off(best)) ? one : best,
  );
}

/**
 * Says what bounds of a score number mean for the side to move: "wins in 9", "draws", "at most a draw", or "".
 *
 * @param {Board} board
 * @param {{low: number, high: number}} bounds
 * @param {number} ply the moves before
 */
export function boundWords(board, { low, high }, ply) {
  if (low === high)
    return low === 0 ? "draws" : `${low > 0 ? "wins" : "loses"} in ${(pliesTo(board, low, ply) + 1) >> 1}`;
  if (low > 0) return "wins";
  if (high < 0) return "loses";
  if (low === 0) return "at least a draw";
  return high === 0 ? "at most a draw" : "";
}
