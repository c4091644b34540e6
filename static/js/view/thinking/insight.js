/**
 * Puts together the views of the engine's thoughts: the trees under the board, who is better, the line on the board,
 * the figures. Loaded when the thinking is first shown.
 */

/** @import { PageState, SeatNumber } from "../../model/types.js" */
/** @import { Place } from "./figures.js" */

import { digestShown, engineSeat, enginesOnly, isVeiled, looksAtEnd, showsTruth } from "../../model/select.js";
import { afterFrame, el, icon, isStill, set, setText } from "../dom.js";
import { Ghosts } from "../board/ghosts.js";
import { Figures } from "./figures.js";
import { Tree } from "./tree_view.js";
import { knowledgeWords } from "../../model/state/engine_knowledge.js";
import { written } from "../../model/claim.js";
import { hasSquares, positionOf } from "../../model/board.js";
import { balance } from "../../model/thinking/thinking_words.js";
import "../../more_words.js";
import { loadSheet } from "../../workers.js";

await Promise.all(["css/table/thinking/full.css", "css/shared/why.css"].map(loadSheet));

/** Shows the thoughts. */
export class Insight {
  /** @param {Place} place */
  constructor(place) {
    const { info, actions } = place;
    this.strip = place.strip;
    this.balance = new Balance();
    this.bell = new Bell();
    this.figures = new Figures(place);
    this.ghosts = new Ghosts(info);
    place.line.append(this.ghosts.element);
    /** @param {SeatNumber | null} seat */
    const tree = (seat) =>
      new Tree(info, { ask: (path) => actions.whyNot(path, seat ?? this.asked()), point: actions.point }, seat);
    this.one = [tree(null)];
    this.two = [tree(0), tree(1)];
    /** True while the second tree waits for a separate frame: two trees in one frame take too long. */
    this.secondDue = false;
    /** @type {PageState | null} */
    this.page = null;
    this.balance.said.prepend(this.figures.title, " ");
    place.call.prepend(this.balance.element, this.bell.element);
    this.figures.home = this.balance.element;
    place.call.append(this.figures.spoken);
  }

  /** Returns the seat of the engine with the shown opinion; null asks for the truth. */
  asked() {
    return this.page && !showsTruth(this.page) ? engineSeat(this.page) : null;
  }

  /** Draws the changes. @param {PageState} state */
  render(state) {
    this.bell.render(state);
    this.balance.render(state);
    const { retry } = state.review;
    const seeks = retry !== null && retry.right !== true; // what is looked for stays away
    const veiled = { ...state, engineView: { ...state.engineView, digests: [] } };
    const page = isVeiled(state) ? veiled : state;
    const { engineView } = page;
    this.page = page;
    this.strip.style.visibility = seeks ? "hidden" : "";
    this.figures.render(seeks ? veiled : page);
    const digest = engineView.visible ? digestShown(page) : null;
    const expected = engineView.lineShown && digest && !page.pending ? digest.pv : [];
    this.ghosts.render(page, engineView.preview ? [engineView.preview.move] : expected);
    if (!engineView.visible) return;
    const both = enginesOnly(page) && !looksAtEnd(page) && !hasSquares(page.info); // a square, and a look, has one word
    const trees = both ? this.two : this.one;
    set(this.strip, "data-minds", trees.length);
    if (trees[0] && trees[0].element.parentElement !== this.strip) {
      this.strip.replaceChildren(...trees.map((tree) => tree.element));
    }
    trees[0]?.render(page, both ? digestOf(page, 0) : digest);
    const second = trees[1];
    if (!second || this.secondDue) return;
    this.secondDue = true;
    afterFrame(() => {
      this.secondDue = false;
      if (this.page) second.render(this.page, digestOf(this.page, 1));
    });
  }
}

/** Returns the digest of a seat. @param {PageState} page @param {SeatNumber} seat */
const digestOf = (page, seat) => page.engineView.digests.find((digest) => digest.seat === seat) ?? null;

const BELL = "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 20a2 2 0 0 0 4 0";
const SWING = [0, 18, -15, 11, -7, 3, 0];
const SWING_MS = 600;

/** Shows the bell. */
class Bell {
  constructor() {
    this.words = el("span", { class: "bell__words" });
    this.sign = icon(BELL);
    this.element = el("div", { class: "bell", role: "status" }, this.sign, this.words);
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const knowledge = page.engineView.visible ? knowledgeWords(page) : "";
    set(this.element, "hidden", !knowledge);
    if (knowledge && knowledge !== this.words.textContent && !isStill()) {
      this.sign.animate(
        SWING.map((angle) => ({ transform: `rotate(${angle}deg)` })),
        { duration: SWING_MS },
      );
    }
    setText(this.words, knowledge);
  }
}

const DRAWS = /** @type {const} */ ("draws");
const OPEN = /** @type {const} */ ("open");

/** Says who is better. */
class Balance {
  constructor() {
    this.words = el("span", { class: "balance__words number" });
    this.said = el("p", { class: "balance__said" }, this.words);
    this.element = el("div", { class: "balance" }, this.said);
    /** The position of a picture that is held. */
    this.held = "";
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { engineView } = page;
    set(this.element, "hidden", !engineView.visible || looksAtEnd(page)); // there the graph says it
    const position = `${page.game.game_id} ${page.game.moves} ${page.pending?.move}`;
    if (!engineView.visible || (engineView.frozen && position === this.held)) return;
    this.held = position;
    const { value, words, proven, n } = balance(page);
    set(this.element, "data-proven", proven ? "yes" : "no");
    setText(this.words, words);
    const certain = value ? { side: value > 0 ? 0 : 1, result: /** @type {const} */ ("wins") } : { result: DRAWS };
    const moves = positionOf(page);
    set(this.element, "data-claim", written({ moves, ...(proven ? certain : { result: OPEN }), ...(n ? { n } : {}) }));
  }
}
