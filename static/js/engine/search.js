/** Searches one position exactly, in steps of any size (engine/solver/search.py). */

/** @import { Kernels } from "./kernels.js" */
/** @import { Position } from "./types.js" */

import { wordsOf } from "./board.js";
import { WORD } from "./files.js";

const NEVER = -(2n ** 63n); // as the least subtree to report: no node is logged
const DONE = 1;

/** Holds the memory of one search; all searches of a board share a table. */
export class Search {
  /** @param {Kernels} kernels @param {Position} position */
  constructor(kernels, { own, mask }) {
    /** @type {Kernels} */
    this.kernels = kernels;
    /** @type {number} */
    this.at = kernels.free.pop() ?? fail();
    this.memory = kernels.view(this.at, kernels.words).fill(0n);
    this.memory[WORD.BIG_TAG] = BigInt(kernels.largeTag);
    this.memory[WORD.SMALL_TAG] = BigInt(kernels.lateTag);
    this.memory[WORD.REPORT] = NEVER;
    [this.memory[WORD.ROOT_OWN], this.memory[WORD.ROOT_MASK]] = [own, mask];
    if (wordsOf(kernels.board) > 1) this.memory.set([own >> 64n, mask >> 64n], WORD.HEAD); // the upper halves
    // A window that is decided before it begins: the kernel looks at the root and returns.
    this.aim(100);
    this.memory[WORD.PHASE] = 0n;
    this.step(0);
  }

  /** Returns the proven lower bound of the score number. */
  get low() {
    return Number(this.memory[WORD.LOW]);
  }

  /** Returns the proven upper bound of the score number. */
  get high() {
    return Number(this.memory[WORD.HIGH]);
  }

  /** Tests if the score is known. */
  get exact() {
    return this.low === this.high;
  }

  /** Returns the number of positions searched so far. */
  get nodes() {
    return Number(this.memory[WORD.NODES]);
  }

  /** Returns the column that proves the lower bound, or 0. */
  get move() {
    return Number(this.memory[WORD.MOVE]) || (this.exact ? Number(this.memory[WORD.FALLBACK]) : 0);
  }

  /** Chooses the window: is the score above `alpha`? @param {number} alpha */
  aim(alpha) {
    this.memory[WORD.MODE] = BigInt(WORD.ONE_WINDOW);
    this.memory[WORD.ALPHA] = BigInt(alpha);
    this.memory[WORD.SP] = 0n;
    this.memory[WORD.PHASE] = BigInt(WORD.WINDOW);
  }

  /** Searches at most `budget` positions in the window; tells whether the window is decided. @param {number} budget */
  step(budget) {
    this.memory[WORD.LIMIT] = BigInt(this.nodes + budget);
    return this.kernels.search(this.at) === DONE;
  }

  /** Searches at most `budget` positions through windows of the search's own choice; tells whether the score is exact. @param {number} budget */
  run(budget) {
    if (this.memory[WORD.MODE] !== BigInt(WORD.EXACT)) {
      this.memory[WORD.MODE] = BigInt(WORD.EXACT);
      if (this.memory[WORD.PHASE] === BigInt(WORD.WINDOW)) this.memory[WORD.SP] = 0n;
    }
    return this.step(budget);
  }

  /** Gives the memory back: the search is over. */
  close() {
    this.kernels.free.push(this.at);
  }
}

/** @returns {never} */
function fail() {
  throw new Error("too many searches at a time");
}
