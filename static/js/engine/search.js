/** Searches a position, or each of its moves, exactly, in steps of any size (engine/solver/search.py, analysis.py). */

/** @import { Book } from "./book.js" */
/** @import { Kernels } from "./kernels.js" */
/** @import { Found, MoveBounds, Position } from "./board.js" */

import { after, endScore, movesOf, wordsOf } from "./board.js";
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

const PIECE = 20_000; // positions for a move before the next one has its turn

/** Finds the exact score of every move of an unfinished position, with bounds at any time. Moves that the book or the rules know are not searched. */
export class Analysis {
  /** @param {Kernels} kernels @param {Book | null} book @param {Position} position */
  constructor(kernels, book, position) {
    const { board } = kernels;
    const known = book?.moves(position) ?? new Map();
    /** @type {Map<number, MoveBounds>} */
    this.known = new Map();
    /** @type {Map<number, Search>} */
    this.lanes = new Map();
    for (const move of movesOf(board, position)) {
      const next = after(board, position, move);
      const end = endScore(board, next);
      const score = known.get(move) ?? (end === null ? null : end && -end);
      if (score === null) this.lanes.set(move, new Search(kernels, next));
      else this.known.set(move, { move, low: score, high: score, nodes: 0, reply: null });
    }
  }

  /** Searches about `budget` positions, dealt evenly among the open moves; tells whether every move is exact. @param {number} budget */
  step(budget) {
    for (let left = budget; left > 0; ) {
      const open = [...this.lanes.values()].filter((lane) => !lane.exact);
      const lane = open.reduce(
        (/** @type {Search | null} */ least, one) => (least && least.nodes <= one.nodes ? least : one),
        null,
      );
      if (!lane) break;
      const before = lane.nodes;
      lane.run(Math.min(PIECE, left));
      left -= Math.max(lane.nodes - before, 1);
    }
    return this.done;
  }

  /** Tells whether every move is exact. */
  get done() {
    return [...this.lanes.values()].every((lane) => lane.exact);
  }

  /** Returns what is known by now. @returns {Found} */
  found() {
    const searched = [...this.lanes].map(([move, lane]) => ({
      move,
      low: -lane.high || 0,
      high: -lane.low || 0,
      nodes: lane.nodes,
      reply: lane.move || null,
    }));
    const moves = [...this.known.values(), ...searched].sort((a, b) => a.move - b.move);
    return { moves, done: this.done, nodes: moves.reduce((sum, { nodes }) => sum + nodes, 0) };
  }

  /** Gives the memory back. */
  close() {
    for (const lane of this.lanes.values()) lane.close();
  }
}
