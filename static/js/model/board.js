/**
 * Computes the geometry of the board, and names moves and places. No rules: the server says which moves are legal and
 * which side has won.
 *
 * @typedef {[number, number]} Cell
 */

/** @import { Said } from "../words.js" */
/** @import { GameInfo, GameState, PageState } from "./types.js" */

import { key, said, say, t } from "../words.js";

export { capital } from "../words.js";

/**
 * Returns the cell of a move; null for a full column or a game without a board.
 * @param {GameInfo} info @param {[number, number, number][]} discs @param {number} move @returns {Cell | null}
 */
export function landing(info, discs, move) {
  if (!info.board) return null;
  const [width, height] = info.board;
  if (!info.gravity) return squareCell(info, move);
  if (move < 1 || move > width) return null;
  let row = 1;
  for (const [column] of discs) if (column === move) row += 1;
  return row > height ? null : [move, row];
}

/** Returns the discs of moves, in their order: column, row, side. @param {GameInfo} info @param {number[]} moves */
export function discsOf(info, moves) {
  /** @type {[number, number, 0 | 1][]} */
  const discs = [];
  for (const move of moves) {
    const cell = landing(info, discs, move);
    if (cell) discs.push([cell[0], cell[1], discs.length % 2 ? 1 : 0]);
  }
  return discs;
}

/**
 * Returns the cell of a square. Squares are counted in reading order from 1 at the upper left.
 * @param {GameInfo} info @param {number} move @returns {Cell | null}
 */
export function squareCell(info, move) {
  if (!info.board) return null;
  const [width, height] = info.board;
  if (move < 1 || move > width * height) return null;
  return [((move - 1) % width) + 1, height - Math.floor((move - 1) / width)];
}

/** Returns the move of a click on a cell. @param {GameInfo} info @param {Cell} cell */
export function moveAt(info, [column, row]) {
  if (!info.board || info.gravity) return column;
  const [width, height] = info.board;
  return (height - row) * width + column;
}

/** Tells whether a move is a square, which shows what it is worth. @param {GameInfo} info */
export const hasSquares = ({ board, gravity }) => board !== null && !gravity;

/** The ways along which a line lies: columns and rows a step. @type {[number, number][]} */
export const WAYS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

/** @typedef {{from: Cell, to: Cell, way: "row" | "column" | "diagonal", length: number}} Run */

/**
 * Finds the straight runs in a set of winning cells, longest first, each from end to end.
 *
 * @param {Cell[]} cells
 * @param {number} connect how many in a row make a line
 * @returns {Run[]}
 */
export function runs(cells, connect) {
  const has = new Set(cells.map(String));
  /** @type {Run[]} */
  const lines = [];
  for (const [dc, dr] of WAYS) {
    const way = dr === 0 ? "row" : dc === 0 ? "column" : "diagonal";
    for (const [c, r] of cells) {
      if (has.has(String([c - dc, r - dr]))) continue;
      let length = 1;
      while (has.has(String([c + dc * length, r + dr * length]))) length += 1;
      if (length < connect) continue;
      lines.push({ from: [c, r], to: [c + dc * (length - 1), r + dr * (length - 1)], way, length });
    }
  }
  return lines.sort((a, b) => b.length - a.length);
}

/**
 * Returns the cells of the lines of the last disc's side, or none.
 * @param {number} connect @param {[number, number, 0 | 1][]} discs @returns {Cell[]}
 */
export function winningCells(connect, discs) {
  const side = discs.at(-1)?.[2];
  /** @type {Cell[]} */
  const mine = discs.filter((disc) => disc[2] === side).map(([column, row]) => [column, row]);
  return runs(mine, connect).flatMap(({ from, to, length }) =>
    Array.from(
      { length },
      (_, i) =>
        /** @type {Cell} */ ([
          from[0] + (i * (to[0] - from[0])) / (length - 1),
          from[1] + (i * (to[1] - from[1])) / (length - 1),
        ]),
    ),
  );
}

/** Names a move as a person does: "column 4". @param {PageState} page @param {number} move */
export const moveWords = (page, move) => say(moveSaid(page, move));

