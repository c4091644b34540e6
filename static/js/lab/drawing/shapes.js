/** Draws the shapes of places, round (0, 0): no two kinds are told apart by colour alone. */

import { svg } from "../../view/dom.js";

/** @typedef {"max" | "min" | "chance" | "leaf" | "table"} Kind */

const FOLD = 8;
const ROOF = 9;

/** Names the kinds of `mover`: Max, Min, chance, nobody. @type {Kind[]} */
export const KINDS = ["max", "min", "chance", "leaf"];

/**
 * Returns the outline of a shape: a triangle up or down, a circle, a square, a square with a fold. Of a `plate`, with
 * room inside, only the upper or lower edge comes to a point.
 *
 * @param {Kind} kind
 * @param {number} width
 * @param {number} height
 * @param {boolean} [plate]
 */
export function outline(kind, width, height, plate = false) {
  const [x, y] = [width / 2, height / 2];
  const roof = plate ? Math.min(ROOF, x) : height;
  if (kind === "max") return `M${-x} ${roof - y}L0 ${-y}L${x} ${roof - y}V${y}H${-x}Z`;
  if (kind === "min") return `M${-x} ${y - roof}L0 ${y}L${x} ${y - roof}V${-y}H${-x}Z`;
  if (kind === "chance") return plate ? rounded(x, y, Math.min(x, y)) : rounded(y, y, y);
  const fold = Math.min(FOLD, width / 3);
  if (kind === "table") return `M${-x} ${-y}H${x - fold}L${x} ${fold - y}V${y}H${-x}ZM${x - fold} ${-y}V${fold - y}H${x}`;
  return rounded(x, y, Math.min(3, x));
}

/** Returns a rectangle with round corners. @param {number} x @param {number} y @param {number} r */
function rounded(x, y, r) {
  const arc = (/** @type {number} */ dx, /** @type {number} */ dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${r - x} ${-y}H${x - r}${arc(r, r)}V${y - r}${arc(-r, r)}H${r - x}${arc(-r, -r)}V${r - y}${arc(r, -r)}Z`;
}

/**
 * Draws a small board. Discs are told apart by a ring and a dot; where nothing falls, crosses and noughts stand. The
 * newest stands in a frame.
 *
 * @param {{columns: number, rows: number, gravity: boolean}} board
 * @param {string} cells
 * @param {string} before the board a move earlier
 * @param {number} size of the longer side
 */
export function drawBoard({ columns, rows, gravity }, cells, before, size) {
  const cell = size / Math.max(columns, rows);
  const [left, top] = [(-columns * cell) / 2, (-rows * cell) / 2];
  /** @type {Record<string, string>} */
  const paths = { ground: `M${left - 2} ${top - 2}h${columns * cell + 4}v${rows * cell + 4}h${-columns * cell - 4}z` };
  const add = (/** @type {string} */ name, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ part) => {
    const r = cell * part;
    const round = `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    const d = { cross: `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`, newest: `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z` }[name] ?? round;
    paths[name] = (paths[name] ?? "") + d;
  };
  [...cells].forEach((stone, i) => {
    const [x, y] = [left + ((i % columns) + 0.5) * cell, top + (Math.floor(i / columns) + 0.5) * cell];
    if (stone === ".") add("hole", x, y, 0.1);
    else if (!gravity) add(stone === "X" ? "cross" : "nought", x, y, 0.28);
    else {
      add(stone, x, y, 0.42);
      add(stone === "X" ? "ring" : "dot", x, y, stone === "X" ? 0.22 : 0.12);
    }
    if (before && before[i] !== stone) add("newest", x, y, 0.48);
  });
  return svg("g", { class: "small" }, ...Object.entries(paths).map(([name, d]) => svg("path", { class: `small__${name}`, d })));
}
