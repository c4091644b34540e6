/** Shows a mind's thinking as the server does (engine/mind/report): the digest, and the rows of the tree's top. */

/** @import { Digest } from "../../model/types.js" */
/** @import { Position } from "../board.js" */
/** @import { Bench } from "./search/bench.js" */

import { after, boundWords, endScore, movesOf, plyOf, worthOf } from "../board.js";
import { Leaf } from "./search/leaf.js";
import { LIMIT, SHOWN } from "./search/tree.js";
import { bestLine, childValue, largest, numberIn } from "./values.js";

/** Plies of the tree that are shown, of the search that completes the best line, and what its rows mean. */
const [PLIES, DEPTH, HUNDRED, PLACES] = [3, 5, 100, 10_000];
/** Moves of a board at most whose answers are searched for the best line. */
const MOST_MOVES = 12;

/** @typedef {Omit<Digest, "game_id" | "seat">} Thought a digest without its place at a table */
/** @typedef {{value: number, low: number, high: number}} Worth for the side that makes the move */
/** @typedef {{parent: number, move: number, depth: number, visits: number, best: number} & Worth} Row */

/**
 * Describes the thinking at this moment.
 *
 * @param {Bench} bench
 * @param {{nodes: number, seconds: number, kept: {kept: number, pruned: number}, pondering: boolean, busy: boolean, expected: number | null, horizon: number | null}} more
 * @returns {Thought}
 */
export function thoughtOf(bench, { nodes, seconds, kept, pondering, busy, expected, horizon }) {
  const { tree, board, ply } = bench;
  const { root } = tree;
  const over = endScore(board, bench.position) !== null;
  const children = over ? [] : tree.children(root).sort((a, b) => tree.move(a) - tree.move(b));
  const worth = shownWorth(bench, children);
  return {
    ply,
    pondering,
    busy,
    solved: !over && [root, ...children].every((node) => tree.proven(node)),
    depth: over ? 0 : Math.min(Math.max(0, tree.depth(root)), board.width * board.height - ply),
    nodes,
    nodes_per_second: seconds > 0 ? Math.floor(nodes / seconds) : 0,
    tree: tree.size(root),
    kept: kept.kept,
    pruned: kept.pruned,
    expected: over ? null : expected,
    recalled: null,
    pv: over ? [] : bestLine(tree, expected),
    moves: children.map((child) => {
      const { value, low, high } = worth.get(child) ?? { value: 0, low: -LIMIT, high: LIMIT };
      const [proven, depth] = [low === high, tree.depth(child)];
      return {
        move: tree.move(child),
        value,
        low,
        high,
        proven,
        words: boundWords(board, { low, high }, ply),
        depth: proven || depth < 0 || depth >= LIMIT ? null : depth + 1,
        visits: tree.visits(child),
        refutation: tree.best(child) || null,
      };
    }),
    branches: over ? [] : branchesOf(bench, worth, expected, horizon),
  };
}

/** Returns the worth shown for each move at the root: no more than a proven result allows. @param {Bench} bench @param {number[]} children */
function shownWorth({ tree, iterationValues }, children) {
  const ceiling = tree.proven(tree.root) ? tree.low(tree.root) : LIMIT;
  return new Map(
    children.map((child) => {
      let value = childValue(tree, child, iterationValues.get(child));
      const [low, high] = [-tree.high(child) || 0, Math.min(-tree.low(child) || 0, ceiling)];
      if (low === high || high < 0) value = Math.min(value, worthOf(high));
      else if (low === 0) value = Math.max(0, value);
      else if (high === 0) value = Math.min(0, value);
      return [child, { value: Math.round(value * PLACES) / PLACES, low, high }];
    }),
  );
}

