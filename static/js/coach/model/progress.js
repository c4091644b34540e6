/**
 * Keeps a person's progress: rating, cards, days, courses. One plain object, stored in the browser and exported as text
 * (saved.js). Nothing is sent to any server.
 *
 * @typedef {{day: number, tries: number, solved: boolean, strength?: number}} Day a puzzle of the day: how many tries
 *   it
 *   took. Earlier releases had one a day, without a strength.
 *
 * @typedef {object} Mistake a move of the person that let a result slip; see mistakes.js
 * @property {string} name the moves before, as text
 * @property {any[]} row the puzzle
 * @property {number} played the move
 * @property {string} game the id of the last game with this mistake
 * @property {number} day the day when the mistake was found
 * @property {number} times how many games had this mistake
 *
 * @typedef {object} Practised what was done on a day
 * @property {number} day
 * @property {number} solved puzzles solved at the first try, openings known, questions answered
 * @property {number} failed
 * @property {number} points the rating at the end of the day
 *
 * @typedef {Rating & {tried: number}} Skill the rating of one theme, and from how many puzzles
 *
 * @typedef {{name: string, since: number, last: number, due: number} & Memory} Opening a position of the drill: the
 *   moves, the days of the first, the last and the next attempt
 * @typedef {{last: number, due: number, known: boolean} & Memory} Question
 * @typedef {{best: number, day: number, count: number}} Best the most puzzles of a run, the day of that run, all runs
 *
 * @typedef {object} Progress
 * @property {1} v
 * @property {Rating} rating
 * @property {number} day the last day with a puzzle
 * @property {number} solved
 * @property {number} failed
 * @property {string[]} seen names of puzzles, the latest last
 * @property {Card[]} cards
 * @property {Mistake[]} mistakes the person's own, the latest last
 * @property {Day[]} days
 * @property {Done} courses the puzzles solved in each course
 * @property {Practised[]} history the days with practice, the latest last
 * @property {Record<string, Skill>} skills by the bit of the theme
 * @property {Opening[]} openings the positions of the drill, the latest last
 * @property {Record<string, Question>} questions the questions of the zugzwang trainer that were met, by name
 * @property {Record<string, Best>} runs the runs against the clock, by minutes
 */

/** @import { Rating } from "./puzzle_choice.js" */
/** @import { Card, Memory } from "./fsrs.js" */
/** @import { Cell } from "../../model/proof/certificate.js" */
/** @import { Said } from "../../words.js" */

import { NEWCOMER, rated, rested } from "./puzzle_choice.js";
import { afterAttempt } from "./fsrs.js";
import { capital, t } from "../../words.js";

/** Limits what is kept. Of a course more names than it has, for a later release may have other puzzles. */
export const KEPT = {
  seen: 500,
  cards: 300,
  days: 1200,
  mistakes: 200,
  course: 40,
  courses: 40,
  history: 800,
  openings: 400,
  questions: 400,
  runs: 10,
};
/** How little is known of a theme before its first puzzle: the points are those of all puzzles. */
const THEME_DEVIATION = 250;

/** Returns the progress of a person who begins. @returns {Progress} */
export const beginner = () => ({
  v: 1,
  rating: { ...NEWCOMER },
  day: 0,
  solved: 0,
  failed: 0,
  seen: [],
  cards: [],
  mistakes: [],
  days: [],
  courses: {},
  history: [],
  skills: {},
  openings: [],
  questions: {},
  runs: {},
});

/**
 * Returns the progress with one more puzzle, opening or question in the list of the days.
 *
 * @param {Progress} progress
 * @param {number} today
 * @param {boolean} solved at the first try
 * @returns {Progress}
 */
export function practised(progress, today, solved) {
  const before = progress.history.find(({ day }) => day === today);
  const others = progress.history.filter((one) => one !== before);
  const row = {
    day: today,
    solved: (before?.solved ?? 0) + Number(solved),
    failed: (before?.failed ?? 0) + Number(!solved),
    points: Math.round(progress.rating.points),
  };
  return { ...progress, history: [...others, row].slice(-KEPT.history) };
}

/**
 * Returns the rating of each theme after a puzzle that has some of them.
 *
 * @param {Progress} progress
 * @param {{rating: number, themes: number}} puzzle
 * @param {boolean} solved at the first try
 * @returns {Record<string, Skill>}
 */
function skilled({ skills, rating }, puzzle, solved) {
  const bits = Array.from({ length: 31 }, (_, i) => 1 << i).filter((bit) => puzzle.themes & bit);
  const after = bits.map((bit) => {
    const before = skills[bit] ?? { points: rating.points, deviation: THEME_DEVIATION, tried: 0 };
    return [bit, { ...rated(before, puzzle.rating, solved), tried: before.tried + 1 }];
  });
  return { ...skills, ...Object.fromEntries(after) };
}

