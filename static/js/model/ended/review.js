/** Reads the review of a game: the worth of each move in marks and words. */

/** @import { Told } from "../claim.js" */
/** @import { PageState, ReviewRow } from "../types.js" */
/** @import { Said } from "../../words.js" */

import { moveWords } from "../board.js";
import { hadBetter, looksBack, shownPly } from "../history.js";
import { playerOf } from "../select.js";
import { lastMoveLine } from "../played.js";
import { capital, labelled, say, t } from "../../words.js";

/** Maps each mark to a sign and words. @type {Record<string, [string, string]>} */
const MARKS = {
  only: ["!", t("the only move")],
  slow: ["?!", t("a slower win")],
  quick: ["?!", t("a quicker loss")],
  doubtful: ["?!", t("doubtful")],
  mistake: ["?", t("a mistake")],
  blunder: ["??", t("a blunder")],
};

/** Tells whether there are moves to go through. @param {PageState} page */
export function canReview({ game }) {
  return game.ply > 0 && (game.analysis || (game.outcome !== null && game.game_id !== null));
}

/**
 * Tells whether the review is shown: always in an analysis, after a game when the person opens the review.
 * @param {PageState} page
 */
export const showsReview = (page) => canReview(page) && (page.game.analysis || page.review.opened);

/** Tells whether every move on the board is reviewed. @param {PageState} page */
export const isDone = ({ game, review: { result } }) =>
  Boolean(result?.done && result.game_id === game.game_id && result.notation === game.notation);

/** Tells whether a game, no analysis, is over and reviewed to the last move. @param {PageState} page */
export const isReviewed = (page) => isDone(page) && page.game.outcome !== null && !page.game.analysis;

/**
 * Returns the review rows of the standing moves, by ply.
 *
 * @param {PageState} page
 * @returns {Map<number, ReviewRow>}
 */
export function reviewRows({ game, review: { result } }) {
  if (!result || result.game_id !== game.game_id) return new Map();
  const shorter = game.notation.startsWith(result.notation) || result.notation.startsWith(game.notation);
  const rows = shorter ? result.rows.filter((row) => row.ply < game.ply) : [];
  return new Map(rows.map((row) => [row.ply, row]));
}

/** Returns the row of the move before the shown position. @param {PageState} page */
export const shownRow = (page) => reviewRows(page).get(shownPly(page) - 1) ?? null;

/**
 * Tells whether a person could have seen the reason of a move's mark; in an analysis every lost result is told.
 * @param {PageState} page
 * @param {ReviewRow} row
 */
export const countsAsSeen = (page, row) =>
  row.near || (page.game.analysis && row.mark !== "slow" && row.mark !== "quick");

/**
 * Returns the sign and the words of a move's mark; empty ones for a move without a mark, and for a slip that only a
 * long search can see.
 *
 * @param {PageState} page
 * @param {ReviewRow | null | undefined} row
 * @returns {[string, string]}
 */
export function markOf(page, row) {
  if (!row || !countsAsSeen(page, row)) return ["", ""];
  // How it stood before is not known to the end, but that it is lost now is certain.
  const lost = row.mark === "doubtful" && row.proven && (row.seat ? row.value : -row.value) > 0;
  return (lost ? ["?", t("loses")] : MARKS[row.mark]) ?? ["", ""];
}

/** Tells whether the turning points belong to one person. @param {PageState} page */
export const pointsAreOwn = (page) => page.game.seats.filter((seat) => seat.kind === "human").length === 1;

/** Tells whether the person tries a moment again: what names the better move stays away. @param {PageState} page */
export const isTrying = ({ review: { retry } }) => retry !== null;

/** Returns the headline while an earlier move is shown. @param {PageState} page */
export function historyHeadline(page) {
  const { retry } = page.review;
  if (retry?.right === true) return t("Yes.");
  if (retry?.right === false) return t("Not yet.");
  if (retry) return t("That moment again.");
  const ply = shownPly(page);
  const row = shownRow(page);
  const [, mark] = markOf(page, row);
  if (mark && row?.mark !== "only") return capital(`${labelled(t("move {n}", { n: ply }), mark)}.`);
  return ply === 0 ? t("The beginning.") : t("Move {ply} of {last}.", { ply, last: page.game.ply });
}

/** Returns what is said of the move itself: a second sentence names the better one. @param {Said} said @returns {Said} */
export const firstOf = (said) =>
  (typeof said === "object" && /** @type {Said | undefined} */ (said.values?.played)) || said;

/** Returns the line below: the worth of the shown move. The better one lies on the board. @param {PageState} page @param {PageState} shown @returns {string | Told} */
export function historySubline(page, shown) {
  if (!looksBack(page)) return "";
  const { retry } = page.review;
  if (retry)
    return (
      retry.said || t("Find a better move than {move}.", { move: moveWords(page, page.game.moves[retry.ply] ?? 0) })
    );
  const row = shownRow(page);
  if (!row) return shownPly(page) <= page.game.start ? t("Nothing has been played yet.") : lastMoveLine(shown);
  return { text: labelled(playerOf(page, row.seat), say(firstOf(row.said))), claims: row.claims ?? [] };
}

/**
 * Returns the rest of autoplay at a position, in milliseconds: the more the move changed, the longer.
 *
 * @param {PageState} page
 * @param {number} ply
 */
export function autoplayDelay(page, ply) {
  const rows = reviewRows(page);
  const [before, after] = [rows.get(ply - 2)?.value ?? 0, rows.get(ply - 1)?.value ?? 0];
  return 500 + Math.min(2, Math.abs(after - before)) * 1250;
}

/**
 * Returns the ply from which "Try again" goes on: before the shown move if a better one existed, else after the move.
 *
 * @param {PageState} page
 */
export function retryPly(page) {
  const row = shownRow(page);
  return row && hadBetter(row) ? row.ply : shownPly(page);
}
