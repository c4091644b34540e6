/** Remembers proven results of positions, by their symmetric images, where the textbook's search reads to the end. */

/** @import { Board, Position } from "../../types.js" */

import { after, endScore, movesOf } from "../../board.js";

/** @typedef {(cell: [number, number]) => [number, number]} Turn a symmetry of the board, by column and row from 0 */

export class Memo {
  /** @param {Board} board without gravity */
  constructor(board) {
    const { width, height } = board;
    this.board = board;
    const [right, top] = [width - 1, height - 1];
    /** @type {Turn[]} */
    const turns = [
      (cell) => cell,
      ([x, y]) => [right - x, y],
      ([x, y]) => [x, top - y],
      ([x, y]) => [right - x, top - y],
    ];
    if (width === height) turns.push(...turns.map((turn) => /** @type {Turn} */ ((cell) => turn([cell[1], cell[0]]))));
    const bit = (/** @type {[number, number]} */ [x, y]) => 1n << BigInt(x * (height + 1) + y);
    const cells = Array.from(
      { length: width * height },
      (_, i) => /** @type {[number, number]} */ ([i % width, Math.floor(i / width)]),
    );
    /** The bit of every cell, and behind it those of its images. */
    this.images = cells.map((cell) => /** @type {const} */ ([bit(cell), turns.map((turn) => bit(turn(cell)))]));
    this.count = turns.length;
    /** @type {Map<string, number>} */
    this.known = new Map();
  }

  /** Returns the proven score number of a position, or undefined. @param {Position} position */
  of(position) {
    return this.known.get(this.#key(position));
  }

  /** Remembers a proven score number. @param {Position} position @param {number} number */
  note(position, number) {
    this.known.set(this.#key(position), number);
  }

  /** Reads a position to the end, and returns its score number. @param {Position} position @returns {number} */
  read(position) {
    const known = endScore(this.board, position) ?? this.of(position);
    if (known !== undefined) return known;
    const moves = movesOf(this.board, position);
    const number = Math.max(...moves.map((move) => -this.read(after(this.board, position, move)) || 0));
    this.note(position, number);
    return number;
  }

  /** Names a position and all its images alike. @param {Position} position */
  #key({ own, mask }) {
    const turned = (/** @type {bigint} */ word, /** @type {number} */ turn) =>
      this.images.reduce((sum, [bit, images]) => (word & bit ? sum | (images[turn] ?? 0n) : sum), 0n);
    const names = Array.from({ length: this.count }, (_, turn) => `${turned(own, turn)} ${turned(mask, turn)}`);
    return names.sort()[0] ?? "";
  }
}
