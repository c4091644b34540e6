/** Explains the shapes of a run's tree in one line: only the shapes that occur. */

import { el, svg } from "../../view/dom.js";
import { KINDS, outline } from "./shapes.js";

/** Makes the legend. @param {import("../model/types.js").Run} run */
export function legend(run) {
  const { places, visits, names } = run;
  /** @type {[import("./shapes.js").Kind, string, string, boolean][]} */
  const lines = [
    ["max", "exact", `${names[0]} takes the greatest`, places.mover.includes(0)],
    ["min", "exact", `${names[1]} takes the least`, places.mover.includes(1)],
    ["chance", "exact", "chance: the mean", places.mover.includes(2)],
    ["table", "exact", "known from the table", visits.note.includes("table")],
    [KINDS[0] ?? "max", "guess", "hatched: a guess", visits.bound.includes(3)],
  ];
  return el("ul", { class: "legend" }, ...lines.filter(([, , , occurs]) => occurs).map(([kind, known, words]) => {
    const shape = svg("path", { class: "node__shape", d: outline(kind, 13, 12) });
    const hatch = svg("path", { class: "node__stripes", d: "M-4 5L1 -1M0 5L3 2" });
    const drawing = svg("svg", { viewBox: "-8 -8 16 16", width: 16, height: 16 }, svg("g", { class: `node node--${kind} is-${known}` }, shape, ...(known === "guess" ? [hatch] : [])));
    return el("li", {}, drawing, words);
  }));
}
