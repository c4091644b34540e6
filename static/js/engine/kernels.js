/**
 * Calls the kernels of one board, compiled from the server's own source to WebAssembly (engine/workshop/kernels).
 *
 * All state lies in arrays of the module's memory, so a search stops after its budget and goes on from there. An array
 * is passed as (0, 0, items, item size, address, shape, strides): see engine/workshop/kernels/machine_code.py.
 */

/** @import { Board, BoardFiles } from "./board.js" */

import { BUDGET } from "./files.js";
import { centreOut, movesByBit, wordsOf } from "./board.js";

const PAGE = 65_536;
const [WORD_BYTES, LINE] = [8, 64];
const [WORD_BITS, CODE_BITS] = [64, 8];
const LATE_BYTES = 1 << 20; // the table for late plies, small enough for the processor's cache
const BUCKET_BYTES = 16;
const [SEARCHES, LEAVES] = [48, 32];
/** Fields of a frame that hold boards. */
const BOARDS = 3;
const LOG_ROWS = 1024;
/** Bytes of one item by the type's name in NumPy. @type {Record<string, number>} */
const SIZES = { i1: 1, u2: 2, i2: 2, u4: 4, i8: 8, u8: 8 };

/** Holds a module with its memory, and hands out places in it. */
export class Kernels {
  /**
   * @param {Board} board
   * @param {BoardFiles} files
   * @param {WebAssembly.Module | null} module none where the textbook's search is enough
   * @param {ArrayBuffer | null} network the arrays of the network, one after the other
   * @param {number} tableBytes of the large table, a power of two
   * @param {number} [depthBytes] of the table of depth-limited searches, a power of two
   */
  constructor(board, files, module, network, tableBytes, depthBytes = 0) {
    const words = files.words ?? 0;
    const cells = board.width * board.height;
    const wide = wordsOf(board) > 1;
    /** The words of a frame: of a board of two words the upper halves come last (engine/mind/search/alpha_beta.py). */
    this.frame = BUDGET.frame + (wide ? BOARDS : 0);
    /** The words of a row of the log. */
    this.row = wide ? 6 : 4;
    const keyBits = board.width * (board.height + 1);
    // An entry is one word up to 72 bits: the rest of a key beside 8 bits of code (engine/solver/table.py).
    const entry = keyBits > WORD_BITS + CODE_BITS ? 2 : 1;
    const least = entry === 1 ? keyBits - WORD_BITS + CODE_BITS : 0;
    const buckets = (/** @type {number} */ size) =>
      Math.min(Math.max(Math.log2(size / BUCKET_BYTES / entry), wide ? least : 0), keyBits);
    const [late, large] = [buckets(Math.min(LATE_BYTES, tableBytes)), buckets(tableBytes)];
    this.lateTag = Math.min(keyBits, WORD_BITS) - late;
    this.largeTag = Math.min(keyBits, WORD_BITS) - large;
    const [lateWords, largeWords] = [2 * 2 ** late * entry, 2 * 2 ** large * entry];
    const frameBytes = LINE * 2 + this.frame * WORD_BYTES * (cells + 1);
    const bytes =
      PAGE * 3 +
      (network?.byteLength ?? 0) +
      LINE * 16 +
      (words + 1) * WORD_BYTES * SEARCHES +
      LOG_ROWS * this.row * WORD_BYTES +
      frameBytes * LEAVES +
      (lateWords + largeWords) * WORD_BYTES +
      depthBytes;
    this.board = board;
    this.words = words;
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
    const exports = module ? new WebAssembly.Instance(module, { env: { memory: this.memory } }).exports : {};
    this.exports = /** @type {Record<string, any>} */ (exports);
    this.end = Number(this.exports.__heap_base?.value ?? LINE);
    this.result = this.take(WORD_BYTES);
    this.error = this.take(WORD_BYTES);
    this.stop = this.take(WORD_BYTES);
    this.none = this.take(WORD_BYTES);
    this.arrays = (files.net_arrays ?? []).map(([type, ...shape]) => ({ type, shape }));
    /** Whether the depth-limited search judges by the network as well. */
    this.judges = Boolean(files.judges);
    this.network = network ? this.#placeNetwork(network) : [];
    this.log = this.take(LOG_ROWS * this.row * WORD_BYTES);
    /** @type {number[]} places of searches that nobody uses */
    this.free = Array.from({ length: SEARCHES }, () => this.take(words * WORD_BYTES));
    /** @type {number[]} places of depth-limited searches that nobody uses */
    this.frames = Array.from({ length: LEAVES }, () => this.take(frameBytes - LINE));
    /** The moves as the depth-limited search numbers them. */
    this.order = board.flat ? movesByBit(board) : centreOut(board.width);
    /** The places of the tables and of the log, with their numbers of words. */
    this.tables = {
      late: { at: this.take(lateWords * WORD_BYTES), words: lateWords },
      large: { at: this.take(largeWords * WORD_BYTES), words: largeWords },
    };
    /** The table of the depth-limited searches, empty on boards that are searched to the end. */
    this.depthTable = array(depthBytes ? this.take(depthBytes) : this.none, WORD_BYTES, [
      depthBytes / (wide ? 2 * BUCKET_BYTES : BUCKET_BYTES),
      wide ? 3 : 2,
    ]);
    const empty = (/** @type {number[]} */ ...shape) => array(this.none, WORD_BYTES, shape);
    this.around = [
      ...array(this.tables.large.at, WORD_BYTES, [largeWords]),
      ...array(this.tables.late.at, WORD_BYTES, [lateWords]),
      ...array(this.log, WORD_BYTES, [LOG_ROWS, this.row]),
      ...empty(0, this.row + 1),
      ...array(this.stop, WORD_BYTES, [1]),
      ...empty(0),
    ];
  }

