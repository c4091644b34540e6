/** Asks what happens next. */

/** @import { Predict } from "../model/predict.js" */

import { el, set, setText } from "../../view/dom.js";
import { t } from "../../words.js";
import "../more_words.js";
import { ANSWERS } from "../model/predict.js";

/** Shows the question. */
export class Question {
  /** @param {HTMLElement} host @param {(kind: string) => void} answer */
  constructor(host, answer) {
    this.answer = answer;
    this.score = el("p", { class: "quiet number" });
    const buttons = ANSWERS.map(({ kind, words }, at) => {
      const made = el("button", { class: "button", type: "button" }, `${at + 1}: ${words}`);
      made.addEventListener("click", () => answer(kind));
      return made;
    });
    this.asked = el("fieldset", { class: "ask" }, el("legend", {}, t("What happens next?")), ...buttons);
    this.element = el("section", { class: "predict", "aria-label": t("Predict") }, this.asked, this.score);
    host.append(this.element);
  }

  /** Answers by a key. @param {number} number from 1 */
  press(number) {
    const chosen = ANSWERS[number - 1];
    if (chosen) this.answer(chosen.kind);
  }

  /** @param {Predict | null} predict */
  show(predict) {
    if (!predict) return this.element.remove();
    set(this.asked, "hidden", predict.asked === null);
    setText(
      this.score,
      predict.answered
        ? t("{right} of {answered} right.", { right: predict.right, answered: predict.answered })
        : t("Step forward: before each better value, cut and table hit you are asked."),
    );
  }
}
