/**
 * Draws a small tree: a triangle up where the largest value goes up, one down where it is the smallest, boxes for leaves.
 *
 * @typedef {object} Look
 * @property {(string | number | null)[]} value what stands in each place
 * @property {Record<number, string>} [state] of places: "best", "cut", "asked"
 * @property {(place: number) => void} [choose] where places in the state "asked" may be chosen
 * @property {(place: number) => string} [name] of those
 */

/** @import { Tree } from "./search.js" */

import { el, set, svg } from "../../view/dom.js";
import { outline } from "../drawing/geometry.js";
import { written } from "./part.js";

/** Units between levels and around; of a shape; of a leaf at most. */
const [GAP, MARGIN, SHAPE, LEAF] = [76, 22, 40, 34];

/** Draws a tree into a figure, as wide as that is. @param {HTMLElement} figure @param {Tree} tree @param {Look} look */
export function drawTree(figure, { parent, children, level }, { value, state = {}, choose, name }) {
  const width = Math.max(figure.clientWidth, 240);
  const leaves = children.flatMap((below, place) => (below.length ? [] : [place]));
  const step = width / leaves.length;
  /** @type {number[]} */
  const x = [];
  for (const [i, place] of leaves.entries()) x[place] = (i + 0.5) * step;
  for (let place = parent.length - 1; place >= 0; place -= 1) {
    const below = children[place] ?? [];
    if (below.length) x[place] = below.reduce((sum, child) => sum + (x[child] ?? 0), 0) / below.length;
  }
  const y = (/** @type {number} */ place) => MARGIN + (level[place] ?? 0) * GAP;
  const edges = parent.flatMap((above, place) => {
    const d = `M${x[above]} ${y(above)}L${x[place]} ${y(place)}`;
    return above < 0 ? [] : [svg("path", { class: "essay__edge", "data-state": state[place] ?? null, d })];
  });
  const side = Math.min(LEAF, step - 2);
  const nodes = parent.map((_, place) => {
    const isLeaf = !children[place]?.length;
    const kind = isLeaf ? "leaf" : (level[place] ?? 0) % 2 ? "min" : "max";
    const d = isLeaf ? outline("leaf", side, Math.max(side, 24)) : outline(kind, SHAPE, SHAPE - 6);
    const shown = value[place] ?? "";
    const text = svg("text", { class: "essay__value", x: isLeaf ? 0 : SHAPE / 2 + 10 });
    text.textContent = typeof shown === "number" ? written(shown) : shown;
    const made = svg(
      "g",
      { transform: `translate(${x[place]} ${y(place)})`, "data-place": place, "data-state": state[place] ?? null },
      svg("path", { class: "essay__node", "data-kind": kind, d }),
      text,
    );
    if (choose && state[place] === "asked") asks(made, name?.(place) ?? "", () => choose(place));
    return made;
  });
  const height = 2 * MARGIN + Math.max(...level) * GAP;
  const made = svg("svg", { viewBox: `0 0 ${width} ${height}`, focusable: "false" }, ...edges, ...nodes);
  if (!choose) set(made, "aria-hidden", "true");
  figure.replaceChildren(el("div", {}, made));
}

/** Makes a place a button. @param {SVGElement} made @param {string} name @param {() => void} choose */
function asks(made, name, choose) {
  for (const [key, one] of Object.entries({ role: "button", tabindex: 0, "aria-label": name })) set(made, key, one);
  made.addEventListener("click", choose);
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose();
  });
}
