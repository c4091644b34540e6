/**
 * Draws a thin root under each column: the thinking as everybody sees it, without words. With a move the other roots
 * fall, and the one of the chosen column becomes the roots of all columns. What the engine thinks in full is the
 * tree's.
 */

/** @import { GameInfo, PageState } from "../../model/types.js" */

import { engineSeat } from "../../model/select.js";
import { Drawn, el, isStill, set, setVariable, svg } from "../dom.js";

const FALL_MS = 600;
const CAPTION_MS = 3200;
/** Draws a bundle that spreads out as it goes down; every other root is the mirror image. */
const STEM = "M0 0c-2 14 4 30-1 58M0 3c-7 7-17 13-20 36M0 4c9 6 20 12 25 30M-1 18c-4 9-9 14-9 33M1 22c4 8 9 12 11 29";

/**
 * Tells whether an engine thinks about the position on the board: at its own move, and at the person's.
 * @param {PageState} page
 */
const isAlive = (page) =>
  engineSeat(page) !== null &&
  !page.game.outcome &&
  !page.review.opened &&
  !page.game.analysis &&
  page.game.help &&
  page.connection.status !== "lost";

/** Shows the roots. */
export class Roots {
  /** @param {GameInfo} info */
  constructor(info) {
    this.columns = info.board?.[0] ?? 1;
    this.layer = this.grow();
    this.caption = el("p", { class: "roots__caption", "aria-hidden": "true" });
    this.element = el("div", { class: "roots", "aria-hidden": "true" }, this.layer, this.caption);
    /** The moves of the position on the board. @type {number[] | null} */
    this.line = null;
    this.drawn = new Drawn();
  }

  /** Makes the roots of all columns. */
  grow() {
    return el(
      "div",
      { class: "roots__layer" },
      ...Array.from({ length: this.columns }, (_, i) => {
        const root = svg(
          "svg",
          { class: "root", viewBox: "-50 0 100 60", preserveAspectRatio: "xMidYMin meet", focusable: "false" },
          svg("path", { d: STEM }),
        );
        set(root, "data-mirrored", i % 2 === 1);
        setVariable(root, "--place", i);
        return root;
      }),
    );
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    if (this.drawn.has(page.game, page.pending, page.review.opened, page.engineView.visible, page.connection)) return;
    const alive = isAlive(page) && !page.engineView.visible;
    const line = page.pending ? [...page.game.moves, page.pending.move] : page.game.moves;
    const before = this.line;
    this.line = line;
    set(this.element, "data-alive", alive);
    if (!alive || before === null || String(line) === String(before)) return;
    const next = line.length === before.length + 1 && String(line.slice(0, -1)) === String(before);
    const move = line.at(-1);
    if (next && move !== undefined) this.fall(move);
  }

  /** Lets the other roots fall, and the roots of all columns come out of the chosen one. @param {number} move */
  fall(move) {
    for (const old of this.element.querySelectorAll(".roots__layer[data-falls]")) old.remove();
    const leaving = this.layer;
    this.layer = this.grow();
    leaving.before(this.layer);
    set(leaving, "data-falls", true);
    const chosen = leaving.children[move - 1];
    if (chosen) set(chosen, "data-chosen", true);
    setVariable(this.layer, "--from", (move - 1) / this.columns);
    set(this.layer, "data-comes", true);
    setTimeout(() => leaving.remove(), isStill() ? 0 : FALL_MS);
  }

  /** Says for a moment what has fallen. @param {string} words */
  say(words) {
    this.caption.textContent = words;
    set(this.caption, "data-shown", true);
    setTimeout(() => set(this.caption, "data-shown", false), CAPTION_MS);
  }
}
