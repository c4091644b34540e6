/** Draws the board of a puzzle, the same on every page of the coach. */

/** @import { Disc } from "../../model/proof/certificate.js" */
/** @import { PageState } from "../../model/types.js" */
/** @import { Session } from "../model/session.js" */

import { boardPage } from "../../model/boardpage.js";
import { byId, set, setVariable } from "../../view/dom.js";
import { BOARD, HEIGHT, WIDTH, openColumns, winningCells } from "../model/puzzle.js";

/** Makes room for the board on the page. */
export function makeRoom() {
  setVariable(byId("table"), "--cols", WIDTH);
  setVariable(byId("table"), "--rows", HEIGHT);
  set(byId("table"), "data-gravity", "yes");
}

/**
 * Returns what the board shows.
 *
 * @param {Disc[]} discs
 * @param {boolean} open the person may move
 * @param {Session} session
 * @param {boolean} [read] a reason is read: unless the person may move, no disc is in anybody's hand
 * @returns {PageState}
 */
export function puzzleBoard(discs, open, { aim, refusals, refusedMove }, read = false) {
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
  return read && !open ? { ...page, game: { ...page.game, to_move: null } } : page;
}
