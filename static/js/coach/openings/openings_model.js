/** Reads the exact results of an opening from the book. Pure. */

/** @import { Claim } from "../../model/claim.js" */
/** @import { Board, Position } from "../../engine/board.js" */
/** @import { Result } from "../../model/ended/results.js" */

import { endScore, movesOf, pliesTo, plyOf, replay, after, EMPTY } from "../../engine/board.js";
import { Book, codeOf, numberOf } from "../../engine/book.js";
import { columns } from "../model/puzzle.js";

/**
 * @typedef {object} Way a move that the book knows
 * @property {number} column
 * @property {0 | 1 | null} winner by best play, null for a draw
 * @property {number} ply the number of the game's last move
 * @property {boolean} keeps whether the result stays the best one of the position
 */

/**
 * Returns the result by best play, the ways on, and the columns that keep the result.
 * @param {Book} book @param {number[]} moves
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
 * @param {0 | 1} side @param {number} ply @returns {{winner: 0 | 1 | null, ply: number}}
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

/**
 * @typedef {import("../../engine/book.js").Shape & {slots: string}} Forced scores by the codes of positions
 *   (engine/workshop/openings/__main__.py)
 */

/** Holds the exact score of every position up to a ply. */
export class WholeBook extends Book {
  /** @param {Board} board @param {Uint8Array} bytes @param {Forced} forced */
  constructor(board, bytes, forced) {
    super(board, bytes);
    this.forced = { ...forced, at: 0 };
    this.slots = Uint8Array.from(atob(forced.slots), (letter) => letter.charCodeAt(0));
  }

  /** @override @param {Position} position @returns {number | null} */
  score(position) {
    const score = super.score(position);
    if (score !== null || plyOf(position) !== this.plies) return score;
    return this.forced.low + numberOf(this.slots, this.forced, codeOf(this.board, position));
  }
}

/**
 * @typedef {[moves: string, column: number, levels: number]} TrapRow
 * @typedef {[moves: string, line: string, lines: number]} ProofRow
 * @typedef {{traps: TrapRow[], proofs: ProofRow[]}} Rows the traps that are met most often come first
 *
 * @typedef {{name: string, column: number, levels: number}} Trap the moves as shipped, the column that most go wrong
 *   with, and how many of ten levels go wrong more often than not
 */

/** Finds what is known of a position. */
export class Openings {
  /** @param {Board} board @param {Rows} rows */
  constructor(board, { traps, proofs }) {
    this.board = board;
    /** @type {Map<bigint, TrapRow>} */
    this.traps = new Map(traps.map((row) => [this.#code(columns(row[0])), row]));
    /** @type {Map<bigint, ProofRow>} */
    this.proofs = new Map(proofs.map((row) => [this.#code(columns(row[0])), row]));
  }

  /** Names the traps, those that are met most often first. */
  get names() {
    return [...this.traps.values()].map(([name]) => name);
  }

  /** Returns the trap of a position, or null. @param {number[]} moves @returns {Trap | null} */
  trap(moves) {
    const row = this.traps.get(this.#code(moves));
    if (!row) return null;
    const [name, column, levels] = row;
    return { name, levels, column: this.#isSame(moves, name) ? column : this.#mirrored(column) };
  }

  /** Returns the moves of best play from a position up to a proof, or null. @param {number[]} moves */
  proof(moves) {
    const row = this.proofs.get(this.#code(moves));
    if (!row) return null;
    const [name, line] = row;
    const rest = columns(line).slice(name.length);
    return [...moves, ...(this.#isSame(moves, name) ? rest : rest.map((column) => this.#mirrored(column)))];
  }

  /** @param {number[]} moves */
  #code(moves) {
    return codeOf(this.board, replay(this.board, moves));
  }

  /** Tells whether moves lead to the position of a row, and not to its mirror image. @param {number[]} moves @param {string} name */
  #isSame(moves, name) {
    const [one, other] = [replay(this.board, moves), replay(this.board, columns(name))];
    return one.own === other.own && one.mask === other.mask;
  }

  /** @param {number} column */
  #mirrored(column) {
    return this.board.width + 1 - column;
  }
}

/** Knows the first moves of the games. */
export class Visits {
  /** @param {Board} board @param {Pick<Result, "moves" | "score">[]} results */
  constructor(board, results) {
    this.board = board;
    /** @type {Map<bigint, {times: number, won: number}>} */
    this.counts = new Map();
    for (const { moves, score } of results) {
      let position = EMPTY;
      for (const move of moves.split(",").filter(Boolean)) {
        position = after(board, position, Number(move));
        const code = codeOf(board, position);
        const { times, won } = this.counts.get(code) ?? { times: 0, won: 0 };
        this.counts.set(code, { times: times + 1, won: won + Number(score === 1) });
      }
    }
  }

  /**
   * Returns in how many games the person has been at the position after some moves, and how many of them the person won.
   * @param {number[]} moves
   */
  at(moves) {
    return this.counts.get(codeOf(this.board, replay(this.board, moves))) ?? { times: 0, won: 0 };
  }
}
