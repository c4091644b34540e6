/** Shows what the student believes of every move: under the board, a cell for each column, or for each square. */

/** @import { GameInfo } from "../../model/types.js" */
/** @import { Belief } from "../model/student.js" */

import { button, el, set, setText, setVariable } from "../../view/dom.js";
import { beliefSentence, beliefWords, captionWords } from "../model/shown.js";

/** Shows a number and a bar for each move: to the right for good, to the left for bad. */
export class Beliefs {
  /** @param {GameInfo} info @param {(move: number) => void} why */
  constructor(info, why) {
    this.info = info;
    const [width, height] = info.board ?? [0, 0];
    this.cells = Array.from({ length: info.gravity ? width : width * height }, (_, i) =>
      el(
        "li",
        { class: "belief" },
        button("", () => why(i + 1), "belief__number"),
      ),
    );
    this.caption = el("p", { class: "beliefs__caption quiet", id: "beliefs" });
    this.list = el("ol", { class: "beliefs", "aria-labelledby": "beliefs" }, ...this.cells);
    this.element = el("div", {}, this.list, this.caption);
    setVariable(this.list, "--cols", width);
  }

  /** Draws the changes. @param {Belief[]} beliefs @param {number} side to move @param {number | null} explained a move */
  render(beliefs, side, explained) {
    setText(this.caption, captionWords(this.info, side));
    const best = Math.max(...beliefs.map(({ value }) => value));
    for (const [i, cell] of this.cells.entries()) {
      const belief = beliefs.find(({ move }) => move === i + 1);
      const number = cell.firstElementChild;
      if (number) {
        setText(number, belief ? beliefWords(belief.value) : "");
        set(number, "hidden", !belief);
        set(number, "aria-label", belief ? beliefSentence(this.info, belief) : null);
        set(number, "aria-pressed", String(explained === i + 1));
      }
      set(cell, "data-best", belief !== undefined && belief.value === best);
      setVariable(cell, "--from", belief ? 50 + Math.min(0, belief.value) * 50 : 50);
      setVariable(cell, "--wide", belief ? Math.abs(belief.value) * 50 : 0);
    }
  }
}
