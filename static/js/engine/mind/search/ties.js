/**
 * Breaks ties between moves of one exact result (engine/mind/tie_breaks.py): by the book, and where nothing
 * is won by the move after which the opponent errs most easily.
 */

/** @import { Book } from "../../book.js" */
/** @import { Kernels } from "../../kernels.js" */
/** @import { Position } from "../../board.js" */
/** @import { Tree } from "./tree.js" */

import { after, endScore, movesOf } from "../../board.js";
import { BUDGET } from "../../files.js";
import { hasExactSearch } from "../../loading.js";
import { Search } from "../../search.js";
import { positionKey } from "./lanes.js";
import { levelOf } from "../values.js";
import { chancesOf, searchedValues } from "../weak.js";

/** The level whose play gives the chance of each reply, the weight of a slower win, and the positions of one step. */
const [EYES, SLOWER, PIECE] = [5, 0.01, 2_000];

/** Keeps the swindle searches of one mind, and reads the book. */
export class Ties {
  /** @param {Kernels} kernels @param {Book | null} book */
  constructor(kernels, book) {
    this.kernels = kernels;
    this.book = book;
    this.nodes = 0;
    /** The replies after which a choice needs no further search. @type {Set<number>} */
    this.prepared = new Set();
    /** @type {Map<string, Swindle>} */
    this.swindles = new Map();
    this.applied = false;
  }

  /** Takes a position as the new root. @param {Position} position */
  rebase(position) {
    this.prepared.clear();
    this.applied = false;
    const key = positionKey(position);
    for (const [name, swindle] of this.swindles)
      if (name !== key) {
        swindle.close();
        this.swindles.delete(name);
      }
  }

  /** Returns the moves that hold the result of a position, by how easily the opponent errs after each. @param {Position} position @returns {Map<number, number>} */
  tempting(position) {
    return this.swindles.get(positionKey(position))?.errors ?? new Map();
  }

  /** Returns the scores of the moves of a position where the book knows all of them, else null. @param {Position} position */
  bookMoves(position) {
    const known = this.book?.moves(position);
    return known && known.size === movesOf(this.kernels.board, position).length ? known : null;
  }

  /** Tells whether the book knows every move of a position. @param {Position} position */
  knows(position) {
    return this.bookMoves(position) !== null;
  }

  /** Writes the book's scores of the root's moves into the tree, once for every root. @param {Tree} tree @param {Position} position */
  applyBook(tree, position) {
    if (this.applied) return;
    this.applied = true;
    const known = this.book?.moves(position) ?? new Map();
    for (const node of tree.children(tree.root)) {
      const score = known.get(tree.move(node));
      if (score !== undefined) tree.tighten(node, -score, -score);
    }
  }

  /** Continues the swindle search of a proven node; true once it is done or there is nothing to choose. @param {Tree} tree @param {number} node @param {Position} position */
  step(tree, node, position) {
    const number = tree.low(node);
    if (number > 0 || !hasExactSearch(this.kernels.board)) return true;
    const key = positionKey(position);
    let swindle = this.swindles.get(key);
    if (!swindle) {
      const known = this.bookMoves(position);
      const moves = known
        ? [...known].filter(([, score]) => score === number).map(([move]) => move)
        : tree.children(node).flatMap((child) => (-tree.high(child) >= number ? [tree.move(child)] : []));
      if (moves.length < 2) return true;
      swindle = new Swindle(this.kernels, this.book, position, number, moves);
      this.swindles.set(key, swindle);
    }
    const before = swindle.nodes;
    const done = swindle.step();
    this.nodes += swindle.nodes - before;
    return done;
  }

  /** Gives all memory back. */
  close() {
    for (const swindle of this.swindles.values()) swindle.close();
  }
}

/** Searches in steps how likely the opponent errs after each of some moves that hold a result. */
class Swindle {
  /** @param {Kernels} kernels @param {Book | null} book @param {Position} position @param {number} number the score, no win @param {number[]} moves */
  constructor(kernels, book, position, number, moves) {
    this.kernels = kernels;
    this.board = kernels.board;
    this.book = book;
    this.number = number;
    this.nodes = 0;
    this.errors = new Map(moves.sort((a, b) => a - b).map((move) => [move, 0]));
    this.steps = this.#run(position);
  }

  /** Searches for a few milliseconds; true once all is done. */
  step() {
    return this.steps.next().done === true;
  }

  /** Gives the memory back. */
  close() {
    this.steps.return();
  }

  /** @param {Position} position @returns {Generator<void, void>} */
  *#run(position) {
    const { board, kernels, number } = this;
    const eyes = levelOf(EYES);
    /** @type {{chance: number, move: number, next: Position}[]} */
    const replies = [];
    for (const move of this.errors.keys()) {
      const reached = after(board, position, move);
      if (endScore(board, reached) !== null) continue;
      const values = searchedValues(kernels, reached, eyes.horizon ?? 0);
      for (const [reply, chance] of chancesOf(board, reached, eyes, values, false))
        replies.push({ chance, move, next: after(board, reached, reply) });
      yield;
    }
    const least = number < 0 ? -1 : 0;
    for (const { chance, move, next } of replies.sort((a, b) => b.chance - a.chance))
      for (const [above, weight] of /** @type {[number, number][]} */ ([
        [least, 1],
        [number, SLOWER],
      ])) {
        if (this.nodes >= BUDGET.swindle) return;
        if (yield* this.#exceeds(next, above)) {
          this.errors.set(move, (this.errors.get(move) ?? 0) + chance * weight);
          break;
        }
      }
  }

  /** Tells whether the score of the side to move is above a number. @param {Position} position @param {number} above @returns {Generator<void, boolean>} */
  *#exceeds(position, above) {
    const known = endScore(this.board, position) ?? this.book?.score(position) ?? null;
    if (known !== null) return known > above;
    const search = new Search(this.kernels, position);
    try {
      search.aim(above);
      while (search.low <= above && above < search.high && this.nodes < BUDGET.swindle) {
        const before = search.nodes;
        search.step(PIECE);
        this.nodes += search.nodes - before;
        yield;
      }
      return search.low > above;
    } finally {
      search.close();
    }
  }
}
