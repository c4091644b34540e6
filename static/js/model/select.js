/**
 * What the views ask of the state.
 *
 * @typedef {import("./types.js").PageState} PageState
 * @typedef {import("./types.js").SeatNumber} SeatNumber
 * @typedef {import("./types.js").Digest} Digest
 */

import { landing } from "./board.js";

/**
 * A person of this browser sits there: the game is still local, or its token is here.
 *
 * @param {PageState} page
 * @param {SeatNumber | null} seat
 */
export function isMine(page, seat) {
  if (seat === null || page.game.seats[seat]?.kind !== "human") return false;
  return page.game.game_id === null || page.tokens.seats[seat] !== null;
}

/** This browser may change seats, levels and pace. @param {PageState} page */
export function isOwner(page) {
  const { seats, table } = page.tokens;
  return page.game.game_id === null || table !== null || seats.some((token) => token !== null);
}

/** A person of this browser is to move, and no move is on its way. @param {PageState} page */
export function myTurn(page) {
  return page.pending === null && page.game.outcome === null && isMine(page, page.game.to_move);
}

/** Both seats are engines. @param {PageState} page */
export function enginesOnly(page) {
  return page.game.seats.every((seat) => seat.kind === "engine");
}

/** Two people share this screen. @param {PageState} page */
export function sharedScreen(page) {
  return isMine(page, 0) && isMine(page, 1);
}

/** The engine is to move and the game goes on. @param {PageState} page */
export function engineTurn(page) {
  const { outcome, to_move: seat, paused, game_id: id } = page.game;
  if (outcome || id === null) return false;
  if (page.pending) return page.game.seats[1 - (seat ?? 0)]?.kind === "engine";
  return seat !== null && page.game.seats[seat]?.kind === "engine" && !(paused && enginesOnly(page));
}

/**
 * The discs on the board, the move that waits for its confirmation included.
 *
 * @param {PageState} page
 */
export function discs(page) {
  const { pending, game } = page;
  if (!pending?.disc || game.ply > pending.ply) return game.discs;
  return [...game.discs, pending.disc];
}

/** Whose disc is in hand: the side that moves next. @param {PageState} page @returns {SeatNumber | null} */
export function sideInHand(page) {
  if (page.game.outcome) return null;
  if (page.pending && page.game.to_move !== null) return page.game.to_move === 0 ? 1 : 0;
  return page.game.to_move;
}

/**
 * Where the ghost stands: the landing cell of what is aimed at, or of the hint.
 *
 * @param {PageState} page
 * @returns {{cell: [number, number], seat: SeatNumber, hint: boolean} | null}
 */
export function ghost(page) {
  if (page.better && page.aim === null) return { ...page.better, hint: true };
  const hinted = page.hint && (page.hint.step > 1 || !page.info.board) ? page.hint.move : null;
  const move = page.aim ?? hinted;
  if (!myTurn(page) || move === null || page.game.to_move === null || !page.game.legal.includes(move)) return null;
  const cell = landing(page.info, page.game.discs, move);
  return cell && { cell, seat: page.game.to_move, hint: page.aim === null || page.aim === hinted };
}

/**
 * The digest that speaks of the position on the board: the mind whose turn it is, else the one that ponders.
 *
 * @param {PageState} page
 * @returns {Digest | null}
 */
export function digestShown(page) {
  const current = page.digests.filter((digest) => digest.ply === page.game.moves.length);
  return current.find((digest) => digest.seat === page.game.to_move) ?? current[0] ?? null;
}

/** The stop in the middle of a game's slider: some leave out 5. @param {import("./types.js").Level[]} levels */
export function middleLevel(levels) {
  const off = (/** @type {number} */ number) => Math.abs(number - 5);
  return levels.reduce((best, { number }) => (off(number) < off(best) ? number : best), levels[0]?.number ?? 5);
}

/** The level a seat plays at, or null. @param {PageState} page @param {number} seat */
export function levelOf(page, seat) {
  const number = page.game.seats[seat]?.level;
  return page.levels.find((level) => level.number === number) ?? null;
}

/** The seat that is mine alone, opposite another person or a free seat; null otherwise. @param {PageState} page */
export function mySeat(page) {
  const [first, second] = page.tokens.seats;
  if (page.game.game_id === null || (first === null) === (second === null)) return null;
  return /** @type {SeatNumber} */ (first === null ? 1 : 0);
}

/** The seat of the other person, if one plays against me from elsewhere. @param {PageState} page */
export function opponent(page) {
  const mine = mySeat(page);
  if (mine === null) return null;
  const other = /** @type {SeatNumber} */ (1 - mine);
  const seat = page.game.seats[other];
  return seat?.kind === "human" && !seat.open ? other : null;
}

/** Whether the next game may have the pie rule: two people, from its first move. @param {PageState} page */
export function canOfferPie({ game }) {
  const next = game.game_id === null ? game.ply === 0 : game.outcome !== null;
  return next && !game.analysis && game.seats.every((seat) => seat.kind === "human");
}

/** Whether a person of this browser may swap sides instead of moving. @param {PageState} page */
export const maySwap = (page) => !!page.game.can_swap && myTurn(page);

/** The seat that waits for somebody. @param {PageState} page @returns {SeatNumber | null} */
export function freeSeat(page) {
  const found = page.game.seats.findIndex((seat) => seat.open);
  return found < 0 ? null : /** @type {SeatNumber} */ (found);
}
