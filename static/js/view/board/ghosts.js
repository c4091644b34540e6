/**
 * Draws discs that do not lie there: moves that nobody has made yet. ``Ghosts`` shows a line of play on the real board:
 * the line of "why not here?" for a time; the line of the block under the pointer; the engine's expected line.
 */

/** @import { Cell, GameInfo, PageState } from "../../model/types.js" */

import { landing } from "../../model/board.js";
import { drawing, set, setVariable, svg } from "../dom.js";
import { Face, pieceOf } from "./face.js";

/** How long the line of an answer stays, and for each of its moves. */
const [STAY_MS, STEP_MS] = [2400, 480];
const MOST = 10;
const WIDE = 94; // a disc as wide as its hole

/** Shows the discs of a line. */
export class Ghosts {
  /** @param {GameInfo} info */
  constructor(info) {
    this.info = info;
    this.face = new Face(info); // it knows where the cells are
    this.element = drawing("layers", this.face.element.getAttribute("viewBox") ?? "");
    /** @type {PageState["engineView"]["whyNot"]} */
    this.why = null;
    /** The line of the last answer, while it stays. @type {number[] | null} */
    this.answer = null;
    this.shown = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * Shows the line of the block under the pointer, or of a new answer, or the expected line.
   *
   * @param {PageState} page
   * @param {number[]} expected the expected line; empty: hidden
   */
  render(page, expected) {
    const { pointed, whyNot } = page.engineView;
    if (whyNot !== this.why) {
      clearTimeout(this.timer);
      this.why = whyNot;
      this.answer = whyNot?.line ?? null;
      if (whyNot) this.timer = setTimeout(() => this.end(page, expected), STAY_MS + STEP_MS * whyNot.line.length);
    }
    const line = pointed?.line ?? this.answer ?? expected;
    const shown = `${page.game.moves}|${line}`;
    if (shown === this.shown) return;
    this.shown = shown;
    set(this.element, "data-still", line === expected); // it changes while the engine thinks
    this.element.replaceChildren(...foretold(this.face, cellsOf(this.info, page, line), page.game.to_move ?? 0));
  }

  /** Ends the time of an answer. @param {PageState} page @param {number[]} expected */
  end(page, expected) {
    this.answer = null;
    this.render(page, expected);
  }
}

/**
 * Returns where the discs of a line would lie.
 * @param {GameInfo} info @param {PageState} page @param {number[]} line @returns {Cell[]}
 */
function cellsOf(info, { game }, line) {
  if (info.chance || !info.board || game.to_move === null) return [];
  const lying = [...game.discs];
  for (const move of line.slice(0, MOST)) {
    const cell = landing(info, lying, move);
    if (!cell) break;
    lying.push([...cell, 0]);
  }
  return lying.slice(game.discs.length).map(([column, row]) => [column, row]);
}

/**
 * Draws the discs of foretold moves, the later the paler, and the way from each to the next.
 *
 * @param {Face} face
 * @param {Cell[]} cells
 * @param {number} begins whose disc the first one is
 * @returns {SVGElement[]}
 */
export function foretold(face, cells, begins) {
  const places = cells.map((cell) => face.center(cell));
  const discs = places.map(([x, y], i) => {
    const href = `#${pieceOf(face.info, (begins + i) % 2)}`;
    const place = { x: x - WIDE / 2, y: y - WIDE / 2, width: WIDE, height: WIDE };
    return svg("use", { class: "layers__foretold", "data-seat": (begins + i) % 2, href, ...place });
  });
  const ways = places.map(([x, y], i) => {
    const before = places[i - 1];
    if (!before) return svg("circle", { class: "layers__way", cx: x, cy: y, r: 9 });
    return svg("path", { class: "layers__way", d: arrow(before, [x, y]) });
  });
  for (const shapes of [discs, ways]) for (const [i, one] of shapes.entries()) setVariable(one, "--n", i);
  return [...discs, ...ways];
}

/** Draws an arrow from the edge of one cell's middle to that of another. @param {[number, number]} from @param {[number, number]} to */
function arrow([x1, y1], [x2, y2]) {
  const far = Math.hypot(x2 - x1, y2 - y1);
  const [right, down] = [(x2 - x1) / far, (y2 - y1) / far];
  const at = (/** @type {number} */ along, /** @type {number} */ beside) =>
    `${(x1 + along * right - beside * down).toFixed(1)} ${(y1 + along * down + beside * right).toFixed(1)}`;
  const [begin, end] = [16, far - 12];
  return `M${at(begin, 0)}L${at(end, 0)}M${at(end - 15, 12)}L${at(end, 0)}L${at(end - 15, -12)}`;
}
