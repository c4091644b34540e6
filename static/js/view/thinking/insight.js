/**
 * Puts together the views of the engine's thoughts: the trees under the board, the bar, the line on the board, the
 * figures. Loaded when the thinking is first shown.
 */

/** @import { PageState, SeatNumber } from "../../model/types.js" */
/** @import { Place } from "./figures.js" */

import { digestShown, engineSeat, enginesOnly, isVeiled, showsTruth } from "../../model/select.js";
import { growBlocks } from "../../model/thinking/tree.js";
import { afterFrame, el, set, icon, isStill, setText } from "../dom.js";
import { Ghosts } from "../board/ghosts.js";
import { EvalBar } from "./evalbar.js";
import { Figures } from "./figures.js";
import { Tree } from "./tree.js";
import { hasVerdicts, Verdicts } from "./verdicts.js";
import { knowledgeWords } from "../../model/state/engine_knowledge.js";

/** Shows the thoughts. */
export class Insight {
  /** @param {Place} place */
  constructor(place) {
    const { info, actions } = place;
    this.strip = place.strip;
    this.bar = new EvalBar();
    this.bell = new Bell();
    this.figures = new Figures(place);
    const discs = el("div");
    this.ghosts = new Ghosts(info, discs);
    this.verdicts = hasVerdicts(info) ? new Verdicts(info) : null;
    place.line.append(...(this.verdicts ? [this.verdicts.element] : []), discs);
    /** @param {SeatNumber | null} seat */
    const tree = (seat) =>
      new Tree(info, { ask: (path) => actions.whyNot(path, seat ?? this.asked()), point: actions.point }, seat);
    this.one = [tree(null)];
    this.two = [tree(0), tree(1)];
    /** True while the second tree waits for a separate frame: two trees in one frame take too long. */
    this.secondDue = false;
    /** @type {PageState | null} */
    this.page = null;
    this.bar.element.prepend(this.figures.views);
    this.bar.element.append(this.figures.fold);
    place.call.prepend(this.bar.element, this.bell.element);
    place.element.append(this.figures.spoken);
  }

  /** Returns the seat of the engine with the shown opinion; null asks for the truth. */
  asked() {
    return this.page && !showsTruth(this.page) ? engineSeat(this.page) : null;
  }

  /** Draws the changes. @param {PageState} state */
  render(state) {
    this.bell.render(state);
    this.bar.render(state);
    const page = isVeiled(state) ? { ...state, engineView: { ...state.engineView, digests: [] } } : state;
    const { engineView } = page;
    this.page = page;
    this.figures.render(page);
    const digest = engineView.visible ? digestShown(page) : null;
    const expected = engineView.lineShown && digest && !page.pending ? digest.pv : [];
    this.ghosts.render(page, engineView.preview ? [engineView.preview.move] : expected);
    const known = digest && !page.pending && !page.game.outcome;
    this.verdicts?.render(page, known ? growBlocks(page.info, digest, page.game) : []);
    if (!engineView.visible) return;
    const both = enginesOnly(page);
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
      if (this.page && enginesOnly(this.page)) second.render(this.page, digestOf(this.page, 1));
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
