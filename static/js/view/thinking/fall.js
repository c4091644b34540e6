/**
 * Animates the moment of a move: the other branches come loose, fall and fade, each with a size; the chosen branch
 * widens into the new tree. Once, 600 ms, at most until the next move. With reduced motion the same numbers are shown
 * while one tree fades into the other.
 *
 * @typedef {import("../../model/types.js").Digest} Digest
 * @typedef {import("../../model/tree.js").Block} Block
 */

import { sizeWords } from "../../model/thinking_words.js";
import { sizeTag } from "./blocks.js";
import { afterFrame, isStill, set, setText } from "../dom.js";

const MOMENT_MS = 600;
const FADE_MS = 240;
const FALL = "cubic-bezier(0.45, 0, 0.9, 0.55)";
const WIDEN = "cubic-bezier(0.3, 0.9, 0.25, 1)";

/** Animates the change from one tree to the next. */
export class Fall {
  constructor() {
    /** The leaving tree. @type {HTMLElement | null} */
    this.leaving = null;
    /** The ply after the last move. */
    this.ply = -1;
    /** @type {Map<number, HTMLElement>} */
    this.tags = new Map();
  }

  /**
   * Drops the other branches, and widens the chosen one.
   *
   * @param {HTMLElement} leaving the tree until now
   * @param {HTMLElement} coming the tree from now on
   * @param {Block[]} blocks the blocks of ``leaving``
   * @param {number} move the played move
   * @param {number} ply the ply after the move
   * @param {number} places the number of places in a layer
   */
  drop(leaving, coming, blocks, move, ply, places) {
    this.begin(leaving);
    this.ply = ply;
    const quiet = isStill();
    for (const block of blocks) {
      const element = leaving.querySelector(`[data-path="${block.move}"]`);
      if (!(element instanceof HTMLElement)) continue;
      if (block.move === move) {
        element.animate({ opacity: [1, 0] }, { duration: quiet ? MOMENT_MS : FADE_MS, fill: "forwards" });
        continue;
      }
      const tag = sizeTag(sizeWords(block.visits), block.visits);
      element.append(tag);
      this.tags.set(block.move, tag);
      element.animate(quiet ? { opacity: [1, 0] } : fallKeyframes(block.move), { duration: MOMENT_MS, easing: quiet ? "ease-in" : FALL, fill: "forwards" });
    }
    const place = blocks.find((block) => block.move === move)?.place ?? 0;
    if (quiet) coming.animate({ opacity: [0, 1] }, { duration: MOMENT_MS });
    else {
      set(coming, "data-widening", true);
      coming.animate(
        [
          { transform: `translate(${(place * 100) / places}%, var(--layer)) scaleX(${1 / places})`, opacity: 0.7 },
          { transform: "none", opacity: 1 },
        ],
        { duration: MOMENT_MS, easing: WIDEN },
      );
    }
    this.end(leaving, coming, MOMENT_MS);
  }

  /**
   * Fades one tree into another: a takeback, a jump, a new game.
   *
   * @param {HTMLElement} leaving
   * @param {HTMLElement} coming
   */
  fade(leaving, coming) {
    this.begin(leaving);
    leaving.animate({ opacity: [1, 0] }, { duration: FADE_MS, fill: "forwards" });
    coming.animate({ opacity: [0, 1] }, { duration: FADE_MS });
    this.end(leaving, coming, FADE_MS);
  }

  /**
   * Replaces the page's counts, up to a quarter of a second old, with the server's.
   *
   * @param {Digest} digest
   */
  correct(digest) {
    const count = digest.falls?.find((fall) => fall.ply === this.ply);
    if (!count || this.tags.size === 0) return;
    for (const [move, , positions] of count.cut) {
      const tag = move === undefined ? undefined : this.tags.get(move);
      if (!tag || positions === undefined) continue;
      setText(tag, sizeWords(positions));
      set(tag, "data-size", positions);
    }
  }

  /**
   * Takes the old tree out of use. The tree falls from the old place: moving hundreds of elements would cost more than
   * all other work. All elements inherit the deafness to the pointer, so the deafness waits for a frame with less work.
   *
   * @param {HTMLElement} leaving
   */
  begin(leaving) {
    this.leaving?.remove();
    this.leaving = leaving;
    this.tags = new Map();
    leaving.classList.replace("tree__layer", "tree__falls");
    set(leaving, "aria-hidden", "true");
    afterFrame(() => set(leaving, "data-deaf", true));
    for (const element of leaving.querySelectorAll("[tabindex='0']")) set(element, "tabindex", -1);
  }

  /** Removes the old tree at the end. @param {HTMLElement} leaving @param {HTMLElement} coming @param {number} after */
  end(leaving, coming, after) {
    setTimeout(() => {
      set(coming, "data-widening", false);
      leaving.remove();
    }, after);
  }
}

/** Returns the keyframes of a branch: loose first, then falling. @param {number} move @returns {Keyframe[]} */
function fallKeyframes(move) {
  const lean = (move % 2 ? 1 : -1) * (3 + (move % 3) * 2);
  return [
    { transform: "none", opacity: 1 },
    { transform: `translateY(6px) rotate(${lean / 3}deg)`, opacity: 1, offset: 0.25 },
    { transform: `translateY(150px) rotate(${lean}deg)`, opacity: 0 },
  ];
}
