/**
 * Holds one part of the essay: its figure, its sentences, and the numbers in them. The server writes every sentence in
 * the reader's language, with an empty place for each number.
 * @typedef {{least: number, most: number, now: number, words?: (value: number) => string, change: (value: number) => void}} Dialled
 */

import { byId, set, setText } from "../../view/dom.js";
import { number } from "../../words.js";

/** Pixels of a drag for one step, and steps of a page key. */
const [DRAG, PAGE] = [14, 5];

/** Writes a number, with the true sign for minus. @param {number} value */
export const written = (value) => number(value).replace("-", "−");

export class Part {
  /** @param {string} name of the section */
  constructor(name) {
    this.element = byId(name);
    this.figure = /** @type {HTMLElement} */ (this.element.querySelector("[data-figure]"));
  }

  /** Fills the holes of a name. @param {Record<string, number | string>} values */
  fill(values) {
    for (const [name, value] of Object.entries(values))
      for (const hole of this.element.querySelectorAll(`[data-hole="${name}"]:not([role])`))
        setText(hole, typeof value === "number" ? written(value) : value);
  }

  /** Shows the sentences of these cases, and hides those of others. @param {...string} cases */
  show(...cases) {
    for (const one of this.element.querySelectorAll("[data-case]"))
      set(one, "hidden", !cases.includes(one.getAttribute("data-case") ?? ""));
  }

  /** Says what the server wrote for the figure. @param {string} name @param {Record<string, number | string>} [values] */
  say(name, values = {}) {
    const sentence = byId("essay").getAttribute(`data-${name}`) ?? "";
    return sentence.replace(/\{(\w+)\}/g, (_, hole) => String(values[hole] ?? ""));
  }

  /** Returns a button of the part. @param {string} act @param {() => void} answer */
  on(act, answer) {
    const made = /** @type {HTMLButtonElement} */ (this.element.querySelector(`[data-act="${act}"]`));
    made.addEventListener("click", answer);
    return made;
  }

  /** Tells whenever the figure comes into sight or leaves it. @param {(seen: boolean) => void} change */
  onSight(change) {
    const tell = (/** @type {IntersectionObserverEntry[]} */ entries) =>
      change(entries.at(-1)?.isIntersecting ?? false);
    new IntersectionObserver(tell).observe(this.figure);
  }

  /** Draws again where the figure's width changes. @param {() => void} draw */
  onWidth(draw) {
    let before = this.figure.clientWidth;
    new ResizeObserver(() => {
      if (this.figure.clientWidth === before) return;
      before = this.figure.clientWidth;
      draw();
    }).observe(this.figure);
  }

  /** Makes a hole a number to drag, and returns what tells it. @param {string} name @param {Dialled} dialled */
  dial(name, { least, most, now, words = written, change }) {
    const hole = /** @type {HTMLElement} */ (this.element.querySelector(`[data-hole="${name}"]`));
    let value = now;
    const show = () => {
      setText(hole, words(value));
      set(hole, "aria-valuenow", value);
      set(hole, "aria-valuetext", words(value));
    };
    const go = (/** @type {number} */ wanted) => {
      const next = Math.min(Math.max(Math.round(wanted), least), most);
      if (next === value) return;
      value = next;
      show();
      change(value);
    };
    for (const [key, one] of Object.entries({ class: "dial", role: "spinbutton", tabindex: 0 })) set(hole, key, one);
    for (const [key, one] of Object.entries({ label: hole.dataset.label, valuemin: least, valuemax: most }))
      set(hole, `aria-${key}`, one);
    show();
    hole.addEventListener("keydown", (event) => {
      const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: PAGE, PageDown: -PAGE };
      const ends = { Home: least, End: most };
      const to = event.key in ends ? ends[/** @type {"Home"} */ (event.key)] : null;
      const by = steps[/** @type {"ArrowUp"} */ (event.key)];
      if (event.altKey || event.ctrlKey || event.metaKey || (to === null && !by)) return;
      event.preventDefault();
      go(to ?? value + by);
    });
    let grip = { x: 0, value };
    hole.addEventListener("pointerdown", ({ pointerId, clientX }) => {
      grip = { x: clientX, value };
      hole.setPointerCapture(pointerId);
    });
    hole.addEventListener("pointermove", ({ pointerId, clientX }) => {
      if (hole.hasPointerCapture(pointerId)) go(grip.value + (clientX - grip.x) / DRAG);
    });
    hole.addEventListener("click", ({ clientX }) => {
      const { left, width } = hole.getBoundingClientRect();
      if (clientX === grip.x) go(value + (clientX < left + width / 2 ? -1 : 1)); // no drag: the halves are buttons
    });
    return () => value;
  }
}
