/**
 * After the game, and in analysis: what each move was worth, in marks, words and turning points.
 *
 * @typedef {import("./types.js").PageState} PageState
 * @typedef {import("./types.js").ReviewRow} ReviewRow
 */

import { looksBack, shownPly } from "./history.js";
import { lastMoveLine } from "./words.js";

const TURNING_POINTS = 3;

/** A mark as it is written and as it is said. @type {Record<string, [string, string]>} */
export const MARKS = {
  only: ["!", "the only move"],
  slow: ["…", "a slower win"],
  quick: ["…", "a quicker loss"],
  doubtful: ["?!", "doubtful"],
  mistake: ["?", "a mistake"],
  blunder: ["??", "a blunder"],
};

/** Whether there is something to go through. @param {PageState} page */
export function canReview({ game, info }) {
  return info.board !== null && game.ply > 0 && (game.analysis || (game.outcome !== null && game.game_id !== null));
}

/** What is known of the moves that stand, by their plies. @param {PageState} page @returns {Map<number, ReviewRow>} */
export function reviewRows({ game, review }) {
  if (!review || review.game_id !== game.game_id) return new Map();
  const shorter = game.notation.startsWith(review.notation) || review.notation.startsWith(game.notation);
  const rows = shorter ? review.rows.filter((row) => row.ply < game.ply) : [];
  return new Map(rows.map((row) => [row.ply, row]));
}

/** The row of the move that led to the position that is shown. @param {PageState} page */
export const shownRow = (page) => reviewRows(page).get(shownPly(page) - 1) ?? null;

/**
 * The moves that gave away most, of the one person who played, or of both sides.
 *
 * @param {PageState} page
 */
export function turningPoints(page) {
  const people = page.game.seats.flatMap((seat, number) => (seat.kind === "human" ? [number] : []));
  const whose = people.length === 1 ? people : [0, 1];
  return [...reviewRows(page).values()]
    .filter((row) => row.loss > 0 && whose.includes(row.seat))
    .sort((a, b) => b.loss - a.loss || a.ply - b.ply)
    .slice(0, TURNING_POINTS)
    .sort((a, b) => a.ply - b.ply);
}

/** Whether turning points are one person's own. @param {PageState} page */
export const pointsAreOwn = (page) => page.game.seats.filter((seat) => seat.kind === "human").length === 1;

/** The large line while an earlier move is looked at. @param {PageState} page */
export function historyHeadline(page) {
  const ply = shownPly(page);
  return ply === 0 ? "The beginning." : `Move ${ply} of ${page.game.ply}.`;
}

/** The small line under it: what the move was worth. @param {PageState} page @param {PageState} shown */
export function historySubline(page, shown) {
  if (!looksBack(page)) return "";
  const row = shownRow(page);
  if (!row) return shownPly(page) === 0 ? "Nothing has been played yet." : lastMoveLine(shown);
  const mark = MARKS[row.mark];
  const who = page.info.players[row.seat];
  return mark && row.mark !== "only" ? `${who}: ${mark[1]}. ${row.words}` : `${who}: ${row.words}`;
}

/** How long autoplay rests at a position, in milliseconds: the more the move changed, the longer. @param {PageState} page */
export function autoplayDelay(page) {
  const rows = reviewRows(page);
  const ply = shownPly(page);
  const [before, after] = [rows.get(ply - 2)?.value ?? 0, rows.get(ply - 1)?.value ?? 0];
  return 500 + Math.min(2, Math.abs(after - before)) * 1250;
}

/**
 * From where "try again" goes on: before the move that is shown if that gave something away, else after it.
 *
 * @param {PageState} page
 */
export function retryPly(page) {
  const row = shownRow(page);
  return row && row.loss > 0 ? row.ply : shownPly(page);
}
