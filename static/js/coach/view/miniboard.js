/** Draws a small still board: the discs of a position and rings around marked cells. */

/** @import { Disc } from "../model/puzzle.js" */

import { svg } from "../../view/dom.js";
import { HEIGHT, WIDTH } from "../model/puzzle.js";

const CELL = 100;

/**
 * Returns the drawing: one path for all discs of a side, and for each other kind of shape, as a list of courses shows a
 * thousand cells at once.
 *
 * @param {Disc[]} discs
 * @param {[number, number][]} marked
 */
export function miniBoard(discs, marked) {
  const cells = Array.from(
    { length: WIDTH * HEIGHT },
    (_, i) => /** @type {[number, number]} */ ([(i % WIDTH) + 1, Math.floor(i / WIDTH) + 1]),
  );
  const lying = [0, 1].map((seat) =>
    discs.filter(([, , side]) => side === seat).map(([column, row]) => /** @type {[number, number]} */ ([column, row])),
  );
  const slab = svg("rect", {
    class: "sketch__slab",
    x: -12,
    y: -12,
    width: WIDTH * CELL + 24,
    height: HEIGHT * CELL + 24,
    rx: 40,
  });
  const sides = lying.flatMap((places, seat) => [
    circles(places, 43.5, `p${seat}-edge`),
    circles(places, 40, `p${seat}-fill`),
    circles(places, seat ? 9 : 23, `p${seat}-mark`),
  ]);
  const viewBox = `-12 -12 ${WIDTH * CELL + 24} ${HEIGHT * CELL + 24}`;
  return svg(
    "svg",
    { class: "sketch", viewBox, "aria-hidden": "true", focusable: "false" },
    slab,
    circles(cells, 40, "sketch__hole"),
    ...sides,
    circles(marked, 38, "sketch__ring"),
  );
}

/**
 * Returns circles of one kind as one path.
 *
 * @param {[number, number][]} places columns and rows
 * @param {number} r
 * @param {string} className
 */
function circles(places, r, className) {
  const d = places.map(([column, row]) => {
    const [x, y] = [(column - 0.5) * CELL, (HEIGHT - row + 0.5) * CELL];
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  });
  return svg("path", { class: className, d: d.join("") });
}
