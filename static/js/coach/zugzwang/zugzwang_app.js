/**
 * Wires the zugzwang trainer: six pages of theory and the questions, all from one file of proofs. The page asks a server
 * for nothing else.
 *
 * @typedef {{files: string}} Boot
 */

/** @import { Page, TrainerFile } from "./zugzwang_model.js" */
/** @import { Why } from "../../model/proof/why.js" */

import { sayAbove as say } from "../../view/call.js";
import { actOncePerPress, arrived, byId, set } from "../../view/dom.js";
import { LargeBoard } from "../../course/view/large_board.js";
import { t } from "../../words.js";
import { BOARD, columns, discsAfter } from "../model/puzzle.js";
import { Files } from "../net/puzzle_files.js";
import { Asking } from "./asking.js";
import { Contents, QUESTIONS, Lesson } from "./zugzwang_view.js";
import { openWhy, replyTo, tryIt } from "../../model/proof/why.js";
import { marksOfPage } from "./zugzwang_model.js";
import { TITLES } from "./theory.js";

/** Shows one page at a time. */
class Reading {
  /**
   * @param {LargeBoard} board @param {(head: string, sub: string) => void} say @param {() => void} next
   * @param {(page: Page) => boolean} isLast
   */
  constructor(board, say, next, isLast) {
    this.board = board;
    this.say = say;
    this.isLast = isLast;
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
    this.view.render(page, why.discs.length > page.moves.length, this.isLast(page));
    this.say(TITLES[page.slug] ?? "", why.words);
  }
}

actOncePerPress();
/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");

/** Begins with the file. @param {TrainerFile} file */
function begin({ pages, questions }) {
  let chosen = "";
  const board = new LargeBoard(BOARD, (move) => (chosen === QUESTIONS ? asking : reading).play(move));
  const contents = new Contents(pages, (slug) => {
    choose(slug);
    byId("panel").scrollTop = 0;
  });
  const following = () => {
    const at = pages.findIndex(({ slug }) => slug === chosen);
    choose(pages[at + 1]?.slug ?? QUESTIONS);
    byId("panel").scrollTop = 0;
  };
  const reading = new Reading(board, say, following, (page) => page === pages.at(-1));
  const asking = new Asking(questions, board, say, () => contents.render(chosen, asking.knows()));

  /** Shows a page or the questions, and names it in the address. @param {string} slug */
  function choose(slug) {
    const page = pages.find((one) => one.slug === slug) ?? pages[0];
    chosen = slug === QUESTIONS || !page ? QUESTIONS : page.slug;
    history.replaceState(null, "", `?page=${chosen}`);
    contents.render(chosen, asking.knows());
    set(reading.view.element, "hidden", chosen === QUESTIONS);
    set(asking.view.element, "hidden", chosen !== QUESTIONS);
    asking.leave();
    if (chosen === QUESTIONS) asking.open();
    else if (page) reading.open(page);
  }

  byId("fit").append(board.element);
  byId("panel").append(reading.view.element, asking.view.element, contents.element);
  choose(new URLSearchParams(location.search).get("page") ?? "");
}

try {
  begin(await new Files(boot.files).get("zugzwang.json"));
} catch {
  say(t("The questions are not here."), t("Reload the page in a moment."));
}
arrived();
