/**
 * Draws a board of 7 columns and 6 rows as one picture, with a button over each column.
 * @typedef {{words: string, sign: string, kind: "win" | "loss" | "draw" | "bar", share?: number}} Chip what stands below a column
 * @typedef {object} Shown
 * @property {number[]} moves
 * @property {boolean} open whether a column may be chosen
 * @property {Map<number, Chip>} [chips] by column
 * @property {[number, number][]} [marked] cells with a ring
 */

import { button, el, set, setText, setVariable, svg } from "../../view/dom.js";
import { circles } from "../../view/small_board.js";
import { Part } from "./part.js";

/** The board of the whole essay; the engine searches without its large files, with a table of 16 MiB. */
export const BOARD = Object.freeze({ width: 7, height: 6, connect: 4, light: 1 << 24 });

/** Units of a cell, of a disc, of its edge and of its mark: a ring on one side's discs, a dot on the other's. */
const [CELL, DISC, EDGE, MARKS] = [100, 40, 43.5, [23, 9]];

export class Board {
  /** @param {Part} part @param {Element} host @param {(column: number) => void} play */
  constructor(part, host, play) {
    this.part = part;
    this.picture = svg("g");
    const { width, height } = BOARD;
    const cells = Array.from({ length: width * height }, (_, i) => place((i % width) + 1, Math.floor(i / width) + 1));
    const slab = { class: "essay__slab", width: width * CELL, height: height * CELL, rx: 30 };
    this.columns = Array.from({ length: width }, (_, i) => {
      const chip = el("span", { class: "essay__chip" });
      const made = button(chip, () => made.getAttribute("aria-disabled") || play(i + 1), "essay__column");
      return { made, chip };
    });
    const view = { viewBox: `0 0 ${width * CELL} ${height * CELL}`, "aria-hidden": "true", focusable: "false" };
    const drawn = svg("svg", view, svg("rect", slab), circles(cells, DISC, "essay__hole"), this.picture);
    const columns = el("div", { class: "essay__columns" }, ...this.columns.map(({ made }) => made));
    host.append(el("div", { class: "essay__board" }, drawn, columns));
  }

  /** @param {Shown} shown */
  render({ moves, open, chips = new Map(), marked = [] }) {
    const heights = Array(BOARD.width + 1).fill(0);
    /** @type {[number, number][][]} */
    const sides = [[], []];
    for (const [ply, column] of moves.entries()) {
      heights[column] += 1;
      sides[ply % 2]?.push(place(column, heights[column]));
    }
    const last = moves.at(-1) ?? 0;
    const rings = marked.map(([column, row]) => place(column, row));
    this.picture.replaceChildren(
      ...sides.flatMap((discs, side) => [
        circles(discs, EDGE, `p${side}-edge`),
        circles(discs, DISC, `p${side}-fill`),
        circles(discs, MARKS[side] ?? 0, `p${side}-mark`),
      ]),
      circles(last ? [place(last, heights[last])] : [], 30, "essay__last"),
      circles(rings, 34, "essay__ring"),
    );
    for (const [i, { made, chip }] of this.columns.entries()) {
      const column = i + 1;
      const known = chips.get(column);
      const full = heights[column] >= BOARD.height;
      const name = this.part.say(full ? "full" : "column", { n: column });
      set(made, "aria-label", known ? `${name}: ${known.words}` : name);
      set(made, "aria-disabled", !open || full ? "true" : null);
      set(chip, "data-kind", known?.kind ?? null);
      setText(chip, known?.sign ?? "");
      setVariable(chip, "--share", known?.share ?? 0);
    }
  }
}

/** Returns the middle of a cell. @param {number} column @param {number} row @returns {[number, number]} */
const place = (column, row) => [(column - 0.5) * CELL, (BOARD.height - row + 0.5) * CELL];
