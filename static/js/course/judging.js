/**
 * Judges a move that the sheet does not play, by the exact search of this page's engine: does it keep the result, too?
 * Loaded with the first such move.
 */

/** @import { PageEngine } from "../engine/client.js" */
/** @import { Board, Found, MoveBounds } from "../engine/board.js" */
/** @import { Course } from "./model/course.js" */
/** @import { Verdict } from "./model/quiz.js" */

import { bestOf, isExact, pliesTo } from "../engine/board.js";
import { boardOf } from "../engine/opponent.js";

/**
 * Returns the verdict on a move. Fails where this browser has no engine.
 *
 * @param {PageEngine} engine
 * @param {Course} course
 * @param {number[]} moves the position
 * @param {number} move
 * @param {number} answer the sheet's move
 * @returns {Promise<Verdict>}
 */
export async function judge(engine, course, moves, move, answer) {
  const board = boardOf(course.info);
  const found = await known(engine, board, moves, (some) => isSettled(boundsOf(some, move)));
  const [tried, sheet] = [boundsOf(found, move), boundsOf(found, answer)];
  const sign = Math.sign(tried.low);
  if (sign >= Number(course.wins)) {
    if (sign > 0 && sheet.high <= 0) return { kind: "more", reply: null, n: 0 };
    if (sign === 0 || !isExact(tried) || !isExact(sheet) || tried.low === sheet.low)
      return { kind: "same", reply: null, n: 0 };
    return { kind: tried.low > sheet.low ? "sooner" : "later", reply: null, n: 0 };
  }
  const after = [...moves, move];
  const isRefuted = (/** @type {MoveBounds} */ { low }) => Math.sign(low) >= -sign;
  const replies = await known(engine, board, after, (some) => some.moves.some(isRefuted));
  const refuting = replies.moves.filter(isRefuted);
  if (!refuting.length) return { kind: "draws", reply: null, n: 0 }; // the board is full
  const best = bestOf(board, { ...replies, moves: refuting });
  const n = sign < 0 && isExact(best) ? (pliesTo(board, best.low, after.length) + 1) >> 1 : 0;
  return { kind: sign ? "loses" : "draws", reply: best.move, n };
}

/** Tells whether bounds say who wins. @param {MoveBounds} bounds */
const isSettled = ({ low, high }) => low > 0 || high < 0 || (low === 0 && high === 0);

/** @param {Found} found @param {number} move @returns {MoveBounds} */
const boundsOf = (found, move) =>
  found.moves.find((one) => one.move === move) ?? { move, low: -Infinity, high: Infinity, nodes: 0, reply: null };

/**
 * Returns what is known of a position as soon as it is enough.
 *
 * @param {PageEngine} engine @param {Board} board @param {number[]} moves @param {(found: Found) => boolean} enough
 * @returns {Promise<Found>}
 */
const known = (engine, board, moves, enough) =>
  new Promise((resolve, reject) => {
    const stop = new AbortController();
    const news = (/** @type {Found} */ found) => {
      if (!enough(found)) return;
      stop.abort();
      resolve(found);
    };
    engine.scores(board, moves, { news, stop: stop.signal }).then(resolve, reject);
  });
