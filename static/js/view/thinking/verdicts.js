/**
 * Writes into each free square of a small board what a mark there is worth, as a tree below has no columns to stand
 * under.
 */

/** @import { Block } from "../../model/thinking/tree.js" */
/** @import { GameInfo, PageState } from "../../model/types.js" */

import { isBroad, squareCell } from "../../model/board.js";
import { worth } from "../../model/thinking/thinking_words.js";
import { el, set, setText, setVariable } from "../dom.js";
import { claimOfBlock } from "./blocks.js";

/** Tells whether a board has its verdicts in the squares. @param {GameInfo} info */
export const hasVerdicts = (info) => info.board !== null && !info.gravity && !isBroad(info);

/** Shows the verdicts. */
export class Verdicts {
  /** @param {GameInfo} info */
  constructor(info) {
    this.info = info;
    /** @type {Map<number, {element: HTMLElement, words: HTMLElement}>} */
    this.squares = new Map();
    this.element = el("div", { class: "verdicts" });
  }

  /** Draws the changes. @param {PageState} page @param {Block[]} blocks the moves of the position on the board */
  render(page, blocks) {
    const moves = new Set(blocks.map(({ move }) => move));
    for (const [move, { element }] of this.squares) set(element, "hidden", !moves.has(move));
    for (const block of blocks) {
      const { element, words } = this.square(block.move);
      const [word, rest] = worth({ ...block, proven: block.certainty === "proven" });
      setText(words, `${word} ${rest}`.trim());
      set(element, "data-side", block.side === null ? "even" : String(block.side));
      set(element, "data-proven", block.certainty === "open" ? "no" : "yes");
      set(element, "data-line", !!block.line);
      set(element, "data-claim", claimOfBlock(page, block));
    }
  }

  /** Returns the square of a move, made at the first call. @param {number} move */
  square(move) {
    const made = this.squares.get(move);
    if (made) return made;
    const words = el("span", { class: "verdict__words number" });
    const element = el("div", { class: "verdict", "data-move": move }, words, el("span", { class: "verdict__bar" }));
    const [column, row] = squareCell(this.info, move) ?? [1, 1];
    setVariable(element, "--c", column);
    setVariable(element, "--r", row);
    this.element.append(element);
    this.squares.set(move, { element, words });
    return { element, words };
  }
}
