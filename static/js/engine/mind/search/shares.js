/** Divides the time of pondering among the replies (engine/mind/reply_budget.py). */

/** @import { Tree } from "./tree.js" */

import { replyWeights } from "../values.js";

/**
 * The part of the time that is divided evenly, and the spread (in value) of the likelihoods that divide the rest, where
 * replies can be proven and where they cannot.
 * @type {[number, number]}
 */
export const TO_PROVE = [0.75, 0.15];
/** @type {[number, number]} */
const TO_SEE = [0.1, 0.05];
/** The parts of the root and of the predicted reply, and the plies by which another may lag behind. */
const [TO_PREDICT, TO_PREDICTED, LAG] = [0.25, 0.8, 3];

/** Keeps how many positions each reply has had, and names the next one to search. */
export class ReplyBudget {
  /** @param {Tree} tree @param {number} even @param {number} spread */
  constructor(tree, even, spread) {
    this.tree = tree;
    this.even = even;
    this.spread = spread;
    /** @type {Map<number, number>} */
    this.charged = new Map();
  }

  /** Forgets all charges: the root has moved. */
  clear() {
    this.charged.clear();
  }

  /** @param {number} node @param {number} searched positions */
  charge(node, searched) {
    this.charged.set(node, (this.charged.get(node) ?? 0) + searched);
  }

  /** Returns the node with the smallest charge for its weight. @param {number[]} nodes @returns {number} */
  next(nodes) {
    const [only = -1, ...more] = nodes;
    if (!more.length) return only;
    const weights = this.weights(nodes);
    const cost = (/** @type {number} */ node) => ((this.charged.get(node) ?? 0) + 1) / (weights.get(node) ?? 1);
    return nodes.reduce((least, one) => (cost(one) < cost(least) ? one : least));
  }

  /** @param {number[]} nodes @returns {Map<number, number>} */
  weights(nodes) {
    return replyWeights(this.tree, nodes, this.even, this.spread);
  }
}

/** Divides the time where replies cannot be proven: some for the root, most for the predicted reply. */
export class PredictingBudget extends ReplyBudget {
  /** @param {Tree} tree */
  constructor(tree) {
    super(tree, ...TO_SEE);
  }

  /** @param {number[]} nodes @override */
  next(nodes) {
    const lagging = nodes.length > 1 ? this.#lagging(nodes) : [];
    return super.next(lagging.length ? lagging : nodes);
  }

  /** @param {number[]} nodes @override */
  weights(nodes) {
    const { tree } = this;
    const replies = nodes.filter((node) => node !== tree.root);
    const predicted = tree.child(tree.root, tree.best(tree.root));
    const part = replies.includes(predicted) ? 1 - TO_PREDICTED : 1;
    const weights = new Map([...super.weights(replies)].map(([node, weight]) => [node, part * weight]));
    if (weights.has(predicted)) weights.set(predicted, (weights.get(predicted) ?? 0) + TO_PREDICTED);
    return weights.set(tree.root, TO_PREDICT / (1 - TO_PREDICT));
  }

  /** @param {number[]} nodes */
  #lagging(nodes) {
    const { tree } = this;
    const replies = nodes.filter((node) => node !== tree.root);
    const deepest = Math.max(...replies.map(tree.depth));
    const half = [...this.charged.values()].reduce((sum, one) => sum + one, 0) / (2 * nodes.length);
    return replies.filter((node) => tree.depth(node) < deepest - LAG && (this.charged.get(node) ?? 0) < half);
  }
}
