/** Lists the lines of a board as words of bits. */

/** @import { Board } from "../types.js" */

/** @type {Map<string, bigint[]>} */
const known = new Map();

/** Returns every line that wins. @param {Board} board */
export function linesOf({ width, height, connect }) {
  const name = `${width} ${height} ${connect}`;
  const before = known.get(name);
  if (before) return before;
  const bit = (/** @type {number} */ column, /** @type {number} */ row) => 1n << BigInt(column * (height + 1) + row);
  const inside = (/** @type {number} */ column, /** @type {number} */ row) =>
    column < width && row >= 0 && row < height;
  /** @type {bigint[]} */
  const lines = [];
  for (const [right, up] of /** @type {[number, number][]} */ ([
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ]))
    for (let column = 0; column < width; column += 1)
      for (let row = 0; row < height; row += 1) {
        if (!inside(column + right * (connect - 1), row + up * (connect - 1))) continue;
        let line = 0n;
        for (let i = 0; i < connect; i += 1) line |= bit(column + right * i, row + up * i);
        lines.push(line);
      }
  known.set(name, lines);
  return lines;
}
