/** Knows the rules of the boards that a course is for. Pure. */

/** @typedef {[number, number, 0 | 1]} Disc column, row, side */

/** @import { GameInfo } from "../../model/types.js" */

import { landing, winningCells } from "../../model/board.js";

/** Returns the discs of moves, in their order. @param {GameInfo} info @param {number[]} moves */
export function discsOf(info, moves) {
  /** @type {Disc[]} */
  const discs = [];
  for (const move of moves) {
    const cell = landing(info, discs, move);
    if (cell) discs.push([cell[0], cell[1], discs.length % 2 ? 1 : 0]);
  }
  return discs;
}

/** Returns the lowest empty cell of each column that has one. @param {GameInfo} info @param {Disc[]} discs */
export const playable = (info, discs) =>
  Array.from({ length: info.board?.[0] ?? 0 }, (_, at) => landing(info, discs, at + 1)).flatMap((cell) =>
    cell ? [cell] : [],
  );

/** Returns the columns in which a side completes a line now. @param {GameInfo} info @param {Disc[]} discs @param {0 | 1} side */
export const completing = (info, discs, side) =>
  playable(info, discs)
    .filter(([column, row]) => winningCells(info.connect, [...discs, [column, row, side]]).length)
    .map(([column]) => column);

/**
 * Returns the winner, null for a draw, undefined while the game goes on.
 * @param {GameInfo} info
 * @param {Disc[]} discs
 */
export function winnerOf(info, discs) {
  if (discs.length && winningCells(info.connect, discs).length) return discs.at(-1)?.[2];
  return playable(info, discs).length ? undefined : null;
}

/**
 * Returns the replies that do not lose at once; all where each one does.
 *
 * @param {GameInfo} info
 * @param {number[]} moves
 */
export function replies(info, moves) {
  const discs = discsOf(info, moves);
  const all = playable(info, discs).map(([column]) => column);
  const side = /** @type {0 | 1} */ (discs.length % 2);
  const [line] = completing(info, discs, side);
  if (line) return [line];
  const safe = all.filter((column) => !completing(info, discsOf(info, [...moves, column]), side === 0 ? 1 : 0).length);
  return safe.length ? safe : all;
}
