/**
 * Grows a tree by iterative deepening alpha-beta and keeps it (engine/mind/search/deepening.py, node_values.py).
 *
 * Each iteration walks the nodes of the tree, skips those that are known, and asks the compiled search below. The growth
 * is a generator: it yields when the slice is over, and continues from there.
 */

/** @import { Kernels } from "../../kernels.js" */
/** @import { Tree } from "./tree.js" */
/** @import { Board, Position } from "../../board.js" */

import { after, endScore, isCompiled, movesOf, plyOf, worthOf } from "../../board.js";
import { NODE } from "../../files.js";
import { Leaf } from "./leaf.js";
import { LIMIT } from "./tree.js";
import { SCALE, numberIn } from "../values.js";
import { openLines } from "../weak.js";

/** Plies of a compiled search without a table; positions between two looks at the clock. */
export const [LEAF_DEPTH, PIECE] = [8, 1_024];
const UNIT = 1 / SCALE;
const KINDS = NODE.EXACT | NODE.LOWER;

/** @typedef {[number, Position]} Child a node with its position */

export class Deepening {
  /** @param {Kernels} kernels @param {Tree} tree */
  constructor(kernels, tree) {
    this.kernels = kernels;
    this.board = kernels.board;
    this.tree = tree;
    /** The results found, of a board without a compiled search. */
    this.memo = isCompiled(this.board) ? null : new Memo(this.board);
    this.remembers = false;
    this.nodes = 0;
    this.quota = Number.POSITIVE_INFINITY;
    this.deadline = 0;
    /** The values of the children after the last whole iteration, by node. @type {Map<number, Map<number, number>>} */
    this.iterationValues = new Map();
  }

  /** Deepens below a node to `limit` plies. `wide` plies get an exact value for every move, `shown` further ones are nodes of the tree; without `every` only the best moves get one. @param {number} node @param {Position} position @param {number} limit @param {number} wide @param {number} shown @param {boolean} every @returns {Generator<void>} */
  *grow(node, position, limit, wide, shown, every) {
    const { tree } = this;
    const leafDepth = this.remembers ? LIMIT : this.memo ? 0 : LEAF_DEPTH;
    const over = endScore(this.board, position) !== null;
    if (this.isSolved(node, wide)) return;
    for (let depth = 1; depth <= limit; depth += 1) {
      const explicit = Math.max(Math.min(depth, shown + wide), depth - leafDepth);
      if (every || over) {
        yield* this.search(node, position, depth, -1, 1, explicit, wide);
        this.iterationValues.set(node, new Map(tree.children(node).map((child) => [child, tree.value(child)])));
      } else yield* this.searchBest(node, position, depth, explicit);
      if (this.isSolved(node, wide)) return;
    }
  }

  /** Returns the children of a node with their positions, in the order of the moves. @param {number} node @param {Position} position @returns {Child[]} */
  expand(node, position) {
    const moves = movesOf(this.board, position).map(
      (move) => /** @type {[number, Position]} */ ([move, after(this.board, position, move)]),
    );
    const nodes = this.tree.expand(node, moves);
    return moves.map(([, next], i) => [nodes[i] ?? -1, next]);
  }

  /** Tells whether a node's value is final and, if wide, those of its moves. @param {number} node @param {number} wide */
  isSolved(node, wide) {
    return this.tree.proven(node) && !(wide && this.hasOpenChild(node));
  }

  /** @param {number} node */
  hasOpenChild(node) {
    const { tree } = this;
    return !(tree.flags(node) & NODE.EXPANDED) || !tree.children(node).every((child) => tree.proven(child));
  }

  get sliceIsOver() {
    return this.nodes >= this.quota || performance.now() > this.deadline;
  }

