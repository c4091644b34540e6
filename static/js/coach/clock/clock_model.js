/**
 * Counts a run against the clock: puzzles in a row, from easy to hard, until the time is up or three are wrong. Pure.
 *
 * @typedef {object} Run
 * @property {number} minutes
 * @property {number} until the time at which the run ends, in milliseconds
 * @property {number} solved
 * @property {number} wrong
 */

/** @import { Loaded } from "../model/coach_page.js" */
/** @import { Progress } from "../model/progress.js" */

import { KEPT, practised } from "../model/progress.js";
import { afterAttempt } from "../model/fsrs.js";
import { tn } from "../../words.js";

/** Lists how long a run may take, in minutes: many moves, or much time for each. */
export const MINUTES = [3, 10];
/** A run ends with so many wrong moves. */
export const MOST_WRONG = 3;
/** The first puzzle has this rating, and each one after it so many points more. */
const [FIRST, STEP, HARDEST] = [250, 35, 1900];
/** How far from the wanted rating a puzzle may lie. */
const AROUND = 40;
const MINUTE_MS = 60_000;

/** Names a length. @param {number} minutes */
export const minutesOf = (minutes) => tn(minutes, "{n} minute", "{n} minutes");

/** Begins a run. @param {number} minutes @param {number} now @returns {Run} */
export const begin = (minutes, now) => ({ minutes, until: now + minutes * MINUTE_MS, solved: 0, wrong: 0 });

/** Returns the run after a puzzle. @param {Run} run @param {boolean} solved @returns {Run} */
export const counted = (run, solved) => ({
  ...run,
  solved: run.solved + Number(solved),
  wrong: run.wrong + Number(!solved),
});

/** Returns the milliseconds left. @param {Run} run @param {number} now */
export const left = ({ until, wrong }, now) => (wrong >= MOST_WRONG ? 0 : Math.max(0, until - now));

/** Returns the ratings between which the next puzzle lies: harder with each puzzle solved. @param {Run} run */
export function wanted({ solved }) {
  const middle = Math.min(FIRST + STEP * solved, HARDEST);
  return { low: middle - AROUND, high: middle + AROUND };
}

/** Writes a time as a clock does: "2:05". A begun second counts. @param {number} ms */
export function clock(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Returns the progress after a puzzle of a run. In a hurry the rating stays, and a failed puzzle comes again.
 * @param {Progress} progress @param {Loaded} tried @param {boolean} solved @param {number} today @returns {Progress}
 */
export function afterTry(progress, { puzzle: { name }, row }, solved, today) {
  const seen = [...progress.seen.filter((one) => one !== name), name].slice(-KEPT.seen);
  const cards = afterAttempt(progress.cards, { name, row }, solved, today).slice(-KEPT.cards);
  return practised({ ...progress, seen, cards }, today, solved);
}

/**
 * Returns the progress after a run, and whether the run is the best of its length.
 * @param {Progress} progress @param {Run} run @param {number} today @returns {{progress: Progress, isBest: boolean}}
 */
export function afterRun(progress, { minutes, solved }, today) {
  const before = progress.runs[minutes];
  const isBest = solved > (before?.best ?? 0);
  const best = isBest || !before ? { best: solved, day: today } : { best: before.best, day: before.day };
  const runs = { ...progress.runs, [minutes]: { ...best, count: (before?.count ?? 0) + 1 } };
  return { progress: { ...progress, runs }, isBest };
}
