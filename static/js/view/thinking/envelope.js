/**
 * Shows the envelope with the engine's guess at the next move, which opens when the person has moved, and the bell of two
 * engines.
 */

/** @import { PageState } from "../../model/types.js" */

import { envelope } from "../../model/thinking/guesses.js";
import { knowledgeWords } from "../../model/engine_knowledge.js";
import { el, icon, isStill, set, setText, svg } from "../dom.js";

const BELL = "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 20a2 2 0 0 0 4 0";
const SWING = [0, 18, -15, 11, -7, 3, 0];
const SWING_MS = 600;

/** Shows envelope and bell. */
export class Envelope {
  constructor() {
    this.flap = svg("path", { class: "envelope__flap", d: "M2 6 L12 13 L22 6" });
    this.sign = svg("svg", { class: "icon envelope__sign", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
      svg("rect", { x: 2, y: 5, width: 20, height: 14, rx: 2 }), this.flap);
    this.words = el("span", { class: "envelope__words" });
    this.score = el("span", { class: "envelope__score quiet number" });
    this.row = el("div", { class: "envelope" }, this.sign, this.words, this.score);
    this.bellWords = el("span", { class: "envelope__words" });
    const ring = icon(BELL);
    ring.classList.add("envelope__sign");
    this.bell = el("div", { class: "envelope", role: "status" }, ring, this.bellWords);
    this.element = el("div", {}, this.row, this.bell);
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const guess = page.engineView.visible && !page.game.outcome ? envelope(page) : null;
    set(this.row, "hidden", !guess);
    const knowledge = page.engineView.visible ? knowledgeWords(page) : "";
    set(this.bell, "hidden", !knowledge);
    if (knowledge !== this.bellWords.textContent && knowledge && !isStill()) {
      this.bell.firstElementChild?.animate(SWING.map((angle) => ({ transform: `rotate(${angle}deg)` })), { duration: SWING_MS });
    }
    setText(this.bellWords, knowledge);
    if (!guess) return;
    set(this.row, "data-sealed", guess.sealed ? "yes" : "no");
    setText(this.words, guess.words);
    setText(this.score, guess.score);
  }
}
