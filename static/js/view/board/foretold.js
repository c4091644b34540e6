/** Draws moves that nobody has made yet: a line of best play, or what answers a move. */

/** @import { Cell } from "../../model/types.js" */
/** @import { Face } from "./face.js" */

import { setVariable, svg } from "../dom.js";
import { pieceOf } from "./face.js";

const WIDE = 94; // a disc as wide as its hole

/**
 * Draws the discs of foretold moves, the later the paler, and the way from each to the next.
 *
 * @param {Face} face
 * @param {Cell[]} cells
 * @param {number} begins whose disc the first one is
 * @returns {SVGElement[]}
 */
export function foretold(face, cells, begins) {
  const places = cells.map((cell) => face.center(cell));
  const discs = places.map(([x, y], i) => {
    const href = `#${pieceOf(face.info, (begins + i) % 2)}`;
    const place = { x: x - WIDE / 2, y: y - WIDE / 2, width: WIDE, height: WIDE };
    return svg("use", { class: "layers__foretold", "data-seat": (begins + i) % 2, href, ...place });
  });
  const ways = places.map(([x, y], i) => {
    const before = places[i - 1];
    if (!before) return svg("circle", { class: "layers__way", cx: x, cy: y, r: 9 });
    return svg("path", { class: "layers__way", d: arrow(before, [x, y]) });
  });
  for (const shapes of [discs, ways]) for (const [i, one] of shapes.entries()) setVariable(one, "--n", i);
  return [...discs, ...ways];
}

/** Draws an arrow from the edge of one cell's middle to that of another. @param {[number, number]} from @param {[number, number]} to */
function arrow([x1, y1], [x2, y2]) {
  const far = Math.hypot(x2 - x1, y2 - y1);
  const [right, down] = [(x2 - x1) / far, (y2 - y1) / far];
  const at = (/** @type {number} */ along, /** @type {number} */ beside) =>
    `${(x1 + along * right - beside * down).toFixed(1)} ${(y1 + along * down + beside * right).toFixed(1)}`;
  const [begin, end] = [16, far - 12];
  return `M${at(begin, 0)}L${at(end, 0)}M${at(end - 15, 12)}L${at(end, 0)}L${at(end - 15, -12)}`;
}
