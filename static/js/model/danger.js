/** Finds the columns that lose at once, for the sign in a first game. Loaded after a long thought. */

/** @import { GameInfo, PageState, SeatNumber } from "./types.js" */

import { landing, runs } from "./board.js";

/**
 * Tells whether a disc completes a line.
 * @param {GameInfo} info
 * @param {[number, number, SeatNumber][]} discs
 * @param {number} column
 * @param {SeatNumber} seat
 */
function wins(info, discs, column, seat) {
  const cell = landing(info, discs, column);
  if (!cell) return false;
  const mine = discs.filter((disc) => disc[2] === seat).map(([x, y]) => /** @type {[number, number]} */ ([x, y]));
  return runs([...mine, cell], info.connect).some(({ from, to, length }) => onRun(from, to, length, cell));
}

/**
 * Tells whether a cell lies on a run.
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {number} length
 * @param {[number, number]} cell
 */
function onRun(from, to, length, cell) {
  const [right, up] = [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
  return Array.from({ length }, (_, i) => [from[0] + right * i, from[1] + up * i]).some(
    ([x, y]) => x === cell[0] && y === cell[1],
  );
}

/**
 * Returns the columns after which the other side wins with its next disc; none if every column loses so, or one wins.
 *
 * @param {PageState} page
 * @returns {number[]}
 */
export function dangers({ info, game }) {
  const me = game.to_move;
  if (me === null || !info.gravity || info.chance) return [];
  const you = me === 0 ? 1 : 0;
  if (game.legal.some((move) => wins(info, game.discs, move, me))) return [];
  const lost = game.legal.filter((move) => {
    const cell = landing(info, game.discs, move);
    /** @type {[number, number, SeatNumber][]} */
    const after = cell ? [...game.discs, [cell[0], cell[1], me]] : game.discs;
    return game.legal.some((reply) => wins(info, after, reply, you));
  });
  return lost.length < game.legal.length ? lost : [];
}
