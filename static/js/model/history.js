/**
 * Rebuilds the page of an earlier move, where no rules are needed: discs are only added, one with every ply; without a
 * board the review tells the position.
 */

/** @import { GameInfo, GameState, PageState, ReviewRow, SeatNumber } from "./types.js" */

import { landing } from "./board.js";

/** Tells whether an earlier move is shown. @param {PageState} page */
export const looksBack = (page) => page.review.ply !== null && page.review.ply < page.game.ply;

/** Returns the shown ply. @param {PageState} page */
export const shownPly = (page) => (looksBack(page) ? (page.review.ply ?? 0) : page.game.ply);

/** Returns the page with the shown position in place of the game's. @param {PageState} page @returns {PageState} */
export function shownPage(page) {
  const { game, info, engineView, review, ui } = page;
  const ply = shownPly(page);
  const rows = review.result?.game_id === game.game_id ? review.result.rows : [];
  const next = rows.find((one) => one.ply === ply);
  if (!looksBack(page) || (info.board ? game.discs.length !== game.ply : !next)) return page;
  const discs = game.discs.slice(0, ply);
  const past = {
    ...game,
    ply,
    discs,
    moves: movesUpTo(game, ply),
    text: next?.text ?? game.text,
    to_move: game.discs[ply]?.[2] ?? next?.seat ?? null,
    legal: next?.legal ?? legalMoves(info, discs),
    outcome: null,
  };
  const row = rows.find((candidate) => candidate.ply === ply - 1);
  const cell = row && hadBetter(row) ? landing(info, discs.slice(0, -1), row.best) : null;
  const { retry } = review;
  const betterMove = row && cell && !retry ? { cell, seat: row.seat } : null;
  const value = row
    ? { value: row.proven ? Math.sign(row.value) : row.value, proven: row.proven }
    : { value: 0, proven: false, open: true };
  const tried = retry?.move == null ? null : landing(info, discs, retry.move);
  return {
    ...page,
    game: past,
    pending:
      retry?.move != null && tried && past.to_move !== null
        ? { move: retry.move, ply, disc: [tried[0], tried[1], past.to_move] }
        : null,
    engineView: { ...engineView, lastAnswer: null },
    review: { ...review, betterMove, value },
    ui: { ...ui, hint: null, hintPending: false, slip: null },
  };
}

/**
 * Tells whether a better move is worth showing: the result was given away, or a near win or block was missed.
 * @param {ReviewRow} row
 */
export const hadBetter = ({ loss, near, mark }) => loss > 0 || (near && (mark === "slow" || mark === "quick"));

/** Returns the moves before `ply`, with the draws of chance. @param {GameState} game @param {number} ply */
export function movesUpTo(game, ply) {
  const tokens = game.notation.match(game.notation.includes(",") ? /-?\d+/g : /-?\d/g) ?? [];
  const chosen = [...tokens.keys()].filter((at) => !tokens[at]?.startsWith("-"));
  return game.moves.slice(0, chosen[ply] ?? tokens.length);
}

/** Returns the moves with a free cell. @param {GameInfo} info @param {[number, number, SeatNumber][]} discs */
export function legalMoves(info, discs) {
  const [width, height] = info.board ?? [0, 0];
  if (info.gravity) return Array.from({ length: width }, (_, i) => i + 1).filter((move) => landing(info, discs, move));
  const taken = new Set(discs.map(([column, row]) => (height - row) * width + column));
  return Array.from({ length: width * height }, (_, i) => i + 1).filter((move) => !taken.has(move));
}
