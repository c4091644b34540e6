/** Shows the page's large board: a position that the person plays on, with marks over it. */

/** @import { GameInfo, Layer } from "../../model/types.js" */

import { winningCells } from "../../model/board.js";
import { boardPage } from "../../model/boardpage.js";
import { signAt, discsOf, playable } from "../model/discs.js";
import { Board } from "../../view/board/board_view.js";
import { Layers } from "../../view/board/layers.js";

/** Shows the board. */
export class LargeBoard {
  /** @param {GameInfo} info @param {(move: number) => void} play */
  constructor(info, play) {
    this.info = info;
    /** @type {number | null} */
    this.aim = null;
    this.refusals = 0;
    /** @type {Parameters<LargeBoard["render"]>} */
    this.shown = [[], false, null, null];
    const aim = (/** @type {number | null} */ move) => {
      this.aim = move;
      this.render(...this.shown);
    };
    this.board = new Board(info, { aim, play });
    this.layers = new Layers(this.board.face);
    this.board.body.insertBefore(this.layers.element, this.board.grid.element);
    this.element = this.board.element;
  }

  /** Gives the board the focus. */
  focus() {
    this.board.focus();
  }

  /**
   * Draws the changes.
   *
   * @param {number[]} moves
   * @param {boolean} open the person is to move
   * @param {string[] | null} rows the marks of a card
   * @param {number | null} refused a column that was just refused
   * @param {Layer[]} [more] other marks
   */
  render(moves, open, rows, refused, more = []) {
    if (refused !== null && refused !== this.shown[3]) this.refusals += 1;
    this.shown = [moves, open, rows, refused, more];
    const discs = discsOf(this.info, moves);
    const taken = new Set(discs.map(([column, row]) => String([column, row])));
    const free = playable(this.info, discs);
    this.board.render(
      boardPage({
        info: this.info,
        discs,
        moves,
        legal: free.map(([column]) => column),
        line: discs.length ? winningCells(this.info.connect, discs) : [],
        open,
        aim: this.aim,
        refusals: this.refusals,
        refusedMove: refused,
      }),
    );
    const cells = (rows ?? []).flatMap((signs, at) =>
      [...signs].map((_, column) => /** @type {[number, number]} */ ([column + 1, (rows?.length ?? 0) - at])),
    );
    const layers = cells.map((cell) => ({ kind: "mark", pairs: [], cells: [cell], sign: signAt(rows ?? [], cell) }));
    this.layers.renderAll([...layers.filter(({ sign }) => sign), ...more], (cell) => !taken.has(String(cell)));
  }
}
