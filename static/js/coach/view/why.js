/**
 * Shows an explanation as a list of sentences, each with its layer on the board, and the invitation to try.
 *
 * @typedef {import("../../model/certificate.js").Explanation} Explanation
 */

import { el, set, setText } from "../../view/dom.js";

/** Shows why. */
export class Why {
  /**
   * @param {{step: (at: number) => void, attempt: () => void, close: () => void}} acts
   */
  constructor(acts) {
    this.acts = acts;
    this.steps = el("ol", { class: "why__steps" });
    this.attempt = el("button", { class: "button", type: "button" }, "Try it: play any move");
    this.attempt.addEventListener("click", acts.attempt);
    this.back = el("button", { class: "button", type: "button" }, "Back");
    this.back.addEventListener("click", acts.close);
    this.element = el("section", { class: "why", "aria-label": "Why", hidden: true }, this.steps, el("div", { class: "coach__buttons" }, this.attempt, this.back));
    /** @type {Explanation | null} */
    this.shown = null;
  }

  /**
   * Draws the steps; null hides all.
   *
   * @param {Explanation | null} explanation
   * @param {number} at the step on the board
   * @param {boolean} trying
   */
  render(explanation, at, trying) {
    set(this.element, "hidden", explanation === null);
    if (!explanation) return;
    if (this.shown !== explanation) {
      this.shown = explanation;
      this.steps.replaceChildren(...explanation.steps.map(({ text }, place) => {
        const button = el("button", { class: "why__step", type: "button" }, text);
        button.addEventListener("click", () => this.acts.step(place));
        return el("li", {}, button);
      }));
    }
    for (const [place, button] of [...this.steps.querySelectorAll("button")].entries()) {
      set(button, "aria-current", place === at && !trying ? "step" : null);
    }
    setText(this.attempt, trying ? "Begin again" : "Try it: play any move");
  }
}
