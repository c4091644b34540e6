/** Tells where an ended game turned: the sentence, the moves to look at, and the moment to try again. */

/** @import { Claim } from "../claim.js" */
/** @import { PageState, ReviewRow } from "../types.js" */

import { moveWords } from "../board.js";
import { hadBetter, movesUpTo } from "../history.js";
import { engineSeat, isMine, playerOf } from "../select.js";
import { canReview, countsAsSeen, isReviewed, markOf, pointsAreOwn, reviewRows } from "./review.js";
import "../../more_words.js";
import { t } from "../../words.js";

const LISTED = 3;

/** Tells whether a move gave the result away. @param {ReviewRow} row */
const changesResult = ({ mark }) => mark === "mistake" || mark === "blunder";

/** Tells whether the search did not reach the end, before or after a move. @param {ReviewRow} row */
const isOpen = ({ proven, mark }) => !proven || mark === "doubtful";

/** Returns the review of the moves of the game itself. @param {PageState} page */
const rowsOf = (page) => [...reviewRows(page).values()].filter(({ ply }) => ply >= page.game.start);

/**
 * Finds the move that the sentence tells: the loser's last change of the result, else the last one that shortened a
 * defence in sight.
 *
 * @param {PageState} page
 * @returns {{told: ReviewRow | null, unread: boolean}} unread: no move is told, as the search did not reach the end
 */
function turnOf(page) {
  const none = { told: null, unread: false };
  if (!isReviewed(page)) return none;
  const rows = rowsOf(page);
  if (!endedOnBoard(page) && !stoodSo(page, rows.at(-1))) return none;
  const slips = rows.filter((row) => row.seat !== page.game.outcome?.winner && hadBetter(row));
  const turn = slips.findLast(changesResult); // both results are proven
  const doubt = page.info.chance ? undefined : rows.findLast(isOpen);
  if (!turn?.near && doubt && doubt.ply > (turn?.ply ?? -1)) return { told: null, unread: true };
  return { told: turn ?? slips.findLast(({ near }) => near) ?? null, unread: false };
}

/**
 * Says in one sentence where the game turned: at the loser's last change of the result, or that it lay too far ahead, or
 * that the search did not reach the end. Without a change of the result the sentence tells which move shortened the
 * defence. "" for a game without a review, and where nothing on the board ended the game or turned it.
 *
 * @param {PageState} page
 */
export function turnWords(page) {
  if (!canReview(page)) return "";
  if (!isReviewed(page)) return t("Looking for the move that decided it…");
  const { told, unread } = turnOf(page);
  if (!told && !endedOnBoard(page)) return "";
  if (unread) return t("I could not look to the end from every move, so I cannot tell where it turned.");
  if (!told) return undecidedWords(page);
  const named = {
    n: told.ply + 1,
    side: playerOf(page, told.seat),
    move: moveWords(page, told.move),
    best: moveWords(page, told.best),
  };
  if (told.mark === "doubtful") return t("On move {n}, {best} looked better than {move}.", named); // of chance
  const own = isMine(page, told.seat) && !isMine(page, told.seat === 0 ? 1 : 0);
  if (!changesResult(told))
    return own
      ? t("On move {n}, {best} would have lasted longer than {move}.", named)
      : t("On move {n}, {side} could have held longer with {best} than with {move}.", named);
  if (!told.near) return t("It turned on move {n}, too deep for the eye.", named);
  return own
    ? t("It turned on move {n}: you played {move}; {best} would have been better.", named)
    : t("It turned on move {n}: {side} played {move}; {best} would have been better.", named);
}

/**
 * Returns what the sentence on the turn claims, and a pin says of a move: it gave the result away, or another
 * one was better.
 *
 * @param {PageState} page
 * @param {ReviewRow | null} [row] of the pin; left out: the one that the sentence tells
 * @returns {Claim[]}
 */
export function turnClaims(page, row = isReviewed(page) ? turnOf(page).told : null) {
  if (!row || row.mark === "doubtful") return [];
  const moves = String(movesUpTo(page.game, row.ply));
  const drops = changesResult(row) ? [{ moves, column: row.move, result: DROPS }] : [];
  return [...drops, { moves, column: row.best, result: drops.length ? KEEPS : BEST }];
}

const [DROPS, KEEPS, BEST] = /** @type {const} */ (["drops", "keeps", "best"]);

/**
 * Says that no move changed the result. A game that began with an opened position was then won in that position; of a
 * draw there is nothing to say.
 *
 * @param {PageState} page
 */
function undecidedWords({ game: { start, outcome } }) {
  if (!start) return t("No single move decided it.");
  return outcome?.winner === null ? "" : t("It was decided before this game began.");
}

