/** Runs the pages of theory: the person plays the other side against the proof of the board. */

/** @import { Why } from "../../model/proof/why.js" */
/** @import { LargeBoard } from "../../win/view/board.js" */
/** @import { Page } from "./model.js" */

import { openWhy, replyTo, tryIt } from "../../model/proof/why.js";
import { BOARD, columns, discsAfter } from "../model/puzzle.js";
import { marksOfPage } from "./model.js";
import { TITLES } from "./theory.js";
import { Lesson } from "./view.js";

/** Shows one page at a time. */
export class Reading {
  /** @param {LargeBoard} board @param {(head: string, sub: string) => void} say @param {() => void} next */
  constructor(board, say, next) {
    this.board = board;
    this.say = say;
    this.view = new Lesson({ begin: () => this.page && this.open(this.page), next });
    /** @type {Page | null} */
    this.page = null;
    /** @type {Why | null} */
    this.why = null;
  }

  /** Shows a page from the start. @param {Page} page */
  open(page) {
    const { claim } = page.proof;
    const explanation = { claim, certificate: page.proof, reason: "", steps: [], play: [] };
    this.page = page;
    this.change(tryIt(openWhy(BOARD, explanation, discsAfter(columns(page.moves)))));
  }

  /** Plays a move against the proof. @param {number} move */
  play(move) {
    if (this.why?.open) this.change(replyTo(this.why, move));
  }

  /** @param {Why} why */
  change(why) {
    const { page } = this;
    if (!page) return;
    this.why = why;
    const moves = why.discs.map(([column]) => column);
    this.board.render(moves, why.open, null, null, marksOfPage(page, moves));
    this.view.render(page, why.discs.length > page.moves.length);
    this.say(TITLES[page.slug] ?? "", why.words);
  }
}
