/** Draws what several pages of the coach have: the board of a puzzle, and the way from it to a game at the table. */

/** @import { Rating } from "../model/puzzle_choice.js" */
/** @import { Session } from "../model/session.js" */
/** @import { Disc } from "../../model/proof/certificate.js" */

import { BOARD, openColumns, winningCells } from "../model/puzzle.js";
import { levelOf } from "../model/puzzle_choice.js";
import { againstAddress } from "../../files.js";
import { boardPage } from "../../model/boardpage.js";
import { Board } from "../../view/board/board_view.js";
import { byId, el, set, setText } from "../../view/dom.js";
import { t } from "../../words.js";

/** Shows the board of a puzzle. */
export class PuzzleBoard extends Board {
  /** @param {import("../../view/board/input.js").Actions} actions */
  constructor(actions) {
    super(BOARD, actions);
    byId("fit").append(this.element);
  }

  /**
   * Draws a position.
   *
   * @param {Disc[]} discs
   * @param {boolean} open the person may move
   * @param {Session} session
   * @param {boolean} [read] a reason is read: unless the person may move, no disc is in anybody's hand
   */
  show(discs, open, { aim, refusals, refusedMove }, read = false) {
    const page = boardPage({
      info: BOARD,
      discs,
      moves: discs.map(([column]) => column),
      legal: openColumns(discs),
      line: winningCells(discs),
      open,
      aim,
      refusals,
      refusedMove,
    });
    this.render(read && !open ? { ...page, game: { ...page.game, to_move: null } } : page);
  }
}

/** The level where the points of the levels are not here yet. */
const MIDDLE = 5;

/** Leads from a position to the table: it is played on against a level as strong as the person. */
export class PlayOn {
  constructor() {
    this.link = el("a", { class: "button" });
    this.element = el("p", { class: "coach__on" }, this.link);
  }

  /**
   * Draws the changes.
   *
   * @param {string | null} notation the moves; null: there is nothing to play on
   * @param {Rating} rating
   * @param {number[]} [levels] the points of each level
   */
  render(notation, { points }, levels) {
    set(this.element, "hidden", notation === null);
    if (notation === null) return;
    const level = levels ? levelOf(points, levels) : MIDDLE;
    setText(this.link, t("Play it on against level {n}", { n: level }));
    set(this.link, "href", againstAddress({ game: BOARD.name, notation }, level));
  }
}
