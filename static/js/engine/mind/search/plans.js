/**
 * Plans the slices of thinking (engine/mind/plans): one plan for levels with a horizon, two for the perfect level, on
 * boards that are searched to the end and on larger ones.
 */

/** @import { Position } from "../../board.js" */
/** @import { Bench } from "./bench.js" */

import { endScore } from "../../board.js";
import { BUDGET } from "../../files.js";
import { LIMIT } from "./tree.js";
import { PredictingBudget, ReplyBudget, TO_PROVE } from "./shares.js";

/** Plies left up to which every second slice tries to prove, before every eighth. */
const HOPEFUL = 40;
/** Plies of a first look from the root, before the replies are searched one by one. */
const GLANCE = 2;

/** Deepens the root to a horizon, and one ply further on the opponent's time. */
export class HorizonPlan {
  remembers = false;

  /** @param {Bench} bench @param {number} horizon in plies */
  constructor(bench, horizon) {
    this.bench = bench;
    this.horizon = horizon;
    // Without gravity the many moves would make too many nodes, and a horizon may cost too much.
    this.shown = bench.fewMoves ? 2 : 0;
    const dear = bench.results ? BUDGET.textbook : BUDGET.no_gravity_horizon;
    this.budget = bench.fewMoves ? Number.POSITIVE_INFINITY : dear;
  }

  /** Searches for the mind's own move; true while there is more to search. */
  choose() {
    return this.#deepen(1);
  }

  /** Searches on the opponent's time, up to the horizon of every reply. */
  ponder() {
    return this.#deepen(2);
  }

  rebase() {}

  /** @param {number} wide */
  #deepen(wide) {
    const { bench } = this;
    const limit = Math.min(bench.pliesLeft, this.horizon + wide - 1);
    return bench.deepen(bench.tree.root, limit, { wide, shown: this.shown });
  }
}

/** Looks ahead, proves the result, then breaks the ties between equal moves. */
class PerfectPlan {
  remembers = true;
  budget = Number.POSITIVE_INFINITY;

  /** @param {Bench} bench @param {ReplyBudget} shares divides the time among the replies */
  constructor(bench, shares) {
    this.bench = bench;
    this.tree = bench.tree;
    this.shares = shares;
  }

  /** Searches for the mind's own move; true while there is more to search. */
  choose() {
    const due = () => this.dueToChoose();
    if (due().length) this.bench.ties.applyBook(this.tree, this.bench.position);
    return this.lookOrProve(due, 0, true) || this.breakTies(this.tree.root, this.bench.position);
  }

  /** Searches the replies on the opponent's time, then prepares the choice after each. */
  ponder() {
    return this.searchReplies() || this.#prepareChoices();
  }

  rebase() {
    this.shares.clear();
  }

  /** @param {() => number[]} due @param {number} ahead @param {boolean} windows */
  lookOrProve(due, ahead, windows) {
    if (this.provesNow(ahead)) return this.#prove(due, windows);
    return this.lookAhead(ahead) || due().length > 0;
  }

  /** Tells whether this slice is for an exact search. @param {number} ahead @returns {boolean} */
  provesNow(ahead) {
    const { root } = this.tree;
    const depth = Math.min(BUDGET.opening_depth + ahead, this.bench.pliesLeft);
    return this.tree.proven(root) || this.tree.depth(root) >= depth;
  }

  /** Deepens the root, `ahead` plies further than for a choice. @param {number} ahead @returns {boolean} */
  lookAhead(ahead) {
    const limit = Math.min(this.bench.pliesLeft, BUDGET.opening_depth + ahead);
    return this.bench.deepen(this.tree.root, limit, { wide: 1 + ahead });
  }

  /** @returns {boolean} */
  searchReplies() {
    return this.lookOrProve(() => this.bench.openReplies(), 1, false);
  }

  /** Spends the slice on the due exact searches; true while one is open. @param {() => number[]} due @param {boolean} windows */
  #prove(due, windows) {
    const { root } = this.tree;
    for (let nodes = due(); nodes.length; nodes = due()) {
      const node = this.shares.next(nodes);
      const above = windows && node !== root ? -this.tree.low(root) : null;
      this.searchExactly(node, this.bench.positionOf(node), above);
      if (this.bench.sliceOver) return due().length > 0;
    }
    return false;
  }

  /** Lists the root until it is proven, then one move not known to hold or to lose the result. */
  dueToChoose() {
    const { root } = this.tree;
    if (!this.bench.exact) return [];
    return this.tree.proven(root) ? this.#undecided(root) : [root];
  }

  /** @param {number} above a proven node */
  #undecided(above) {
    const { tree } = this;
    const number = tree.low(above);
    const open = tree.children(above).filter((node) => -tree.high(node) < number && number <= -tree.low(node));
    const first = open.find((node) => tree.move(node) === tree.best(above)) ?? open[0];
    return first === undefined ? [] : [first];
  }

  /** @param {number} node @param {Position} position @param {number | null} [above] */
  searchExactly(node, position, above = null) {
    const before = this.bench.nodes;
    const more = this.bench.searchExactly(node, position, above);
    this.shares.charge(node, this.bench.nodes - before);
    return more;
  }

  /** Looks for the hardest move of a proven node; true while there is more to search. @param {number} node @param {Position} position */
  breakTies(node, position) {
    while (this.tree.proven(node) && !this.bench.ties.step(this.tree, node, position))
      if (this.bench.sliceOver) return true;
    return false;
  }

  /** Finds the tie-breaks after every proven reply, so that a choice there needs no search. */
  #prepareChoices() {
    const { bench, tree } = this;
    const { prepared } = bench.ties;
    for (const [node, position] of bench.replies) {
      if (prepared.has(node)) continue;
      if (tree.proven(node) && endScore(bench.board, position) === null) {
        if (!bench.ties.knows(position) && !this.#decideAnswers(node, position)) return true;
        if (this.breakTies(node, position)) return true;
      }
      prepared.add(node);
      if (bench.sliceOver) break;
    }
    return prepared.size < bench.replies.size;
  }

  /** Finds out which answers to a proven reply hold its result; true once all are decided. @param {number} node @param {Position} position */
  #decideAnswers(node, position) {
    const { bench, tree } = this;
    if (!bench.exact) return true;
    const answers = new Map(bench.deepening.expand(node, position));
    for (let [first] = this.#undecided(node); first !== undefined; [first] = this.#undecided(node)) {
      this.searchExactly(first, answers.get(first) ?? position, -tree.low(node));
      if (bench.sliceOver && this.#undecided(node).length) return false;
    }
    for (const answer of answers.values()) bench.lanes.forget(answer);
    return true;
  }
}

