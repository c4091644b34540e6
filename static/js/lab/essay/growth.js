/** Counts what can follow a position: the ways to play on, and the different boards that they lead to. Pure. */

/** @import { Board, Position } from "../../engine/board.js" */

import { after, endScore, movesOf, replay } from "../../engine/board.js";

/** @typedef {{ways: number, boards: number}} Level */

/**
 * Returns a function of the depth. Levels are counted once, when first asked for.
 *
 * @param {Board} board
 * @param {number[]} moves
 * @returns {(depth: number) => Level}
 */
export function growthOf(board, moves) {
  /** @type {{at: Position, ways: number}[]} */
  let last = [{ at: replay(board, moves), ways: 1 }];
  /** @type {Level[]} */
  const levels = [{ ways: 1, boards: 1 }];
  const shift = BigInt(board.width * (board.height + 1));
  return (depth) => {
    while (levels.length <= depth) {
      /** @type {Map<bigint, {at: Position, ways: number}>} */
      const next = new Map();
      for (const { at, ways } of last) {
        if (endScore(board, at) !== null) continue;
        for (const move of movesOf(board, at)) {
          const then = after(board, at, move);
          const key = (then.mask << shift) | then.own;
          const known = next.get(key);
          if (known) known.ways += ways;
          else next.set(key, { at: then, ways });
        }
      }
      last = [...next.values()];
      levels.push({ ways: last.reduce((sum, one) => sum + one.ways, 0), boards: last.length });
    }
    return levels[depth] ?? { ways: 0, boards: 0 };
  };
}
