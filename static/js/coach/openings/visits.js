/** Counts how often a person's own games came to a position, by whatever moves, or to its mirror image. Pure. */

/** @import { Board } from "../../engine/types.js" */
/** @import { Result } from "../../model/ended/results.js" */

import { after, EMPTY, replay } from "../../engine/board.js";
import { codeOf } from "../../engine/book.js";

/** Knows the first moves of the games. */
export class Visits {
  /** @param {Board} board @param {Pick<Result, "moves" | "score">[]} results */
  constructor(board, results) {
    this.board = board;
    /** @type {Map<bigint, {times: number, won: number}>} */
    this.counts = new Map();
    for (const { moves, score } of results) {
      let position = EMPTY;
      for (const move of moves.split(",").filter(Boolean)) {
        position = after(board, position, Number(move));
        const code = codeOf(board, position);
        const { times, won } = this.counts.get(code) ?? { times: 0, won: 0 };
        this.counts.set(code, { times: times + 1, won: won + Number(score === 1) });
      }
    }
  }

  /**
   * Returns in how many games the person has been at the position after some moves, and how many of them the person won.
   * @param {number[]} moves
   */
  at(moves) {
    return this.counts.get(codeOf(this.board, replay(this.board, moves))) ?? { times: 0, won: 0 };
  }
}
