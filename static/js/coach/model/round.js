/**
 * Deals the trainer's rounds: ten puzzles, then those that were missed, once more. Pure.
 *
 * @typedef {object} Round
 * @property {number} tried
 * @property {any[][]} missed the rows of the puzzles not solved at the first try
 * @property {number} again how many of these were shown once more
 */

import { t } from "../../words.js";

/** Counts the puzzles of a round. */
const PUZZLES = 10;

/** Begins a round. @type {Round} */
export const BEGUN = { tried: 0, missed: [], again: 0 };

/** Returns the puzzle to be shown once more, or undefined. @param {Round} round */
export const onceMore = ({ tried, missed, again }) => (tried < PUZZLES ? undefined : missed[again]);

/** Tells whether all puzzles of a round are done. @param {Round} round */
export const isOver = (round) => round.tried === PUZZLES && !onceMore(round);

/**
 * Returns the round after a puzzle, or after one that came once more.
 *
 * @param {Round} round
 * @param {any[]} row
 * @param {boolean} solved at the first try
 * @returns {Round}
 */
export function afterTry(round, row, solved) {
  if (round.tried === PUZZLES) return { ...round, again: round.again + 1 };
  return { ...round, tried: round.tried + 1, missed: solved ? round.missed : [...round.missed, row] };
}

/**
 * Says how far the round is.
 *
 * @param {Round} round
 * @param {boolean} counted the puzzle on the board is in the round already
 */
export function place({ tried, missed, again }, counted) {
  const before = tried - Number(counted);
  if (before < PUZZLES && !again) return t("Puzzle {n} of {count}.", { n: before + 1, count: PUZZLES });
  return t("Once more: {n} of {count} that you missed.", { n: again + Number(!counted), count: missed.length });
}

/** Says how a round went. @param {Round} round @returns {[string, string]} */
export const ending = ({ tried, missed }) => [
  t("{n} of {count} solved at the first try.", { n: tried - missed.length, count: tried }),
  missed.length ? t("What went wrong comes again in the trainer.") : "",
];
