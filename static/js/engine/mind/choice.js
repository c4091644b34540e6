/** Chooses the move of a mind, at its level, from all knowledge at the root (engine/mind/choice.py). */

/** @import { Said } from "../../words.js" */
/** @import { Bench } from "./search/bench.js" */
/** @import { Level } from "./values.js" */

import { after, boundWords, endScore } from "../board.js";
import { LIMIT } from "./search/tree.js";
import { PROVEN_VALUE, childValue } from "./values.js";
import { chancesOf, dice, draw, odds } from "./weak.js";

/** A move is a slip if the best one is worth more by at least this. */
const SLIP = 0.05;

/**
 * @typedef {object} Choice
 * @property {number} move
 * @property {number} value from -1 to 1 for the side to move
 * @property {number | null} score the exact score number, where proven
 * @property {boolean} slip whether the level passed over a better move in sight
 * @property {number | null} better that move
 * @property {string} words the result in words, or "": "wins in 5"
 * @property {number} depth plies of the search behind the value
 */

/**
 * Returns the choice at the root.
 *
 * @param {Bench} bench @param {Level} level @param {number} seed
 * @param {number[]} moves of the game
 * @param {Map<number, number> | null} memorised the values of the moves where the level knows them by heart
 * @returns {Choice}
 */
export function choose(bench, level, seed, moves, memorised) {
  const { board, position, tree } = bench;
  const { root } = tree;
  const random = dice(seed, moves);
  const values = valuesOf(bench);
  const perfect = level.horizon === null;
  const judged = memorised ?? values;
  const oversight = !perfect && random() < level.miss;
  const chances = perfect ? perfectChances(bench, values) : chancesOf(board, position, level, judged, oversight);
  const move = draw(chances, random);
  const child = tree.child(root, move);
  let score = null;
  if (child >= 0 && tree.proven(child)) score = -tree.low(child) || 0;
  else if (tree.proven(root) && perfect) score = tree.low(root);
  const best = Math.max(...judged.values());
  const slip = !perfect && (judged.get(move) ?? 0) < best - SLIP;
  const own = perfect && tree.proven(root);
  const bounds = own
    ? { low: tree.low(root), high: tree.high(root) }
    : { low: -tree.high(child) || 0, high: -tree.low(child) || 0 };
  return {
    move,
    value: values.get(move) ?? 0,
    score,
    slip,
    better: slip ? ([...judged].find(([, value]) => value === best)?.[0] ?? null) : null,
    words: boundWords(board, bounds, moves.length),
    depth: Math.max(1, Math.min(tree.depth(root), bench.pliesLeft)),
  };
}

/** Returns the choice of the cards, whose result is proven, though not how soon it comes. @param {Bench} bench @param {number[]} moves @param {{move: number, wins: boolean}} cards @returns {Choice} */
export function chooseByCards(bench, moves, { move, wins }) {
  const bounds = { low: Number(wins), high: LIMIT };
  const [least, opinion] = [wins ? PROVEN_VALUE : 0, valuesOf(bench).get(move) ?? 0];
  return {
    move,
    value: Math.max(least, opinion),
    score: null,
    slip: false,
    better: null,
    words: boundWords(bench.board, bounds, moves.length),
    depth: Math.max(1, Math.min(bench.tree.depth(bench.tree.root), bench.pliesLeft)),
  };
}

/** Returns the value of every move at the root, for the side to move. @param {Bench} bench */
export function valuesOf({ tree, iterationValues }) {
  const children = tree.children(tree.root).sort((a, b) => tree.move(a) - tree.move(b));
  const value = (/** @type {number} */ child) => childValue(tree, child, iterationValues.get(child));
  return new Map(children.map((child) => [tree.move(child), value(child)]));
}

/** Returns the chances of the best moves: the quickest win, the longest defence, then the hardest for the opponent. @param {Bench} bench @param {Map<number, number>} values */
function perfectChances(bench, values) {
  const { position, tree, ties } = bench;
  const { root } = tree;
  if (!tree.proven(root)) return odds(values, 0);
  const number = tree.low(root);
  const tempting = ties.tempting(position);
  if (tempting.size) return odds(tempting, 0);
  const holding = tree.children(root).flatMap((child) => (-tree.high(child) >= number ? [tree.move(child)] : []));
  if (!holding.length) return tree.best(root) ? new Map([[tree.best(root), 1]]) : odds(values, 0);
  // The move with the most wrong replies, as far as the book knows them.
  const errors = new Map(
    holding
      .sort((a, b) => a - b)
      .map((move) => {
        const reached = after(bench.board, position, move);
        const replies = endScore(bench.board, reached) === null ? ties.book?.moves(reached) : null;
        return [move, [...(replies?.values() ?? [])].filter((reply) => reply < -number).length];
      }),
  );
  return odds(errors, 0);
}
