/**
 * Looking back: the page as it was at an earlier move. No rules are needed: discs only ever come, one with every ply.
 *
 * @typedef {import("./types.js").PageState} PageState
 * @typedef {import("./types.js").GameState} GameState
 * @typedef {import("./types.js").GameInfo} GameInfo
 */

import { landing } from "./board.js";

/** Whether an earlier move is looked at. @param {PageState} page */
export const looksBack = (page) => page.looking !== null && page.looking < page.game.ply;

/** The ply that is shown. @param {PageState} page */
export const shownPly = (page) => (looksBack(page) ? page.looking ?? 0 : page.game.ply);

/**
 * The page as it is shown: as it stands, or with the position that is looked at in place of the game's.
 *
 * @param {PageState} page
 * @returns {PageState}
 */
export function shownPage(page) {
  if (!looksBack(page) || !page.info.board) return page;
  const { game, info } = page;
  const ply = shownPly(page);
  const discs = game.discs.slice(0, ply);
  const past = {
    ...game,
    ply,
    discs,
    moves: movesUpTo(game, ply),
    to_move: game.discs[ply]?.[2] ?? null,
    legal: legalMoves(info, discs),
    outcome: null,
  };
  const row = page.review?.game_id === game.game_id ? page.review.rows.find((known) => known.ply === ply - 1) : undefined;
  const cell = row && row.loss > 0 ? landing(info, discs.slice(0, -1), row.best) : null;
  const better = row && cell && { cell, seat: row.seat };
  const judged = row ? { value: row.proven ? Math.sign(row.value) : row.value, proven: row.proven } : { value: 0, proven: false };
  return { ...page, better: better ?? null, judged, game: past, pending: null, hint: null, hinting: false, answer: null, slipped: null };
}

/**
 * The moves before ``ply``, with the lots that were drawn after them.
 *
 * @param {GameState} game
 * @param {number} ply
 */
export function movesUpTo(game, ply) {
  const tokens = game.notation.match(game.notation.includes(",") ? /-?\d+/g : /-?\d/g) ?? [];
  let seen = 0;
  const end = tokens.findIndex((token) => !token.startsWith("-") && (seen += 1) > ply);
  return game.moves.slice(0, end < 0 ? tokens.length : end);
}

/**
 * @param {GameInfo} info
 * @param {[number, number, import("./types.js").SeatNumber][]} discs
 */
function legalMoves(info, discs) {
  const [width, height] = info.board ?? [0, 0];
  if (info.gravity) return Array.from({ length: width }, (_, i) => i + 1).filter((move) => landing(info, discs, move));
  const taken = new Set(discs.map(([column, row]) => (height - row) * width + column));
  return Array.from({ length: width * height }, (_, i) => i + 1).filter((move) => !taken.has(move));
}
