/**
 * Shows what there is to tell of an ended game, above the buttons.
 *
 * @typedef {import("../../model/types.js").PageState} PageState
 */

import { scoreWords, slipWords, turnWords } from "../../model/after.js";
import { el, set, setText } from "../dom.js";
import { tn } from "../../words.js";

/** Shows the sentences after a game, and the way to the puzzles made of the person's mistakes. */
export class After {
  constructor() {
    this.score = el("p");
    this.turn = el("p", { class: "after__turn" });
    this.mercy = el("p", { class: "mercy" });
    this.practise = el("a", { class: "after__practise", href: "/coach/mistakes" });
    this.element = el("div", { class: "after" }, this.score, this.turn, this.mercy, this.practise);
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { mistakes } = page.review;
    const over = page.game.outcome !== null && !page.game.analysis;
    const practise = tn(mistakes ?? 0, "A move of yours became a puzzle: practise it", "{n} of your moves became puzzles: practise them");
    for (const [line, words] of /** @type {const} */ ([
      [this.score, scoreWords(page)],
      [this.turn, turnWords(page)],
      [this.mercy, slipWords(page)],
      [this.practise, mistakes ? practise : ""],
    ])) {
      setText(line, words);
      set(line, "hidden", !words);
    }
    set(this.element, "hidden", !over);
  }
}
