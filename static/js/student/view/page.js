/** Draws the student's page: the call, the board with what it believes, and the panel. */

/** @import { GameInfo } from "../../model/types.js" */
/** @import { Shown } from "../model/shown.js" */
/** @import { Acts } from "./panel.js" */

import { Board } from "../../view/board/board.js";
import { Layers } from "../../view/board/layers.js";
import { byId, set, setText } from "../../view/dom.js";
import { boardOf, headline, reasonLayers, subline } from "../model/shown.js";
import { Beliefs } from "./beliefs.js";
import { Panel } from "./panel.js";

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
