/** Finds the exact score of every move of a position, with bounds at any time (engine/solver/analysis.py). */

/** @import { Book } from "./book.js" */
/** @import { Kernels } from "./kernels.js" */
/** @import { Found, MoveBounds, Position } from "./types.js" */

import { after, endScore, movesOf } from "./board.js";
import { Search } from "./search.js";

const PIECE = 20_000; // positions for a move before the next one has its turn

/** Analyses one unfinished position. Moves that the book or the rules know are not searched. */
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
