/**
 * The sealed envelope: on your turn the engine's guess at your move lies in it; when you have moved, it opens.
 *
 * @typedef {import("../model/types.js").PageState} PageState
 */

import { envelope, mercy } from "../model/guesses.js";
import { el, say, set, svg } from "./dom.js";

export class Envelope {
  constructor() {
    this.flap = svg("path", { class: "envelope__flap", d: "M2 6 L12 13 L22 6" });
    this.sign = svg("svg", { class: "icon envelope__sign", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
      svg("rect", { x: 2, y: 5, width: 20, height: 14, rx: 2 }), this.flap);
    this.words = el("span", { class: "envelope__words" });
    this.score = el("span", { class: "envelope__score quiet number" });
    this.row = el("div", { class: "envelope" }, this.sign, this.words, this.score);
    this.mercy = el("p", { class: "mercy" });
    this.element = el("div", {}, this.row, this.mercy);
  }

  /** @param {PageState} page */
  render(page) {
    const found = page.watching && !page.game.outcome ? envelope(page) : null;
    set(this.row, "hidden", !found);
    const spared = mercy(page);
    set(this.mercy, "hidden", !spared);
    say(this.mercy, spared);
    if (!found) return;
    set(this.row, "data-sealed", found.sealed ? "yes" : "no");
    say(this.words, found.words);
    say(this.score, found.score);
  }
}
