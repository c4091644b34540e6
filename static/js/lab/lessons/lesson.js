/**
 * Shows a lesson's question below its text, and in the list of lessons which are done.
 * @typedef {Problem & {compare: string | null}} Figure
 * @typedef {object} Lesson
 * @property {string} slug
 * @property {number} number
 * @property {string} title
 * @property {Figure} figure
 * @property {Asked} question
 * @property {string} practice the kind of exercise, and its shape after a space if it has one
 * @property {string | null} program the algorithm to write oneself; null: the judge does not know it
 * @property {{words: string, figure: Figure} | null} then
 * @property {string | null} beside the algorithm to compare with, in words
 * @property {{slug: string, title: string} | null} next
 * @typedef {{fingerprint: string, lesson: Lesson}} Boot
 */

/** @import { Asked, Lab, Problem, Run } from "../model/types.js" */

import { button, el } from "../../view/dom.js";
import { isSite, root, t } from "../../words.js";
import { hide, showRun } from "../acts.js";
import "../more_words.js";
import { askQuestion } from "../exercises/ask.js";
import { listDone, markDone } from "./progress.js";

/** Puts the question into its part of the page. @param {HTMLElement} host @param {Boot} boot @param {Lab} lab */
export async function mountLesson(host, boot, lab) {
  const { lesson, fingerprint } = boot;
  const after = el("div", { class: "ask__buttons" });
  const { slug, title } = lesson.next ?? { slug: "program", title: t("Your program, judged") };
  const next = el("a", { class: "button", href: `${root}/lab/${slug}` }, t("Next: {title}", { title }));
  const { then, practice, program } = lesson;
  /** @param {Figure} figure @param {string | null} [compare] */
  const show = (figure, compare = null) => {
    hide(lab, false);
    void showRun(lab, figure, figure.algorithm, figure.depth, compare);
  };
  const compare = () => show(lesson.figure, lesson.figure.compare);
  const both = lesson.beside && button(t("Compare with {algorithm}", { algorithm: lesson.beside }), compare);
  if (then) after.append(button(then.words, () => show(then.figure, then.figure.compare)));
  if (!isSite) after.append(button(t("Practise"), () => void practise(host, boot, lab, practice)));
  if (program && !isSite)
    after.append(
      el("a", { class: "button", href: `${root}/lab/program?algorithm=${program}` }, t("Write it yourself, judged")),
    );
  after.hidden = true;
  const again = button(t("Back to the figure"), () => show(lesson.figure));

  const finish = () => {
    markDone("lab-lessons", lesson.slug);
    after.hidden = false;
    next.classList.add("button--primary");
    listDone();
  };
  const told = (/** @type {{ right: boolean }} */ { right }) => right && finish();
  const asked = await askQuestion(lesson.question, lab, `/lab/check/${fingerprint}?lesson=${lesson.slug}`, told);
  host.append(asked.element, after, el("div", { class: "ask__buttons" }, ...(both ? [both] : []), again, next));
  const look = () => (again.hidden = lab.run !== null && isFigure(lab.run, lesson.figure));
  lab.listeners.add(look);
  look();
  listDone();
}

/** Tells whether a run shows a figure, of games its position. @param {Run} run @param {Figure} figure */
const isFigure = (run, figure) =>
  run.kind === "game"
    ? run.game === figure.game && run.moves === figure.moves && run.weights === figure.weights
    : run.tree === figure.tree;

/** Opens exercises. @param {HTMLElement} host @param {Boot} boot @param {Lab} lab @param {string} practice */
async function practise(host, boot, lab, practice) {
  const { mountExercises } = await import("../exercises/panel.js");
  host.querySelector(".practice")?.remove();
  mountExercises(host, boot, lab, ...practice.split(" "));
}
