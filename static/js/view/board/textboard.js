/** Shows a game without a board: the position as text and the moves as buttons. */

/** @import { PageState } from "../../model/types.js" */
/** @import { Actions } from "./input.js" */

import { moveWords } from "../../model/board.js";
import { myTurn } from "../../model/select.js";
import { button, el, set, setVariable } from "../dom.js";
import "../../more_words.js";
import { capital, say, t } from "../../words.js";

/** Shows the text and the buttons. */
export class TextBoard {
  /** @param {Actions} actions */
  constructor(actions) {
    this.actions = actions;
    this.text = el("pre", { tabindex: 0, "aria-label": t("Position") });
    this.moves = el("div", { class: "textboard__moves", role: "group", "aria-label": t("Moves") });
    this.strip = el("div", { class: "strip-place" });
    this.element = el("div", { class: "textboard" }, this.text, this.moves, this.strip);
    this.legal = "";
    this.shown = "";
    /** The most matches seen: they have the width. */
    this.most = 1;
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const said = say(page.game.text);
    if (said !== this.shown) {
      this.shown = said;
      const [strokes = ""] = /^\|+/.exec(this.shown) ?? [];
      this.most = Math.max(this.most, strokes.length);
      setVariable(this.text, "--all", this.most);
      const matches = Array.from(strokes, () => el("span", { class: "match" }));
      this.text.replaceChildren(
        ...(this.most > 1 ? [el("span", { class: "matches", "aria-hidden": "true" }, ...matches)] : []),
        this.shown.slice(strokes.length).replace(/^ \((.*)\)$/, "$1"),
      );
    }
    const legal = page.game.legal.join();
    if (legal !== this.legal) {
      this.legal = legal;
      const focused = this.moves.contains(document.activeElement);
      this.moves.replaceChildren(...page.game.legal.map((move) => this.button(page, move)));
      set(this.moves, "data-many", page.game.legal.length > 6);
      if (focused) this.moves.querySelector("button")?.focus();
    }
    for (const button of this.moves.children) set(button, "aria-disabled", myTurn(page) ? null : "true");
  }

  /** Makes the button of a move. @param {PageState} page @param {number} move */
  button(page, move) {
    // a double click is one move
    return button(capital(moveWords(page, move)), ({ detail }) => detail < 2 && this.actions.play(move));
  }
}
