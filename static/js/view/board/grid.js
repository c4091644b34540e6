/**
 * Builds the board as a grid of real elements, which are clicked, focused and read aloud. The grid is one tab stop;
 * arrows move inside. With gravity a row of column buttons stands above the cells; without, every cell is a button.
 */

/** @import { GameInfo, PageState } from "../../model/types.js" */

import { landing, moveAt, moveWords, namesSquares } from "../../model/board.js";
import { discs } from "../../model/select.js";
import { el, set } from "../dom.js";
import { capital, t } from "../../words.js";

/** Shows the grid and moves the focus inside. */
export class Grid {
  /** @param {GameInfo} info */
  constructor(info) {
    this.info = info;
    const [width, height] = info.board ?? [0, 0];
    this.element = el("div", {
      class: "grid",
      role: "grid",
      "aria-label": t("{game}: {width} columns, {height} rows", { game: info.title, width, height }),
    });
    /** Focusable elements, row by row from the top. @type {HTMLElement[][]} */
    this.rows = [];
    /** @type {[number, number]} */
    this.at = [0, info.gravity ? Math.floor(width / 2) : Math.floor((width * height) / 2) % width];
    if (info.gravity) this.addRow("row row--aim", width, () => this.button());
    for (let row = height; row >= 1; row -= 1) this.addRow("row", width, () => (info.gravity ? null : this.button()));
    const numbered = info.gravity || namesSquares(info) ? [] : this.rows.flat();
    for (const [i, square] of numbered.entries()) set(square, "data-number", i + 1);
    if (!info.gravity) this.at = [Math.floor(height / 2), Math.floor(width / 2)];
    /** The side and the number of the move of each disc, by cell; null before the first drawing. @type {Map<string, string> | null} */
    this.lying = null;
    /** Whether the labels are those of a game that is over. @type {boolean | null} */
    this.over = null;
    for (const element of this.rows.flat()) set(element, "tabindex", -1);
    /** The element in the order of Tab. @type {HTMLElement | undefined} */
    this.stop = undefined;
    this.updateTabStop(false);
  }

  /** Adds a row of cells. @param {string} className @param {number} width @param {() => HTMLElement | null} make */
  addRow(className, width, make) {
    const row = el("div", { class: className, role: "row" });
    const focusables = [];
    for (let column = 1; column <= width; column += 1) {
      const inner = make();
      const cell = el("div", { class: "square", role: "gridcell" }, ...(inner ? [inner] : []));
      row.append(cell);
      focusables.push(inner ?? cell);
    }
    this.element.append(row);
    this.rows.push(focusables);
  }

  /** Makes a button for a move. */
  button() {
    return el("button", { class: "aim", type: "button" });
  }

  /** Returns the move of the focused element. */
  get focusedMove() {
    const [, height] = this.info.board ?? [0, 0];
    const [row, column] = this.at;
    return this.info.gravity ? column + 1 : moveAt(this.info, [column + 1, height - row]);
  }

  /** Tells whether Enter on the focused element plays a move. */
  get onButton() {
    return this.rows[this.at[0]]?.[this.at[1]] instanceof HTMLButtonElement;
  }

  /** Keeps one element in the order of Tab. @param {boolean} [take] take the focus as well */
  updateTabStop(take = false) {
    const stop = this.rows[this.at[0]]?.[this.at[1]];
    if (stop !== this.stop) this.stop?.setAttribute("tabindex", "-1");
    stop?.setAttribute("tabindex", "0");
    this.stop = stop;
    if (take) stop?.focus({ preventScroll: true });
  }

  /** Moves the focus by some rows and columns. @param {number} down @param {number} right */
  move(down, right) {
    const [row, column] = this.at;
    this.focusAt(row + down, column + right);
  }

  /** Moves the focus to a place. @param {number} row @param {number} column */
  focusAt(row, column) {
    const width = this.rows[0]?.length ?? 1;
    this.at = [Math.max(0, Math.min(this.rows.length - 1, row)), Math.max(0, Math.min(width - 1, column))];
    this.updateTabStop(true);
  }

  /** Remembers the focused element. @param {EventTarget | null} target */
  followFocus(target) {
    for (const [y, row] of this.rows.entries()) {
      const x = row.indexOf(/** @type {HTMLElement} */ (target));
      if (x >= 0 && (y !== this.at[0] || x !== this.at[1])) {
        this.at = [y, x];
        this.updateTabStop();
      }
    }
  }

  /** Moves the focus to a move's button. @param {number} move */
  focusMove(move) {
    const [width] = this.info.board ?? [1];
    if (this.info.gravity) this.focusAt(0, move - 1);
    else this.focusAt(Math.floor((move - 1) / width), (move - 1) % width);
  }

  /** Labels the cells that have changed, and the columns above them. @param {PageState} page */
  render(page) {
    const atStart = Math.max(0, page.game.discs.length - page.game.ply); // discs before the first move
    const over = page.game.outcome !== null;
    const begins = over !== this.over; // the end changes the labels of all buttons, and the first labels are all new
    const before = this.lying;
    this.over = over;
    this.lying = new Map();
    for (const [ply, [c, r, seat]] of discs(page).entries())
      this.lying.set(`${c},${r}`, `${seat} ${ply + 1 - atStart}`);
    const [, height] = this.info.board ?? [0, 0];
    const changed = new Set();
    for (const [y, row] of this.rows.entries()) {
      if (this.info.gravity && y === 0) continue;
      const boardRow = this.info.gravity ? height - y + 1 : height - y;
      for (const [x, element] of row.entries()) {
        const disc = this.lying.get(`${x + 1},${boardRow}`);
        if (before && disc === before.get(`${x + 1},${boardRow}`)) continue;
        changed.add(x);
        set(element, "aria-label", this.cellLabel(page, x + 1, boardRow, disc));
        if (!this.info.gravity) set(element, "data-taken", disc !== undefined);
      }
    }
    for (const row of this.info.gravity ? this.rows.slice(0, 1) : begins ? this.rows : []) {
      for (const [x, element] of row.entries()) {
        if (begins) set(element, "aria-disabled", over ? "true" : null);
        if (this.info.gravity && (begins || changed.has(x))) set(element, "aria-label", this.dropLabel(page, x + 1));
      }
    }
  }

  /** Labels the button of a column. @param {PageState} page @param {number} column */
  dropLabel(page, column) {
    if (page.game.outcome) return t("Column {n}", { n: column });
    const cell = landing(this.info, discs(page), column);
    return cell
      ? t("Drop in column {n}, lands in row {row}", { n: column, row: cell[1] })
      : t("Column {n}, full", { n: column });
  }

  /**
   * Labels a cell.
   *
   * @param {PageState} page the state
   * @param {number} column 1-based
   * @param {number} row 1-based, 1 is the lowest
   * @param {string | undefined} disc the side of the piece in the cell, and the number of its move
   */
  cellLabel(page, column, row, disc) {
    const place = this.info.gravity
      ? t("Column {column} row {row}", { column, row })
      : capital(moveWords(page, moveAt(this.info, [column, row])));
    if (!disc) return t("{place}, empty", { place });
    const [seat = 0, n = 0] = disc.split(" ").map(Number);
    const side = this.info.players[seat === 0 ? 0 : 1];
    return n > 0 ? t("{place}, {side}, move {n}", { place, side, n }) : `${place}, ${side}`;
  }
}
