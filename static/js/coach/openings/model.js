/** Reads the exact results of an opening from the book. Pure. */

/** @import { Book } from "../../engine/book.js" */
/** @import { Claim } from "../../model/claim.js" */

import { endScore, movesOf, pliesTo, plyOf, replay } from "../../engine/board.js";

/**
 * @typedef {object} Way a move that the book knows
 * @property {number} column
 * @property {0 | 1 | null} winner by best play, null for a draw
 * @property {number} ply the number of the game's last move
 * @property {boolean} keeps whether the result stays the best one of the position
 */

/**
 * Returns the result by best play, the ways on, and the columns that keep the result.
 *
 * @param {Book} book
 * @param {number[]} moves
 */
export function lookUp(book, moves) {
  const position = replay(book.board, moves);
  const ply = plyOf(position);
  const side = /** @type {0 | 1} */ (ply % 2);
  const found = endScore(book.board, position) === null ? [...book.moves(position)] : [];
  // Behind its last ply the book knows some columns by the rules. A part of them would name a wrong best one.
  const known = found.length === movesOf(book.board, position).length ? found : [];
  const score = known.length
    ? Math.max(...known.map(([, one]) => one))
    : (endScore(book.board, position) ?? book.score(position) ?? 0); // each way here had a score
  /** @type {Way[]} */
  const ways = known.map(([column, one]) => ({
    column,
    ...result(book, one, side, ply),
    keeps: Math.sign(one) === Math.sign(score),
  }));
  return {
    ...result(book, score, side, ply),
    ways,
    best: ways.flatMap(({ column, keeps }) => (keeps ? [column] : [])),
  };
}

/**
 * Returns who wins, and with which move of the game.
 *
 * @param {Book} book
 * @param {number} score for the side to move
 * @param {0 | 1} side
 * @param {number} ply
 * @returns {{winner: 0 | 1 | null, ply: number}}
 */
function result({ board }, score, side, ply) {
  const other = side === 0 ? 1 : 0;
  return { winner: score === 0 ? null : score > 0 ? side : other, ply: ply + pliesTo(board, score, ply) };
}

/**
 * Claims who wins by best play, or with a column.
 *
 * @param {number[]} moves the position
 * @param {0 | 1 | null} winner
 * @param {number} ply the number of the game's last move
 * @param {number} [column]
 * @returns {Claim}
 */
export function ofResult(moves, winner, ply, column) {
  const mine = winner === moves.length % 2;
  const at = { moves: String(moves), ...(column ? { column } : {}) };
  if (winner === null) return { ...at, result: "draws" };
  const n = Math.ceil((ply - moves.length + (mine ? 1 : 0)) / 2);
  return column ? { ...at, result: mine ? "wins" : "loses", n } : { ...at, side: winner, result: "wins", n };
}

/** Returns the moves that a text begins with, as far as the book knows them. @param {Book} book @param {string} text */
export function fromText(book, text) {
  /** @type {number[]} */
  const moves = [];
  for (const letter of text) {
    if (!lookUp(book, moves).ways.some(({ column }) => column === Number(letter))) break;
    moves.push(Number(letter));
  }
  return moves;
}
