/** Reads cards: a level for each cell, from 0 to f. The meaning is that of engine/cards/check.py. */

/** @import { Cell } from "../../model/proof/sheet.js" */

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
 * @param {string[]} rows
 * @param {Cell[]} playable
 */
export function named(rows, playable) {
  for (let level = 0; level < 16; level += 1) {
    const [cell, other] = playable.filter((one) => levelAt(rows, one) === level);
    if (cell && !other) return { sign: isNumbered(rows) ? SIGNS.length : level, cell };
  }
  return null;
}
