/**
 * Plays one side of one game: a player that keeps a search tree from the first move to the last (engine/mind/mind.py).
 *
 * `follow(moves)` makes a position the root, `work(purpose, ...)` thinks for a slice, `answer()` chooses, `thought()` tells
 * the page. Nothing here waits: the worker deals out the slices.
 */

/** @import { Answer } from "../../model/types.js" */
/** @import { Book } from "../book.js" */
/** @import { Kernels } from "../kernels.js" */
/** @import { Cards } from "../board.js" */
/** @import { Thought } from "./report.js" */
/** @import { Kept } from "./search/tree.js" */

import { Analysis } from "../search.js";
import { EMPTY, after, endScore, replay, wordsOf, worthOf } from "../board.js";
import { hasExactSearch } from "../loading.js";
import { Bench } from "./search/bench.js";
import { choose, chooseByCards } from "./choice.js";
import { expectedMove, levelOf } from "./values.js";
import { HorizonPlan, LargeBoardPlan, ProvingPlan, TextbookPlan } from "./search/plans.js";
import { thoughtOf } from "./report.js";
import { NOTHING_KEPT, Tree } from "./search/tree.js";
import { bookValues } from "./weak.js";

/** Positions between two looks at the clock where a level's memory is filled by an exact search. */
const PIECE = 4_000;

export class Mind {
  /**
   * @param {Kernels} kernels
   * @param {Book | null} book
   * @param {WebAssembly.Module} module the steps of the tree
   * @param {number} bytes of the tree's nodes at most
   * @param {number} level 1 to 10
   * @param {number} seed of all random draws
   */
  constructor(kernels, book, module, bytes, level, seed) {
    this.kernels = kernels;
    this.board = kernels.board;
    this.book = book;
    this.module = module;
    this.bytes = bytes;
    this.seed = seed;
    this.level = levelOf(level);
    /** @type {number[]} */
    this.moves = [];
    this.nodes = 0;
    this.busy = 0;
    /** @type {Kept} */
    this.kept = { ...NOTHING_KEPT, kept: 1 };
    /** The opponent's last move, as this mind had expected one. @type {number | null} */
    this.expected = null;
    /** The cards of the side to move, by which a perfect level plays what it has not proven in time. @type {Cards | null} */
    this.cards = null;
    /** The exact search behind what the level knows by heart. @type {Analysis | null} */
    this.analysis = null;
    /** The positions searched for a choice at this root. */
    this.spent = 0;
    this.bench = this.#newBench();
    this.plan = this.#newPlan();
    this.#walk([], 0);
  }

