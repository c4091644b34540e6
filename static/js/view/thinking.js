/**
 * Everything that shows the engine think, put together: the trees under the board, the bar, the line on the board, and
 * the figures. Hidden, none of it costs anything.
 *
 * @typedef {import("../model/types.js").PageState} PageState
 * @typedef {import("../model/types.js").GameInfo} GameInfo
 * @typedef {import("../model/types.js").SeatNumber} SeatNumber
 *
 * @typedef {object} Wishes
 * @property {(on: boolean) => void} watch
 * @property {(on: boolean) => void} hold
 * @property {(on: boolean) => void} showLine
 * @property {() => void} shareThought
 * @property {(path: number[], seat: SeatNumber | null) => void} whyNot
 */

import { digestShown, enginesOnly } from "../model/select.js";
import { el, set } from "./dom.js";
import { Envelope } from "./envelope.js";
import { EvalBar } from "./evalbar.js";
import { Figures } from "./figures.js";
import { Ghosts } from "./ghosts.js";
import { Tree } from "./tree.js";

export class Thinking {
  /** @param {GameInfo} info @param {Wishes} wishes */
  constructor(info, wishes) {
    this.wishes = wishes;
    this.one = new Tree(info, (path) => wishes.whyNot(path, null));
    this.two = /** @type {SeatNumber[]} */ ([0, 1]).map((seat) => new Tree(info, (path) => wishes.whyNot(path, seat), seat));
    this.bar = new EvalBar();
    this.envelope = new Envelope();
    this.ghosts = new Ghosts(info);
    this.figures = new Figures(wishes);
    this.strip = el("div", { class: "strip", "data-gravity": info.gravity ? "yes" : "no", hidden: true });
    this.watching = false;
  }

  /** @param {PageState} page */
  render(page) {
    this.figures.render(page);
    this.envelope.render(page);
    this.bar.render(page);
    set(this.strip, "hidden", !page.watching);
    const digest = page.watching ? digestShown(page) : null;
    const expected = page.lined && digest && !page.pending ? digest.pv : [];
    this.ghosts.render(page, page.foretold ? [page.foretold.move] : expected);
    if (!page.watching) return;
    const both = enginesOnly(page);
    const trees = both ? this.two : [this.one];
    set(this.strip, "data-minds", trees.length);
    const looking = page.foretold && page.levels.find((level) => level.number === page.foretold?.level);
    set(this.strip, "data-sight", looking?.horizon ? Math.min(3, looking.horizon) : null);
    if (trees[0] && trees[0].element.parentElement !== this.strip) {
      this.strip.replaceChildren(...trees.map((tree) => tree.element));
    }
    for (const tree of trees) {
      const own = page.digests.find((known) => known.seat === tree.seat) ?? null;
      tree.render(page, both ? own : digest);
    }
  }
}
