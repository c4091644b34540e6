/** Answers the views' questions about the state. */

/** @import { Digest, GameInfo, Level, PageState, SeatNumber } from "./types.js" */

import { capital, t } from "../words.js";
import { landing } from "./board.js";

/**
 * Tells whether a person of this browser has the seat: the game is still local, or the seat's token is stored here.
 * @param {PageState} page @param {SeatNumber | null} seat
 */
export function isMine(page, seat) {
  if (seat === null || page.game.seats[seat]?.kind !== "human") return false;
  return page.game.game_id === null || page.tokens.seats[seat] !== null;
}

/** Tells whether this browser may change seats, levels and pace. @param {PageState} page */
export function isOwner(page) {
  const { seats, table } = page.tokens;
  return page.game.game_id === null || table !== null || seats[0] !== null || seats[1] !== null;
}

/** Tells whether a person of this browser is to move and no move is on the way. @param {PageState} page */
export function myTurn(page) {
  return page.pending === null && page.game.outcome === null && isMine(page, page.game.to_move);
}

/** Tells whether both seats are engines. @param {PageState} page */
export function enginesOnly({ game: { seats } }) {
  return seats[0]?.kind === "engine" && seats[1]?.kind === "engine";
}

/** Tells whether two people share this screen. @param {PageState} page */
export function sharedScreen({ game: { game_id: id, seats }, tokens }) {
  const mine = id === null || (tokens.seats[0] !== null && tokens.seats[1] !== null);
  return mine && seats[0]?.kind === "human" && seats[1]?.kind === "human";
}

/** Tells whether an engine is to move in an open game. @param {PageState} page */
export function engineTurn(page) {
  const { outcome, to_move: seat, paused, game_id: id } = page.game;
  if (outcome) return false;
  if (page.pending) return page.game.seats[1 - (seat ?? 0)]?.kind === "engine"; // the first move makes the game
  if (id === null) return false;
  return seat !== null && page.game.seats[seat]?.kind === "engine" && !(paused && enginesOnly(page));
}

/** Returns the discs on the board, with the unconfirmed move. @param {PageState} page */
export function discs(page) {
  const { pending, game } = page;
  if (!pending?.disc || game.ply > pending.ply) return game.discs;
  return [...game.discs, pending.disc];
}

/**
 * Returns the side of the disc over the board: the side to move next.
 * @param {PageState} page @returns {SeatNumber | null}
 */
export function sideInHand(page) {
  if (page.game.outcome) return null;
  if (page.pending && page.game.to_move !== null) return page.game.to_move === 0 ? 1 : 0;
  return page.game.to_move;
}

/**
 * Returns where the ghost lies: the landing cell of the aim or of the hint.
 * @param {PageState} page @returns {{cell: [number, number], seat: SeatNumber, hint: boolean} | null}
 */
export function ghost(page) {
  if (page.review.betterMove && page.ui.aim === null) return { ...page.review.betterMove, hint: true };
  const hinted = page.ui.hint && (page.ui.hint.step > 1 || !page.info.board) ? page.ui.hint.move : null;
  const move = page.ui.aim ?? hinted;
  if (!myTurn(page) || move === null || page.game.to_move === null || !page.game.legal.includes(move)) return null;
  const cell = landing(page.info, page.game.discs, move);
  return cell && { cell, seat: page.game.to_move, hint: page.ui.aim === null || page.ui.aim === hinted };
}

/**
 * Returns the digest of the position on the board: the truth, or the opinion of the engine to move, else of the
 * pondering engine.
 *
 * @param {PageState} page @returns {Digest | null}
 */
export function digestShown(page) {
  const current = page.engineView.digests.filter(
    ({ ply, seat }) => ply === page.game.moves.length && (seat === null) === showsTruth(page),
  );
  return current.find((digest) => digest.seat === page.game.to_move) ?? current[0] ?? null;
}

/** Tells whether the worth of the moves stays away: the first step of a hint names no move. @param {PageState} page */
export const isVeiled = ({ ui, info }) => ui.hint?.step === 1 && info.board !== null;

/** Returns the seat of the only engine, or null. @param {PageState} page @returns {SeatNumber | null} */
export function engineSeat({ game: { seats } }) {
  const first = seats[0]?.kind === "engine";
  return first === (seats[1]?.kind === "engine") ? null : first ? 0 : 1;
}

/**
 * Tells whether the truth is shown: by choice, or because no engine plays or thinks about the position.
 *
 * @param {PageState} page
 */
