/**
 * Shows the whole run as a strip, one tick a visit, with a slider over the steps: drag, touch, keys. Each kind of visit
 * has its own shape.
 *
 * @typedef {import("../model/types.js").Run} Run
 * @typedef {import("../model/types.js").View} View
 */

import { el, set, setVariable, svg } from "../../view/dom.js";
import { NEVER, timelineOf } from "../model/timeline.js";

/** The width of the drawing; the strip stretches to the page. */
const WIDTH = 1000;
/** The shape of a tick of each kind, upward from the ground; a line without length is a dot. @type {Record<string, string>} */
const SHAPES = { inner: "v-7", cut: "v-20", table: "m0-12v-8", over: "m0-5h0", guess: "m0-12h0", probe: "m0-5v-4m0-4v-4" };

/** Shows the strip and the slider. */
export class Scrubber {
  /** @param {(step: number) => void} go */
  constructor(go) {
    this.strip = svg("svg", { class: "scrub__strip", viewBox: `0 0 ${WIDTH} 24`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.marks = svg("path", { class: "tick tick--mark" });
    this.slider = el("input", { class: "slider scrub__slider", type: "range", min: 0, "aria-label": "Step" });
    this.slider.addEventListener("input", () => go(Number(this.slider.value)));
    this.element = el("div", { class: "scrub" }, this.strip, this.slider);
    /** @type {Run | null} */
    this.run = null;
  }

  /** @param {Run} run @param {View} view @param {number[]} marks */
  show(run, view, marks) {
    const last = run.steps.kind.length - 1;
    if (this.run !== run) {
      this.run = run;
      set(this.slider, "max", last);
      this.strip.replaceChildren(...Object.entries(ticks(run)).map(([kind, d]) => svg("path", { class: `tick tick--${kind}`, d })), this.marks);
    }
    set(this.marks, "d", marks.map((step) => `M${along(run, step)} 1v22`).join(""));
    this.slider.value = String(view.step);
    set(this.slider, "aria-valuetext", `step ${view.step} of ${last}: ${view.kind} ${run.places.name[view.place] ?? ""}`);
    setVariable(this.slider, "--fill", `${(100 * view.step) / Math.max(last, 1)}%`);
  }
}

/** Returns the path of the ticks of each kind. @param {Run} run */
function ticks(run) {
  const { note, place } = run.visits;
  const time = timelineOf(run);
  /** @type {Record<string, string>} */
  const paths = {};
  for (const visit of place.keys()) {
    const step = time.enter[visit] ?? NEVER;
    if (step === NEVER) continue;
    const kind = (time.cut[visit] ?? NEVER) < NEVER ? "cut" : note[visit] || "inner";
    paths[kind] = `${paths[kind] ?? ""}M${along(run, step)} 22${SHAPES[kind] ?? SHAPES.inner}`;
  }
  return paths;
}

/** Returns how far along the strip a step lies. @param {Run} run @param {number} step */
const along = (run, step) => Math.round((step / Math.max(run.steps.kind.length - 1, 1)) * WIDTH * 10) / 10;
