/**
 * Shows who is better in the position on the board, as a bar with a mark at zero. The bar goes to a solid end when the
 * result is proven.
 */

/** @import { PageState } from "../../model/types.js" */

import { written } from "../../model/claim.js";
import { positionOf } from "../../model/board.js";
import { balance } from "../../model/thinking/thinking_words.js";
import "../../more_words.js";
import { t } from "../../words.js";
import { el, set, setText, setVariable } from "../dom.js";

const DRAWS = /** @type {const} */ ("draws");
const OPEN = /** @type {const} */ ("open");

/** Shows the bar. */
export class EvalBar {
  constructor() {
    this.fill = el("div", { class: "evalbar__fill" });
    this.words = el("span", { class: "evalbar__words number" });
    this.bar = el(
      "div",
      {
        class: "evalbar__bar",
        role: "meter",
        "aria-label": t("Who is better"),
        "aria-valuemin": -1,
        "aria-valuemax": 1,
      },
      this.fill,
      el("div", { class: "evalbar__zero" }),
    );
    this.element = el("div", { class: "evalbar" }, this.words, this.bar);
    /** The position of a bar that is held. */
    this.held = "";
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { engineView } = page;
    set(this.element, "hidden", !engineView.visible);
    const position = `${page.game.game_id} ${page.game.moves} ${page.pending?.move}`;
    if (!engineView.visible || (engineView.frozen && position === this.held)) return;
    this.held = position;
    const { value, words, proven, n } = balance(page);
    this.show(value, words, proven ? "yes" : "no");
    const certain = value ? { side: value > 0 ? 0 : 1, result: /** @type {const} */ ("wins") } : { result: DRAWS };
    const moves = positionOf(page);
    set(this.element, "data-claim", written({ moves, ...(proven ? certain : { result: OPEN }), ...(n ? { n } : {}) }));
  }

  /**
   * Shows a value.
   *
   * @param {number} value for the first side, -1 to 1
   * @param {string} words
   * @param {"yes" | "no"} proven
   */
  show(value, words, proven) {
    set(this.bar, "aria-valuenow", value.toFixed(2));
    set(this.bar, "aria-valuetext", words);
    set(this.element, "data-proven", proven);
    set(this.element, "data-side", Math.abs(value) < 0.005 ? "even" : value > 0 ? "0" : "1");
    setVariable(this.fill, "--value", Math.abs(value).toFixed(3));
    setText(this.words, words);
  }
}