  /** Runs fail-soft alpha-beta over nodes of the tree, and enters the result. @param {number} node @param {Position} position @param {number} depth @param {number} alpha @param {number} beta @param {number} explicit @param {number} wide @returns {Generator<void>} */
  *search(node, position, depth, alpha, beta, explicit, wide) {
    const { tree } = this;
    // Step 1. Nodes with an answer already: by the rules, a proof or an earlier search.
    if (this.hasAnswer(node, position, depth, alpha, beta, wide)) return;
    const before = this.nodes - 1;
    if (explicit <= 0) {
      // Step 2. A leaf: ask the compiled search for the remaining plies.
      const value = yield* this.leafValue(node, position, depth, alpha, beta);
      this.enterValue(node, depth, value, alpha, beta);
    } else {
      // Step 3. The children. A collapse must not free them.
      tree.mark(node, NODE.PINNED);
      try {
        yield* this.searchMoves(node, this.expand(node, position), depth, alpha, beta, explicit, wide);
      } finally {
        tree.mark(node, 0, NODE.PINNED);
      }
      tree.set(node, { visits: tree.visits(node) + this.nodes - before });
      if (tree.proven(node)) this.memo?.note(position, tree.low(node));
    }
    if (this.sliceIsOver) yield;
  }

  /** Searches the moves of a node, best first: the best counts, and one at or above beta cuts the search. @param {number} node @param {Child[]} children @param {number} depth @param {number} alpha @param {number} beta @param {number} explicit @param {number} wide @returns {Generator<void>} */
  *searchMoves(node, children, depth, alpha, beta, explicit, wide) {
    const { tree } = this;
    let [best, bestMove] = [-2, 0];
    for (const [child, position] of this.sorted(children)) {
      const floor = wide ? alpha : Math.max(alpha, best);
      yield* this.search(child, position, depth - 1, -beta, -floor, explicit - 1, Math.max(0, wide - 1));
      const value = -tree.value(child);
      if (value > best) {
        [best, bestMove] = [value, tree.move(child)];
        if (best >= beta && !wide) break;
      }
    }
    tree.set(node, { best: bestMove });
    this.tightenBounds(node, children);
    this.enterValue(node, depth, best, alpha, beta);
  }

  /** Runs one iteration that compares each move with the best so far instead of finding every value. @param {number} node @param {Position} position @param {number} depth @param {number} explicit @returns {Generator<void>} */
  *searchBest(node, position, depth, explicit) {
    const { tree } = this;
    const before = this.nodes;
    tree.mark(node, NODE.PINNED);
    let best = -2;
    const children = this.expand(node, position);
    try {
      const lead = tree.best(node);
      /** @type {Set<number>} */
      let leads = new Set();
      const ordered = this.sorted(children).sort(
        ([a], [b]) => Number(tree.move(a) !== lead) - Number(tree.move(b) !== lead),
      );
      for (const [child, next] of ordered) {
        // A window around the best value also finds the equally good moves: the choice draws one of them.
        const [low, high] = leads.size ? [-rounded(best + UNIT), -rounded(best - UNIT)] : [-1, 1];
        yield* this.search(child, next, depth - 1, low, high, explicit - 1, 0);
        if (leads.size && -tree.value(child) > best)
          yield* this.search(child, next, depth - 1, -1, -best, explicit - 1, 0);
        const value = -tree.value(child);
        if (value >= best) {
          leads = new Set(value === best ? [...leads, child] : [child]);
          best = value;
          if (leads.size === 1) tree.set(node, { best: tree.move(child) });
        }
        const worst = UNIT - best;
        const seen = ordered.map(
          ([other]) =>
            /** @type {[number, number]} */ ([other, leads.has(other) ? -best : Math.max(tree.value(other), worst)]),
        );
        this.iterationValues.set(node, new Map(seen));
      }
    } finally {
      tree.mark(node, 0, NODE.PINNED);
    }
    this.tightenBounds(node, children);
    this.enterValue(node, depth, best, -2, 2);
    tree.set(node, { visits: tree.visits(node) + this.nodes - before });
  }

