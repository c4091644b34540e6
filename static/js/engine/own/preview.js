/** Says how a level would play a position, and what it cannot see there (engine/mind/preview.py). */

/** @import { Said } from "../../words.js" */
/** @import { Board, Found } from "../types.js" */

import "../../more_words.js";
import { key, said } from "../../words.js";
import { pliesTo } from "../board.js";
import { levelOf } from "../mind/levels.js";
import { column } from "./marks.js";
import { bestOf } from "../words.js";

/**
 * Returns one sentence on a proven result that a level does not know, or "" where there is none.
 *
 * @param {Board} board
 * @param {[string, string]} sides the ids of the sides
 * @param {number} ply the moves so far
 * @param {number} number the level
 * @param {{move: number, seen: boolean}} choice the level's move, and whether the level has seen the same result
 * @param {Found} found the score of every move
 * @param {number | null} reply the best answer to the level's move
 * @returns {Said}
 */
export function blindSpot(board, sides, ply, number, choice, found, reply) {
  const { horizon } = levelOf(number);
  const mine = found.moves.find(({ move }) => move === choice.move);
  if (horizon === null || !mine) return "";
  const best = bestOf(board, found);
  const other = { side: sides[ply % 2 === 0 ? 1 : 0] };
  const n = (/** @type {number} */ score) => (pliesTo(board, score, ply) + 1) >> 1;
  /** @type {[string, Record<string, unknown>, number]} a sentence, its values, and the score behind it */
  let told;
  if (mine.low < 0)
    told = [lossWords(best.low < 0, reply), { side: other, n: n(mine.low), move: column(reply ?? 0) }, mine.low];
  else if (best.low > 0 && mine.low === 0)
    told = [key("{move} wins in {n}."), { move: column(best.move), n: n(best.low) }, best.low];
  else if (best.low > mine.low)
    told = [key("{move} wins sooner, in {n}."), { move: column(best.move), n: n(best.low) }, best.low];
  else if (mine.low > 0) told = [key("this wins in {n}."), { n: n(mine.low) }, mine.low];
  else told = [key("with best play this is a draw."), {}, 0];
  const [sentence, values, score] = told;
  const within = pliesTo(board, score, ply) <= horizon;
  if (within && choice.seen && score === mine.low) return "";
  const frame = within ? key("It overlooks this: {this}") : key("It cannot see this yet: {this}");
  return said(frame, { this: said(sentence, values) });
}

/** @param {boolean} whatever whether every move loses @param {number | null} reply */
function lossWords(whatever, reply) {
  if (whatever) return key("{side} wins in {n}, whatever is played.");
  return reply === null ? key("{side} then wins in {n}.") : key("{side} then wins in {n}, beginning with {move}.");
}
