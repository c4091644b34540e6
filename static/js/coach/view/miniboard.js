/** Draws a small still board: the discs of a position and rings around marked cells. */

import { svg } from "../../view/dom.js";
import { HEIGHT, WIDTH } from "../model/puzzle.js";

const CELL = 100;

/**
 * Returns the drawing.
 *
 * @param {import("../model/puzzle.js").Disc[]} discs
 * @param {[number, number][]} marked
 */
export function miniBoard(discs, marked) {
  const at = (/** @type {number} */ column, /** @type {number} */ row) => ({ cx: (column - 0.5) * CELL, cy: (HEIGHT - row + 0.5) * CELL });
  const lying = new Map(discs.map(([column, row, side]) => [`${column},${row}`, side]));
  const cells = Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const { cx, cy } = at((i % WIDTH) + 1, Math.floor(i / WIDTH) + 1);
    const side = lying.get(`${(i % WIDTH) + 1},${Math.floor(i / WIDTH) + 1}`);
    return side === undefined
      ? svg("circle", { class: "sketch__hole", cx, cy, r: 40 })
      : svg("use", { href: `#disc-${side}`, x: cx - CELL / 2, y: cy - CELL / 2, width: CELL, height: CELL });
  });
  const rings = marked.map(([column, row]) => svg("circle", { class: "sketch__ring", ...at(column, row), r: 38 }));
  const slab = svg("rect", { class: "sketch__slab", x: -12, y: -12, width: WIDTH * CELL + 24, height: HEIGHT * CELL + 24, rx: 40 });
  const viewBox = `-12 -12 ${WIDTH * CELL + 24} ${HEIGHT * CELL + 24}`;
  return svg("svg", { class: "sketch", viewBox, "aria-hidden": "true", focusable: "false" }, slab, ...cells, ...rings);
}
