/**
 * Chooses puzzles: of today, of the trainer, of a theme. Pure: the same arguments give the same puzzle. A person is
 * rated by Glicko-1 (M. Glickman, "The Glicko system"): a puzzle is an opponent of a known rating.
 *
 * @typedef {object} Chunk
 * @property {number} low the lowest rating in the file
 * @property {number} high
 * @property {number} count
 * @property {number[]} themes how many puzzles have each theme
 *
 * @typedef {{slug: string, title: string, bit: number}} Theme
 *
 * @typedef {object} Index
 * @property {number} count
 * @property {number[]} levels the points of each level, on the scale of the ratings
 * @property {Theme[]} themes
 * @property {Chunk[]} chunks
 *
 * @typedef {{first: string, strengths: number[][]}} Daily for each strength the puzzles of the days, from the first one
 *   on
 */

import { atLeast } from "../../model/day.js";

/** Bounds the chance to solve the trainer's next puzzle from above. */
export const EASIEST = 0.75;
/** Bounds the chance to solve the trainer's next puzzle from below. */
export const HARDEST = 0.6;

/** Returns the number of days from the first day of puzzles to a day. @param {Daily} daily @param {number} day */
const daysSince = (daily, day) => day - Date.parse(`${daily.first}T00:00:00Z`) / 86_400_000;

/**
 * Returns the place, in the order of the ratings, of a puzzle of a day: the same for everybody.
 *
 * @param {Daily} daily
 * @param {number} day the number of the day; see model/day.js
 * @param {number} strength 0 easy, 1 middling, 2 hard
 */
export function placeOfDay(daily, day, strength) {
  const list = daily.strengths[strength] ?? [];
  const since = daysSince(daily, day);
  return list[((since % list.length) + list.length) % list.length] ?? 0;
}

/**
 * Returns the strength for a person: the hardest puzzle of the day that is solved three times in four, else the easy
 * one.
 *
 * @param {Index} index @param {Daily} daily @param {number} day @param {Rating} person
 */
export function strengthFor(index, daily, day, person) {
  const likely = daily.strengths.map((_, strength) => {
    const file = index.chunks[locate(index, placeOfDay(daily, day, strength)).chunk];
    return file !== undefined && chance(person, (file.low + file.high) / 2) >= EASIEST;
  });
  return Math.max(0, likely.lastIndexOf(true));
}

/** Returns the number of the puzzles of a day, from 1 on the first day. @param {Daily} daily @param {number} day */
export const numberOfDay = (daily, day) => daysSince(daily, day) + 1;

/** Returns the file of a place, and the place in the file. @param {Index} index @param {number} place */
export function locate(index, place) {
  let left = place;
  for (const [chunk, { count }] of index.chunks.entries()) {
    if (left < count) return { chunk, at: left };
    left -= count;
  }
  return { chunk: 0, at: 0 };
}

/** Returns the ratings between which the next puzzle lies. @param {Rating} person */
export function wantedRatings(person) {
  const at = (/** @type {number} */ share) => {
    let [low, high] = [0, 3000];
    for (let i = 0; i < 24; i += 1) {
      const middle = (low + high) / 2;
      if (chance(person, middle) > share) low = middle;
      else high = middle;
    }
    return low;
  };
  return { low: at(EASIEST), high: at(HARDEST) };
}

/**
 * Returns the files to look into for a puzzle, in this order: those within the wanted ratings, from the middle on, then
 * the nearest others. With a theme, only files with puzzles of it.
 *
 * @param {Index} index
 * @param {{low: number, high: number}} wanted
 * @param {number} [theme] the place of the theme
 */
export function chunksFor(index, wanted, theme) {
  const middle = (wanted.low + wanted.high) / 2;
  const away = (/** @type {Chunk} */ { low, high }) => Math.max(0, low - wanted.high, wanted.low - high);
  const off = (/** @type {Chunk} */ { low, high }) => Math.abs((low + high) / 2 - middle);
  return index.chunks
    .map((chunk, at) => ({ chunk, at }))
    .filter(({ chunk }) => theme === undefined || (chunk.themes[theme] ?? 0) > 0)
    .sort((a, b) => away(a.chunk) - away(b.chunk) || off(a.chunk) - off(b.chunk))
    .map(({ at }) => at);
}

/**
 * Returns a puzzle not seen lately, drawn from those within the wanted ratings; undefined if there is none.
 *
 * @template {{name: string, rating: number, themes: number}} T
 * @param {T[]} puzzles @param {{low: number, high: number}} wanted @param {Set<string>} seen
 * @param {number} draw from 0 to 1
 * @param {number} [bit] the theme
 */
export function fitting(puzzles, wanted, seen, draw, bit) {
  const fit = puzzles.filter(
    ({ name, rating, themes }) =>
      !seen.has(name) && rating >= wanted.low && rating <= wanted.high && (bit === undefined || themes & bit),
  );
  return fit[Math.floor(draw * fit.length)];
}

/**
 * Returns the puzzle nearest to the wanted ratings: where none is left that fits, an unseen one first.
 *
 * @template {{name: string, rating: number, themes: number}} T
 * @param {T[]} puzzles @param {{low: number, high: number}} wanted @param {Set<string>} seen
 * @param {number} [bit] the theme
 */
export function nearest(puzzles, wanted, seen, bit) {
  const middle = (wanted.low + wanted.high) / 2;
  return puzzles
    .filter(({ themes }) => bit === undefined || themes & bit)
    .sort(
      (a, b) =>
        Number(seen.has(a.name)) - Number(seen.has(b.name)) ||
        Math.abs(a.rating - middle) - Math.abs(b.rating - middle),
    )[0];
}

/** @typedef {{points: number, deviation: number}} Rating */

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

/** Returns the chance to solve a puzzle. @param {Rating} person @param {number} puzzle the puzzle's rating */
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
