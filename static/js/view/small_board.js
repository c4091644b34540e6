/** Draws a small still board of any size: the discs of a position, the marks of a card, rings around cells. */

import { svg } from "./dom.js";

const [CELL, RIM] = [100, 12];

/**
 * Returns the drawing: one path for all discs of a side, for a page shows hundreds of boards at once.
 *
 * @param {[number, number]} size columns, rows
 * @param {[number, number, 0 | 1][]} discs column, row, side
 * @param {{signAt?: (cell: [number, number]) => string, rings?: [number, number][], className?: string}} [more] the sign
 *   in an empty cell, cells with a ring, and the class of the drawing
 */
export function drawBoard([width, height], discs, { signAt, rings = [], className = "sketch" } = {}) {
  const all = Array.from({ length: width * height }, (_, i) => cell((i % width) + 1, Math.floor(i / width) + 1));
  const taken = new Set(discs.map(([column, row]) => String([column, row])));
  const at = (/** @type {[number, number]} */ [column, row]) => center(height, column, row);
  const sides = [0, 1].flatMap((side) => {
    const lying = discs.filter(([, , owner]) => owner === side).map(([column, row]) => at([column, row]));
    return [
      circles(lying, 43.5, `p${side}-edge`),
      circles(lying, 40, `p${side}-fill`),
      circles(lying, side ? 9 : 23, `p${side}-mark`),
    ];
  });
  const signs = all
    .filter((one) => signAt && !taken.has(String(one)))
    .map((one) => {
      const [x, y] = at(one);
      return svg("text", { class: "sketch__sign", x, y }, document.createTextNode(signAt?.(one) ?? ""));
    });
  const box = { x: -RIM, y: -RIM, width: width * CELL + 2 * RIM, height: height * CELL + 2 * RIM };
  return svg(
    "svg",
    {
      class: className,
      viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
      "aria-hidden": "true",
      focusable: "false",
    },
    svg("rect", { class: "sketch__slab", ...box, rx: 40 }),
    circles(all.map(at), 40, "sketch__hole"),
    ...sides,
    ...signs,
    ...(rings.length ? [circles(rings.map(at), 38, "sketch__ring")] : []),
  );
}

/** @param {number} column @param {number} row @returns {[number, number]} */
const cell = (column, row) => [column, row];

/** @param {number} height @param {number} column @param {number} row @returns {[number, number]} */
const center = (height, column, row) => [(column - 0.5) * CELL, (height - row + 0.5) * CELL];

/**
 * Returns circles of one kind as one path.
 * @param {[number, number][]} places @param {number} r @param {string} className
 */
export const circles = (places, r, className) =>
  svg("path", {
    class: className,
    d: places.map(([x, y]) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`).join(""),
  });
