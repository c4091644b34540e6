/**
 * Puts at the edges what the search leaves there: windows, probabilities, cuts, and the two moves behind a cut; joins
 * places of equal states by thin arcs.
 * @typedef {{x: number, y: number}} Point
 */

/** @import { PlaceView, Run, View } from "../model/types.js" */
/** @import { Layout } from "./geometry.js" */
/** @import { Node, Parts, Scene } from "./node.js" */

import { svg, set } from "../../view/dom.js";
import { t } from "../../words.js";
import { foot } from "./geometry.js";
import { figure } from "./place_words.js";

/**
 * Returns what stands at the edge above a place: two strokes and "cut", or the window of the last entry, or the
 * probability of a lot. On the path of the search a window always has room.
 * @param {Node} at
 * @param {Scene} scene
 * @param {PlaceView} now
 * @param {boolean} cut
 * @returns {Parts}
 */
export function partsOf(at, { run, view, windows }, now, cut) {
  const { place, box, brothers, room, isBlock } = at;
  const share = run.places.share[place] ?? null;
  const entered = windows && now.visits > 0 && at.inner && at.above >= 0 && now.state !== "skipped";
  const text = cut || isBlock ? "" : share !== null ? shareText(share) : entered ? windowText(now) : "";
  const fits = room * 0.66 >= Math.min(9, text.length) * 6 + 4 || view.path.includes(place);
  const last = brothers.findLast((one) => view.places[one]?.state === "skipped") === place;
  return {
    cut: cut && { d: strokes(at.from, { x: box.x, y: at.top }, isBlock ? Math.min(6, box.w / 2) : 8) },
    word: cut && !isBlock && last && { text: t("cut"), ...beside(at, 0.5, 13) },
    window: fits && { text, ...beside(at, 0.6, 7) },
  };
}

/** Returns where a text stands beside an edge. @param {Node} at @param {number} part above it @param {number} gap */
function beside({ box, from, top }, part, gap) {
  const side = box.x < from.x - 1 ? -1 : 1;
  const [dx, dy] = [box.x - from.x, top - from.y];
  const away = Math.max(gap, (7 * Math.abs(dx)) / dy); // a flat edge comes near to what stands beside
  return { x: from.x + dx * part + side * away, y: from.y + dy * part + 4, "text-anchor": side < 0 ? "end" : "start" };
}

/** Returns two strokes across an edge. @param {Point} from @param {Point} to @param {number} half a stroke's length */
function strokes(from, to, half) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [x, y] = [dx / length, dy / length];
  return [-3, 3]
    .map((shift) => {
      const at = { x: (from.x + to.x) / 2 + x * shift, y: (from.y + to.y) / 2 + y * shift };
      return `M${at.x - y * half} ${at.y + x * half}L${at.x + y * half} ${at.y - x * half}`;
    })
    .join("");
}

/**
 * Lights the edges of the two moves that make the skipped places irrelevant.
 * @param {SVGElement} layer
 * @param {Layout} layout
 * @param {number[]} parent
 * @param {number[]} path the places after the moves
 */
export function light(layer, { form, boxes }, parent, path) {
  const lines = path.flatMap((place) => {
    const [box, above] = [boxes[place], boxes[parent[place] ?? -1]];
    if (!box || !above) return [];
    const top = box.y - box.h / 2;
    return form === "blocks"
      ? `M${box.x - box.w / 2} ${top - 5}h${box.w}`
      : `M${above.x} ${foot(above)}L${box.x} ${top}`;
  });
  layer.replaceChildren(...lines.map((d) => svg("path", { class: "lit", d })));
}

/** Writes one end of a window. @param {number | null} bound @param {"−" | "+"} sign */
export const end = (bound, sign) => (bound === null ? `${sign}∞` : figure(bound));

/** Writes a window. @param {{alpha: number | null, beta: number | null}} window */
const windowText = ({ alpha, beta }) => `(${end(alpha, "−")}, ${end(beta, "+")})`;

/** Writes a probability as a fraction where it is a simple one. @param {number} share */
function shareText(share) {
  const below = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16].find((n) => Math.abs(share * n - Math.round(share * n)) < 1e-6);
  return below ? `${Math.round(share * below)}/${below}` : figure(share);
}

/**
 * Returns what a chance place can still be worth: the values found, and the least and the greatest leaf for the rest.
 * @param {Run} run
 * @param {number[]} lots
 * @param {View} view
 * @returns {[number, number]}
 */
export function intervalOf(run, lots, view) {
  const leaves = run.places.value.filter((value) => value !== null);
  const [worst, best] = run.bounds ?? [Math.min(...leaves), Math.max(...leaves)];
  let [low, high] = [0, 0];
  for (const lot of lots) {
    const { value = null, bound = 0 } = view.places[lot] ?? {};
    const share = run.places.share[lot] ?? 0;
    low += share * (value === null || bound === 2 ? worst : value);
    high += share * (value === null || bound === 1 ? best : value);
  }
  return [low, high];
}

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
