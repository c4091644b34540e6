/**
 * Reads cards: a level for each cell, from 0 to f, that answers every reply. The meaning is that of engine/cards/check.py.
 *
 * @typedef {[number, number]} Cell a column and a row, from 1
 */

const LEVELS = "0123456789abcdef";
/** The signs of the first levels, of which 2 is a dot in an even row and a bar in an odd one. The last level has none. */
const SIGNS = ["!", "@", "", "+", "=", "−"];

/** Tells whether a card shows its levels as numbers: it has some without a sign. @param {string[]} rows */
export const isNumbered = (rows) => rows.some((row) => /[6-9a-e]/.test(row));

/** @param {string[]} rows the top row first @param {Cell} cell */
const levelAt = (rows, [column, row]) => LEVELS.indexOf(rows[rows.length - row]?.[column - 1] ?? "f");

/** Returns what stands in a cell of a card, "" for nothing. @param {string[]} rows @param {Cell} cell */
export function signAt(rows, cell) {
  const level = levelAt(rows, cell);
  return isNumbered(rows) ? String(level) : level === 2 ? (cell[1] % 2 ? "|" : ".") : (SIGNS[level] ?? "");
}

/**
 * Returns the cell that a card names among the playable cells, of the first level that exactly one bears, and the number
 * of its sign: 6 on a card with numbers.
 *
 * @param {string[]} rows
 * @param {Cell[]} playable
 * @returns {{sign: number, cell: Cell} | null}
 */
export function named(rows, playable) {
  for (const level of LEVELS.split("").keys()) {
    const [cell, other] = playable.filter((one) => levelAt(rows, one) === level);
    if (cell && !other) return { sign: isNumbered(rows) ? SIGNS.length : level, cell };
  }
  return null;
}
