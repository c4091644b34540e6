/** Draws the layer over the pieces: the slab with its holes, the ring of the last move and the winning line. */

/** @import { GameInfo } from "../../model/types.js" */

import { namesSquares, runs } from "../../model/board.js";
import { drawing, set, setVariable, svg } from "../dom.js";

const CELL = 100;
const FRAME = 12;
const HOLE = 41;

/** Names a side's piece among the symbols. @param {GameInfo} info @param {number} seat */
export const pieceOf = (info, seat) => `${info.sides[0] === "x" ? "mark" : "disc"}-${seat}`;

/**
 * Tells whether pieces are round. Discs lie in round holes, crosses and noughts in square ones.
 *
 * @param {GameInfo} info
 */
const round = (info) => pieceOf(info, 0) === "disc-0";

/** Shows the slab. */
export class Face {
  /** @param {GameInfo} info */
  constructor(info) {
    this.info = info;
    const [columns, rows] = info.board ?? [1, 1];
    this.rows = rows;
    const [width, height] = [columns * CELL + 2 * FRAME, rows * CELL + 2 * FRAME];
    // The corners and the line are as large on a board of few cells as on one of many.
    const corner = width / 34;
    const outline = slab(width, height, corner) + this.holes(columns, rows);
    const edge = { x: 0.75, y: 0.75, width: width - 1.5, height: height - 1.5, rx: corner };
    this.bold = Math.min(1, 0.3 + width / 1000);
    this.last = svg("g");
    this.win = svg("g");
    this.element = drawing(
      "face",
      `0 0 ${width} ${height}`,
      svg("path", { class: "face__lip", "fill-rule": "evenodd", d: outline, transform: `translate(0 ${width / 140})` }),
      svg("path", { class: "face__slab", "fill-rule": "evenodd", d: outline }),
      svg("rect", { class: "face__edge", ...edge }),
      ...(namesSquares(info) ? this.rim() : []),
      this.last,
      this.win,
    );
    set(this.element, "data-marks", !round(info));
  }

  /** Returns the path of all holes. @param {number} columns @param {number} rows */
  holes(columns, rows) {
    let path = "";
    for (let column = 1; column <= columns; column += 1) {
      for (let row = 1; row <= rows; row += 1) {
        const [x, y] = this.center([column, row]);
        path += round(this.info) ? circle(x, y, HOLE) : square(x, y, 44, 6);
      }
    }
    return path;
  }

  /** Returns the middle of a cell. @param {[number, number]} cell @returns {[number, number]} */
  center([column, row]) {
    return [FRAME + (column - 0.5) * CELL, FRAME + (this.rows - row + 0.5) * CELL];
  }

  /** Names the columns by letters and the rows by numbers, on the slab's rim. */
  rim() {
    const [columns, rows] = this.info.board ?? [0, 0];
    const name = (
      /** @type {[number, number]} */ cell,
      /** @type {number} */ right,
      /** @type {number} */ down,
      /** @type {string} */ text,
    ) => {
      const [cx, cy] = this.center(cell);
      const kind = right ? "" : " face__letter";
      const place = { class: `face__rim${kind}`, x: cx + right, y: cy + down };
      const narrow = text.length > 1 ? { ...place, textLength: 22, lengthAdjust: "spacingAndGlyphs" } : place;
      return svg("text", narrow, document.createTextNode(text));
    };
    return [
      ...Array.from({ length: columns }, (_, i) => name([i + 1, 1], 0, 51, String.fromCharCode(97 + i))),
      // Beside a hole there is room for one digit. Two stand above its middle, where it is narrower.
      ...Array.from({ length: rows }, (_, i) => name([1, i + 1], i < 9 ? -52 : -46, i < 9 ? 1 : -34, String(i + 1))),
    ];
  }

  /** Rings these cells: the last move, or the winning ones. @param {[number, number][]} cells */
  ring(cells) {
    const shapes = cells.map((cell) => {
      const [x, y] = this.center(cell);
      return round(this.info) ? circle(x, y, HOLE) : square(x, y, 44, 6);
    });
    while (this.last.childElementCount > shapes.length) this.last.lastElementChild?.remove();
    while (this.last.childElementCount < shapes.length) this.last.append(svg("path", { class: "face__last" }));
    for (const [i, path] of [...this.last.children].entries()) set(path, "d", shapes[i]);
  }

  /**
   * Draws a line through the winning cells.
   *
   * @param {[number, number][]} line
   * @param {boolean} lively animate the line
   */
  join(line, lively) {
    this.win.replaceChildren();
    for (const { from, to } of runs(line, this.info.connect || 2)) {
      const [x1, y1] = this.center(from);
      const [x2, y2] = this.center(to);
      for (const part of ["casing", "line"]) {
        const className = `face__${part}${lively ? " face__winner" : ""}`;
        const drawn = svg("path", { class: className, pathLength: 1, d: `M${x1} ${y1}L${x2} ${y2}` });
        setVariable(drawn, "--bold", this.bold);
        this.win.append(drawn);
      }
    }
  }
}

/** Returns the path of the slab. @param {number} width @param {number} height @param {number} r */
const slab = (width, height, r) =>
  `M${r} 0H${width - r}a${r} ${r} 0 0 1 ${r} ${r}V${height - r}a${r} ${r} 0 0 1 ${-r} ${r}H${r}a${r} ${r} 0 0 1 ${-r} ${-r}V${r}a${r} ${r} 0 0 1 ${r} ${-r}z`;

/** Returns the path of a round hole. @param {number} x @param {number} y @param {number} r */
const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** Returns the path of a square hole. @param {number} x @param {number} y @param {number} half @param {number} r */
const square = (x, y, half, r) => {
  const s = 2 * (half - r);
  return `M${x - half + r} ${y - half}h${s}a${r} ${r} 0 0 1 ${r} ${r}v${s}a${r} ${r} 0 0 1 ${-r} ${r}h${-s}a${r} ${r} 0 0 1 ${-r} ${-r}v${-s}a${r} ${r} 0 0 1 ${r} ${-r}z`;
};