  /** Tells whether a node has an answer without a search; else counts it as searched. @param {number} node @param {Position} position @param {number} depth @param {number} alpha @param {number} beta @param {number} wide */
  hasAnswer(node, position, depth, alpha, beta, wide) {
    const { tree } = this;
    const end = endScore(this.board, position);
    if (end !== null && !tree.proven(node)) tree.set(node, { low: end, high: end });
    if (tree.proven(node) && (end !== null || !(wide && this.hasOpenChild(node)))) {
      this.enterValue(node, depth, worthOf(tree.low(node)), -2, 2);
      return true;
    }
    if (tree.depth(node) >= depth && !wide && this.valueAnswers(node, alpha, beta)) return true;
    this.count(node, 1);
    const number = wide ? undefined : this.memo?.of(position);
    if (number === undefined) return false;
    tree.set(node, { low: number, high: number });
    this.enterValue(node, depth, worthOf(number), -2, 2);
    return true;
  }

  /** Asks the compiled search, or judges the position at a glance where there is none. @param {number} node @param {Position} position @param {number} depth @param {number} alpha @param {number} beta @returns {Generator<void, number>} */
  *leafValue(node, position, depth, alpha, beta) {
    const { tree } = this;
    if (this.memo) return openLines(this.board, position);
    const leaf = new Leaf(this.kernels, this.remembers, position, depth, alpha, beta);
    try {
      for (let done = false; !done; ) {
        const before = leaf.nodes;
        done = leaf.run(Math.min(PIECE, Math.max(1, this.quota - this.nodes)));
        this.count(node, leaf.nodes - before);
        if (!done && this.sliceIsOver) yield;
      }
    } finally {
      leaf.close();
    }
    const { value, move } = leaf;
    if (value > alpha && move) tree.set(node, { best: move });
    const number = numberIn(value);
    if (number !== null) {
      // A forced end within the depth is exact. A later one, from the table, is only a bound.
      const seen = this.pliesTo(position, number) <= depth;
      if (value > alpha && (seen || number > 0)) tree.set(node, { low: Math.max(tree.low(node), number) });
      if (value < beta && (seen || number < 0)) tree.set(node, { high: Math.min(tree.high(node), number) });
    }
    return value;
  }

  /** Counts the plies to the end of the game, for the number of a win or a loss. @param {Position} position @param {number} number */
  pliesTo(position, number) {
    const plies = this.board.width * this.board.height - plyOf(position) - 2 * (Math.abs(number) - 1);
    return plies - Number((plies % 2 !== 0) !== number > 0);
  }

  /** @param {number} node @param {Child[]} children */
  tightenBounds(node, children) {
    const { tree } = this;
    const most = (/** @type {(child: number) => number} */ bound) =>
      Math.max(...children.map(([child]) => -bound(child)));
    tree.set(node, {
      low: Math.max(tree.low(node), most(tree.high)),
      high: Math.min(tree.high(node), most(tree.low)),
    });
  }

  /** @param {number} node @param {number} depth @param {number} value @param {number} alpha @param {number} beta */
  enterValue(node, depth, value, alpha, beta) {
    this.tree.set(node, { value, depth: Math.max(depth, 0) });
    const kind = alpha < value && value < beta ? NODE.EXACT : value >= beta ? NODE.LOWER : 0;
    this.tree.mark(node, kind, KINDS);
  }

  /** Tells whether a node's value, exact or a bound, answers a window. @param {number} node @param {number} alpha @param {number} beta */
  valueAnswers(node, alpha, beta) {
    const [kind, value] = [this.tree.flags(node) & KINDS, this.tree.value(node)];
    if (kind & NODE.EXACT) return true;
    return kind & NODE.LOWER ? value >= beta : value <= alpha;
  }

  /** @param {number} node @param {number} searched */
  count(node, searched) {
    this.nodes += searched;
    this.tree.set(node, { visits: this.tree.visits(node) + searched });
  }

  /** Returns the children, the best value first, then the move nearest the centre. @param {Child[]} children */
  sorted(children) {
    const { tree } = this;
    const worth = (/** @type {number} */ child) => (tree.proven(child) ? worthOf(tree.low(child)) : tree.value(child));
    const off = (/** @type {number} */ child) => Math.abs(2 * tree.move(child) - this.board.width - 1);
    return [...children].sort(([a], [b]) => worth(a) - worth(b) || off(a) - off(b));
  }
}

/** @param {number} value */
const rounded = (value) => Math.round(value * SCALE) / SCALE;

/** Remembers proven results of positions, by their symmetric images, where the textbook's search reads to the end. */

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