export const showsTruth = (page) =>
  (page.engineView.truth && !enginesOnly(page)) ||
  (page.review.opened && page.review.ply !== null) ||
  page.game.seats.every(({ kind }) => kind === "human");

/** Names the boards that the page's own engine reads to the end: columns, rows, stones that win. */
const OWN_BOARDS = ["7,6,4", "7,5,4", "6,5,4", "5,4,4"];

/** Tells whether the page's own engine can read the positions of the game to the end. @param {PageState} page */
export const hasOwnEngine = ({ info, engineView }) => isReadToTheEnd(info) && !engineView.ownLost;

/** Tells whether the page's engine reads the positions of a game to the end. @param {PageState["info"]} info */
export const isReadToTheEnd = ({ gravity, board, connect, chance }) =>
  gravity && !chance && OWN_BOARDS.includes(String([board, connect]));

/** Tells whether a board has so few squares that a page reads it at once. @param {PageState["info"]} info */
export const isSmall = ({ board, gravity, chance }) =>
  board !== null && !gravity && !chance && board[0] * board[1] <= 9;

/** Tells whether a look at a game has words for moves: where the disc lands is no word of the aim. @param {PageState["info"]} info */
export const judgesMoves = ({ board, chance }) => board !== null && !chance;

/** Tells whether it has a result for every move; on other boards only for what the review has judged. @param {PageState["info"]} info */
export const judgesAll = (info) => isReadToTheEnd(info) || isSmall(info);

/** Tells whether the page itself finds the shown truth; the server is not asked then. @param {PageState} page */
export const findsTruth = (page) => page.game.help && showsTruth(page) && hasOwnEngine(page);

/** Returns the level in the middle of a game's slider; some games have no level 5. @param {Level[]} levels */
export function middleLevel(levels) {
  const off = (/** @type {number} */ number) => Math.abs(number - 5);
  return levels.reduce((best, { number }) => (off(number) < off(best) ? number : best), levels[0]?.number ?? 5);
}

/** Returns the one seat of this browser in a game against another person, or null. @param {PageState} page */
export function mySeat(page) {
  const [first, second] = page.tokens.seats;
  if (page.game.game_id === null || (first === null) === (second === null)) return null;
  return /** @type {SeatNumber} */ (first === null ? 1 : 0);
}

/** The last state that was asked for the opponent: one state is asked twenty times. @type {[PageState | null, SeatNumber | null]} */
let asked = [null, null];

/** Returns the seat of another person on another device, or null. @param {PageState} page */
export function opponent(page) {
  if (asked[0] !== page) asked = [page, findOpponent(page)];
  return asked[1];
}

/** @param {PageState} page */
function findOpponent(page) {
  const mine = mySeat(page);
  if (mine === null) return null;
  const other = /** @type {SeatNumber} */ (1 - mine);
  const seat = page.game.seats[other];
  return seat?.kind === "human" && !seat.open ? other : null;
}

/**
 * Names a side's player: a person by the own name or, on the other device, as the opponent; else the side.
 * @param {PageState} page @param {number} seat
 */
export const nameOf = (page, seat) =>
  page.game.seats[seat]?.name ??
  (opponent(page) === seat ? capital(t("your opponent")) : page.info.players[seat === 0 ? 0 : 1]);

/**
 * Names a player as the headline does: an engine against the person here by its level, anybody else by name or side.
 * @param {PageState} page @param {SeatNumber} seat
 */
export function playerOf(page, seat) {
  const { kind, level } = page.game.seats[seat] ?? {};
  const stop = kind === "engine" && mySeat(page) !== null && page.levels.find(({ number }) => number === level);
  return stop ? stop.name : nameOf(page, seat);
}

/**
 * Names a side in a sentence: where people play on two devices by their names, else by the side.
 * @param {PageState} page @param {number} seat
 */
export function sideOf(page, seat) {
  const people = page.game.game_id !== null && page.game.seats.every(({ kind }) => kind === "human");
  const name = people && !sharedScreen(page) ? page.game.seats[seat]?.name : null;
  return name ?? page.info.players[seat === 0 ? 0 : 1];
}

/** Tells whether the next game may have the pie rule: two people, from the first move. @param {PageState} page */
export function canOfferPie({ game }) {
  const next = game.game_id === null ? game.ply === 0 : game.outcome !== null;
  return next && !game.analysis && game.seats.every((seat) => seat.kind === "human");
}

/**
 * Tells whether a game with the swap rule may begin with three discs on the board: those that lie there, or else discs
 * that the engine finds even (even.js). Two engines play without.
 * @param {PageState} page
 */
