/** Shows what stands beside the board: the list of pages, the text of one, or the controls of a question. */

/** @import { Page, Question } from "./zugzwang_model.js" */

import { button, el, set, setText } from "../../view/dom.js";
import { root, t } from "../../words.js";
import { TITLES, lesson } from "./theory.js";
import { optionName } from "./zugzwang_words.js";

/** Names the section of questions in the address. */
export const QUESTIONS = "questions";

/** Lists the pages and the questions; the chosen one is marked. */
export class Contents {
  /** @param {Page[]} pages @param {(slug: string) => void} choose */
  constructor(pages, choose) {
    this.buttons = [...pages.map(({ slug }) => slug), QUESTIONS].map((slug) => {
      const made = button(slug === QUESTIONS ? t("Questions") : (TITLES[slug] ?? ""), () => choose(slug));
      made.dataset.slug = slug;
      return made;
    });
    this.far = el("p", { class: "quiet number" });
    this.element = el(
      "nav",
      { class: "zugzwang__contents", "aria-label": t("Theory and questions") },
      this.far,
      el("ol", { class: "zugzwang__list" }, ...this.buttons.map((one) => el("li", {}, one))),
      el("a", { href: `${root}/coach` }, t("Back to the puzzles")),
    );
  }

  /** Marks the chosen one, and says how far one is. @param {string} slug @param {string} knows */
  render(slug, knows) {
    const at = this.buttons.findIndex(({ dataset }) => dataset.slug === slug);
    const count = this.buttons.length - 1;
    setText(this.far, at < count ? `${t("Page {n} of {count}.", { n: at + 1, count })} ${knows}` : knows);
    for (const one of this.buttons) set(one, "aria-current", one.dataset.slug === slug ? "page" : null);
  }
}

/** Shows the text of a page. */
export class Lesson {
  /** @param {{begin: () => void, next: () => void}} acts */
  constructor(acts) {
    this.text = el("div", { class: "zugzwang__text" });
    this.next = button(t("Next page"), acts.next, "button button--primary");
    this.begin = button(t("From the start"), acts.begin);
    this.element = el(
      "section",
      { class: "zugzwang__part", "aria-label": t("Theory") },
      this.text,
      el("p", { class: "quiet" }, t("Cells have names: a1 is at the bottom left, g6 at the top right.")),
      el("div", { class: "coach__buttons" }, this.next, this.begin),
    );
  }

  /** Draws a page. @param {Page} page @param {boolean} moved the person has moved @param {boolean} isLast */
  render(page, moved, isLast) {
    const sentences = lesson(page);
    setText(this.next, isLast ? t("To the questions") : t("Next page"));
    if (this.text.textContent !== sentences.join(""))
      this.text.replaceChildren(...sentences.map((one) => el("p", {}, one)));
    set(this.begin, "disabled", !moved);
  }
}

/** Shows the controls of a question. */
export class Asking {
  /** @param {{answer: (given: any[]) => void, next: () => void, again: () => void}} acts */
  constructor(acts) {
    this.acts = acts;
    this.choices = el("div", { class: "coach__buttons" });
    this.next = button(t("Next question"), acts.next, "button button--primary");
    this.again = button(t("See it again"), acts.again);
    this.element = el(
      "section",
      { class: "zugzwang__part", "aria-label": t("Questions") },
      this.choices,
      el("div", { class: "coach__buttons" }, this.next, this.again),
    );
    /** @type {Question | null} */
    this.shown = null;
  }

  /** Draws the changes. @param {Question | null} question @param {{done: boolean, refuted: boolean}} state */
  render(question, { done, refuted }) {
    if (this.shown !== question) {
      this.shown = question;
      this.choices.replaceChildren(...(question ? this.controls(question) : []));
    }
    set(this.choices, "hidden", done || !question);
    set(this.next, "hidden", !done);
    set(this.again, "hidden", !refuted);
  }

  /** Returns the controls of a question: a button for each option, or a box for each cell. @param {Question} question @returns {Element[]} */
  controls(question) {
    const { kind, options } = question;
    if (kind !== "reach")
      return options.map((option) => button(optionName(question, option), () => this.acts.answer([option])));
    const boxes = options.map((option) => {
      const box = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", autocomplete: "off" }));
      return { option, box, label: el("label", { class: "zugzwang__box" }, box, optionName(question, option)) };
    });
    const answer = () => this.acts.answer(boxes.filter(({ box }) => box.checked).map(({ option }) => option));
    return [
      el("fieldset", { class: "zugzwang__boxes" }, el("legend", {}, t("Cells")), ...boxes.map(({ label }) => label)),
      button(t("Answer"), answer, "button button--primary"),
    ];
  }

  /** Gives the first control the focus. */
  focus() {
    const first = this.next.hidden ? this.choices.querySelector("button, input") : this.next;
    /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true });
  }
}
