/**
 * Keeps what a person knows of a course: for each lesson met a memory by the coach's schedule (FSRS). Pure; stored in
 * the browser alone.
 *
 * @typedef {object} Lesson
 * @property {number} stability in days
 * @property {number} difficulty
 * @property {number} last the day of the last attempt
 * @property {number} due the day of the next attempt
 * @property {boolean} known the last answer was right, without help
 *
 * @typedef {Record<string, Lesson>} Progress the lessons met, by name
 */

/** @import { Reader } from "../../model/kept.js" */
/** @import { Course } from "./course.js" */

import { AGAIN, GOOD, interval, reviewed } from "../../coach/model/fsrs.js";
import { entries, fields, flag, whole } from "../../model/kept.js";

const MOST = 20_000;
const DAYS = 1e6;
const part = (/** @type {unknown} */ value) =>
  typeof value === "number" && value >= 0 && value <= DAYS ? value : undefined;

/** Reads the progress that a browser keeps, by lasting names or, as older releases did, by numbers. @type {Reader<Progress>} */
export const PROGRESS = entries(
  /^(n[01.]{3,99}:\d{1,2}|c[0-9a-f]{9,99}|[nc]\d{1,5})$/,
  fields({ stability: part, difficulty: part, last: whole(0, DAYS), due: whole(0, DAYS), known: flag }),
  MOST,
);

/**
 * Returns a lesson's name for good, because a number means another lesson when a smaller sheet ships: the discs column by
 * column with the column to play, or the levels of the card; a mirror image has the same.
 *
 * @param {Course} course @param {string} lesson
 */
export function lastingName(course, lesson) {
  const [width = 0] = course.info.board ?? [];
  if (lesson.startsWith("c")) {
    const rows = course.cards[Number(lesson.slice(1)) - 1] ?? [];
    const own = `c${rows.join("")}`;
    return [own, `c${rows.map((row) => [...row].reverse().join("")).join("")}`].sort()[0] ?? own;
  }
  const { moves = [], word = "" } = course.points[Number(lesson.slice(1))] ?? {};
  const columns = Array.from({ length: width }, (_, at) =>
    moves.flatMap((move, ply) => (move === at + 1 ? [ply % 2] : [])).join(""),
  );
  const own = `n${columns.join(".")}:${word}`;
  return [own, `n${columns.reverse().join(".")}:${width + 1 - Number(word)}`].sort()[0] ?? own;
}

/** Returns what is kept of a course by its lessons; what is no lesson of its sheet is left out. @param {Course} course @param {Progress} progress @returns {Progress} */
export const kept = (course, progress) =>
  Object.fromEntries(
    course.lessons.flatMap((lesson) => {
      const one = progress[lastingName(course, lesson)] ?? (course.first ? progress[lesson] : undefined);
      return one ? [[lesson, one]] : [];
    }),
  );

/** Returns a progress by lasting names. @param {Course} course @param {Progress} progress @returns {Progress} */
export const lasting = (course, progress) =>
  Object.fromEntries(Object.entries(progress).map(([lesson, one]) => [lastingName(course, lesson), one]));

/** Returns the lessons that a person knows. @param {Progress} progress */
export const knownIn = (progress) =>
  new Set(Object.entries(progress).flatMap(([name, { known }]) => (known ? [name] : [])));

/** Counts the lessons met on a day. @param {Progress} progress @param {number} day */
export const metOn = (progress, day) => Object.values(progress).filter(({ last }) => last === day).length;

/**
 * Returns the progress after an attempt.
 *
 * @param {Progress} progress @param {string} name
 * @param {boolean} right at the first try, without help
 * @param {number} today @returns {Progress}
 */
export function afterLesson(progress, name, right, today) {
  const before = progress[name] ?? null;
  const memory = reviewed(before, before ? Math.max(0, today - before.last) : 0, right ? GOOD : AGAIN);
  return { ...progress, [name]: { ...memory, last: today, due: today + interval(memory), known: right } };
}

/**
 * Returns the next lesson: one that was failed or shown a while ago, else the one that has waited longest for its day,
 * else the first that is new, else one that was failed just now; null: all is learnt, and none is due.
 *
 * @param {string[]} lessons in their order
 * @param {Progress} progress
 * @param {string[]} again those failed or shown in this session, the oldest first
 * @param {number} since how many lessons have been asked since the last of them
 * @param {number} today
 */
export function nextLesson(lessons, progress, again, since, today) {
  if (again.length > PAUSE || (again.length && since >= PAUSE)) return again[0] ?? null;
  const due = lessons.filter((name) => (progress[name]?.due ?? Infinity) <= today);
  const longest = due.sort((a, b) => (progress[a]?.due ?? 0) - (progress[b]?.due ?? 0))[0];
  return longest ?? lessons.find((name) => !progress[name]) ?? again[0] ?? null;
}

/** Counts the other lessons before one that was failed or shown comes again. */
const PAUSE = 2;
