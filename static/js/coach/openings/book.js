/**
 * Knows every opening: the book of the page's engine, with the forced positions at its last ply. Pure.
 *
 * @typedef {import("../../engine/book.js").Shape & {slots: string}} Forced scores by the codes of positions
 *   (engine/workshop/openings/__main__.py)
 */

/** @import { Board, Position } from "../../engine/types.js" */

import { plyOf } from "../../engine/board.js";
import { Book, codeOf, numberOf } from "../../engine/book.js";

/** Holds the exact score of every position up to a ply. */
export class WholeBook extends Book {
  /** @param {Board} board @param {Uint8Array} bytes @param {Forced} forced */
  constructor(board, bytes, forced) {
    super(board, bytes);
    this.forced = { ...forced, at: 0 };
    this.slots = Uint8Array.from(atob(forced.slots), (letter) => letter.charCodeAt(0));
  }

  /** @override @param {Position} position @returns {number | null} */
  score(position) {
    const score = super.score(position);
    if (score !== null || plyOf(position) !== this.plies) return score;
    return this.forced.low + numberOf(this.slots, this.forced, codeOf(this.board, position));
  }
}
