/** Shows what the page's own engine knows as the server shows a mind's thoughts. */

/** @import { Digest, MoveView } from "../../model/types.js" */
/** @import { Board, Found, MoveBounds } from "../board.js" */

import { bestOf, boundWords, isExact, worthOf } from "../board.js";

const HUNDRED = 100;

/**
 * Returns the thoughts about a position.
 *
 * @param {Board} board
 * @param {string | null} gameId none before the server knows the position
 * @param {number[]} moves
 * @param {Map<string, Found>} known what is known, by the moves after the position: "" is the position, "4,3" two moves later
 * @param {number} seconds of search so far
 * @returns {Digest}
 */
export function digestOf(board, gameId, moves, known, seconds) {
  const root = known.get("") ?? { moves: [], done: false, nodes: 0 };
  const nodes = [...known.values()].reduce((sum, one) => sum + one.nodes, 0);
  const pv = bestLine(board, known);
  const shown = root.moves.filter((bounds) => boundWords(board, bounds, moves.length) !== "");
  return {
    game_id: /** @type {string} */ (gameId),
    seat: null,
    ply: moves.length,
    pondering: false,
    busy: !root.done,
    solved: root.done,
    depth: 0,
    nodes,
    nodes_per_second: seconds > 0 ? Math.round(nodes / seconds) : 0,
    tree: known.size,
    kept: 0,
    pruned: 0,
    expected: pv[0] ?? null,
    recalled: null,
    pv,
    own: true,
    moves: shown.map((bounds) => viewOf(board, bounds, moves.length, known.get(String(bounds.move)))),
    branches: branchesOf(shown, known),
  };
}

/** Shows one move. @param {Board} board @param {MoveBounds} bounds @param {number} ply @param {Found | undefined} replies @returns {MoveView} */
const viewOf = (board, bounds, ply, replies) => ({
  move: bounds.move,
  low: bounds.low,
  high: bounds.high,
  proven: isExact(bounds),
  value: worthOf(isExact(bounds) || bounds.low > 0 ? bounds.low : Math.min(bounds.high, 0)),
  words: boundWords(board, bounds, ply),
  depth: null,
  visits: bounds.nodes + (replies?.nodes ?? 0),
  refutation: replies?.done && replies.moves.length ? bestOf(board, replies, bounds.reply ?? 0).move : bounds.reply,
});

/** Returns the best play as far as every score is known. @param {Board} board @param {Map<string, Found>} known */
function bestLine(board, known) {
  /** @type {number[]} */
  const line = [];
  for (let found = known.get(""); found?.done && found.moves.length; found = known.get(String(line)))
    line.push(bestOf(board, found).move);
  return line;
}

/**
 * Returns the rows of the tree: parent, move, value in hundredths, certainty, depth, visits, the best reply.
 *
 * @param {MoveBounds[]} first the moves of the first layer
 * @param {Map<string, Found>} known
 */
function branchesOf(first, known) {
  const rows = first.map(({ move }) => [-1, move]);
  const paths = first.map(({ move }) => [move]);
  for (let parent = 0; parent < paths.length; parent += 1) {
    const path = paths[parent] ?? [];
    const found = known.get(String(path));
    for (const { move, low, nodes, reply } of found?.done ? found.moves : []) {
      rows.push([parent, move, Math.round(HUNDRED * worthOf(low)), 2, 0, nodes, reply ?? 0]);
      paths.push([...path, move]);
    }
  }
  return rows;
}
