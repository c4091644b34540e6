/**
 * Shows a line of play on the real board as numbered ghost discs. The line of "why not here?" plays out, stops and
 * rewinds; the line of the block under the pointer plays out and stays; the engine's expected line stays as well.
 */

/** @import { GameInfo, PageState, SeatNumber } from "../../model/types.js" */

import { landing } from "../../model/board.js";
import { el, isStill, piece, setVariable } from "../dom.js";
import { pieceOf } from "./face.js";

const STEP_MS = 340;
const STAY_MS = 2400;
const REWIND_MS = 120;
const POINTED_MS = 160;
const MOST = 10;

/** @typedef {{cell: [number, number], seat: SeatNumber, number: number}} Ghost */

/** Shows the numbered ghost discs. */
export class Ghosts {
  /** @param {GameInfo} info @param {HTMLElement} element where the discs lie */
  constructor(info, element) {
    this.info = info;
    this.element = element;
    /** @type {PageState["engineView"]["whyNot"]} */
    this.why = null;
    this.shown = "";
    /** True while a line is played out. */
    this.playing = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * Shows the line of a new answer, or of the block under the pointer, or the expected line.
   *
   * @param {PageState} page
   * @param {number[]} expected the expected line; empty: hidden
   */
  render(page, expected) {
    const { pointed } = page.engineView;
    const line = pointed?.line ?? expected;
    if (page.engineView.whyNot !== this.why) {
      this.why = page.engineView.whyNot;
      this.stop();
      if (this.why) this.play(discsOf(this.info, page, this.why.line));
    }
    if (pointed && this.playing) this.stop();
    if (this.playing) return;
    const shown = `${page.game.moves}|${line}`;
    if (shown === this.shown) return;
    this.shown = shown;
    this.element.replaceChildren(...discsOf(this.info, page, line).map((ghost) => this.disc(ghost)));
    if (!pointed || isStill()) return;
    for (const [i, disc] of [...this.element.children].entries()) {
      const timing = { duration: POINTED_MS, delay: i * POINTED_MS, fill: /** @type {const} */ ("backwards") };
      disc.animate([{ opacity: 0, transform: "translateY(-18%)" }, {}], timing);
    }
  }

  /** Makes a ghost disc. @param {Ghost} ghost */
  disc({ cell, seat, number }) {
    const disc = el(
      "div",
      { class: "line__disc", "data-seat": seat, "data-number": number },
      piece(pieceOf(this.info, seat)),
      el("span", { class: "line__number number" }, String(number)),
    );
    setVariable(disc, "--c", cell[0]);
    setVariable(disc, "--r", cell[1]);
    return disc;
  }

  /** Plays a line: one disc after the other, a rest, and back. @param {Ghost[]} ghosts */
  play(ghosts) {
    this.playing = ghosts.length > 0;
    if (isStill()) {
      this.element.replaceChildren(...ghosts.map((ghost) => this.disc(ghost)));
      this.timer = setTimeout(() => this.stop(), STAY_MS + STEP_MS * ghosts.length);
      return;
    }
    const put = (/** @type {number} */ i) => {
      const ghost = ghosts[i];
      if (!ghost) {
        this.timer = setTimeout(rewind, STAY_MS);
        return;
      }
      const disc = this.disc(ghost);
      this.element.append(disc);
      disc.animate([{ opacity: 0, transform: "translateY(-18%)" }, {}], { duration: STEP_MS / 2, easing: "ease-out" });
      this.timer = setTimeout(() => put(i + 1), STEP_MS);
    };
    const rewind = () => {
      this.element.lastElementChild?.remove();
      if (this.element.childElementCount === 0) this.stop();
      else this.timer = setTimeout(rewind, REWIND_MS);
    };
    put(0);
  }

  /** Removes the ghosts. */
  stop() {
    clearTimeout(this.timer);
    this.playing = false;
    this.shown = "";
    this.element.replaceChildren();
  }
}

/**
 * Returns where the discs of a line would lie.
 *
 * @param {GameInfo} info
 * @param {PageState} page
 * @param {number[]} line
 * @returns {Ghost[]}
 */
function discsOf(info, page, line) {
  if (info.chance || !info.board || page.game.to_move === null) return [];
  const lying = [...page.game.discs];
  /** @type {Ghost[]} */
  const ghosts = [];
  let seat = page.game.to_move;
  for (const [i, move] of line.slice(0, MOST).entries()) {
    const cell = landing(info, lying, move);
    if (!cell) break;
    ghosts.push({ cell, seat, number: i + 1 });
    lying.push([cell[0], cell[1], seat]);
    seat = seat === 0 ? 1 : 0;
  }
  return ghosts;
}
