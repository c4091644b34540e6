/**
 * Draws the pieces. Every animation comes from the difference of two states, never from an event: undo, redo and jumps
 * need no extra code, and no step waits for an animation to end.
 *
 * @typedef {[number, number, number]} Disc
 */

/** @import { GameInfo } from "../../model/types.js" */

import { el, isStill, piece, set, setVariable } from "../dom.js";
import { pieceOf } from "./face.js";

const ROOT_MS = 150;
/** The longest that a piece waits for the one before it: whoever makes moves faster than they fall sees them overlap. */
const MOST_WAIT_MS = 400;
const BOUNCE = 0.055;
const FALL = "cubic-bezier(0.333, 0, 0.667, 0.333)";
const RISE = "cubic-bezier(0.333, 0.667, 0.667, 1)";

/** Shows the pieces on the board. */
export class Discs {
  /** @param {GameInfo} info */
  constructor(info) {
    this.info = info;
    this.element = el("div", { class: "discs", "aria-hidden": "true" });
    /** @type {Map<string, {element: HTMLElement, seat: number}>} */
    this.lying = new Map();
    this.fresh = true;
    /** When the last piece has come down. */
    this.landed = 0;
    /** The cells marked as the winning line. */
    this.won = "";
  }

  /**
   * Adds and removes pieces until these lie there.
   *
   * @param {Disc[]} discs
   * @param {[number, number][]} line the winning cells
   */
  render(discs, line) {
    /** @type {Map<string, Disc>} */
    const wanted = new Map();
    for (const disc of discs) wanted.set(`${disc[0]},${disc[1]}`, disc);
    for (const [cell, disc] of this.lying) {
      if (wanted.get(cell)?.[2] === disc.seat) continue;
      this.lying.delete(cell);
      lift(disc.element);
    }
    const now = performance.now();
    const wait = Math.min(MOST_WAIT_MS, Math.max(0, this.landed - now));
    for (const [cell, [column, row, seat]] of wanted) {
      if (this.lying.has(cell)) continue;
      const element = el("div", { class: "disc" }, piece(pieceOf(this.info, seat)));
      setVariable(element, "--c", column);
      setVariable(element, "--r", row);
      this.element.append(element);
      this.lying.set(cell, { element, seat });
      if (this.fresh) continue;
      if (this.info.gravity) this.landed = now + wait + drop(element, this.height() - row + 1, wait);
      else appear(element);
    }
    const winners = line.map(String);
    for (const [cell, { element }] of String(line) === this.won ? [] : this.lying) {
      const turn = winners.indexOf(cell);
      set(element, "data-win", turn >= 0);
      if (turn >= 0) setVariable(element, "--turn", turn);
    }
    this.won = String(line);
    this.fresh = false;
  }

  /** Returns the rows of the board. */
  height() {
    return this.info.board?.[1] ?? 1;
  }
}

/**
 * Lets a piece fall: the time grows with the square root of the height, with one small bounce. Counts in cells and not in
 * percent: a browser animates beside the page's thread only what needs no element's size. An answer at once is held over
 * its column until the piece before it has landed: two that fall at a time do not read as a move and an answer.
 *
 * @param {HTMLElement} element
 * @param {number} rows how far, in cells
 * @param {number} delay in ms
 * @returns {number} the ms of the fall, without the bounce
 */
function drop(element, rows, delay) {
  if (isStill()) return 0;
  const fall = ROOT_MS * Math.sqrt(rows);
  const hop = ROOT_MS * Math.sqrt(rows * BOUNCE);
  const duration = fall + 2 * hop;
  element.animate(
    [
      { transform: `translateY(calc(${-rows} * var(--cell)))`, offset: 0, easing: FALL },
      { transform: "none", offset: fall / duration, easing: RISE },
      { transform: `translateY(calc(${-rows * BOUNCE} * var(--cell)))`, offset: (fall + hop) / duration, easing: FALL },
      { transform: "none", offset: 1 },
    ],
    { duration, delay, fill: "backwards" },
  );
  return fall;
}

/** Lets a mark appear. @param {HTMLElement} element */
function appear(element) {
  if (isStill()) return;
  element.animate(
    [
      { transform: "scale(0.5)", opacity: 0 },
      { transform: "scale(1.04)", opacity: 1, offset: 0.7 },
      { transform: "none" },
    ],
    { duration: 240, easing: "ease-out" },
  );
}

/** Takes a piece away. @param {HTMLElement} element */
function lift(element) {
  if (isStill()) return element.remove();
  element.className = "leaving";
  const away = element.animate([{ opacity: 1 }, { opacity: 0, transform: "translateY(-24%)" }], {
    duration: 160,
    easing: "ease-in",
  });
  away.onfinish = () => element.remove();
  away.oncancel = () => element.remove();
}
