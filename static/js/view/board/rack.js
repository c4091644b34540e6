/** Empties the board of what is not in the line, after the win of a person. */

/** @import { PageState } from "../../model/types.js" */

import { isMine } from "../../model/select.js";
import { Drawn, set } from "../dom.js";

/** Watches for the end. */
export class Rack {
  /** @param {HTMLElement} board */
  constructor(board) {
    this.board = board;
    /** Whether the game on the board is over; null before the first look. @type {boolean | null} */
    this.over = null;
    this.empties = false;
    this.drawn = new Drawn();
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { game, review } = page;
    if (this.drawn.has(game, review.opened)) return;
    const won = Boolean(game.outcome?.line.length);
    if (!won) this.empties = false;
    else if (this.over === false) this.empties = isMine(page, game.outcome?.winner ?? null) && !game.analysis;
    this.over = game.outcome !== null;
    set(this.board, "data-empties", this.empties && !review.opened);
  }
}
