/**
 * Makes the tiles of the moves. Each is made once and patched later, and never moves.
 */

/** @import { Block } from "../../model/thinking/thinking_tree.js" */
/** @import { GameInfo, PageState } from "../../model/types.js" */

import { positionOf, squareCell } from "../../model/board.js";
import { resultOf, written } from "../../model/claim.js";
import { bestWord, worth } from "../../model/thinking/thinking_words.js";
import { blockSentence } from "../../model/thinking/tree_words.js";
import { el, piece, set, setText, setVariable } from "../dom.js";
import { pieceOf } from "../board/face.js";

/** Sets the depth of the longest bar; a bar grows with the square root of the depth, as searching slows down. */
const DEEP = 36;
/** Sets the depth below which a number is faint. */
const RELIABLE = 8;
const BRIGHT = 3;

/** Shows a move: the worth in words, and a bar below the column. What answers it is said when somebody points at it. */
export class Trunk {
  /** @param {GameInfo} info @param {Block} block */
  constructor(info, block) {
    this.info = info;
    this.fill = el("div", { class: "block__fill" });
    this.first = el("span", { class: "block__first number" });
    this.second = el("span", { class: "block__second number" });
    this.well = el("div", { class: "block__well" }, this.fill);
    /** What was drawn last. */
    this.drawn = "";
    this.element = el(
      "div",
      {
        class: "block",
        role: "treeitem",
        tabindex: -1,
        "data-path": block.path.join(","),
      },
      el("div", { class: "block__worth", "aria-hidden": "true" }, this.first, this.second),
      this.well,
    );
    setVariable(this.element, "--place", block.place);
    const cell = info.gravity ? null : squareCell(info, block.move);
    if (cell) {
      setVariable(this.element, "--c", cell[0]);
      setVariable(this.element, "--r", cell[1]);
    }
  }

  /** Draws the changes; tells whether there were any. @param {PageState} page @param {Block} block */
  render(page, block) {
    const proven = block.certainty === "proven";
    const settled = proven || block.certainty === "settled";
    const [word, second, sign] = this.words(page, block);
    const deep = settled ? 1 : Math.min(1, Math.sqrt((block.depth || DEEP * block.share) / DEEP));
    const claim = claimOfBlock(page, block);
    const sure = settled || block.depth >= RELIABLE || block.depth === 0;
    const drawn = [look(page, block), claim, word, second, sign, deep.toFixed(2), block.best, sure].join("|");
    if (drawn === this.drawn) return false;
    this.drawn = drawn;
    setText(this.first, word);
    setText(this.second, second);
    set(this.first, "data-sign", sign || null);
    paint(this.element, block);
    set(this.element, "data-known", "yes");
    set(this.element, "data-claim", claim);
    set(this.element, "data-best", !!block.best);
    set(this.element, "data-proven", settled ? "yes" : "no");
    set(this.element, "data-sure", sure ? "yes" : "no");
    set(this.element, "aria-label", blockSentence(page, block, null));
    setVariable(this.fill, "--deep", Math.max(0.1, deep).toFixed(2));
    return true;
  }

  /**
   * Returns the words below a column, and the sign of an opinion.
   *
   * @param {PageState} page
   * @param {Block} block
   * @returns {[string, string, string]}
   */
  words(page, block) {
    const [word, rest, sign] = worth({ ...block, proven: block.certainty === "proven" });
    const best = block.best ? bestWord(page, block) : "";
    return [word, rest || best, sign];
  }
}

/** Returns all that a block looks like and says, in one string. @param {PageState} page @param {Block} block */
const look = (page, block) =>
  [block.certainty, block.side, !!block.line, brightness(block), blockSentence(page, block, null)].join("|");

/** Writes what is claimed of a move of the first layer. @param {PageState} page @param {Block} block */
export function claimOfBlock(page, { move: column, words, certainty, best }) {
  const known = certainty === "proven" || certainty === "settled";
  const result = resultOf(known ? words : boundOf(words));
  return written({ moves: positionOf(page), column, ...result, ...(best ? { best: true } : {}) });
}

/** Returns the bound that an opinion stands with, if any: nothing else is known. @param {string} words */
const boundOf = (words) => (words.endsWith("draw") ? words : "");

/** Returns the attention for a block: 0 to 3. @param {Block} block */
const brightness = (block) => Math.round(BRIGHT * Math.sqrt(block.share));

/** Colours a block by the better side, certainty and attention. @param {HTMLElement} element @param {Block} block */
function paint(element, block) {
  set(element, "data-side", block.side === null ? "even" : String(block.side));
  set(element, "data-sort", block.certainty);
  set(element, "data-line", !!block.line);
  set(element, "data-bright", brightness(block));
}

/** Draws a side's piece, as the sign of an engine. @param {GameInfo} info @param {number} seat */
export const sign = (info, seat) => piece(pieceOf(info, seat), "tree__sign");
