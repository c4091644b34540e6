/** Shows what stands beside the board in a lesson: the buttons, what the person knows, and the rules of every card. */

/** @import { Course } from "../model/course.js" */
/** @import { Quiz } from "../model/quiz.js" */

import { button, el, set, setText } from "../../view/dom.js";
import { t } from "../../words.js";
import { rulesOf } from "../model/course_words.js";

/** Says how a card is read. @param {Course} course @param {boolean} open */
export function rules(course, open) {
  const [first = "", second = "", ...marks] = rulesOf(course);
  return el(
    "details",
    { class: "win__rules", open },
    el("summary", {}, t("How a card is read")),
    el("p", {}, t(first)),
    el("p", {}, t(second)),
    el("ul", {}, ...marks.map((says) => el("li", {}, t(says)))),
  );
}

/** Shows the panel. */
export class LearnPanel {
  /** @param {Course} course @param {{show: () => void, next: () => void}} acts */
  constructor(course, acts) {
    this.answer = button(t("Show the answer"), acts.show);
    this.next = button(t("Next lesson"), acts.next, "button button--primary");
    this.known = el("p", { class: "win__known" });
    this.element = el(
      "div",
      { class: "win__part" },
      el("div", { class: "win__buttons" }, this.next, this.answer),
      this.known,
      rules(course, false),
    );
  }

  /** Draws the changes. @param {Quiz | null} quiz @param {string} knowledge */
  render(quiz, knowledge) {
    set(this.next, "hidden", !quiz?.done);
    set(this.answer, "hidden", !quiz || quiz.done || quiz.shown);
    setText(this.known, knowledge);
  }
}
