/**
 * The sealed envelope, the bell of two minds, and mercy admitted. On your turn the engine's guess at your move lies in it; when you have moved, it opens.
 *
 * @typedef {import("../../model/types.js").PageState} PageState
 */

import { envelope, slipWords } from "../../model/engine_answers.js";
import { knowledgeWords } from "../../model/engine_knowledge.js";
import { el, icon, prefersStillness, setAttribute, setText, svg } from "../dom.js";

const BELL = "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 20a2 2 0 0 0 4 0";
const SWING = [0, 18, -15, 11, -7, 3, 0];
const SWING_MS = 600;

export class Envelope {
  constructor() {
    this.flap = svg("path", { class: "envelope__flap", d: "M2 6 L12 13 L22 6" });
    this.sign = svg("svg", { class: "icon envelope__sign", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
      svg("rect", { x: 2, y: 5, width: 20, height: 14, rx: 2 }), this.flap);
    this.words = el("span", { class: "envelope__words" });
    this.score = el("span", { class: "envelope__score quiet number" });
    this.row = el("div", { class: "envelope" }, this.sign, this.words, this.score);
    this.mercy = el("p", { class: "mercy" });
    this.known = el("span", { class: "envelope__words" });
    const ring = icon(BELL);
    ring.classList.add("envelope__sign");
    this.bell = el("div", { class: "envelope", role: "status" }, ring, this.known);
    this.element = el("div", {}, this.row, this.bell, this.mercy);
  }

  /** @param {PageState} page */
  render(page) {
    const found = page.watching && !page.game.outcome ? envelope(page) : null;
    setAttribute(this.row, "hidden", !found);
    const spared = slipWords(page);
    setAttribute(this.mercy, "hidden", !spared);
    setText(this.mercy, spared);
    const known = page.watching ? knowledgeWords(page) : "";
    setAttribute(this.bell, "hidden", !known);
    if (known !== this.known.textContent && known && !prefersStillness()) {
      this.bell.firstElementChild?.animate(SWING.map((angle) => ({ transform: `rotate(${angle}deg)` })), { duration: SWING_MS });
    }
    setText(this.known, known);
    if (!found) return;
    setAttribute(this.row, "data-sealed", found.sealed ? "yes" : "no");
    setText(this.words, found.words);
    setText(this.score, found.score);
  }
}
