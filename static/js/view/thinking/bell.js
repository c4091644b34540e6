/** Shows the bell of two engines, which tells who knows how the game ends. */

/** @import { PageState } from "../../model/types.js" */

import { knowledgeWords } from "../../model/state/engine_knowledge.js";
import { el, icon, isStill, set, setText } from "../dom.js";

const BELL = "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 20a2 2 0 0 0 4 0";
const SWING = [0, 18, -15, 11, -7, 3, 0];
const SWING_MS = 600;

/** Shows the bell. */
export class Bell {
  constructor() {
    this.words = el("span", { class: "bell__words" });
    this.sign = icon(BELL);
    this.element = el("div", { class: "bell", role: "status" }, this.sign, this.words);
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const knowledge = page.engineView.visible ? knowledgeWords(page) : "";
    set(this.element, "hidden", !knowledge);
    if (knowledge && knowledge !== this.words.textContent && !isStill()) {
      this.sign.animate(
        SWING.map((angle) => ({ transform: `rotate(${angle}deg)` })),
        { duration: SWING_MS },
      );
    }
    setText(this.words, knowledge);
  }
}
