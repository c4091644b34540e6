/** Reads values, likely replies and the best line from a search tree (engine/mind/values.py, engine/mind/tree/reading.py). */

/** @import { Tree } from "./search/tree.js" */

import { LEVELS } from "../files.js";
import { LIMIT } from "./search/tree.js";
import { worthOf } from "../board.js";

/** Opinions stay below this value, proven results above it. */
export const PROVEN_VALUE = 0.9;
export const SCALE = 10_000;
const [PROVEN, STEP, LINE] = [9_000, 10, 24];

/** Returns the score number behind a value, or null for an opinion or a draw. @param {number} value */
export function numberIn(value) {
  if (Math.abs(value) < PROVEN_VALUE) return null;
  return Math.sign(value) * Math.round((Math.abs(value) * SCALE - PROVEN) / STEP);
}

/** Returns the value of the move into a child for the side that makes it. @param {Tree} tree @param {number} child @param {number} [latest] the child's value after the last whole iteration */
export function childValue(tree, child, latest = tree.value(child)) {
  if (tree.proven(child)) return -worthOf(tree.low(child)) || 0;
  const opinion = tree.depth(child) >= 0 ? -latest : 0;
  if (tree.high(child) < 0) return Math.max(opinion, PROVEN_VALUE);
  if (tree.low(child) > 0) return Math.min(opinion, -PROVEN_VALUE);
  return Math.min(Math.max(opinion, -PROVEN_VALUE), PROVEN_VALUE);
}

/** Returns the part of the time that each reply deserves: `even` is divided evenly, the rest by likelihood. @param {Tree} tree @param {number[]} nodes @param {number} even @param {number} spread */
export function replyWeights(tree, nodes, even, spread) {
  const values = nodes.map((node) => childValue(tree, node));
  const best = Math.max(...values);
  const likely = values.map((value) => Math.exp((value - best) / spread));
  const total = likely.reduce((sum, one) => sum + one, 0);
  return new Map(nodes.map((node, i) => [node, ((1 - even) * (likely[i] ?? 0)) / total + even / nodes.length]));
}

/** Returns the item with the largest worth, the first among equals. @template T @param {T[]} items @param {(item: T) => number} worth */
export const largest = (items, worth) => items.reduce((best, one) => (worth(one) > worth(best) ? one : best));

/** Returns the best move at the root as far as the tree knows, or null. @param {Tree} tree @returns {number | null} */
export function expectedMove(tree) {
  const { root } = tree;
  const named = tree.best(root);
  const seen = tree
    .children(root)
    .filter((child) => tree.depth(child) >= 0 || tree.high(child) < LIMIT || tree.low(child) > -LIMIT);
  if (!seen.length) return named || null;
  const byValue = (/** @type {number[]} */ nodes) => tree.move(largest(nodes, (node) => childValue(tree, node)));
  const child = tree.child(root, named);
  if (tree.proven(root) && named) {
    const holding = seen.filter((one) => -tree.high(one) >= tree.low(root));
    return !holding.length || holding.includes(child) ? named : byValue(holding);
  }
  // The moves may have been searched to different depths: without a proven win, trust the last iteration.
  const sure = (/** @type {number} */ one) => Number(tree.high(one) < 0) - Number(tree.low(one) > 0);
  const trusted = tree.depth(root) > 0 && seen.includes(child) && sure(child) === 0;
  return trusted && Math.max(...seen.map(sure)) === 0 ? named : byValue(seen);
}

/** Returns the best play from the first move on, as far as the tree knows. @param {Tree} tree @param {number | null} first @returns {number[]} */
export function bestLine(tree, first) {
  if (!first) return [];
  const line = [first];
  let node = tree.child(tree.root, first);
  while (node >= 0 && line.length < LINE && tree.best(node)) {
    const above = node;
    const move = tree.best(node);
    line.push(move);
    node = tree.child(node, move);
    // A chain of forced moves may lie between two nodes that a search has reported.
    const added = node < 0 ? 0n : tree.mask(node) ^ tree.mask(above);
    if (added & (added - 1n)) break;
  }
  return line;
}

/**
 * @typedef {object} Level how a level plays
 * @property {number} number 5
 * @property {number | null} horizon plies that it sees, or null: to the end of the game
 * @property {number} miss the chance of an oversight, a look half as far
 * @property {number} spread how far below the best a move may be
 * @property {number} byHeart plies of the book that it knows
 */

/** Returns a level of the slider (engine/mind/levels/level.py) by its number, 1 to 10. @param {number} number @returns {Level} */
export function levelOf(number) {
  const [horizon = null, miss, spread, byHeart] = LEVELS[number - 1] ?? [];
  return { number, horizon, miss: miss ?? 0, spread: spread ?? 0, byHeart: byHeart ?? 0 };
}