  #newBench() {
    return new Bench(
      this.kernels,
      this.book,
      new Tree(this.module, this.bytes, hasExactSearch(this.board) ? this.board.height + 1 : 0, wordsOf(this.board)),
    );
  }

  #newPlan() {
    const { bench, level } = this;
    const Perfect = bench.provable ? ProvingPlan : bench.results ? TextbookPlan : LargeBoardPlan;
    const perfect = new Perfect(bench);
    const plan = level.horizon === null ? perfect : new HorizonPlan(bench, level.horizon);
    bench.deepening.remembers = plan.remembers && !bench.results && !bench.provable;
    return plan;
  }

  /** Goes to a position with a new tree. @param {number[]} moves */
  #restart(moves) {
    this.close();
    this.kept = NOTHING_KEPT;
    this.moves = [];
    this.bench = this.#newBench();
    this.plan = this.#newPlan();
    this.#walk(moves, 0);
  }

  #forgetMemory() {
    this.analysis?.close();
    this.analysis = null;
  }

  /** Sets the level. A lower one forgets all that the higher one has found. @param {number} number */
  setLevel(number) {
    const lowered = number < this.level.number;
    this.level = levelOf(number);
    if (lowered) return this.#restart(this.moves);
    this.bench.cancel();
    this.plan = this.#newPlan();
    this.spent = 0;
    return this.#forgetMemory();
  }

  /** Makes the position after some moves the root: steps back to the last common move, then advances. @param {number[]} moves */
  follow(moves) {
    let common = 0;
    while (common < Math.min(moves.length, this.moves.length) && moves[common] === this.moves[common]) common += 1;
    if (common === moves.length && common === this.moves.length) return;
    try {
      this.#walk(moves, common);
    } catch {
      this.#restart(moves); // there is no room even for the path: a tree is only a cache
    }
  }

  /** @param {number[]} moves @param {number} common the moves before that stay */
  #walk(moves, common) {
    const { bench, board } = this;
    const { tree } = bench;
    const back = this.moves.length - common;
    const fresh = moves.slice(common);
    bench.cancel(!back && fresh.length === 1 ? tree.child(tree.root, fresh[0] ?? 0) : -1);
    this.spent = 0;
    this.#forgetMemory();
    for (let i = 0; i < back; i += 1) tree.retreat();
    let position = moves.slice(0, common).reduce((at, move) => after(board, at, move), EMPTY);
    tree.place(tree.root, position);
    if (back) bench.rebase(position);
    for (const move of fresh) {
      this.expected = this.bestMove();
      position = after(board, position, move);
      this.kept = tree.advance(move, position);
    }
    if (!fresh.length) this.kept = { ...NOTHING_KEPT, kept: tree.size(tree.root) };
    this.moves = moves;
    bench.rebase(position);
    this.plan.rebase();
  }

  /** Returns the best move as far as known, by the book, else by the tree. @returns {number | null} */
  bestMove() {
    const { bench } = this;
    const found = expectedMove(bench.tree);
    const known = this.isPerfect ? bench.ties.bookMoves(bench.position) : null;
    if (!known) return found;
    const most = Math.max(...known.values());
    const best = [...known].flatMap(([move, score]) => (score === most ? [move] : []));
    return found && best.includes(found) ? found : (best[0] ?? null);
  }

  /** Tells whether the game is over at the root. */
  get over() {
    return endScore(this.board, this.bench.position) !== null;
  }

  /** Thinks for one slice, for a choice or on the opponent's time. True while there is more to search. @param {boolean} chooses @param {number} milliseconds */
  work(chooses, milliseconds) {
    if (this.over) return false;
    const { bench } = this;
    const begun = performance.now();
    const before = bench.nodes;
    let more = false;
    try {
      more = chooses ? this.#choose(begun + milliseconds) : this.#ponder(begun + milliseconds);
    } catch (error) {
      if (!/full/.test(String(error))) throw error; // a full tree can spare no node
    }
    this.nodes += bench.nodes - before;
    this.busy += performance.now() - begun;
    return more;
  }

  /** @param {number} deadline */
  #choose(deadline) {
    const { bench, plan } = this;
    const left = plan.budget - this.spent;
    if (this.knowsByHeart && !bookValues(this.book, this.board, bench.position) && this.#remember(deadline))
      return true;
    if (left <= 0) return false;
    const before = bench.nodes;
    bench.beginSlice(deadline, left);
    const more = plan.choose();
    this.spent += bench.nodes - before;
    return more;
  }

  /** @param {number} deadline */
  #ponder(deadline) {
    this.bench.beginSlice(deadline, Number.POSITIVE_INFINITY);
    return this.plan.ponder();
  }

  /** Tells whether the level knows the scores of this position by heart. */
  get knowsByHeart() {
    return this.book !== null && this.level.horizon !== null && this.moves.length < this.level.byHeart;
  }

  /** Finds the scores that the page's book lacks; true while there is more to search. @param {number} deadline */
  #remember(deadline) {
    this.analysis ??= new Analysis(this.kernels, this.book, replay(this.board, this.moves));
    while (!this.analysis.done && performance.now() < deadline) this.analysis.step(PIECE);
    return !this.analysis.done;
  }

  /** Returns what the level knows by heart here, or null. @returns {Map<number, number> | null} */
  get memorised() {
    if (!this.knowsByHeart) return null;
    const known = bookValues(this.book, this.board, this.bench.position);
    if (known || !this.analysis?.done) return known;
    return new Map(this.analysis.found().moves.map(({ move, low }) => [move, worthOf(low)]));
  }

  /** Tells whether the level sees to the end of the game. */
  get isPerfect() {
    return this.level.horizon === null;
  }

  /** Returns what the cards say where the tree has proven nothing. @returns {{move: number, wins: boolean} | null} */
  get byCards() {
    const { cards, moves } = this;
    const { tree } = this.bench;
    if (!this.isPerfect || cards?.side !== moves.length % 2 || tree.proven(tree.root)) return null;
    const move = cards.moveAfter(moves);
    return move === null ? null : { move, wins: cards.wins };
  }

  /** Chooses from the present knowledge. @param {{seconds: number, nodes: number, waited: number}} spent on this move @returns {{move: number, value: number, answer: Answer}} */
  answer({ seconds, nodes, waited }) {
    const { kept, moves } = this;
    const cards = this.byCards;
    const choice = cards
      ? chooseByCards(this.bench, moves, cards)
      : choose(this.bench, this.level, this.seed, moves, this.memorised);
    const total = kept.searched.reduce((sum, [, count]) => sum + count, 0);
    const below = kept.searched.find(([move]) => move === moves.at(-1))?.[1] ?? 0;
    return {
      move: choice.move,
      value: choice.value,
      answer: {
        expected: moves.length ? this.expected : null,
        seconds: Number(seconds.toFixed(4)),
        nodes,
        kept: kept.kept,
        pruned: kept.pruned,
        proven: choice.score !== null,
        words: choice.words,
        why: "",
        slip: choice.slip,
        depth: kept.depth,
        share: total ? Number((below / total).toFixed(4)) : 0,
        dropped: total - below,
        better: choice.better,
        waited: Number(waited.toFixed(1)),
      },
    };
  }

  /** Describes the thinking at this moment. @param {{pondering: boolean, busy: boolean}} state @returns {Thought} */
  thought(state) {
    const { kept, nodes, level } = this;
    const expected = this.bestMove();
    return thoughtOf(this.bench, {
      ...state,
      kept,
      nodes,
      seconds: this.busy / 1000,
      expected,
      horizon: level.horizon,
    });
  }

  /** Gives the memory of all searches back. */
  close() {
    this.bench.cancel();
    this.bench.lanes.keep([]);
    this.bench.ties.close();
    this.#forgetMemory();
  }
}
