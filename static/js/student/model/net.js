/**
 * Holds what a student knows: a network of n-tuples (Bledsoe and Browning 1959; for Connect Four Thill, Koch and Konen
 * 2012). Each tuple of cells has a table with a weight for every pattern; mirror images share the table, and each side
 * to move has tables of its own. The value of a position is the hyperbolic tangent of the sum of its weights.
 */

/** @import { Board, Ints, Position } from "./student_position.js" */

import { STATES, floats, ints } from "./student_position.js";

/** The number of tuples and their length, by board. @type {Record<string, [number, number]>} */
const SHAPES = { tictactoe: [8, 6], "connect4-5x4": [40, 7] };
const SETS = 2;

/**
 * Returns where each cell goes under every symmetry: mirrored, and without gravity turned as well.
 * @param {Board} board
 */
export function symmetries({ width, height, gravity }) {
  const images = [];
  for (const flipRow of gravity ? [false] : [false, true]) {
    for (const swap of gravity || width !== height ? [false] : [false, true]) {
      for (const flip of [false, true]) {
        images.push(
          Array.from({ length: width * height }, (_, cell) => {
            const column = flip ? width - 1 - Math.floor(cell / height) : Math.floor(cell / height);
            const row = flipRow ? height - 1 - (cell % height) : cell % height;
            return swap ? row * height + column : column * height + row;
          }),
        );
      }
    }
  }
  return images;
}

/**
 * Returns random walks over neighbouring cells, none an image of another.
 * @param {Board} board @param {number} seed @returns {number[][]}
 */
export function walks(board, seed) {
  const [count, length] = SHAPES[board.name] ?? [8, 6];
  const random = new Random(seed);
  const images = symmetries(board);
  const known = new Set();
  const found = [];
  while (found.length < count) {
    const walk = walkOn(board, random, length);
    const key = Math.min(...images.map((image) => walk.reduce((word, cell) => word | (1 << (image[cell] ?? 0)), 0)));
    if (known.has(key)) continue;
    known.add(key);
    found.push(walk);
  }
  return found;
}

/** Returns the cells of one walk. @param {Board} board @param {Random} random @param {number} length */
function walkOn({ width, height }, random, length) {
  let at = random.below(width * height);
  const cells = new Set([at]);
  while (cells.size < length) {
    const column = Math.floor(at / height) + random.below(3) - 1;
    const row = (at % height) + random.below(3) - 1;
    if (column < 0 || column >= width || row < 0 || row >= height) continue;
    at = column * height + row;
    cells.add(at);
  }
  return [...cells].sort((a, b) => a - b);
}

/** Holds the weights and computes values. */
export class Net {
  /** @param {Board} board @param {number[][]} tuples the cells of each tuple */
  constructor(board, tuples) {
    this.board = board;
    this.tuples = tuples;
    const images = symmetries(board);
    this.images = images;
    this.instances = tuples.length * images.length;
    this.codes = STATES ** board.height;
    /** Where in a table every column's code leads, for each instance. */
    this.steps = ints(board.width * this.codes * this.instances);
    const starts = [];
    let size = 0;
    for (const tuple of tuples) {
      starts.push(size);
      size += STATES ** tuple.length;
    }
    this.size = size;
    this.weights = floats(size * SETS);
    this.index = ints(this.instances);
    /** The places of a position as the other side sees it: those after each move differ in one column alone. */
    this.theirs = ints(this.instances);
    for (let i = 0; i < this.instances; i += 1)
      this.fill(i, this.cellsOf(i), starts[Math.floor(i / images.length)] ?? 0);
  }

  /** Returns the cells of one instance: a tuple, as one symmetry shows it. @param {number} instance */
  cellsOf(instance) {
    const { tuples, images } = this;
    const image = images[instance % images.length] ?? [];
    return (tuples[Math.floor(instance / images.length)] ?? []).map((cell) => image[cell] ?? 0);
  }

  /** Fills the steps of one instance. @param {number} instance @param {number[]} cells @param {number} start */
  fill(instance, cells, start) {
    const { width, height } = this.board;
    for (let column = 0; column < width; column += 1) {
      for (let code = 0; code < this.codes; code += 1) {
        let step = column === 0 ? start : 0;
        for (const [place, cell] of cells.entries()) {
          if (Math.floor(cell / height) === column)
            step += (Math.floor(code / STATES ** (cell % height)) % STATES) * STATES ** place;
        }
        this.steps[(column * this.codes + code) * this.instances + instance] = step;
      }
    }
  }

  /**
   * Writes the places of a position's weights.
   *
   * @param {Position} position
   * @param {Ints} index where to write
   * @param {number} [offset] the first place to write to
   */
  look(position, index, offset = 0) {
    this.lookAs(position.ply & 1, position, index, offset);
  }

  /**
   * Writes the places of a position's weights as one side sees it.
   * @param {number} side @param {Position} position @param {Ints} index @param {number} offset
   */
  lookAs(side, position, index, offset) {
    const { steps, instances, codes } = this;
    const columns = side ? position.codes[1] : position.codes[0];
    const start = side * this.size;
    for (let i = 0; i < instances; i += 1) index[offset + i] = start;
    for (let column = 0; column < columns.length; column += 1) {
      const from = (column * codes + columns[column]) * instances;
      for (let i = 0; i < instances; i += 1) index[offset + i] += steps[from + i];
    }
  }

  /** Prepares `sumAfter` for the moves in a position. @param {Position} position */
  prepare(position) {
    this.lookAs(1 - (position.ply & 1), position, this.theirs, 0);
  }

  /**
   * Returns the sum of a position after a move; `prepare` came before it.
   * @param {Position} position after the move
   * @param {number} cell of the move
   */
  sumAfter(position, cell) {
    const { steps, instances, weights, theirs } = this;
    const column = Math.floor(cell / this.board.height);
    const code = (position.ply & 1 ? position.codes[1] : position.codes[0])[column];
    const now = (column * this.codes + code) * instances;
    const before = now - 2 * position.powers[cell] * instances;
    let sum = 0;
    for (let i = 0; i < instances; i += 1) sum += weights[theirs[i] + steps[now + i] - steps[before + i]];
    return sum;
  }

  /** Returns the sum of weights at places. @param {Ints} index @param {number} [offset] */
  sum(index, offset = 0) {
    let sum = 0;
    for (let i = 0; i < this.instances; i += 1) sum += this.weights[index[offset + i]];
    return sum;
  }

  /** Returns the value of a position for the side to move, from -1 to 1. @param {Position} position */
  value(position) {
    this.look(position, this.index);
    return Math.tanh(this.sum(this.index));
  }

  /** Moves the weights at places by a step in all. @param {Ints} index @param {number} offset @param {number} step */
  move(index, offset, step) {
    const each = step / this.instances;
    for (let i = 0; i < this.instances; i += 1) this.weights[index[offset + i]] += each;
  }
}

/** Draws numbers from a seed, by xorshift (Marsaglia, 2003) of 32 bits: the same seed gives the same student. */
export class Random {
  /** @param {number} seed */
  constructor(seed) {
    this.state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x2545f491) | 0 || 1;
    for (let i = 0; i < 8; i += 1) this.bits();
  }

  /** Returns 32 bits, as a number from 0 on. */
  bits() {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x;
    return x >>> 0;
  }

  /** Returns a whole number from 0 to below a limit. @param {number} limit */
  below(limit) {
    return Math.floor((this.bits() / 4294967296) * limit);
  }

  /** Tells, with a probability, yes. @param {number} chance */
  happens(chance) {
    return this.bits() < chance * 4294967296;
  }
}
