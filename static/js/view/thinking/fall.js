/**
 * Animates the moment of a move: the other branches come loose, stand long enough to be seen, fall and fade; the chosen branch widens into the new tree. One sentence sums up. The tree of an engine's quick answer
 * waits until a person's moment is over. With reduced motion the same is told while one tree fades into the other.
 *
 * @typedef {object} Moment
 * @property {Block[]} blocks the blocks of the tree until now
 * @property {number} move the played move
 * @property {string} name the move in words
 * @property {number} ply the ply after the move
 * @property {number} places the number of places in a layer
 * @property {boolean} answer whether an engine moved
 */

/** @import { Block } from "../../model/thinking/thinking_tree.js" */
/** @import { Digest } from "../../model/types.js" */

import { cutWords } from "../../model/thinking/thinking_words.js";
import { el, isStill, set, setText } from "../dom.js";

const MOMENT_MS = 1600;
const ANSWER_MS = 1100; // an engine's own move: the person has just seen how it goes
const FADE_MS = 240;
const WIDEN_MS = 600;
const FALL = "cubic-bezier(0.6, 0, 0.9, 0.55)";
const WIDEN = "cubic-bezier(0.3, 0.9, 0.25, 1)";

/** Animates the change from one tree to the next. */
export class Fall {
  constructor() {
    /** The leaving tree. @type {HTMLElement | null} */
    this.leaving = null;
    /** The ply after the last move. */
    this.ply = -1;
    /** The branches that fall, by their moves; each carries its size. @type {Map<number, HTMLElement>} */
    this.branches = new Map();
    this.caption = el("p", { class: "tree__caption", "aria-hidden": "true" });
    /** The move in words. */
    this.name = "";
    /** Runs at the end of the moment. @type {(() => void) | null} */
    this.next = null;
  }

  /** Tells whether a moment goes on. */
  get busy() {
    return this.leaving !== null;
  }

  /**
   * Drops the other branches, and widens the chosen one.
   *
   * @param {HTMLElement} leaving the tree until now
   * @param {HTMLElement} coming the tree from now on
   * @param {Moment} moment
   */
  drop(leaving, coming, { blocks, move, name, ply, places, answer }) {
    this.begin(leaving);
    this.ply = ply;
    const quiet = isStill();
    const lasts = answer ? ANSWER_MS : MOMENT_MS;
    for (const block of blocks) {
      const element = leaving.querySelector(`[data-path="${block.move}"]`);
      if (!(element instanceof HTMLElement)) continue;
      if (block.move === move) {
        element.animate({ opacity: [1, 0] }, { duration: quiet ? WIDEN_MS : FADE_MS, fill: "forwards" });
        continue;
      }
      set(element, "data-size", block.visits);
      this.branches.set(block.move, element);
      element.animate(quiet ? { opacity: [1, 0] } : fallKeyframes(block.move), {
        duration: lasts,
        easing: quiet ? "ease-in" : "linear",
        fill: "forwards",
      });
    }
    this.name = name;
    this.tell();
    leaving.append(this.caption);
    const place = blocks.find((block) => block.move === move)?.place ?? 0;
    set(coming, "data-told", true);
    if (quiet) coming.animate({ opacity: [0, 1] }, { duration: WIDEN_MS });
    else {
      set(coming, "data-widening", true);
      coming.animate(
        [
          { transform: `translate(${(place * 100) / places}%, 20px) scaleX(${1 / places})`, opacity: 0.7 },
          { transform: "none", opacity: 1 },
        ],
        { duration: WIDEN_MS, easing: WIDEN },
      );
      setTimeout(() => set(coming, "data-widening", false), WIDEN_MS);
    }
    this.end(leaving, coming, lasts);
  }

  /** Sums up what falls, in the one number that is shown. */
  tell() {
    const sizes = [...this.branches.values()].map(({ dataset }) => Number(dataset.size));
    const all = sizes.reduce((sum, size) => sum + size, 0);
    setText(this.caption, cutWords(this.name, all));
  }

  /** Fades one tree into another: a takeback, a jump. @param {HTMLElement} leaving @param {HTMLElement} coming */
  fade(leaving, coming) {
    this.begin(leaving);
    leaving.animate({ opacity: [1, 0] }, { duration: FADE_MS, fill: "forwards" });
    coming.animate({ opacity: [0, 1] }, { duration: FADE_MS });
    this.end(leaving, coming, FADE_MS);
  }

  /** Replaces the page's counts, up to a quarter of a second old, with the server's. @param {Digest} digest */
  correct(digest) {
    const count = digest.falls?.find((fall) => fall.ply === this.ply);
    if (!count || this.branches.size === 0) return;
    for (const [move, , positions] of count.cut) {
      const branch = move === undefined ? undefined : this.branches.get(move);
      if (branch && positions !== undefined) set(branch, "data-size", positions);
    }
    this.tell();
  }

  /**
   * Takes the old tree out of use. The tree falls from the old place: moving hundreds of elements would cost more than
   * all other work, and so would making all deaf to the pointer.
   *
   * @param {HTMLElement} leaving
   */
  begin(leaving) {
    this.leaving?.remove();
    this.leaving = leaving;
    this.branches = new Map();
    leaving.classList.replace("tree__layer", "tree__falls");
    set(leaving, "aria-hidden", "true");
    for (const element of leaving.querySelectorAll("[tabindex='0']")) set(element, "tabindex", -1);
  }

  /** Removes the old tree at the end. @param {HTMLElement} leaving @param {HTMLElement} coming @param {number} after */
  end(leaving, coming, after) {
    setTimeout(() => {
      set(coming, "data-widening", false);
      set(coming, "data-told", false);
      leaving.remove();
      if (this.leaving !== leaving) return; // a later moment has begun
      this.leaving = null;
      const { next } = this;
      this.next = null;
      next?.();
    }, after);
  }
}

/**
 * Returns the keyframes of a branch: loose first, for most of the time, then falling.
 * @param {number} move
 * @returns {Keyframe[]}
 */
function fallKeyframes(move) {
  const lean = (move % 2 ? 1 : -1) * (3 + (move % 3) * 2);
  const loose = { transform: `translateY(8px) rotate(${lean / 3}deg)`, opacity: 0.8 };
  return [
    { transform: "none", opacity: 1 },
    { ...loose, offset: 0.15 },
    { ...loose, offset: 0.6, easing: FALL },
    { transform: `translateY(150px) rotate(${lean}deg)`, opacity: 0 },
  ];
}
