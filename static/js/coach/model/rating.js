/**
 * Rates the person by Glicko-1 (M. Glickman, "The Glicko system"): a puzzle is an opponent of a known rating.
 *
 * @typedef {{points: number, deviation: number}} Rating
 */

import { atLeast } from "../../model/day.js";

const Q = Math.LN10 / 400;
const PUZZLE_DEVIATION = 60;
/** The deviation never falls below this, so a person who learns is followed. */
const LEAST_DEVIATION = 45;
const MOST_DEVIATION = 350;
/** Added in squares for each day without a puzzle: certainty fades in about a year. */
const DAILY_DRIFT = 18;

/** A rating is told from so many puzzles on. */
export const RATED_AFTER = 5;

/** Rates a person before the first puzzle. @type {Rating} */
export const NEWCOMER = { points: 800, deviation: MOST_DEVIATION };

/** @param {number} deviation */
const damping = (deviation) => 1 / Math.sqrt(1 + (3 * Q * Q * deviation * deviation) / Math.PI ** 2);

/**
 * Returns the chance to solve a puzzle.
 *
 * @param {Rating} person
 * @param {number} puzzle the puzzle's rating
 */
export const chance = (person, puzzle) =>
  1 / (1 + 10 ** ((-damping(Math.hypot(person.deviation, PUZZLE_DEVIATION)) * (person.points - puzzle)) / 400));

/**
 * Returns the rating after one puzzle.
 *
 * @param {Rating} person
 * @param {number} puzzle the puzzle's rating
 * @param {boolean} solved
 * @returns {Rating}
 */
export function rated(person, puzzle, solved) {
  const g = damping(PUZZLE_DEVIATION);
  const expected = 1 / (1 + 10 ** ((-g * (person.points - puzzle)) / 400));
  const precision = Q * Q * g * g * expected * (1 - expected);
  const variance = 1 / (1 / person.deviation ** 2 + precision);
  const points = atLeast(person.points + Q * variance * g * (Number(solved) - expected));
  return { points, deviation: Math.max(LEAST_DEVIATION, Math.sqrt(variance)) };
}

/** Returns the rating after days without a puzzle. @param {Rating} person @param {number} days @returns {Rating} */
export const rested = (person, days) => ({
  ...person,
  deviation: Math.min(MOST_DEVIATION, Math.hypot(person.deviation, DAILY_DRIFT * Math.sqrt(Math.max(0, days)))),
});

/**
 * Returns the level whose points are nearest.
 * @param {number} points
 * @param {number[]} levels the points of each level, from level 1 on
 */
export const levelOf = (points, levels) =>
  1 +
  levels.reduce((best, one, at) => (Math.abs(one - points) < Math.abs((levels[best] ?? 0) - points) ? at : best), 0);
