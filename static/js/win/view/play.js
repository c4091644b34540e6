/** Shows what stands beside the board in a game: the other side, a hint, a new game. */

import { button, el, set } from "../../view/dom.js";
import { t } from "../../words.js";

const LEVELS = 10;
const FIRST = 5;
const CHANCE = 0;
const SHEET = -1;

/** Shows the panel. */
export class PlayPanel {
  /** @param {{again: () => void, hint: () => void}} acts */
  constructor(acts) {
    const numbers = Array.from({ length: LEVELS }, (_, at) => at + 1);
    this.choice = el(
      "select",
      { class: "select", autocomplete: "off" },
      ...numbers.map((n) => el("option", { value: n, selected: n === FIRST }, t("Level {n}", { n }))),
      el("option", { value: CHANCE }, t("Chance")),
      el("option", { value: SHEET }, t("The sheet itself (you change sides)")),
    );
    this.choice.addEventListener("change", acts.again);
    this.hint = button(t("What do my cards say?"), acts.hint);
    this.element = el(
      "div",
      { class: "win__part" },
      el("label", { class: "win__field" }, el("span", { class: "quiet" }, t("The other side")), this.choice),
      el("div", { class: "win__buttons" }, this.hint, button(t("New game"), acts.again)),
      el("p", { class: "quiet" }, t("A hint comes from the lessons that you know, and from nothing else.")),
    );
  }

  /** Returns the level chosen; 0 for chance and for the sheet. */
  get level() {
    return Math.max(CHANCE, Number(this.choice.value));
  }

  /** Tells whether the cards play their side themselves, and the person the other one. */
  get sheet() {
    return Number(this.choice.value) === SHEET;
  }

  /** Draws the changes. @param {boolean} open the person is to move */
  render(open) {
    set(this.hint, "disabled", !open || this.sheet);
  }
}
