/**
 * Knows of the first moves what the exact book does not say: where most levels go wrong, and where a proof begins
 * (engine/openings). A position counts as the same by whatever moves it came about, and so does its mirror image. Pure.
 *
 * @typedef {[moves: string, column: number, levels: number]} TrapRow
 * @typedef {[moves: string, line: string, lines: number]} ProofRow
 * @typedef {{traps: TrapRow[], proofs: ProofRow[]}} Rows the traps that are met most often come first
 *
 * @typedef {{name: string, column: number, levels: number}} Trap the moves as shipped, the column that most go wrong
 *   with, and how many of ten levels go wrong more often than not
 */

/** @import { Board } from "../../engine/types.js" */

import { replay } from "../../engine/board.js";
import { codeOf } from "../../engine/book.js";
import { columns } from "../model/puzzle.js";

/** Finds what is known of a position. */
export class Lore {
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
