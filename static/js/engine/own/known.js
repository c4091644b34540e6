/**
 * Tells what a look at a game knows of the moves of a position: all of them on a board of a few squares; else what the
 * review has found, of the move that was played and of a better one. Loaded with the first such look.
 */

/** @import { Digest, MoveView, PageState, ReviewRow } from "../../model/types.js" */

import { isSmall } from "../../model/select.js";
import { digestAt, truthOf } from "./squares.js";

/** Returns what is known of the position on the board; null where that is nothing. @param {PageState} shown @returns {Digest | null} */
export function knownOf(shown) {
  if (isSmall(shown.info)) return truthOf(shown);
  const { game, review } = shown;
  const row = review.result?.rows.find(({ ply }) => ply === game.ply);
  if (!row) return null;
  const value = row.seat === 0 ? row.value : -row.value;
  const moves = [viewOf(row, row.move, value, row.proven)];
  if (row.mark && row.best !== row.move) moves.push(viewOf(row, row.best, value + row.loss));
  return digestAt(game, { moves, solved: false, tree: moves.length });
}

/** Shows a move, proven or as its sentence says. @param {ReviewRow} row @param {number} move @param {number} value @param {boolean} [proven] @returns {MoveView} */
function viewOf({ claims = [] }, move, value, proven = false) {
  const told = claims.find(({ column, result }) => column === move && ["wins", "loses", "draws"].includes(result));
  const result = told?.result ?? (value ? (value > 0 ? "wins" : "loses") : "draws");
  const known = proven || told !== undefined;
  return {
    ...{ move, value, proven: known, words: known ? `${result}${told?.n ? ` in ${told.n}` : ""}` : "" },
    ...{ low: -1, high: 1, depth: null, visits: 1, refutation: null },
  };
}
