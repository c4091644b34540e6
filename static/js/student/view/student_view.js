/** Draws the student's page: the call, the board with what it believes, and the panel. */

/** @import { Belief } from "../model/student.js" */
/** @import { GameInfo } from "../../model/types.js" */
/** @import { Shown } from "../model/shown.js" */
/** @import { Acts } from "./student_panel.js" */

import { Board } from "../../view/board/board_view.js";
import { Layers } from "../../view/board/layers.js";
import { byId, set, setText, button, el, setVariable } from "../../view/dom.js";
import { boardOf, headline, reasonLayers, subline, beliefSentence, beliefWords, captionWords } from "../model/shown.js";
import { Panel } from "./student_panel.js";

/** Shows the page. */
export class PageView {
  /**
   * @param {GameInfo} info
   * @param {{aim: (move: number | null) => void, play: (move: number) => void}} onBoard
   * @param {Acts} onPanel
   */
  constructor(info, onBoard, onPanel) {
    this.board = new Board(info, onBoard);
    this.beliefs = new Beliefs(info, onPanel.why);
    this.layers = new Layers(this.board.face);
    this.board.body.insertBefore(this.layers.element, this.board.grid.element);
    this.panel = new Panel(onPanel);
    this.board.strip.append(this.beliefs.element);
    byId("fit").append(this.board.element);
    byId("panel").prepend(this.panel.element);
  }

  /** Draws the changes. @param {Shown} shown */
  render(shown) {
    this.board.render(boardOf(shown));
    this.beliefs.render(shown.beliefs, shown.moves.length % 2, shown.reason?.move ?? null);
    this.layers.renderAll(reasonLayers(shown));
    const [head, sub] = [headline(shown), subline(shown)];
    setText(byId("head"), head);
    setText(byId("sub"), sub);
    set(byId("table"), "data-game", shown.game);
    if (shown.game === "own" || shown.reason) setText(byId("live"), `${head} ${sub}`);
    this.panel.render(shown);
  }
}

/** Shows a number and a bar for each move: to the right for good, to the left for bad. */
class Beliefs {
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
