/**
 * Reads the review of a game: the worth of each move in marks and words, and the turning points.
 *
 * @typedef {import("./types.js").PageState} PageState
 * @typedef {import("./types.js").ReviewRow} ReviewRow
 */

import { looksBack, shownPly } from "./history.js";
import { lastMoveLine } from "./words.js";
import { say, t } from "../words.js";

const TURNING_POINTS = 3;
/** Limits how many of the winner's moves ahead a turning point may lie. */
const SEEN_AHEAD = 5;

/** Maps each mark to a sign and words. @type {Record<string, [string, string]>} */
export const MARKS = {
  only: ["!", t("the only move")],
  slow: ["", t("a slower win")],
  quick: ["", t("a quicker loss")],
  doubtful: ["?!", t("doubtful")],
  mistake: ["?", t("a mistake")],
  blunder: ["??", t("a blunder")],
};

/** Tells whether there are moves to go through. @param {PageState} page */
export function canReview({ game, info }) {
  return info.board !== null && game.ply > 0 && (game.analysis || (game.outcome !== null && game.game_id !== null));
}

/** Tells whether the review is shown: always in an analysis, after a game when the person opens the review. @param {PageState} page */
export const showsReview = (page) => canReview(page) && (page.game.analysis || page.review.opened);

/** Tells whether a game, no analysis, is over and reviewed to the last move. @param {PageState} page */
export function isReviewed({ game, review: { result } }) {
  return Boolean(result?.done && game.outcome && !game.analysis && result.game_id === game.game_id && result.notation === game.notation);
}

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

/** Returns the worst moves of the only person, or of both sides. @param {PageState} page */
export function turningPoints(page) {
  const people = page.game.seats.flatMap((seat, number) => (seat.kind === "human" ? [number] : []));
  const whose = people.length === 1 ? people : [0, 1];
  return [...reviewRows(page).values()]
    .filter((row) => row.ply >= page.game.start && row.loss > 0 && whose.includes(row.seat) && (page.game.analysis || couldBeSeen(row)))
    .sort((a, b) => b.loss - a.loss || a.ply - b.ply)
    .slice(0, TURNING_POINTS)
    .sort((a, b) => a.ply - b.ply);
}

/** Tells whether a person could have seen the better move: nothing that was missed lay further ahead than a few moves. @param {ReviewRow} row */
export const couldBeSeen = ({ words }) => [...words.matchAll(/\b(?:win|wins|loses) in (\d+)/g)].every(([, moves]) => Number(moves) <= SEEN_AHEAD);

/** Tells whether the turning points belong to one person. @param {PageState} page */
export const pointsAreOwn = (page) => page.game.seats.filter((seat) => seat.kind === "human").length === 1;

/** Returns the headline while an earlier move is shown. @param {PageState} page */
export function historyHeadline(page) {
  const ply = shownPly(page);
  return ply === 0 ? t("The beginning.") : t("Move {ply} of {last}.", { ply, last: page.game.ply });
}

/** Returns the line below: the worth of the shown move. @param {PageState} page @param {PageState} shown */
export function historySubline(page, shown) {
  if (!looksBack(page)) return "";
  const row = shownRow(page);
  if (!row) return shownPly(page) === 0 ? t("Nothing has been played yet.") : lastMoveLine(shown);
  const mark = MARKS[row.mark];
  const who = page.info.players[row.seat];
  const said = say(row.said);
  return mark && row.mark !== "only" ? `${who}: ${mark[1]}. ${said}` : `${who}: ${said}`;
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
  return row && row.loss > 0 ? row.ply : shownPly(page);
}