  /** Returns the address of some free bytes, at the beginning of a line of the cache. @param {number} bytes */
  take(bytes) {
    const at = Math.ceil(this.end / LINE) * LINE;
    this.end = at + bytes;
    return at;
  }

  /** Returns words of the memory. @param {number} at @param {number} count */
  view(at, count) {
    return new BigInt64Array(this.memory.buffer, at, count);
  }

  /** Continues the exact search whose memory lies at an address; returns the kernel's result. @param {number} at */
  search(at) {
    const network = this.network.length ? this.network : [0];
    return this.call("search", ...array(at, WORD_BYTES, [this.words]), ...this.around, ...network);
  }

  /** Calls a kernel; returns the result as a whole number. @param {string} name @param {(number | bigint)[]} given */
  call(name, ...given) {
    const status = this.exports[name](this.result, this.error, ...given);
    if (status) throw new Error(`the kernel ${name} has failed with ${status}`);
    return Number(new DataView(this.memory.buffer).getBigInt64(this.result, true));
  }

  /** Puts the arrays of the network in place, and memory for the sums behind. @param {ArrayBuffer} network */
  #placeNetwork(network) {
    const given = new Uint8Array(network);
    const found = [];
    let from = 0;
    for (const { type, shape } of this.arrays) {
      const size = SIZES[type] ?? WORD_BYTES;
      const bytes = shape.reduce((a, b) => a * b, size);
      const at = this.take(bytes);
      new Uint8Array(this.memory.buffer, at, bytes).set(given.subarray(from, from + bytes));
      found.push(...array(at, size, shape));
      from += bytes;
    }
    const sums = this.arrays[2]?.shape[0] ?? 0;
    return [...found, ...array(this.take(sums * 4), 4, [sums])];
  }
}

/**
 * Returns the arguments that pass an array.
 *
 * @param {number} at
 * @param {number} size bytes of an item
 * @param {number[]} shape
 * @returns {(number | bigint)[]}
 */
export function array(at, size, shape) {
  const items = shape.reduce((a, b) => a * b, 1);
  const strides = shape.map((_, i) => shape.slice(i + 1).reduce((a, b) => a * b, size));
  return [0, 0, BigInt(items), BigInt(size), at, ...shape.map(BigInt), ...strides.map(BigInt)];
}
