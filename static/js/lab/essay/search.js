/**
 * Searches a small tree as the textbook does, and keeps what was looked at; counts what can follow a position. Pure.
 * @typedef {object} Tree places in the order of depth first, the root is 0
 * @property {number[]} parent -1: none
 * @property {number[][]} children
 * @property {number[]} level
 * @property {(number | null)[]} leaf
 * @typedef {{value: (number | null)[], seen: number[]}} Searched the value of each place that was looked at, and these places in order
 * @typedef {number | Nested[]} Nested
 */

/** @import { Board, Position } from "../../engine/board.js" */

import { after, endScore, movesOf, replay } from "../../engine/board.js";

/** Returns a tree of nested lists. @param {Nested} nested @returns {Tree} */
export function treeOf(nested) {
  /** @type {Tree} */
  const tree = { parent: [], children: [], level: [], leaf: [] };
  const add = (/** @type {Nested} */ one, /** @type {number} */ parent, /** @type {number} */ level) => {
    const place = tree.parent.push(parent) - 1;
    tree.children.push([]);
    tree.level.push(level);
    tree.leaf.push(typeof one === "number" ? one : null);
    tree.children[parent]?.push(place);
    if (typeof one !== "number") for (const child of one) add(child, place, level + 1);
  };
  add(nested, -1, 0);
  return tree;
}

/** Searches a tree; the side of the root takes the largest value. @param {Tree} tree @param {string} [rule] by which it cuts; none: nothing is cut
 * @returns {Searched} */
export function search({ children, leaf, level }, rule) {
  /** @type {(number | null)[]} */
  const value = leaf.map(() => null);
  /** @type {number[]} */
  const seen = [];
  const visit = (/** @type {number} */ place, /** @type {number} */ alpha, /** @type {number} */ beta) => {
    seen.push(place);
    const [own, below, max] = [leaf[place], children[place] ?? [], (level[place] ?? 0) % 2 === 0];
    let best = own ?? (max ? -Infinity : Infinity);
    let [low, high] = [alpha, beta];
    for (const child of below) {
      const found = visit(child, low, high);
      best = max ? Math.max(best, found) : Math.min(best, found);
      if (max) low = Math.max(low, best);
      else high = Math.min(high, best);
      if (low > high ? rule : rule === "<=" && low === high) break;
    }
    value[place] = best;
    return best;
  };
  visit(0, -Infinity, Infinity);
  return { value, seen };
}

/** Searches by alpha-beta, and counts the leaves that are looked at. @param {Tree} tree @param {string} [rule] */
export function looked(tree, rule = "<=") {
  const { value, seen } = search(tree, rule);
  return { value, seen, count: seen.filter((place) => tree.leaf[place] !== null).length };
}

/** Returns a generator of whole numbers below a bound: the same for the same seed. @param {number} seed @returns {(below: number) => number} */
export function numbersOf(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
    state = (Math.imul(state ^ (state >>> 12), 0x297a2d39) + 0x6d2b79f5) >>> 0;
    return ((state ^ (state >>> 15)) >>> 0) % below;
  };
}

/** Returns a tree of different leaves from -least to least. @param {number} seed @param {number} levels below the root @param {number} least @returns {Nested} */
export function randomTree(seed, levels, least) {
  const draw = numbersOf(seed);
  const bag = Array.from({ length: 2 * least + 1 }, (_, i) => i - least);
  const take = () => bag.splice(draw(bag.length), 1)[0] ?? 0;
  /** @param {number} level @returns {Nested} */
  const grow = (level) => (level ? [grow(level - 1), grow(level - 1), grow(level - 1)] : take());
  return grow(levels);
}

/** @typedef {{ways: number, boards: number}} Level */

/**
 * Returns a function of the depth. Levels are counted once, when first asked for.
 * @param {Board} board
 * @param {number[]} moves
 * @returns {(depth: number) => Level}
 */
export function growthOf(board, moves) {
  /** @type {{at: Position, ways: number}[]} */
  let last = [{ at: replay(board, moves), ways: 1 }];
  /** @type {Level[]} */
  const levels = [{ ways: 1, boards: 1 }];
  const shift = BigInt(board.width * (board.height + 1));
  return (depth) => {
    while (levels.length <= depth) {
      /** @type {Map<bigint, {at: Position, ways: number}>} */
      const next = new Map();
      for (const { at, ways } of last) {
        if (endScore(board, at) !== null) continue;
        for (const move of movesOf(board, at)) {
          const then = after(board, at, move);
          const key = (then.mask << shift) | then.own;
          const known = next.get(key);
          if (known) known.ways += ways;
          else next.set(key, { at: then, ways });
        }
      }
      last = [...next.values()];
      levels.push({ ways: last.reduce((sum, one) => sum + one.ways, 0), boards: last.length });
    }
    return levels[depth] ?? { ways: 0, boards: 0 };
  };
}