/** Tells whether the last position was won, or drawn, as the game then ended. @param {PageState} page @param {ReviewRow} [last] */
function stoodSo({ game: { outcome } }, last) {
  const winner = outcome?.winner;
  return last?.proven && Math.sign(last.value) === (winner == null ? 0 : 1 - 2 * winner);
}

/** Tells whether a line or a full board ended the game: no flag, no agreement. @param {PageState} page */
function endedOnBoard({ game: { outcome, ply }, info: { board } }) {
  const [width, height] = board ?? [0, 0];
  return Boolean(outcome?.line.length) || (outcome?.winner === null && ply === width * height);
}

/**
 * Returns the moves to look at again, in their order: the one that the sentence tells, and the worst others, of the only
 * person or of both sides.
 *
 * @param {PageState} page
 */
export function turningPoints(page) {
  const { told } = turnOf(page);
  const people = page.game.seats.flatMap((seat, number) => (seat.kind === "human" ? [number] : []));
  const whose = people.length === 1 ? people : [0, 1];
  const others = rowsOf(page).filter(
    (row) => row !== told && hadBetter(row) && whose.includes(row.seat) && countsAsSeen(page, row),
  );
  const first = told && (others.length || whose.includes(told.seat)) ? [told] : [];
  const worst = others.sort((a, b) => b.loss - a.loss || a.ply - b.ply).slice(0, LISTED - first.length);
  return [...first, ...worst].sort((a, b) => a.ply - b.ply);
}

/** Names the turning points; "" if there are none and not every move was read to the end. @param {PageState} page */
export function pointsTitle(page) {
  const points = turningPoints(page);
  const own = pointsAreOwn(page);
  if (!points.length && rowsOf(page).some(isOpen)) return "";
  if (!points.length) return own ? t("You missed nothing in sight") : t("Nothing near was missed");
  if (!own) return t("Turning points");
  const { told } = turnOf(page);
  return told && points.includes(told) && changesResult(told) ? t("Where it turned") : t("What you missed");
}

/**
 * Returns the name and the worth of a turning point.
 *
 * @param {PageState} page
 * @param {ReviewRow} row
 * @returns {[name: string, worth: string]}
 */
export function pointWords(page, row) {
  const n = row.ply + 1;
  const name =
    pointsAreOwn(page) && page.game.seats[row.seat]?.kind === "human"
      ? t("move {n}", { n })
      : t("{side}, move {n}", { side: playerOf(page, row.seat), n });
  if (!countsAsSeen(page, row)) return [name, t("too far to see")];
  if (row.mark === "quick") return [name, t("could have held longer")];
  return [name, row.mark === "slow" ? t("could have won sooner") : markOf(page, row)[1]];
}

/**
 * Returns the moves of the one person; none where two people played, by chance, or where one is unproven.
 * @param {PageState} page
 */
function ownRows(page) {
  const seat = page.game.seats.findIndex(({ kind }) => kind === "human");
  const rows = rowsOf(page).filter((row) => row.seat === seat);
  const known = isReviewed(page) && pointsAreOwn(page) && !page.info.chance && rows.every(({ proven }) => proven);
  return known ? rows : [];
}

/** Counts the moves of the one person that kept a win or a draw: a lost one cannot be kept. @param {PageState} page */
export function foundWords(page) {
  const rows = ownRows(page).filter(({ value, loss, seat }) => loss || (seat ? -value : value) >= 0);
  const kept = rows.filter(({ loss }) => !loss);
  return rows.length ? t("You found {n} of {all}", { n: kept.length, all: rows.length }) : "";
}

/** Tells whether it is proved that every move of the one person kept the result. @param {PageState} page */
export const foundAll = (page) => ownRows(page).length > 0 && !ownRows(page).some(({ loss }) => loss);

/** Tells whether there may be a moment to try again: the person lost to an engine. @param {PageState} page */
export const mayHaveMoment = ({ game, info }) => {
  const winner = game.outcome?.winner ?? null;
  return (
    winner !== null && game.seats[winner]?.kind === "engine" && game.seats[1 - winner]?.kind === "human" && !info.chance
  );
};

/**
 * Returns the ply of the moment to try again: the last one that could be seen, where the person let the result go, else
 * where the defence got shorter.
 *
 * @param {PageState} page
 * @returns {number | null}
 */
export function momentOf(page) {
  const engine = engineSeat(page);
  if (!mayHaveMoment(page) || !isReviewed(page)) return null;
  const slips = rowsOf(page).filter((row) => row.seat !== engine && row.near && hadBetter(row));
  return (slips.findLast(changesResult) ?? slips.at(-1))?.ply ?? null;
}