/** Returns the rows of the tree without the root: parent, move, value in hundredths, certainty, depth, visits, the best reply. @param {Bench} bench @param {Map<number, Worth>} worth @param {number | null} first @param {number | null} horizon */
function branchesOf(bench, worth, first, horizon) {
  const { tree } = bench;
  const { nodes, parents } = tree.top(PLIES);
  /** @type {Row[]} */
  const rows = nodes.map((node, i) => ({
    parent: parents[i] ?? -1,
    move: tree.move(node),
    depth: 0 < tree.depth(node) && tree.depth(node) < LIMIT ? tree.depth(node) : 0,
    visits: tree.visits(node),
    best: tree.best(node),
    ...(worth.get(node) ?? { value: childValue(tree, node), low: -tree.high(node) || 0, high: -tree.low(node) || 0 }),
  }));
  const known = rows.length;
  if (first) addBestLine(bench, rows, first, Math.min(PLIES, horizon ?? PLIES), horizon === null);
  return withRoom(rows, known)
    .slice(1)
    .map(({ parent, move, value, low, high, depth, visits, best }) => [
      parent - 1,
      move,
      hundredths(value),
      low === high ? 2 : Number(low > 0 || high < 0),
      depth,
      visits,
      best,
    ]);
}

/** Returns as many rows as are shown: the last leaves among the first `known` ones give way to the best line. @param {Row[]} rows @param {number} known */
function withRoom(rows, known) {
  const over = rows.length - SHOWN;
  const kept = known - over;
  if (over <= 0 || rows.some(({ parent }) => kept <= parent && parent < known))
    return rows.slice(0, Math.max(known, SHOWN));
  const moved = rows
    .slice(known)
    .map((row) => ({ ...row, parent: row.parent >= known ? row.parent - over : row.parent }));
  return [...rows.slice(0, kept), ...moved];
}

/** Adds the missing moves of the best line as rows without visits. @param {Bench} bench @param {Row[]} rows @param {number} first @param {number} plies @param {boolean} perfect whether the level sees to the end of the game */
function addBestLine(bench, rows, first, plies, perfect) {
  const { board } = bench;
  let { position } = bench;
  let [place, move] = [0, first];
  for (let i = 0; i < plies && endScore(board, position) === null; i += 1) {
    const above = rows[place];
    if (!above) return;
    /** @type {Row} */
    let found;
    if (move) {
      const { value, low, high, depth } = above;
      const [opposite, worst, most] = [-value || 0, -high || 0, -low || 0];
      found = {
        parent: place,
        move,
        value: opposite,
        low: worst,
        high: most,
        depth: Math.max(0, depth - 1),
        visits: 0,
        best: 0,
      };
    } else {
      const proven = rows.filter((row) => row.parent === place && row.low === row.high);
      const legal = movesOf(board, position);
      const unseen = legal.length > MOST_MOVES || (bench.results && !perfect);
      if (proven.length !== legal.length && unseen) return;
      const at = position;
      const answers = proven.length === legal.length ? proven : legal.map((one) => judged(bench, at, one));
      found = { ...largest(answers, ({ value }) => value), parent: place };
      move = found.move;
      above.best = move;
    }
    const parent = place;
    const wanted = move;
    place = rows.findIndex((row) => row.parent === parent && row.move === wanted);
    if (place < 0) place = rows.push(found) - 1;
    position = after(board, position, move);
    move = rows[place]?.best ?? 0;
  }
}

/** Returns the row of a move with the value of a short search. @param {Bench} bench @param {Position} position @param {number} move @returns {Row} */
function judged({ kernels, board, cells, results }, position, move) {
  const next = after(board, position, move);
  const end = endScore(board, next) ?? results?.read(next) ?? null;
  const left = cells - plyOf(next);
  const value = end === null ? new Leaf(kernels, false, next, Math.min(DEPTH, left)).result() : worthOf(end);
  const number = end ?? numberIn(value) ?? (left <= DEPTH ? 0 : null);
  const known = number === null ? null : -number || 0;
  const [low, high] = [known ?? -LIMIT, known ?? LIMIT];
  const depth = known === null ? DEPTH : 0;
  return { parent: 0, move, value: -value || 0, low, high, depth, visits: 0, best: 0 };
}

/** Returns a value in hundredths; halves go to the even number, as on the server. @param {number} value */
function hundredths(value) {
  const exact = HUNDRED * value;
  return (Math.abs(exact % 1) === 0.5 ? 2 * Math.round(exact / 2) : Math.round(exact)) || 0;
}
