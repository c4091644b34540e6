/** Draws the move of a level with a horizon (engine/mind/levels/weak_play.py, engine/mind/search/shallow.py). */

/** @import { Level } from "./values.js" */
/** @import { Book } from "../book.js" */
/** @import { Kernels } from "../kernels.js" */
/** @import { Board, Position } from "../board.js" */

import { linesOf } from "../../model/lines.js";
import { after, endScore, landing, movesOf, plyOf, winsOf, worthOf } from "../board.js";
import { Leaf } from "./search/leaf.js";
import { PROVEN_VALUE } from "./values.js";

/** The positions of a shallow search at most, and the values of its ends (engine/search/parts/values.py). */
const [POSITIONS, SOLVED, STEP] = [3_000, 0.875, 2 ** -12];
const EQUAL = 1e-6;
/** Plies in which a level without gravity stays near the middle, and the distance that is no longer near. */
const [OPENING, BESIDE] = [4, 2];
/** From this level on no win and no block is overlooked. */
const CAREFUL = 3;

/** Returns the chance of every move; for spread 0 the best ones share equally. @param {Map<number, number>} values @param {number} spread */
export function odds(values, spread) {
  const best = Math.max(...values.values());
  const weights = [...values].map(
    ([move, value]) =>
      /** @type {[number, number]} */ ([
        move,
        spread > 0 ? Math.exp((value - best) / spread) : Number(value >= best - EQUAL),
      ]),
  );
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(weights.map(([move, weight]) => [move, weight / total]));
}

/** Draws a move by its chance. @param {Map<number, number>} chances @param {() => number} random from 0 to 1 */
export function draw(chances, random) {
  let left = random();
  let last = 0;
  for (const [move, chance] of chances) {
    if (!chance) continue;
    last = move;
    left -= chance;
    if (left < 0) break;
  }
  return last;
}

/** Returns random numbers from 0 to 1 for one decision, equal for an equal seed and equal moves. @param {number} seed @param {number[]} moves */
export function dice(seed, moves) {
  let state = seed >>> 0;
  for (const move of moves) state = (Math.imul(state ^ move, 0x01000193) + 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the moves to draw from with their chances. `values` are those of a search to the horizon; an oversight does not read them. @param {Board} board @param {Position} position @param {Level} level @param {Map<number, number>} values @param {boolean} oversight */
export function chancesOf(board, position, level, values, oversight) {
  const seen = (level.horizon ?? 0) >> 1;
  const careful = level.number >= CAREFUL;
  let found = oversight ? shallowValues(board, position, seen) : values;
  if (careful || (seen && !oversight)) {
    const moves = withoutBlunders(board, position, [...found.keys()]);
    found = new Map(moves.map((move) => [move, found.get(move) ?? 0]));
  }
  if (careful) found = new Map([...found].filter(([move]) => isNearInOpening(board, position, move)));
  const best = Math.max(...found.values());
  // A win in sight is not delayed, and a lost game is held as long as possible.
  return odds(found, Math.abs(best) >= PROVEN_VALUE ? 0 : level.spread);
}

/** Tells whether a square is near the middle, or the opening over: no search of a few plies tells one square of an empty board from another. @param {Board} board @param {Position} position @param {number} move */
function isNearInOpening({ width, height, flat }, position, move) {
  if (!flat || Math.min(width, height) <= 3 || plyOf(position) >= OPENING) return true;
  const [column, row] = [((move - 1) % width) + 1, Math.floor((move - 1) / width) + 1];
  return Math.max(Math.abs(column - (width + 1) / 2), Math.abs(row - (height + 1) / 2)) < BESIDE;
}

/** Returns the values of all moves where the book knows every one, else none. @param {Book | null} book @param {Board} board @param {Position} position */
export function bookValues(book, board, position) {
  const known = book?.moves(position) ?? new Map();
  if (known.size < movesOf(board, position).length) return null;
  return new Map([...known].map(([move, score]) => [move, worthOf(score)]));
}

/** Returns the value of every move by a search of some plies, without a tree. @param {Kernels} kernels @param {Position} position @param {number} horizon */
export function searchedValues(kernels, position, horizon) {
  const { board } = kernels;
  const depth = Math.min(horizon, board.width * board.height - plyOf(position)) - 1;
  return new Map(
    movesOf(board, position).map((move) => {
      const next = after(board, position, move);
      const end = endScore(board, next);
      return [move, -(end === null ? new Leaf(kernels, false, next, depth).result() : worthOf(end)) || 0];
    }),
  );
}

/** Returns the value of every move by the textbook search, so far as few positions reach (depth 0: all values 0). @param {Board} board @param {Position} position @param {number} depth */
export function shallowValues(board, position, depth) {
  const moves = movesOf(board, position);
  const size = Math.max(2, moves.length);
  let affordable = 0;
  while (size ** (affordable + 1) <= POSITIONS) affordable += 1;
  const plies = Math.min(depth, Math.max(1, affordable));
  const value = (/** @type {number} */ move) =>
    plies > 0 ? -textbook(board, after(board, position, move), plies - 1, 1, -2, 2) || 0 : 0;
  return new Map(moves.map((move) => [move, value(move)]));
}

/** Returns a position's value by alpha-beta over the plain evaluation. @param {Board} board @param {Position} position @param {number} depth @param {number} ply below the root @param {number} alpha @param {number} beta @returns {number} */
function textbook(board, position, depth, ply, alpha, beta) {
  const end = endScore(board, position);
  if (end !== null) return end && -(1 - ply * STEP);
  if (depth === 0) return openLines(board, position) * SOLVED;
  let best = -2;
  for (const move of movesOf(board, position)) {
    const next = after(board, position, move);
    best = Math.max(best, -textbook(board, next, depth - 1, ply + 1, -beta, -Math.max(alpha, best)));
    if (best >= beta) break;
  }
  return best;
}

/** Returns the share of lines open to the side to move, weighted by its stones in each (engine/games/line.py). @param {Board} board @param {Position} position */
export function openLines(board, { own, mask }) {
  const other = own ^ mask;
  let [mine, theirs] = [0, 0];
  for (const line of winsOn(board)) {
    if (!(line & other)) mine += plyOf({ own: 0n, mask: line & own }) ** 2;
    else if (!(line & own)) theirs += plyOf({ own: 0n, mask: line & other }) ** 2;
  }
  return (mine - theirs) / (mine + theirs + 4 * board.connect);
}

/** Returns the moves that overlook neither an immediate win nor an immediate block, or all if none is left. @param {Board} board @param {Position} position @param {number[]} moves */
export function withoutBlunders(board, position, moves) {
  const { own, mask } = position;
  const [winning, blocking] = [own, own ^ mask].map((stones) => {
    const wins = winsOf(board, stones, position);
    return moves.filter((move) => wins.includes(landing(board, position, move)));
  });
  if (winning?.length) return winning;
  return blocking?.length === 1 ? blocking : moves; // of two threats only one can be blocked
}

/** @type {Map<string, bigint[]>} */
const known = new Map();

/** Returns every line that wins. @param {Board} board */
function winsOn({ width, height, connect }) {
  const name = `${width} ${height} ${connect}`;
  const before = known.get(name);
  if (before) return before;
  const bit = (/** @type {number} */ column, /** @type {number} */ row) =>
    1n << BigInt((column - 1) * (height + 1) + row - 1);
  const lines = linesOf(width, height, connect).map((line) =>
    line.reduce((all, [column, row]) => all | bit(column, row), 0n),
  );
  known.set(name, lines);
  return lines;
}
