/** Shows beside the trainer's board the choice of a theme, and below a missed puzzle the way to its idea. */

/** @import { CoachPage } from "../model/page.js" */

import { el, set, setText } from "../../view/dom.js";
import { heading } from "../model/courses.js";
import { ideaOf } from "../model/idea.js";
import { isMissed } from "../model/page.js";
import { root, t } from "../../words.js";

/** Lets the person choose a theme. */
export class Themes {
  /** @param {(slug: string) => void} choose "": all themes */
  constructor(choose) {
    this.select = el("select", { class: "select", autocomplete: "off" });
    this.select.addEventListener("change", () => choose(this.select.value));
    this.element = el("label", { class: "field" }, el("span", { class: "field__name quiet" }, t("Theme")), this.select);
  }

  /** @param {CoachPage} page */
  render({ index, course, section }) {
    set(this.element, "hidden", section !== "train" || !index);
    if (!this.select.length && index)
      this.select.append(
        el("option", { value: "" }, t("All themes")),
        ...index.themes.map((theme) => el("option", { value: theme.slug }, heading(theme))),
      );
    this.select.value = course;
  }
}

/** Leads to the page of the idea, with three questions there. */
export class Idea {
  constructor() {
    this.link = el("a", { class: "button" });
    this.element = el("p", { class: "coach__idea" }, this.link);
  }

  /** @param {CoachPage} page */
  render(page) {
    const { loaded, index, section } = page;
    const idea = loaded && index && section !== "themes" && isMissed(page) && ideaOf(index, loaded.puzzle.themes);
    set(this.element, "hidden", !idea);
    if (!idea || !loaded) return;
    setText(this.link, t("Its idea, and three questions: {theme}", { theme: t(idea.title) }));
    set(this.link, "href", `${root}/coach/themes?theme=${idea.slug}&after=${loaded.puzzle.name}`);
  }
}
