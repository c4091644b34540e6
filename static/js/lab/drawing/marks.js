/**
 * Draws what joins places: the strokes of a cut, the two moves behind a cut, equal states.
 *
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./layout.js").Box} Box
 * @typedef {{x: number, y: number}} Point
 * @typedef {import("../model/types.js").Run} Run
 */

import { set, svg } from "../../view/dom.js";

const EQUALS = 24;

/** Returns where the edges leave a place: below its value, where the value stands below. @param {Box} box */
export const foot = (box) => box.y + box.h / 2 + (box.board ? 20 : 0);

/**
 * Returns two strokes across the middle of an edge.
 *
 * @param {Point} from
 * @param {Point} to
 * @param {boolean} small
 */
export function strokes(from, to, small) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [x, y] = [dx / length, dy / length];
  const half = small ? 5 : 8;
  return [-3, 3].map((shift) => {
    const at = { x: (from.x + to.x) / 2 + x * shift, y: (from.y + to.y) / 2 + y * shift };
    return `M${at.x - y * half} ${at.y + x * half}L${at.x + y * half} ${at.y - x * half}`;
  }).join("");
}

/**
 * Lights the edges of the two moves that make the skipped places irrelevant.
 *
 * @param {SVGElement} layer
 * @param {Layout} layout
 * @param {number[]} parent
 * @param {number[]} path the places after the moves
 */
export function light(layer, layout, parent, path) {
  const lines = path.map((place) => {
    const [box, above] = [layout.boxes[place], layout.boxes[parent[place] ?? -1]];
    if (!box || !above) return "";
    return layout.form === "blocks"
      ? `M${box.x - box.w / 2} ${box.y - box.h / 2 - 5}h${box.w}`
      : `M${above.x} ${foot(above)}L${box.x} ${box.y - box.h / 2}`;
  });
  layer.replaceChildren(...lines.filter(Boolean).map((d) => svg("path", { class: "lit", d })));
}

/**
 * Joins a place by thin arcs with the places of equal states.
 *
 * @param {SVGElement} layer
 * @param {Layout} layout
 * @param {number[]} equals
 * @param {number} place
 */
export function join(layer, layout, equals, place) {
  const from = layout.boxes[place];
  const found = from ? equals.filter((other) => other !== place && layout.boxes[other]).slice(0, EQUALS) : [];
  const lines = found.map((other) => {
    const [a, b] = [from, layout.boxes[other]];
    if (!a || !b) return "";
    const high = Math.min(a.y, b.y) - 30 - Math.abs(a.x - b.x) / 8;
    return `M${a.x} ${a.y}Q${(a.x + b.x) / 2} ${high} ${b.x} ${b.y}`;
  });
  layer.replaceChildren(...lines.map((d) => svg("path", { class: "equal", d })));
  set(layer, "data-equals", found.join(" ") || null);
}

/** Gathers places of equal states: for each place all places of the same state. @param {Run} run @returns {Map<number, Set<number>>} */
export function equalsOf({ visits }) {
  /** @type {Map<number, Set<number>>} */
  const groups = new Map();
  visits.same.forEach((first, visit) => {
    const [a, b] = [visits.place[first], visits.place[visit]];
    if (a === undefined || b === undefined || a === b) return;
    const group = groups.get(a) ?? new Set([a]);
    groups.set(a, group.add(b));
    groups.set(b, group);
  });
  return groups;
}
