/**
 * Reads the book of the first plies (engine/solver/book): the exact score of every position, without the positions.
 *
 * A position's key names three slots of an array, whose exclusive or is the score. Only quiet positions are stored: where
 * a side can complete a line with the next stone, the rules tell the forced move or the winner.
 */

/** @import { Board, Position } from "./board.js" */

import { after, endScore, movesOf, plyOf, winsOf } from "./board.js";

/**
 * @typedef {{low: number, count: number, width: number, segment: number, segments: number, seed: number}} Shape
 * @typedef {Shape & {at: number}} Section one ply: its shape, and where its slots begin in the file
 */

const MAGIC = "fourthought book 1\n";
const WORD = (1n << 64n) - 1n;
const [GOLDEN, FIRST, SECOND] = [0x9e3779b97f4a7c15n, 0xbf58476d1ce4e5b9n, 0x94d049bb133111ebn];
const BITS = 8;

/** Returns the number of a position, the same for its mirror image. @param {Board} board @param {Position} position */
export function codeOf({ width, height }, { own, mask }) {
  const step = BigInt(height + 1);
  let [code, image] = [own + mask, 0n];
  for (let column = 0; column < width; column += 1) code += 1n << (BigInt(column) * step);
  for (let rest = code, column = 0; column < width; column += 1, rest >>= step)
    image = (image << step) | (rest & ((1n << step) - 1n));
  return code < image ? code : image;
}

/** Holds the scores of the first plies of one board. */
export class Book {
  /** @param {Board} board @param {Uint8Array} bytes */
  constructor(board, bytes) {
    this.board = board;
    this.bytes = bytes;
    const end = bytes.indexOf(10, MAGIC.length);
    const text = new TextDecoder().decode(bytes.subarray(0, end));
    if (!text.startsWith(MAGIC)) throw new Error("this file is not a book");
    let at = end + 1;
    /** @type {Section[]} */
    this.sections = JSON.parse(text.slice(MAGIC.length)).plies.map((/** @type {Shape} */ shape) => {
      const section = { ...shape, at };
      at += Math.ceil(((shape.segments + 2) * shape.segment * shape.width) / BITS) + 2;
      return section;
    });
  }

  /** Returns the last ply of which the book knows every position. */
  get plies() {
    return this.sections.length - 1;
  }

  /**
   * Returns the score number of an unfinished position for the side to move, or null outside the book.
   * @param {Position} position @returns {number | null}
   */
  score(position) {
    const { board } = this;
    const [cells, ply] = [board.width * board.height, plyOf(position)];
    if (winsOf(board, position.own, position).length) return 1 + Math.floor((cells - ply - 1) / 2);
    const [block, ...more] = winsOf(board, position.own ^ position.mask, position);
    if (more.length) return -1 - Math.floor((cells - ply - 2) / 2);
    if (block !== undefined) {
      const next = { own: position.own ^ position.mask, mask: position.mask | block };
      const score = plyOf(next) === cells ? 0 : this.score(next);
      return score === null ? null : -score;
    }
    const section = this.sections[ply];
    return section && ply < cells ? section.low + numberOf(this.bytes, section, codeOf(board, position)) : null;
  }

  /** Returns the score numbers of the moves that the book knows, for the side to move. @param {Position} position @returns {Map<number, number>} */
  moves(position) {
    const found = new Map();
    for (const move of movesOf(this.board, position)) {
      const next = after(this.board, position, move);
      const score = endScore(this.board, next) ?? this.score(next);
      if (score !== null) found.set(move, score === 0 ? 0 : -score);
    }
    return found;
  }
}

/**
 * Returns the number that the slots of a key hold.
 * @param {Uint8Array} bytes @param {Section} section @param {bigint} key
 */
export function numberOf(bytes, { width, segment, segments, seed, at }, key) {
  let x = key ^ ((BigInt(seed) * GOLDEN) & WORD);
  x = ((x ^ (x >> 30n)) * FIRST) & WORD;
  x = ((x ^ (x >> 27n)) * SECOND) & WORD;
  x ^= x >> 31n;
  const first = Number(((x >> 32n) * BigInt(segments * segment)) >> 32n);
  const low = BigInt(segment - 1);
  const slots = [first, (first + segment) ^ Number(x & low), (first + 2 * segment) ^ Number((x >> 16n) & low)];
  let found = 0;
  for (const slot of slots) {
    const bit = slot * width;
    const byte = at + Math.floor(bit / BITS);
    const piece = ((bytes[byte] ?? 0) << 16) | ((bytes[byte + 1] ?? 0) << 8) | (bytes[byte + 2] ?? 0);
    found ^= piece >> (24 - width - (bit % BITS));
  }
  return found & ((1 << width) - 1);
}
