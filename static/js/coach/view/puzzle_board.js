/** Draws the board of a puzzle, the same on every page of the coach. */

/** @import { Disc } from "../../model/proof/certificate.js" */
/** @import { Session } from "../model/session.js" */

import { boardPage } from "../../model/boardpage.js";
import { Board, makeRoom } from "../../view/board/board.js";
import { byId } from "../../view/dom.js";
import { BOARD, openColumns, winningCells } from "../model/puzzle.js";

/** Shows the board of a puzzle. */
export class PuzzleBoard extends Board {
  /** @param {import("../../view/board/input.js").Actions} actions */
  constructor(actions) {
    super(BOARD, actions);
    makeRoom(BOARD);
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