/** Plans a board that is searched to the end. */
export class ProvingPlan extends PerfectPlan {
  /** @param {Bench} bench */
  constructor(bench) {
    super(bench, new ReplyBudget(bench.tree, ...TO_PROVE));
  }
}

/** Plans a larger board: deepens as far as the budget goes, and with gravity in turn tries to prove. */
export class LargeBoardPlan extends PerfectPlan {
  /** @param {Bench} bench */
  constructor(bench) {
    super(bench, new PredictingBudget(bench.tree));
    this.budget = bench.fewMoves ? BUDGET.large_board : BUDGET.no_gravity;
    // Exact searches report a tree. Where there are none, the deepening leaves some plies of nodes to keep.
    this.shown = bench.fewMoves && !bench.exact ? 2 : 0;
  }

  /** @param {number} ahead @override */
  provesNow(ahead) {
    return this.bench.exact && super.provesNow(ahead) && this.#provingTurn;
  }

  /** @param {number} ahead @override */
  lookAhead(ahead) {
    const limit = Math.min(this.bench.pliesLeft, LIMIT);
    return this.bench.deepen(this.tree.root, limit, { wide: 1 + ahead, shown: this.shown, every: ahead > 0 });
  }

  /** @override */
  searchReplies() {
    const { bench, tree } = this;
    bench.deepening.iterationValues.delete(tree.root);
    let waiting = [...bench.openReplies(), tree.root];
    while (waiting.some((node) => node !== tree.root)) {
      const node = this.shares.next(waiting);
      if (!this.#searchReply(node)) waiting = waiting.filter((one) => one !== node);
      if (bench.sliceOver) break;
    }
    return waiting.some((node) => node !== tree.root);
  }

  get #provingTurn() {
    return this.bench.slices % (this.bench.pliesLeft <= HOPEFUL ? 2 : 8) === 1;
  }

  /** @param {number} node */
  #searchReply(node) {
    const { bench } = this;
    if (node === this.tree.root) return this.#deepen(node, bench.pliesLeft);
    const { exact } = bench;
    if (exact && this.#provingTurn) return this.searchExactly(node, bench.positionOf(node));
    const more = this.#deepen(node, Math.max(1, bench.pliesLeft - 1));
    return more || (exact && this.searchExactly(node, bench.positionOf(node)));
  }

  /** @param {number} node @param {number} limit */
  #deepen(node, limit) {
    const before = this.bench.deepening.nodes;
    const more = this.bench.deepen(node, Math.min(limit, LIMIT), { shown: this.shown, every: false });
    this.shares.charge(node, this.bench.deepening.nodes - before);
    return more;
  }
}

/** Plans a board so small that the textbook's search reads it to the end. */
export class TextbookPlan extends PerfectPlan {
  /** @param {Bench} bench */
  constructor(bench) {
    super(bench, new ReplyBudget(bench.tree, ...TO_PROVE));
    this.budget = BUDGET.textbook;
  }

  /** @override */
  provesNow() {
    return false;
  }

  /** @param {number} ahead @override */
  lookAhead(ahead) {
    return this.bench.deepen(this.tree.root, this.bench.pliesLeft, { wide: 1 + ahead });
  }

  /** @override */
  searchReplies() {
    const { bench, tree } = this;
    if (bench.deepen(tree.root, Math.min(GLANCE, bench.pliesLeft))) return true;
    bench.deepening.iterationValues.delete(tree.root);
    let waiting = bench.openReplies();
    while (waiting.length) {
      const node = this.shares.next(waiting);
      const before = bench.deepening.nodes;
      if (!bench.deepen(node, Math.max(1, bench.pliesLeft - 1))) waiting = waiting.filter((one) => one !== node);
      this.shares.charge(node, bench.deepening.nodes - before);
      if (bench.sliceOver) break;
    }
    return waiting.length > 0 || bench.deepen(tree.root, bench.pliesLeft); // renews the root's value from the replies
  }
}