/** Names a move, its place as a value. @param {PageState} page @param {number} move @returns {Said} */
export function moveSaid(page, move) {
  const own = page.game.move_words?.[String(move)];
  if (own) return own;
  const n = placeName(page.info, move);
  return said(page.info.board && !page.info.gravity ? key("square {n}") : key("column {n}"), { n });
}

/** Tells whether the squares are so many that letters and digits at the rim name them. @param {GameInfo} info */
export const namesSquares = ({ board, gravity }) => board !== null && !gravity && board[0] * board[1] > 9;

/** Names the place of a move: "4", or "d4" where squares are many. @param {GameInfo} info @param {number} move */
export function placeName(info, move) {
  const [width, height] = info.board ?? [1, 1];
  if (!namesSquares(info)) return String(move);
  return `${String.fromCharCode(97 + ((move - 1) % width))}${height - Math.floor((move - 1) / width)}`;
}

/**
 * Says where a line lies: "diagonal, columns 3 to 6"; on a board of squares "the top row" or "a3–e7".
 * @param {Run} run @param {GameInfo} info
 */
export function lineWords({ from, to, way }, info) {
  const [width, height] = info.board ?? [0, 0];
  const [column, row] = from;
  if (!info.gravity && width <= 3 && height <= 3) {
    if (way === "diagonal") return t("a diagonal");
    return (way === "row" ? ROWS[height - row] : COLUMNS[column - 1]) ?? "";
  }
  if (namesSquares(info)) return [from, to].map(([x, y]) => placeName(info, (height - y) * width + x)).join("–");
  if (way === "column") return t("column {column}, rows {first} to {last}", { column, first: row, last: to[1] });
  const columns = { first: column, last: to[0] };
  return way === "row"
    ? t("row {row}, columns {first} to {last}", { row, ...columns })
    : t("diagonal, columns {first} to {last}", columns);
}

const ROWS = [t("the top row"), t("the middle row"), t("the bottom row")];
const COLUMNS = [t("the left column"), t("the middle column"), t("the right column")];

/**
 * Returns the third of the board with a move: 0, 1 or 2 from the left, without gravity from the top. Both sides of the
 * middle are alike.
 *
 * @param {GameInfo} info @param {number} move
 */
export function area(info, move) {
  const [width, height] = info.board ?? [1, 1];
  const [place, places] = info.gravity ? [move, width] : [Math.ceil(move / width), height];
  const off = (2 * place - places - 1) / places;
  return Math.abs(off) <= 1 / 3 ? 1 : off < 0 ? 0 : 2;
}

/** Columns that are lit at least, so that a third never names one. */
const LIT = 3;

/** @typedef {[number, number, number, number]} Part columns before, rows above, columns, rows */

/**
 * Returns the column of a cell; without gravity the cell alone.
 * @param {GameInfo} info @param {Cell} cell @returns {Part}
 */
export function partAround({ board, gravity }, [column, row]) {
  const [, height] = board ?? [1, 1];
  return gravity ? [column - 1, 0, 1, height] : [column - 1, height - row, 1, 1];
}

/**
 * Returns the part of the board that is lit for a third: rows; with gravity columns, three at least.
 * @param {GameInfo} info
 * @param {number} third 0 to 2
 * @returns {Part}
 */
export function partOfThird(info, third) {
  const [width, height] = info.board ?? [1, 1];
  const firstMoves = Array.from({ length: info.gravity ? width : height }, (_, i) =>
    info.gravity ? i + 1 : i * width + 1,
  );
  const inside = firstMoves.map((move) => area(info, move) === third);
  const [first, count] = [inside.indexOf(true), inside.filter(Boolean).length];
  if (!info.gravity) return [0, first, width, count];
  const [from, to] =
    count < LIT ? [Math.max(0, first - 1), Math.min(width, first + count + 1)] : [first, first + count];
  return [from, 0, to - from, height];
}

/** Names the position on the board: its moves, with the one on its way. @param {PageState} page */
export const positionOf = ({ game, pending }) => String(pending ? [...game.moves, pending.move] : game.moves);
