/**
 * Draws the curve of a student: games on a logarithmic axis, the part of positions in which it keeps the result above;
 * and the same as a table.
 */

/** @import { Point } from "../model/student_judge.js" */

import { el, set, setText, svg } from "../../view/dom.js";
import { number, t } from "../../words.js";
import { keepsWords, percent } from "../model/shown.js";

/** The axis begins with so many tenfolds, and grows with the student. */
const SHORTEST = 3;

const [WIDE, HIGH, LEFT, TOP, RIGHT, BELOW] = [340, 170, 40, 10, 12, 34];

/** Returns how many tenfolds the axis shows. @param {Point[]} curve */
export const tenfolds = (curve) =>
  Math.max(SHORTEST, Math.ceil(Math.log10(Math.max(1, curve.at(-1)?.[0] ?? 1)) - 1e-9));

/**
 * Returns where a number of games stands on the axis, from 0 to 1; a student without games stands at the beginning.
 * @param {number} games @param {number} folds
 */
export const along = (games, folds) => Math.log10(Math.max(1, games)) / folds;

/**
 * Returns the rows of the curve as a table: the first point, the last one, and one for each tenfold and its half.
 * @param {Point[]} curve @returns {Point[]}
 */
export function rows(curve) {
  const chosen = new Map();
  for (const [games, keeps] of curve) chosen.set(games === 0 ? -1 : Math.floor(Math.log10(games) * 2), [games, keeps]);
  return [...chosen.values()];
}

/** Returns where a part stands. @param {number} keeps */
const up = (keeps) => TOP + (1 - keeps) * (HIGH - TOP - BELOW);
/** Returns where a number of games stands. @param {number} games @param {number} folds */
const across = (games, folds) => LEFT + along(games, folds) * (WIDE - LEFT - RIGHT);

/** Shows the drawing and the table. */
export class Curve {
  constructor() {
    this.axis = svg("g", { class: "curve__axis" });
    this.base = svg("line", { class: "curve__base" });
    this.path = svg("polyline", { class: "curve__path" });
    this.last = svg("circle", { class: "curve__last", r: 4 });
    const drawing = svg(
      "svg",
      { class: "curve", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img" },
      this.axis,
      this.base,
      this.path,
      this.last,
    );
    this.drawing = drawing;
    this.body = el("tbody");
    const head = el(
      "tr",
      {},
      el("th", { scope: "col" }, t("Games")),
      el("th", { scope: "col" }, t("Keeps the result, of 100")),
    );
    this.table = el(
      "details",
      { class: "curve__table" },
      el("summary", {}, t("The curve as a table")),
      el("table", {}, el("thead", {}, head), this.body),
    );
    this.element = el(
      "figure",
      { class: "curve__figure" },
      el("figcaption", { class: "quiet" }, t("In how many of 100 positions it keeps the result, by games played")),
      drawing,
      this.table,
    );
    this.table.addEventListener("toggle", () => this.fill());
    this.folds = 0;
    /** @type {Point[]} */
    this.curve = [];
    this.shown = -1;
  }

  /** Draws the changes. @param {Point[]} curve */
  render(curve) {
    if (curve.length === this.shown && curve === this.curve) return;
    this.curve = curve;
    this.shown = curve.length;
    const folds = tenfolds(curve);
    if (folds !== this.folds) this.drawAxis(folds);
    const [games, keeps] = curve.at(-1) ?? [0, 0];
    const first = curve[0]?.[1] ?? 0;
    for (const [name, value] of Object.entries({ x1: LEFT, x2: WIDE - RIGHT, y1: up(first), y2: up(first) }))
      set(this.base, name, value);
    set(
      this.path,
      "points",
      curve
        .filter(([at]) => at > 0)
        .map(([at, kept]) => `${across(at, folds).toFixed(1)},${up(kept).toFixed(1)}`)
        .join(" "),
    );
    set(this.last, "cx", across(games, folds));
    set(this.last, "cy", up(keeps));
    set(this.drawing, "aria-label", keepsWords(curve));
    this.fill();
  }

  /** Draws the axes for so many tenfolds of games. @param {number} folds */
  drawAxis(folds) {
    this.folds = folds;
    const parts = [];
    for (const keeps of [0, 0.5, 1]) {
      parts.push(
        svg("line", { x1: LEFT, x2: WIDE - RIGHT, y1: up(keeps), y2: up(keeps) }),
        label(LEFT - 6, up(keeps) + 4, "end", String(percent(keeps))),
      );
    }
    for (let fold = 0; fold <= folds; fold += 1) {
      const x = across(10 ** fold, folds);
      parts.push(
        svg("line", { x1: x, x2: x, y1: up(0), y2: up(0) + 4 }),
        label(
          x,
          HIGH - 14,
          fold === folds ? "end" : "middle",
          folds > 4 && (folds - fold) % 2 ? "" : number(10 ** fold),
        ),
      );
    }
    this.axis.replaceChildren(...parts);
  }

  /** Fills the table while it is open. */
  fill() {
    if (!this.table.open) return;
    this.body.replaceChildren(
      ...rows(this.curve).map(([games, keeps]) =>
        el("tr", {}, el("td", {}, number(games)), el("td", {}, number(percent(keeps)))),
      ),
    );
  }
}

/** Makes a label. @param {number} x @param {number} y @param {string} anchor @param {string} words */
function label(x, y, anchor, words) {
  const text = svg("text", { x, y, "text-anchor": anchor });
  setText(text, words);
  return text;
}
