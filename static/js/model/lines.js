/** Lists the lines of a board. Pure. */

import { WAYS } from "./board.js";

/** @typedef {[number, number]} Cell column and row, from 1 */

/** Returns the cells of every line. @param {number} width @param {number} height @param {number} connect @returns {Cell[][]} */
export function linesOf(width, height, connect) {
  /** @type {Cell[][]} */
  const lines = [];
  for (let column = 1; column <= width; column += 1) {
    for (let row = 1; row <= height; row += 1) {
      for (const [right, up] of WAYS) {
        const [lastColumn, lastRow] = [column + right * (connect - 1), row + up * (connect - 1)];
        if (lastColumn > width || lastRow > height || lastRow < 1) continue;
        lines.push(Array.from({ length: connect }, (_, i) => /** @type {Cell} */ ([column + right * i, row + up * i])));
      }
    }
  }
  return lines;
}
