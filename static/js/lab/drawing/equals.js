/** Joins places of equal states by thin arcs. */

/** @import { Run } from "../model/types.js" */
/** @import { Layout } from "./geometry.js" */

import { set, svg } from "../../view/dom.js";

/** The most arcs at once. */
const ARCS = 24;

/** Knows the places of equal states of a run. */
export class Equals {
  /** @param {Run} run */
  constructor({ visits }) {
    /** For each place all places of the same state. @type {Map<number, Set<number>>} */
    this.groups = new Map();
    visits.same.forEach((first, visit) => {
      const [a, b] = [visits.place[first], visits.place[visit]];
      if (a === undefined || b === undefined || a === b) return;
      const group = this.groups.get(a) ?? new Set([a]);
      this.groups.set(a, group.add(b));
      this.groups.set(b, group);
    });
  }

  /** Joins a place with its equals; -1: none. @param {SVGElement} layer @param {Layout} layout @param {number} place */
  join(layer, { boxes }, place) {
    const a = boxes[place];
    const found = [...(this.groups.get(place) ?? [])].filter((other) => other !== place && boxes[other]).slice(0, ARCS);
    layer.replaceChildren(
      ...found.map((other) => {
        const b = boxes[other];
        const high = a && b ? Math.min(a.y, b.y) - 30 - Math.abs(a.x - b.x) / 8 : 0;
        return svg("path", {
          class: "equal",
          d: a && b ? `M${a.x} ${a.y}Q${(a.x + b.x) / 2} ${high} ${b.x} ${b.y}` : null,
        });
      }),
    );
    set(layer, "data-equals", found.join(" ") || null);
  }
}
