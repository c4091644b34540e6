/** Asks what happens next: before every better value, every cut and every answer from the table. */

/** @import { Predict, Run } from "./model/types.js" */

import { button, el, set, setText } from "../view/dom.js";
import { t } from "../words.js";
import "./more_words.js";

/** Lists the answers in the order of their keys. */
export const ANSWERS = [
  { kind: "better", words: t("a better value") },
  { kind: "cut", words: t("a cut") },
  { kind: "table", words: t("an answer from the table") },
];

/** Returns a fresh count. @returns {Predict} */
export const begun = () => ({ asked: null, right: 0, answered: 0 });

/** Returns the next step worth a question, or null. @param {Run} run @param {number} step @param {number} to the last */
export function questionBefore(run, step, to) {
  for (let at = step + 1; at <= to; at++) if (ANSWERS.some(({ kind }) => kind === kindAt(run, at))) return at;
  return null;
}

/** Counts an answer, and says if it is right. @param {Predict} predict @param {Run} run @param {string} kind */
export function answer(predict, run, kind) {
  const truth = kindAt(run, predict.asked ?? 0);
  const right = truth === kind;
  const words = ANSWERS.find((one) => one.kind === truth)?.words ?? "";
  return {
    predict: { asked: null, right: predict.right + Number(right), answered: predict.answered + 1 },
    sentence: right ? t("Right: {words}.", { words }) : t("No: what comes is {words}.", { words }),
  };
}

/** Returns the kind of a step. @param {Run} run @param {number} step */
const kindAt = (run, step) => run.kinds[run.steps.kind[step] ?? 0] ?? "";

/** Shows the question. */
export class Question {
  /** @param {HTMLElement} host @param {(kind: string) => void} answer */
  constructor(host, answer) {
    this.answer = answer;
    this.score = el("p", { class: "quiet number" });
    const buttons = ANSWERS.map(({ kind, words }, at) => button(`${at + 1}: ${words}`, () => answer(kind)));
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
