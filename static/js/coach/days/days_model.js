/**
 * Reads a person's days: the calendar, the curve of the strength, the level of each theme. Pure.
 *
 * @typedef {object} Deed what was done on a day
 * @property {number} day
 * @property {number} puzzles tried, with the openings and the questions
 * @property {number} solved of them
 * @property {number} games against levels, of every kind
 * @property {number | null} rating in puzzles, at the end of the day; null for everybody with too few of them
 * @property {number | null} strength in games of Connect Four, at the end of the day
 */

/** @import { Result } from "../../model/ended/results.js" */
/** @import { Theme } from "../model/puzzle_choice.js" */
/** @import { Progress } from "../model/progress.js" */

import { strengths } from "../../model/ended/results.js";
import { BOARD } from "../model/puzzle.js";
import { levelOf, RATED_AFTER } from "../model/puzzle_choice.js";

const WEEK = 7;
/** Days from Monday, 5 January 1970, on which weeks begin. */
const MONDAY = 4;
/**
 * Returns the days on which something was done, in their order.
 *
 * @param {Progress} progress
 * @param {Result[]} results of all games, in the order of play
 * @returns {Deed[]}
 */
export function deedsOf({ history, days, solved: all, failed: missed }, results) {
  const isRated = all + missed >= RATED_AFTER;
  /** @type {Map<number, Deed>} */
  const found = new Map();
  const on = (/** @type {number} */ day) => {
    const deed = found.get(day) ?? { day, puzzles: 0, solved: 0, games: 0, rating: null, strength: null };
    found.set(day, deed);
    return deed;
  };
  for (const { day, solved, failed, points } of history)
    Object.assign(on(day), { puzzles: solved + failed, solved, rating: isRated ? points : null });
  // Earlier releases noted the puzzles of the day alone.
  for (const { day, solved, tries } of days)
    if (!history.some((one) => one.day === day)) {
      on(day).puzzles += 1;
      on(day).solved += Number(solved && tries === 1);
    }
  for (const { day } of results) on(day).games += 1;
  const rated = results.filter(({ game, rating }) => game === BOARD.name && rating !== null);
  for (const [at, points] of strengths(rated).entries()) on(rated[at]?.day ?? 0).strength = points;
  return [...found.values()].sort((a, b) => a.day - b.day);
}

/**
 * Returns the weeks of a calendar, the last one with today; each from Monday on, null for a day to come.
 *
 * @param {Deed[]} deeds
 * @param {number} today
 * @param {number} count of weeks
 * @returns {({day: number, deed: Deed | undefined} | null)[][]}
 */
export function weeks(deeds, today, count) {
  const monday = today - ((today - MONDAY) % WEEK);
  const byDay = new Map(deeds.map((deed) => [deed.day, deed]));
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: WEEK }, (_, at) => {
      const day = monday + WEEK * (week + 1 - count) + at;
      return day > today ? null : { day, deed: byDay.get(day) };
    }),
  );
}

/**
 * Returns the level of each theme with enough puzzles, the weakest first.
 *
 * @param {Progress} progress
 * @param {{themes: Theme[], levels: number[]}} index
 * @returns {{slug: string, title: string, level: number, tried: number}[]}
 */
export const themeLevels = ({ skills }, { themes, levels }) =>
  themes
    .flatMap(({ slug, title, bit }) => {
      const skill = skills[bit];
      return skill && skill.tried >= RATED_AFTER
        ? [{ slug, title, ...skill, level: levelOf(skill.points, levels) }]
        : [];
    })
    .sort((a, b) => a.points - b.points);
