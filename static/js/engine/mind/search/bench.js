/** Holds the searches of one tree, the limits of a slice, and the position at the root (engine/mind/plans/workbench.py). */

/** @import { Book } from "../../book.js" */
/** @import { Kernels } from "../../kernels.js" */
/** @import { Position } from "../../board.js" */
/** @import { Tree } from "./tree.js" */

import { endScore, isCompiled, plyOf } from "../../board.js";
import { hasExactSearch, isProvable } from "../../loading.js";
import { Deepening, Memo } from "./deepening.js";
import { Lanes } from "./lanes.js";
import { Ties } from "./ties.js";

/** Positions of an exact search at least, and milliseconds left of a slice in which no further search begins. */
const [FEWEST, SHORT] = [256, 0.5];

/** @typedef {{wide?: number, shown?: number, every?: boolean}} How which moves get exact values, and which plies nodes */

export class Bench {
  /** @param {Kernels} kernels @param {Book | null} book @param {Tree} tree */
  constructor(kernels, book, tree) {
    this.kernels = kernels;
    this.board = kernels.board;
    this.book = book;
    this.tree = tree;
    this.cells = this.board.width * this.board.height;
    this.provable = isProvable(this.board);
    this.exact = hasExactSearch(this.board);
    /** Whether a move is a column. Then a tree shows two plies more, and a level sees as far as its name says. */
    this.fewMoves = !this.board.flat;
    /** The results of a board without a compiled search. */
    this.results = isCompiled(this.board) ? null : new Memo(this.board);
    this.deepening = new Deepening(kernels, tree);
    this.lanes = new Lanes(kernels, tree);
    this.ties = new Ties(kernels, book);
    /** @type {Position} */
    this.position = { own: 0n, mask: 0n };
    /** The position of every child of the root. @type {Map<number, Position>} */
    this.replies = new Map();
    this.slices = 0;
    /** @type {Map<number, {name: string, steps: Generator<void>}>} */
    this.iterations = new Map();
    this.deadline = 0;
    this.quota = Number.POSITIVE_INFINITY;
    this.speed = 400; // positions a millisecond
  }

  /** Returns the positions searched so far. */
  get nodes() {
    return this.deepening.nodes + this.besides;
  }

  get besides() {
    return this.ties.nodes + this.lanes.nodes;
  }

  /** Returns the values of the root's children after the last whole iteration. @returns {Map<number, number>} */
  get iterationValues() {
    return this.deepening.iterationValues.get(this.tree.root) ?? new Map();
  }

  get ply() {
    return plyOf(this.position);
  }

  /** Counts the plies to the end of the game, at least 1. */
  get pliesLeft() {
    return Math.max(1, this.cells - this.ply);
  }

  /** Returns the position of the root or of one of its children. @param {number} node */
  positionOf(node) {
    return node === this.tree.root ? this.position : (this.replies.get(node) ?? this.position);
  }

  /** Lists the children of the root whose result is not known. */
  openReplies() {
    return this.tree.children(this.tree.root).filter((node) => !this.tree.proven(node));
  }

  /** Takes a position as the new root, and keeps only the exact searches of the root and the replies. @param {Position} position */
  rebase(position) {
    this.position = position;
    this.replies = new Map();
    if (endScore(this.board, position) !== null) return;
    this.replies = new Map(this.deepening.expand(this.tree.root, position));
    this.ties.rebase(position);
    this.lanes.keep([position, ...this.replies.values()]);
  }

  /** Drops all unfinished iterations except that of one node: the nodes of the others may be freed now. @param {number} [but] */
  cancel(but = -1) {
    for (const [node, { steps }] of this.iterations) {
      if (node === but) continue;
      steps.return(undefined);
      this.iterations.delete(node);
    }
    const { iterationValues } = this.deepening;
    for (const node of [...iterationValues.keys()]) if (node !== but) iterationValues.delete(node);
  }

  /** Sets the limits of a slice. @param {number} deadline of performance.now @param {number} budget positions left */
  beginSlice(deadline, budget) {
    this.deadline = deadline;
    this.quota = this.nodes + budget;
    this.slices += 1;
  }

  /** Tells whether the slice has no room for a further search. */
  get sliceOver() {
    return this.nodes >= this.quota || this.deadline - performance.now() < SHORT;
  }

  /** Continues the deepening of the root or of one of its children; false once the limit is reached. @param {number} node @param {number} limit @param {How} [how] */
  deepen(node, limit, { wide = 1, shown = 0, every = true } = {}) {
    const name = `${wide} ${limit} ${every}`;
    let iteration = this.iterations.get(node);
    if (iteration?.name !== name) {
      iteration?.steps.return(undefined);
      iteration = { name, steps: this.deepening.grow(node, this.positionOf(node), limit, wide, shown, every) };
      this.iterations.set(node, iteration);
    }
    this.deepening.deadline = this.deadline;
    this.deepening.quota = this.quota - this.besides;
    return !iteration.steps.next().done;
  }

  /** Continues an exact search for the rest of the slice; true while it is open. With `above` it only answers: is the score above? @param {number} node @param {Position} position @param {number | null} [above] */
  searchExactly(node, position, above = null) {
    const [begun, before] = [performance.now(), this.lanes.nodes];
    const inTime = Math.max(2_000, this.speed * (this.deadline - begun));
    const budget = Math.floor(Math.max(FEWEST, Math.min(inTime, this.quota - this.nodes)));
    const done = this.lanes.step(node, position, budget, above);
    if (above !== null && this.tree.high(node) <= above) this.tree.tighten(node, above, above);
    const searched = this.lanes.nodes - before;
    if (searched > 1_000) this.speed += 0.3 * (searched / Math.max(0.01, performance.now() - begun) - this.speed);
    return !done;
  }
}