/**
 * Returns the progress after a puzzle.
 *
 * @param {Progress} progress
 * @param {{name: string, row: any[], rating: number, themes: number}} puzzle
 * @param {boolean} solved at the first try
 * @param {number} today
 * @param {boolean} counts the puzzle changes the rating: one tried for the first time
 * @returns {Progress}
 */
export function afterPuzzle(progress, puzzle, solved, today, counts) {
  const rating = counts
    ? rated(rested(progress.rating, progress.day ? today - progress.day : 0), puzzle.rating, solved)
    : progress.rating;
  const after = {
    ...progress,
    rating,
    skills: counts ? skilled(progress, puzzle, solved) : progress.skills,
    day: today,
    solved: progress.solved + Number(solved),
    failed: progress.failed + Number(!solved),
    seen: [...progress.seen.filter((name) => name !== puzzle.name), puzzle.name].slice(-KEPT.seen),
    cards: afterAttempt(progress.cards, puzzle, solved, today).slice(-KEPT.cards),
  };
  return practised(after, today, solved);
}

/** Tells whether a puzzle of a day is done. @param {Progress} progress @param {number} day @param {number} [strength] */
export const isDayDone = ({ days }, day, strength) => days.some((one) => one.day === day && one.strength === strength);

/** Returns the progress after the puzzle of a day. @param {Progress} progress @param {Day} day @returns {Progress} */
export const afterDay = (progress, day) => ({
  ...progress,
  days: isDayDone(progress, day.day, day.strength) ? progress.days : [...progress.days, day].slice(-KEPT.days),
});

/**
 * Returns the progress after a puzzle of a course was solved, at whichever try.
 * @param {Progress} progress @param {string} slug @param {string} name @returns {Progress}
 */
export const afterCourse = (progress, slug, name) => ({
  ...progress,
  courses: { ...progress.courses, [slug]: [...new Set([...(progress.courses[slug] ?? []), name])].slice(-KEPT.course) },
});

/**
 * Returns the progress with a course begun again.
 * @param {Progress} progress @param {string} slug @returns {Progress}
 */
export const courseAgain = (progress, slug) => ({ ...progress, courses: { ...progress.courses, [slug]: [] } });

/**
 * @typedef {{kind: string, cells: Cell[], pairs: [Cell, Cell][]}} Mark a layer of the example's board
 *
 * @typedef {object} Course a theme in a few sentences, an example, and puzzles that rise in difficulty
 * @property {string} slug
 * @property {string} title
 * @property {string[]} names of the puzzles, the easiest first
 * @property {{moves: string, marks: Mark[], said: Said[]}} example
 *
 * @typedef {Record<string, string[]>} Done the names of the puzzles solved in each course, by slug
 */

/** Returns the title with a large first letter. @param {{title: string}} course */
export const heading = ({ title }) => capital(t(title));

/** Returns how many puzzles of a course are solved. @param {Course} course @param {Done} done */
export const solvedIn = ({ slug, names }, done) => names.filter((name) => done[slug]?.includes(name)).length;

/** Tells whether every puzzle of a course is solved. @param {Course} course @param {Done} done */
export const isFinished = (course, done) => solvedIn(course, done) === course.names.length;

/**
 * Returns the next puzzle to solve in a course: the first one after the given one, then from the beginning; null at the
 * end.
 *
 * @param {Course} course
 * @param {Done} done
 * @param {string} [after] the name of the puzzle just tried
 */
export function nextName({ slug, names }, done, after = "") {
  const from = names.indexOf(after) + 1;
  return [...names.slice(from), ...names.slice(0, from)].find((name) => !done[slug]?.includes(name)) ?? null;
}

/**
 * Returns the first course, after the given one and then from the beginning, that is not finished; null: all are.
 *
 * @param {Course[]} courses
 * @param {Done} done
 * @param {string} [after] slug
 */
export function nextCourse(courses, done, after = "") {
  const from = courses.findIndex(({ slug }) => slug === after) + 1;
  return [...courses.slice(from), ...courses.slice(0, from)].find((course) => !isFinished(course, done)) ?? null;
}

/** Says how far a course is. @param {Course} course @param {Done} done */
export function state(course, done) {
  const [solved, count] = [solvedIn(course, done), course.names.length];
  return solved === count
    ? t("finished: all {count} solved", { count })
    : t("{solved} of {count} solved", { solved, count });
}
