/**
 * Puts together all views of the engine's thinking: the trees under the board, the bar, the line on the board, and the
 * figures. Hidden views cost no time: trees and lines are loaded when first shown.
 *
 * @typedef {import("../../model/types.js").PageState} PageState
 * @typedef {import("../../model/types.js").GameInfo} GameInfo
 * @typedef {import("../../model/types.js").SeatNumber} SeatNumber
 *
 * @typedef {object} Actions
 * @property {(on: boolean) => void} watch
 * @property {(on: boolean) => void} hold
 * @property {(on: boolean) => void} showLine
 * @property {() => void} shareThought
 * @property {(path: number[], seat: SeatNumber | null) => void} whyNot
 *
 * @typedef {{one: import("./tree.js").Tree[], two: import("./tree.js").Tree[], ghosts: import("../board/ghosts.js").Ghosts}} Loaded
 */

import { digestShown, enginesOnly } from "../../model/select.js";
import { afterFrame, el, set } from "../dom.js";
import { Envelope } from "./envelope.js";
import { EvalBar } from "./evalbar.js";
import { Figures } from "./figures.js";

/** Shows the engine think. */
export class Thinking {
  /** @param {GameInfo} info @param {Actions} actions */
  constructor(info, actions) {
    this.info = info;
    this.actions = actions;
    /**
     * The parts loaded on demand: the trees of one mind and of two, and the lines on the board.
     *
     * @type {Loaded | null}
     */
    this.loaded = null;
    this.loading = false;
    /** True while the second tree waits for a separate frame: two trees in one frame take too long. */
    this.secondDue = false;
    /** @type {PageState | null} */
    this.page = null;
    this.bar = new EvalBar();
    this.envelope = new Envelope();
    this.line = el("div", { class: "line", "aria-hidden": "true" });
    this.figures = new Figures(actions);
    this.strip = el("div", { class: "strip", "data-gravity": info.gravity ? "yes" : "no", hidden: true });
  }

  /** Loads the trees and the lines on the board. */
  async load() {
    this.loading = true;
    try {
      const [{ Tree }, { Ghosts }] = await Promise.all([import("./tree.js"), import("../board/ghosts.js")]);
      /** @param {SeatNumber | null} seat */
      const tree = (seat) => new Tree(this.info, (path) => this.actions.whyNot(path, seat), seat);
      this.loaded = { one: [tree(null)], two: [tree(0), tree(1)], ghosts: new Ghosts(this.info, this.line) };
    } catch {
      // The network is away: the next change of the page tries again.
    }
    this.loading = false;
    if (this.loaded && this.page) this.render(this.page);
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { engineView } = page;
    this.page = page;
    this.figures.render(page);
    this.envelope.render(page);
    this.bar.render(page);
    set(this.strip, "hidden", !engineView.visible);
    const digest = engineView.visible ? digestShown(page) : null;
    const expected = engineView.lineShown && digest && !page.pending ? digest.pv : [];
    if (!this.loaded) {
      if (!this.loading && (engineView.visible || engineView.preview || engineView.whyNot)) void this.load();
      return;
    }
    this.loaded.ghosts.render(page, engineView.preview ? [engineView.preview.move] : expected);
    if (!engineView.visible) return;
    const both = enginesOnly(page);
    const trees = both ? this.loaded.two : this.loaded.one;
    set(this.strip, "data-minds", trees.length);
    const previewed = engineView.preview && page.levels.find((level) => level.number === engineView.preview?.level);
    set(this.strip, "data-sight", previewed?.horizon ? Math.min(3, previewed.horizon) : null);
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
