/**
 * Shows the buttons, the speed, the choices for a game against the student, and the curve.
 *
 * @typedef {object} Acts
 * @property {() => void} learn lets it play against itself, or stops it
 * @property {(pace: number) => void} pace
 * @property {() => void} play begins a person's game
 * @property {() => void} back goes back to its games against itself
 * @property {(age: number | null) => void} age
 * @property {(teach: boolean) => void} teach
 * @property {() => void} again begins with a new student
 * @property {() => void} file
 * @property {(move: number) => void} why asks what makes the belief of a move
 */

/** @import { Shown } from "../model/shown.js" */

import { button, el, set, setText } from "../../view/dom.js";
import { root, t } from "../../words.js";
import { PACES, ageWords, nextWords, paceWords, speedWords } from "../model/shown.js";
import { Curve } from "./curve.js";

/** Shows the panel. */
export class Panel {
  /** @param {Acts} acts */
  constructor(acts) {
    this.learn = button("", acts.learn, "button button--primary");
    this.play = button(t("Play against it"), acts.play);
    this.next = button(t("New game"), acts.play, "button button--primary");
    this.back = button(t("Let it play alone"), acts.back);
    this.pace = el(
      "fieldset",
      { class: "student__pace" },
      el("legend", { class: "quiet" }, t("Games a second")),
      paces(acts.pace),
    );
    this.age = el("select", { class: "select" });
    this.age.addEventListener("change", () => acts.age(this.age.value === "" ? null : Number(this.age.value)));
    this.ages = el("label", { class: "field" }, el("span", { class: "field__name quiet" }, t("The student")), this.age);
    this.teach = el("input", { type: "checkbox", role: "switch" });
    this.teach.addEventListener("change", () => acts.teach(this.teach.checked));
    this.teaching = el("label", { class: "switch" }, this.teach, t("It learns from my games"));
    this.speed = el("p", { class: "student__speed quiet" });
    this.way = el("p", { class: "student__way" });
    this.curve = new Curve();
    this.again = button(t("Begin with a new one"), acts.again);
    this.file = button(t("Save as a file"), acts.file);
    this.element = el(
      "div",
      { class: "student" },
      el("div", { class: "student__buttons" }, this.learn, this.play, this.next, this.back),
      this.pace,
      el("div", { class: "student__game" }, this.ages, this.teaching),
      this.speed,
      this.way,
      this.curve.element,
      el("div", { class: "student__buttons" }, this.file, this.again),
      about(),
    );
  }

  /** Draws the changes. @param {Shown} shown */
  render(shown) {
    const own = shown.game === "own";
    setText(this.learn, shown.learning ? t("Pause") : shown.games ? t("Let it go on") : t("Let it learn"));
    for (const part of [this.learn, this.play, this.pace]) set(part, "hidden", own);
    for (const part of [this.next, this.back, this.ages, this.teaching]) set(part, "hidden", !own);
    for (const input of this.pace.querySelectorAll("input")) input.checked = Number(input.value) === shown.pace;
    this.renderAges(shown);
    this.teach.checked = shown.teach;
    this.teach.disabled = shown.age !== null;
    const speed = speedWords(shown);
    setText(this.speed, speed || "\u00a0");
    set(this.speed, "hidden", own && !speed);
    set(this.again, "disabled", shown.games === 0);
    const next = nextWords(shown);
    if (next) setText(this.way, next);
    else if (!this.way.querySelector("a")) this.way.replaceChildren(lesson());
    this.curve.render(shown.curve);
  }

  /** Lists the ages to play against. @param {Shown} shown */
  renderAges({ ages, age }) {
    if (this.age.options.length !== ages.length + 1) {
      const option = (/** @type {number | null} */ one) => el("option", { value: one ?? "" }, ageWords(one));
      this.age.replaceChildren(option(null), ...ages.map(option));
    }
    this.age.value = String(age ?? "");
  }
}

/** Makes the choice of speeds. @param {(pace: number) => void} choose */
function paces(choose) {
  return el(
    "span",
    { class: "choice" },
    ...PACES.map((pace) => {
      const input = el("input", { type: "radio", name: "pace", value: pace });
      input.addEventListener("change", () => choose(pace));
      return el("label", {}, input, paceWords(pace));
    }),
  );
}

/** Says how it learns. */
function about() {
  return el(
    "details",
    { class: "student__about" },
    el("summary", {}, t("How it learns")),
    el(
      "p",
      {},
      t("It knows the rules: it takes a win and answers a threat. All else is a table of patterns, empty at first."),
    ),
    el(
      "p",
      {},
      t(
        "After a game against itself, it goes through the game once more. What it believes of each position moves a little towards how the game ended. It moves a little towards what it believed of the next one as well. Books call this TD(lambda).",
      ),
    ),
    el(
      "p",
      {},
      t(
        "In a game against you it looks some moves ahead at each of its turns, by minimax. What it believes of each position that it sees moves towards what minimax finds. It needs fewer games so.",
      ),
    ),
  );
}

/** Leads on from the last step, where there is a lab. */
function lesson() {
  return document.querySelector(`#rooms a[href='${root}/lab']`)
    ? el("a", { href: `${root}/lab/stop-early` }, t("Next: the lesson on guesses, in the lab"))
    : "";
}
