/** Knows the rules of the boards that a course is for. Pure. */

/** @import { GameInfo } from "../../model/types.js" */
/** @import { Cell } from "../../model/proof/certificate.js" */

import { discsOf, landing, winningCells } from "../../model/board.js";

export { discsOf } from "../../model/board.js";

/** @typedef {[number, number, 0 | 1]} Disc column, row, side */

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
 * @param {GameInfo} info @param {Disc[]} discs
 */
export function winnerOf(info, discs) {
  if (discs.length && winningCells(info.connect, discs).length) return discs.at(-1)?.[2];
  return playable(info, discs).length ? undefined : null;
}

/**
 * Returns the replies that do not lose at once; all where each one does.
 * @param {GameInfo} info @param {number[]} moves
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

/** The signs of the first levels, of which 2 is a dot in an even row and a bar in an odd one. The last level has none. */
const SIGNS = ["!", "@", "", "+", "=", "−"];

/** Tells whether a card shows its levels as numbers: it has some without a sign. @param {string[]} rows the top one first */
export const isNumbered = (rows) => /[6-9a-e]/.test(rows.join());

/** @param {string[]} rows @param {Cell} cell */
const levelAt = (rows, [column, row]) => Number.parseInt(rows[rows.length - row]?.[column - 1] ?? "f", 16);

/** Returns what stands in a cell of a card, "" for nothing. @param {string[]} rows @param {Cell} cell */
export function signAt(rows, cell) {
  const level = levelAt(rows, cell);
  return isNumbered(rows) ? String(level) : level === 2 ? (cell[1] % 2 ? "|" : ".") : (SIGNS[level] ?? "");
}

/**
 * Returns the cell that a card names among the playable ones, of the first level that exactly one bears, and the number
 * of its sign: 6 on a card with numbers.
 *
 * @param {string[]} rows @param {Cell[]} playable
 */
export function named(rows, playable) {
  for (let level = 0; level < 16; level += 1) {
    const [cell, other] = playable.filter((one) => levelAt(rows, one) === level);
    if (cell && !other) return { sign: isNumbered(rows) ? SIGNS.length : level, cell };
  }
  return null;
}
