/**
 * Tells what a look at a game knows of the moves of a position. A board of a few squares is read to the end; else the
 * review has found something of the move that was played and of a better one. Loaded with the first such look.
 */

/** @import { Digest, GameInfo, MoveView, PageState, ReviewRow, SeatNumber } from "../../model/types.js" */

import { squareCell, winningCells } from "../../model/board.js";
import { legalMoves } from "../../model/history.js";
import { isSmall } from "../../model/select.js";

/** The score of a line of three; each move before it takes one away, so that the quickest win is the highest. */
const WON = 100;

/** Returns what is known of the position on the board; null where that is nothing. @param {PageState} shown @returns {Digest | null} */
export function knownOf(shown) {
  if (isSmall(shown.info)) return truthOf(shown);
  const { game, review } = shown;
  const row = review.result?.rows.find(({ ply }) => ply === game.ply);
  if (!row) return null;
  const value = row.seat === 0 ? row.value : -row.value;
  const moves = [told(row, row.move, value, row.proven)];
  if (row.mark && row.best !== row.move) moves.push(told(row, row.best, value + row.loss));
  return digestAt(game, { moves, solved: false, tree: moves.length });
}

/** Shows a move, proven or as its sentence says. @param {ReviewRow} row @param {number} move @param {number} value @param {boolean} [proven] @returns {MoveView} */
function told({ claims = [] }, move, value, proven = false) {
  const claim = claims.find(({ column, result }) => column === move && ["wins", "loses", "draws"].includes(result));
  const result = claim?.result ?? (value ? (value > 0 ? "wins" : "loses") : "draws");
  const known = proven || claim !== undefined;
  return {
    ...{ move, value, proven: known, words: known ? `${result}${claim?.n ? ` in ${claim.n}` : ""}` : "" },
    ...{ low: -1, high: 1, depth: null, visits: 1, refutation: null },
  };
}

/** Returns the truth about the position on the board. @param {Pick<PageState, "game" | "info">} shown @returns {Digest} */
export function truthOf({ info, game }) {
  const known = new Map();
  const side = game.to_move ?? 0;
  const moves = game.legal.map((move) => proven(move, scoreOf(info, put(info, game.discs, move, side), known)));
  const best = moves.reduce((most, one) => (one.value > most.value ? one : most)).move;
  return digestAt(game, { moves, solved: true, tree: known.size, expected: best });
}

/** Returns the thoughts of nobody about a position. @param {PageState["game"]} game @param {Pick<Digest, "moves" | "solved" | "tree"> & {expected?: number}} found @returns {Digest} */
const digestAt = (game, { expected = 0, tree, ...found }) => ({
  ...{ game_id: /** @type {string} */ (game.game_id), seat: null, ply: game.moves.length, own: true, ...found },
  ...{ pondering: false, busy: false, depth: 0, nodes: tree, nodes_per_second: 0, tree },
  ...{ kept: 0, pruned: 0, recalled: null, expected: expected || null, pv: expected ? [expected] : [] },
});

/** Shows a move. @param {number} move @param {number} reply the score of the position after it @returns {MoveView} */
function proven(move, reply) {
  const score = nearer(-reply);
  const words = score ? `${score > 0 ? "wins" : "loses"} in ${(WON - Math.abs(score) + 1) >> 1}` : "draws";
  const value = score ? Math.sign(score) * (0.9 + Math.abs(score) / 1000) : 0;
  return { move, low: score, high: score, proven: true, value, words, depth: null, visits: 1, refutation: null };
}

/**
 * Returns how the position ends for the side to move: 0 a draw, above it a win, below it a loss.
 * @param {GameInfo} info @param {PageState["game"]["discs"]} discs @param {Map<string, number>} known @returns {number}
 */
function scoreOf(info, discs, known) {
  const name = discs.map(String).sort().join(" ");
  const before = known.get(name);
  if (before !== undefined) return before;
  const side = discs.at(-1)?.[2] === 0 ? 1 : 0;
  const won = winningCells(info.connect, discs).length > 0;
  const scores = won
    ? [-WON]
    : legalMoves(info, discs).map((move) => nearer(-scoreOf(info, put(info, discs, move, side), known)));
  const score = scores.length ? Math.max(...scores) : 0;
  known.set(name, score);
  return score;
}

/** Takes a move from a win or a loss. @param {number} score */
const nearer = (score) => score - Math.sign(score);

/**
 * Returns the discs with one more.
 *
 * @param {GameInfo} info @param {PageState["game"]["discs"]} discs @param {number} move @param {SeatNumber} side
 * @returns {PageState["game"]["discs"]}
 */
function put(info, discs, move, side) {
  const [column = 0, row = 0] = squareCell(info, move) ?? [];
  return [...discs, [column, row, side]];
}
