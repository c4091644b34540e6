/**
 * Shows a line of play on the real board as discs that do not lie there: the line of "why not here?" for a time; the line
 * of the block under the pointer; the engine's expected line.
 */

/** @import { Cell, GameInfo, PageState } from "../../model/types.js" */

import { landing } from "../../model/board.js";
import { drawing, set } from "../dom.js";
import { Face } from "./face.js";
import { foretold } from "./foretold.js";

/** How long the line of an answer stays, and for each of its moves. */
const [STAY_MS, STEP_MS] = [2400, 480];
const MOST = 10;

/** Shows the discs of a line. */
export class Ghosts {
  /** @param {GameInfo} info */
  constructor(info) {
    this.info = info;
    this.face = new Face(info); // it knows where the cells are
    this.element = drawing("layers", this.face.element.getAttribute("viewBox") ?? "");
    /** @type {PageState["engineView"]["whyNot"]} */
    this.why = null;
    /** The line of the last answer, while it stays. @type {number[] | null} */
    this.answer = null;
    this.shown = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * Shows the line of the block under the pointer, or of a new answer, or the expected line.
   *
   * @param {PageState} page
   * @param {number[]} expected the expected line; empty: hidden
   */
  render(page, expected) {
    const { pointed, whyNot } = page.engineView;
    if (whyNot !== this.why) {
      clearTimeout(this.timer);
      this.why = whyNot;
      this.answer = whyNot?.line ?? null;
      if (whyNot) this.timer = setTimeout(() => this.end(page, expected), STAY_MS + STEP_MS * whyNot.line.length);
    }
    const line = pointed?.line ?? this.answer ?? expected;
    const shown = `${page.game.moves}|${line}`;
    if (shown === this.shown) return;
    this.shown = shown;
    set(this.element, "data-still", line === expected); // it changes while the engine thinks
    this.element.replaceChildren(...foretold(this.face, cellsOf(this.info, page, line), page.game.to_move ?? 0));
  }

  /** Ends the time of an answer. @param {PageState} page @param {number[]} expected */
  end(page, expected) {
    this.answer = null;
    this.render(page, expected);
  }
}

/**
 * Returns where the discs of a line would lie.
 * @param {GameInfo} info @param {PageState} page @param {number[]} line @returns {Cell[]}
 */
function cellsOf(info, { game }, line) {
  if (info.chance || !info.board || game.to_move === null) return [];
  const lying = [...game.discs];
  for (const move of line.slice(0, MOST)) {
    const cell = landing(info, lying, move);
    if (!cell) break;
    lying.push([...cell, 0]);
  }
  return lying.slice(game.discs.length).map(([column, row]) => [column, row]);
}
