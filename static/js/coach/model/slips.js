/**
 * Finds, at the table, the moves that may become puzzles. Apart from mistakes.js, for the coach's page needs no
 * reviews.
 */

/** @import { PageState } from "../../model/types.js" */

import { isReviewed, reviewRows } from "../../model/ended/review.js";
import { BOARD } from "./puzzle.js";

/** Lists the marks asked about; a busy engine leaves some mistakes "doubtful". */
const SLIPS = ["mistake", "blunder", "doubtful"];

/**
 * Returns the plies, in a reviewed game that is over, at which a person of this browser let a result slip. The server
 * knows which of these had a single better move.
 *
 * @param {PageState} page
 * @returns {number[]}
 */
export function ownSlips(page) {
  const { game, tokens } = page;
  if (game.game !== BOARD.name || !isReviewed(page)) return [];
  const own = (/** @type {0 | 1} */ seat) => game.seats[seat]?.kind === "human" && tokens.seats[seat] !== null;
  return [...reviewRows(page).values()]
    .filter(({ mark, seat }) => SLIPS.includes(mark) && own(seat))
    .map(({ ply }) => ply);
}
