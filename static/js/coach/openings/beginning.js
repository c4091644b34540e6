/** Follows best play from the first moves to the position where a proof begins, by questions to the server. */

/** @import { Explanation } from "../../model/proof/certificate.js" */

import { HEIGHT, WIDTH, discsAfter, winningCells } from "../model/puzzle.js";

/** No position between the opening and this move is asked: proofs that short are rare there. */
const SOONEST = 12;
/** The most questions for one opening, almost all of a third of a second at most. */
const MOST = 20;

/**
 * Returns the moves up to a position with a proof; null if none is found.
 *
 * @param {number[]} moves
 * @param {(moves: number[]) => Promise<(ply: number, quick: boolean) => Promise<Explanation>>} open opens a game
 * @returns {Promise<number[] | null>}
 */
export async function beginning(moves, open) {
  let [known, ply, opened] = [moves, moves.length, moves.length];
  let ask = await open(known);
  for (let asked = 0; asked < MOST; asked += 1) {
    if (ply > opened) {
      ask = await open(known);
      opened = known.length;
    }
    let { certificate, play } = await ask(ply, true);
    // Where best play is known no further there was too little time.
    if (!certificate && ply + play.length === known.length && ply === known.length)
      ({ certificate, play } = await ask(ply, false));
    if (certificate) return known.slice(0, ply);
    if (ply + play.length > known.length) {
      known = [...known.slice(0, ply), ...play];
      opened = ply;
    }
    const next = Math.min(Math.max(SOONEST, ply + 1), known.length);
    if (next === ply || isOver(known.slice(0, next))) return null;
    ply = next;
  }
  return null;
}

/** Tells whether moves have ended the game. @param {number[]} moves */
const isOver = (moves) => moves.length === WIDTH * HEIGHT || winningCells(discsAfter(moves)).length > 0;
