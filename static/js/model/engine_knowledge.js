/**
 * Two minds, one board: since which move each of them knows how the game ends. When one comes to know, a bell rings.
 *
 * @typedef {import("./types.js").PageState} PageState
 * @typedef {import("./types.js").Digest} Digest
 * @typedef {import("./types.js").SeatNumber} SeatNumber
 *
 * @typedef {{winner: SeatNumber | null, since: number}} Knowledge winner: null is a draw; since: the ply
 */

import { enginesOnly } from "./select.js";

/**
 * How the game ends, as this digest knows for certain; undefined where it does not.
 *
 * @param {PageState} page
 * @param {Digest} digest
 * @returns {SeatNumber | null | undefined}
 */
function certainWinner(page, digest) {
  const mover = page.game.to_move;
  if (mover === null || digest.moves.length === 0) return undefined;
  if (digest.moves.some((view) => view.words.startsWith("wins"))) return mover;
  if (digest.moves.every((view) => view.words.startsWith("loses"))) return mover === 0 ? 1 : 0;
  const bounded = digest.moves.every((view) => /^(loses|draws|at most)/.test(view.words));
  return bounded && digest.moves.some((view) => view.words.startsWith("draws")) ? null : undefined;
}

/**
 * What each side's mind knows after this digest: the same as before, or since now.
 *
 * @param {PageState} page
 * @param {Digest} digest
 * @returns {(Knowledge | null)[]}
 */
export function updateKnowledge(page, digest) {
  if (digest.seat === null || !enginesOnly(page) || digest.ply !== page.game.moves.length) return page.knows;
  const winner = certainWinner(page, digest);
  const known = page.knows[digest.seat] ?? null;
  if (winner === undefined ? known === null : known?.winner === winner) return page.knows;
  const now = winner === undefined ? null : { winner, since: page.game.ply };
  // A side that wavers for a moment between two moves has not forgotten: only another ending replaces the first.
  if (now === null) return page.knows;
  return page.knows.map((one, seat) => (seat === digest.seat ? now : one));
}

/** "Red saw its win after move 12; Yellow noticed after move 16." @param {PageState} page */
export function knowledgeWords(page) {
  const names = page.info.players;
  const told = page.knows
    .map((one, seat) => ({ one, name: names[seat === 0 ? 0 : 1], seat }))
    .filter(({ one }) => one !== null)
    .sort((a, b) => (a.one?.since ?? 0) - (b.one?.since ?? 0));
  const [first, second] = told;
  if (!first?.one) return "";
  const { winner } = first.one;
  const what = winner === null ? "the draw" : winner === first.seat ? "its win" : `that ${names[winner]} wins`;
  const begin = `${first.name} saw ${what} after move ${first.one.since}`;
  if (!second?.one || second.one.winner !== winner) return `${begin}.`;
  return `${begin}; ${second.name} noticed after move ${second.one.since}.`;
}
