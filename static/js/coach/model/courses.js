/**
 * Holds the courses: a theme in a few sentences, an example, and puzzles that rise in difficulty. Pure.
 *
 * @typedef {{kind: string, cells: Cell[], pairs: [Cell, Cell][]}} Mark a layer of the example's board
 *
 * @typedef {object} Course
 * @property {string} slug
 * @property {string} title
 * @property {string[]} names of the puzzles, the easiest first
 * @property {{moves: string, marks: Mark[], said: Said[]}} example
 *
 * @typedef {Record<string, string[]>} Done the names of the puzzles solved in each course, by slug
 */

/** @import { Cell } from "../../model/proof/certificate.js" */
/** @import { Said } from "../../words.js" */

import { capital, t } from "../../words.js";

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
