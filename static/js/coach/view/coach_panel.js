/**
 * Shows what stands beside the board: the sections, the buttons of a puzzle, and what a person has done so far.
 *
 * @typedef {object} Acts
 * @property {() => void} again
 * @property {() => void} reveal
 * @property {() => void} next
 * @property {() => void} why
 * @property {() => void} copy
 * @property {() => void} lesson back to the course
 * @property {(name: string) => void} mistake
 * @property {(slug: string) => void} theme
 * @property {() => Promise<string>} exportText
 * @property {(text: string) => void} importText
 *
 * @typedef {object} Shown
 * @property {string} section
 * @property {boolean} refuted a wrong move stands on the board
 * @property {boolean} solved
 * @property {boolean} counted the puzzle was solved or shown, so the next may come
 * @property {string} about a line on the puzzle: its number, rating and themes, once solved
 * @property {string | null} dayLine the result of the day
 * @property {number} due how many missed puzzles come again today
 * @property {boolean} hasNext
 * @property {boolean} empty no puzzle is on the board
 * @property {boolean} canExplain a proof is there, and would give nothing away
 */

/** @import { Progress } from "../model/progress.js" */

import { button, el, set, setText } from "../../view/dom.js";
import { t, tn } from "../../words.js";
import { RATED_AFTER } from "../model/puzzle_choice.js";

/** Shows the panel. */
export class Panel {
  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    this.about = el("p", { class: "coach__about quiet number" });
    this.again = button(t("Try again"), acts.again, "button button--primary");
    this.reveal = button(t("Show the move"), acts.reveal);
    this.next = button(t("Next puzzle"), acts.next, "button button--primary");
    this.why = button(t("Why?"), acts.why);
    this.copy = button(t("Copy the result"), acts.copy);
    this.lesson = button(t("Back to the course"), acts.lesson);
    this.buttons = el(
      "div",
      { class: "coach__buttons" },
      this.again,
      this.next,
      this.why,
      this.reveal,
      this.copy,
      this.lesson,
    );
    this.rating = el("p", { class: "coach__rating" });
    this.text = el("textarea", {
      class: "coach__text",
      rows: 3,
      "aria-label": t("Saved progress"),
      spellcheck: "false",
    });
    this.keep = el(
      "details",
      { class: "coach__keep" },
      el("summary", {}, t("Keep your progress")),
      el(
        "p",
        { class: "quiet" },
        t(
          "Your progress stays in this browser. Export gives a text to keep; paste the text in another browser and import it.",
        ),
      ),
      this.text,
      el(
        "div",
        { class: "coach__buttons" },
        button(t("Export"), () => void acts.exportText().then((text) => this.show(text))),
        button(t("Import"), () => acts.importText(this.text.value)),
      ),
    );
    this.element = el("div", { class: "coach" }, this.about, this.buttons, this.rating, this.keep);
  }

  /** Puts a text into the field for copying. @param {string} text */
  show(text) {
    this.text.value = text;
    this.text.focus();
    this.text.select();
  }

  /** @param {Shown} shown @param {Progress} progress */
  render(shown, progress) {
    setText(this.about, shown.about);
    set(this.again, "hidden", !shown.refuted);
    set(this.reveal, "hidden", shown.empty || shown.solved || shown.refuted);
    set(this.next, "hidden", !shown.counted || !shown.hasNext);
    set(this.why, "hidden", !shown.canExplain);
    set(this.copy, "hidden", shown.dayLine === null);
    const { points, deviation } = progress.rating;
    const tried = progress.solved + progress.failed;
    const values = { points: Math.round(points), solved: progress.solved, failed: progress.failed };
    const rated =
      deviation > 110
        ? t("Your rating: {points}, still a guess. {solved} solved, {failed} failed.", values)
        : t("Your rating: {points}. {solved} solved, {failed} failed.", values);
    const again = shown.due
      ? ` ${tn(shown.due, "{n} missed puzzle comes again today.", "{n} missed puzzles come again today.")}`
      : "";
    setText(this.rating, tried < RATED_AFTER ? t("{n} of 5 puzzles for a rating.", { n: tried }) : rated + again);
    set(this.rating, "hidden", shown.section === "mistakes");
    set(this.lesson, "hidden", shown.empty || shown.section !== "themes");
  }
}
