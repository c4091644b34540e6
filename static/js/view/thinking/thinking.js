/**
 * Everything that shows the engine think, put together: the trees under the board, the bar, the line on the board, and
 * the figures. Hidden, none of it costs anything: trees and lines are loaded when they are first to be seen.
 *
 * @typedef {import("../../model/types.js").PageState} PageState
 * @typedef {import("../../model/types.js").GameInfo} GameInfo
 * @typedef {import("../../model/types.js").SeatNumber} SeatNumber
 *
 * @typedef {object} Wishes
 * @property {(on: boolean) => void} watch
 * @property {(on: boolean) => void} hold
 * @property {(on: boolean) => void} showLine
 * @property {() => void} shareThought
 * @property {(path: number[], seat: SeatNumber | null) => void} whyNot
 *
 * @typedef {{one: import("./tree.js").Tree[], two: import("./tree.js").Tree[], ghosts: import("../board/ghosts.js").Ghosts}} Grown
 */

import { digestShown, enginesOnly } from "../../model/select.js";
import { afterFrame, el, set } from "../dom.js";
import { Envelope } from "./envelope.js";
import { EvalBar } from "./evalbar.js";
import { Figures } from "./figures.js";

export class Thinking {
  /** @param {GameInfo} info @param {Wishes} wishes */
  constructor(info, wishes) {
    this.info = info;
    this.wishes = wishes;
    /** What is loaded on demand: the trees of one mind and of two, and the lines on the board. @type {Grown | null} */
    this.grown = null;
    this.coming = false;
    /** Whether the second tree is to follow: two in one frame would be much. */
    this.second = false;
    /** @type {PageState | null} */
    this.page = null;
    this.bar = new EvalBar();
    this.envelope = new Envelope();
    this.line = el("div", { class: "line", "aria-hidden": "true" });
    this.figures = new Figures(wishes);
    this.strip = el("div", { class: "strip", "data-gravity": info.gravity ? "yes" : "no", hidden: true });
  }

  async grow() {
    this.coming = true;
    try {
      const [{ Tree }, { Ghosts }] = await Promise.all([import("./tree.js"), import("../board/ghosts.js")]);
      /** @param {SeatNumber | null} seat */
      const tree = (seat) => new Tree(this.info, (path) => this.wishes.whyNot(path, seat), seat);
      this.grown = { one: [tree(null)], two: [tree(0), tree(1)], ghosts: new Ghosts(this.info, this.line) };
    } catch {
      // The network is away: the next change of the page tries again.
    }
    this.coming = false;
    if (this.grown && this.page) this.render(this.page);
  }

  /** @param {PageState} page */
  render(page) {
    this.page = page;
    this.figures.render(page);
    this.envelope.render(page);
    this.bar.render(page);
    set(this.strip, "hidden", !page.watching);
    const digest = page.watching ? digestShown(page) : null;
    const expected = page.lined && digest && !page.pending ? digest.pv : [];
    if (!this.grown) {
      if (!this.coming && (page.watching || page.foretold || page.why)) void this.grow();
      return;
    }
    this.grown.ghosts.render(page, page.foretold ? [page.foretold.move] : expected);
    if (!page.watching) return;
    const both = enginesOnly(page);
    const trees = both ? this.grown.two : this.grown.one;
    set(this.strip, "data-minds", trees.length);
    const looking = page.foretold && page.levels.find((level) => level.number === page.foretold?.level);
    set(this.strip, "data-sight", looking?.horizon ? Math.min(3, looking.horizon) : null);
    if (trees[0] && trees[0].element.parentElement !== this.strip) {
      this.strip.replaceChildren(...trees.map((tree) => tree.element));
    }
    trees[0]?.render(page, both ? digestOf(page, 0) : digest);
    const second = trees[1];
    if (!second || this.second) return;
    this.second = true;
    afterFrame(() => {
      this.second = false;
      if (this.page && enginesOnly(this.page)) second.render(this.page, digestOf(this.page, 1));
    });
  }
}

/** @param {PageState} page @param {SeatNumber} seat */
const digestOf = (page, seat) => page.digests.find((known) => known.seat === seat) ?? null;
