/** Draws small boards. */

/** @import { Run } from "../model/types.js" */

import { set, svg } from "../../view/dom.js";

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
  const add = (
    /** @type {string} */ name,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ part,
  ) => {
    const r = cell * part;
    const round = `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    const d =
      {
        cross: `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`,
        newest: `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
      }[name] ?? round;
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
  return svg(
    "g",
    { class: "small" },
    ...Object.entries(paths).map(([name, d]) => svg("path", { class: `small__${name}`, d })),
  );
}

/**
 * Shows the board of a place beside the tree, unless the board stands at the place.
 * @param {SVGElement} host
 * @param {Run} run
 * @param {number} place
 * @param {boolean} there
 */
export function beside(host, { board, places }, place, there) {
  const cells = places.cells?.[place];
  set(host, "hidden", there || !cells || !board);
  if (!there && cells && board)
    host.replaceChildren(drawBoard(board, cells, places.cells?.[places.parent[place] ?? -1] ?? "", 96));
}
