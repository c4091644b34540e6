/**
 * Reads diagrams: a sheet of marks that answers every reply. The meaning is that of engine/coach/diagram.py.
 *
 * @typedef {[number, number]} Cell a column and a row, from 1
 * @typedef {{sign: string, cells: Cell[]}} Mark the cells that bear a mark
 */

/** The signs in the order in which they are looked for; a follow-up is a dot in an even row and a bar in an odd one. */
const SIGNS = ["!", "@", "^", "+", "=", "-"];

/** Returns the marks of a sheet in the order in which they are looked for, without those of no cell. @param {string[]} rows the top row first @returns {Mark[]} */
export function marksOf(rows) {
  const cells = rows.flatMap((signs, at) =>
    [...signs].map((sign, column) => {
      const row = rows.length - at;
      return { sign: sign === (row % 2 ? "|" : ".") ? "^" : sign, cell: /** @type {Cell} */ ([column + 1, row]) };
    }),
  );
  return SIGNS.map((sign) => ({
    sign,
    cells: cells.filter((one) => one.sign === sign).map(({ cell }) => cell),
  })).filter((mark) => mark.cells.length);
}

/**
 * Returns the mark and the cell that a sheet names among the playable cells: of the first mark that exactly one bears.
 *
 * @param {string[]} rows
 * @param {Cell[]} playable
 * @returns {{sign: string, cell: Cell} | null}
 */
export function named(rows, playable) {
  for (const { sign, cells } of marksOf(rows)) {
    const some = playable.filter((cell) => cells.some((one) => String(one) === String(cell)));
    if (some[0] && some.length === 1) return { sign, cell: some[0] };
  }
  return null;
}
