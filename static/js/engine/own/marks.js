/**
 * Marks the moves of a game from the exact scores of the positions before and after (webapp/play/game/move_marks.py).
 */

/** @import { ReviewRow } from "../../model/types.js" */
/** @import { Said } from "../../words.js" */
/** @import { Board, Found } from "../board.js" */

import { bestOf, endScore, pliesTo, replay } from "../board.js";
import "../../more_words.js";
import { key, said } from "../../words.js";

/** Plies up to which a person can see a win or a loss coming. */
const NEAR = 9;
/** Plies by which a win must be put off, or a loss hastened, to be worth a mark. */
const MUCH = 8;

/**
 * @typedef {{sign: number, plies: number}} Result for one side, and the plies to the end of the game
 * @typedef {Result & {best: number, only: boolean}} Judged a position: the best move, and whether every other one is worse
 */

/**
 * Returns the row of one move.
 *
 * @param {Board} board
 * @param {[string, string]} sides the ids of the sides
 * @param {number[]} moves of the game
 * @param {number} ply of the move
 * @param {Found} before the scores of the moves there
 * @param {Found | null} next the scores of the moves after it; null where the game is over
 * @returns {ReviewRow}
 */
export function markMove(board, sides, moves, ply, before, next) {
  const move = moves[ply] ?? 0;
  const seat = /** @type {0 | 1} */ (ply % 2);
  const here = judged(board, before, ply, move);
  const after = next
    ? seenByOther(judged(board, next, ply + 1, moves[ply + 1]))
    : ended(board, moves.slice(0, ply + 1));
  const mark = markOf(move, here, after);
  const unmarked = mark === "" || mark === "only" || move === here.best;
  const won = here.sign > 0 && here.plies <= NEAR;
  const lost = mark !== "only" && after.sign < 0 && after.plies <= NEAR;
  return {
    ply,
    seat,
    move,
    best: here.best,
    mark,
    words: "",
    said: wordsOf(sides, move, seat, mark, here, after),
    proven: true,
    value: (seat === 0 ? after.sign : -after.sign) || 0,
    loss: unmarked ? 0 : Math.max(0, here.sign - after.sign),
    near: mark !== "" && (won || lost),
  };
}

/** Judges a position for the side to move. @param {Board} board @param {Found} found @param {number} ply @param {number} [played] @returns {Judged} */
function judged(board, found, ply, played = 0) {
  const best = bestOf(board, found, played);
  const sign = Math.sign(best.low);
  const others = found.moves.filter(({ move }) => move !== best.move);
  const only = others.length > 0 && sign >= 0 && others.every(({ high }) => high < (sign ? 1 : 0));
  return { best: best.move, sign, plies: pliesTo(board, best.low, ply), only };
}

/** @param {Judged} judged @returns {Judged} */
const seenByOther = (judged) => ({ ...judged, sign: -judged.sign || 0 });

/** Judges the end of the game for the side that moved last. @param {Board} board @param {number[]} moves @returns {Judged} */
function ended(board, moves) {
  const position = replay(board, moves);
  return { best: 0, sign: -Math.sign(endScore(board, position) ?? 0) || 0, plies: 0, only: false };
}

/** Returns the mark of a move, or "". @param {number} move @param {Judged} before @param {Judged} after */
function markOf(move, before, after) {
  if (move === before.best) return before.only ? "only" : "";
  const drop = before.sign - after.sign;
  if (drop > 0) return drop === 2 ? "blunder" : "mistake";
  const late = (after.plies + 1 - before.plies) * before.sign;
  if (late < MUCH) return "";
  return before.sign > 0 ? "slow" : "quick";
}

/** Says which move was played and which was better. @param {[string, string]} sides @param {number} move @param {0 | 1} seat @param {string} mark @param {Judged} before @param {Judged} after @returns {Said} */
function wordsOf(sides, move, seat, mark, before, after) {
  if (mark === "only") {
    return before.sign === 0
      ? said(key("{Move} was the only move: all others lose."), { move: column(move) })
      : said(key("{Move} was the only move: all others do not win."), { move: column(move) });
  }
  let played = resultWords(move, after);
  if (mark && after.plies > 0 && after.sign < 0) {
    const values = {
      move: column(move),
      n: (after.plies + 1) >> 1,
      other: { side: sides[1 - seat] ?? "" },
      reply: String(after.best),
    };
    played = said(key("{Move} loses in {n}: {other} answers {reply}."), values);
  }
  return mark ? said(key("{played} {better}"), { played, better: betterWords(before) }) : played;
}

/** Says how a move ends, counted in the winner's own moves. @param {number} move @param {Result} after */
export function resultWords(move, { sign, plies }) {
  const name = column(move);
  if (sign === 0) return said(key("{Move} draws."), { move: name });
  if (sign < 0) return said(key("{Move} loses in {n}."), { move: name, n: (plies + 1) >> 1 });
  return plies
    ? said(key("{Move} wins in {n}."), { move: name, n: (plies + 2) >> 1 })
    : said(key("{Move} wins."), { move: name });
}

/** Says what the better move would have reached. @param {Judged} before */
function betterWords({ best, sign, plies }) {
  const [move, n] = [column(best), (plies + 1) >> 1];
  if (sign === 0) return said(key("{Move} would draw."), { move });
  if (sign < 0) return said(key("{Move} would hold out for {n}."), { move, n });
  return plies ? said(key("{Move} would win in {n}."), { move, n }) : said(key("{Move} would win."), { move });
}

/** Names a column. @param {number} n */
export const column = (n) => said(key("column {n}"), { n });