export function mayPlaceDiscs({ game, info }) {
  const local = game.game_id === null || game.analysis;
  const next = local ? game.ply === 0 || game.ply === DISCS : game.outcome !== null;
  return next && hasEvenDiscs(info) && game.seats.some((seat) => seat.kind === "human");
}

/** The discs placed before a swap, and the cells of the smallest board with a list of even ones. */
const [DISCS, EVEN_CELLS] = [3, 42];

/** Tells whether the list has a board. @param {Pick<GameInfo, "board" | "gravity" | "connect" | "chance">} info */
export const hasEvenDiscs = ({ board, gravity, connect, chance }) =>
  board !== null && gravity && connect === 4 && !chance && board[0] * board[1] >= EVEN_CELLS;

/** Tells whether a person of this browser may swap sides instead of moving. @param {PageState} page */
export const maySwap = (page) => !!page.game.can_swap && myTurn(page);

/**
 * Tells whether a move may be kept for the next turn: against another person, while that person is to move.
 * @param {PageState} page
 */
export const mayKeepMove = (page) =>
  opponent(page) !== null && !page.game.outcome && (page.pending !== null || page.game.to_move === opponent(page));

/**
 * Returns the cell at which the side to move points on another page, else that of the move kept for the next turn.
 * @param {PageState} page
 */
export function theirGhost(page) {
  const {
    game,
    ui: { premove },
    people: { aim },
  } = page;
  const mine = mySeat(page);
  const kept = premove !== null && mine !== null && mayKeepMove(page) ? landing(page.info, discs(page), premove) : null;
  if (kept && mine !== null) return { cell: kept, seat: mine, move: premove ?? 0 };
  if (!aim || aim.move === null || aim.ply !== game.ply || aim.seat !== game.to_move || page.pending) return null;
  const cell = landing(page.info, game.discs, aim.move);
  return cell && { cell, seat: aim.seat, move: aim.move };
}

/**
 * Tells whether the positions of the game may have proofs: discs drop, nothing is left to chance, and a server
 * looks.
 * @param {PageState} page
 */
export function hasProofs({ info: { board, gravity, chance }, connection }) {
  return board !== null && gravity && !chance && connection.status !== "alone";
}

/**
 * Tells whether anybody may ask why the shown position is as it is: in an analysis, or after a game.
 * @param {PageState} page
 */
export function mayAskWhy(page) {
  const { game, review } = page;
  const past = review.ply !== null && review.ply < game.ply;
  return hasProofs(page) && (past ? game.analysis || game.outcome !== null : game.analysis && game.outcome === null);
}

/** Tells whether a game that is over is looked at, no analysis. @param {PageState} page */
export const looksAtEnd = ({ game, review }) => review.opened && !game.analysis;

/** Returns the seat with no person yet. @param {PageState} page @returns {SeatNumber | null} */
export function freeSeat({ game: { seats } }) {
  return seats[0]?.open ? 0 : seats[1]?.open ? 1 : null;
}

/** Tells whether nothing has been played yet: the page as a first visitor finds it. @param {PageState} page */
export const isFresh = ({ game, pending }) => game.game_id === null && game.ply === 0 && !game.analysis && !pending;

/**
 * Returns the person's seat in a game that can light a stop; null for any other game.
 * @param {PageState} page @returns {SeatNumber | null}
 */
export const climber = (page) => (page.game.moves.length ? mayClimb(page) : null);

/** Tells whether the game counts for the ladder, or would with its first move: not once a move was taken back. @param {PageState} page */
export function wouldClimb(page) {
  const { game } = page;
  if (game.game_id !== null) return game.outcome === null && mayClimb(page) !== null && !game.branches?.length;
  return engineSeat(page) !== null && !game.analysis && game.start === 0;
}

/** Returns the same from before the first move on, when a hint is help already. @param {PageState} page */
export function mayClimb(page) {
  const { game } = page;
  const engine = engineSeat(page);
  if (engine === null || game.game_id === null || game.analysis || game.start > 0) return null;
  const seat = engine === 0 ? 1 : 0;
  return isMine(page, seat) && !isMine(page, engine) && !game.seats[engine]?.lent ? seat : null;
}

/**
 * Tells whether roots have a place under the board: an engine plays there, and may be asked. Between two people the
 * board has the place.
 * @param {PageState} page
 */
export const hasRoots = ({ game }) => game.help && !game.analysis && game.seats.some(({ kind }) => kind === "engine");
