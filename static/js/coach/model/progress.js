/**
 * Keeps a person's progress: rating, cards, days. One plain object, stored in the browser and exported as
 * text. Nothing is sent to any server.
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
 */

/** @import { Done } from "./courses.js" */
/** @import { Rating } from "./rating.js" */
/** @import { Card } from "./repetition.js" */

import { NEWCOMER, rated, rested } from "./rating.js";
import { afterAttempt, renewed } from "./repetition.js";
import { t } from "../../words.js";

const SEEN_KEPT = 500;
const CARDS_KEPT = 300;
const DAYS_KEPT = 1200;
const MISTAKES_KEPT = 200;
/** Limits the names kept of a course: more than it has, for a later release may have other puzzles. */
const COURSE_KEPT = 40;
const COURSES_KEPT = 40;
/** Limits the length of an imported text, in characters. */
export const LONGEST = 400_000;
const MARK = "fourthought-coach";

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
});

/**
 * Returns the progress after a puzzle.
 *
 * @param {Progress} progress
 * @param {{name: string, row: any[], rating: number}} puzzle
 * @param {boolean} solved at the first try
 * @param {number} today
 * @param {boolean} counts the puzzle changes the rating: one tried for the first time
 * @returns {Progress}
 */
export function afterPuzzle(progress, puzzle, solved, today, counts) {
  const rating = counts
    ? rated(rested(progress.rating, progress.day ? today - progress.day : 0), puzzle.rating, solved)
    : progress.rating;
  return {
    ...progress,
    rating,
    day: today,
    solved: progress.solved + Number(solved),
    failed: progress.failed + Number(!solved),
    seen: [...progress.seen.filter((name) => name !== puzzle.name), puzzle.name].slice(-SEEN_KEPT),
    cards: afterAttempt(progress.cards, puzzle, solved, today).slice(-CARDS_KEPT),
  };
}

/** Returns the progress after the puzzle of a day. @param {Progress} progress @param {Day} day @returns {Progress} */
export const afterDay = (progress, day) => ({
  ...progress,
  days: progress.days.some((one) => one.day === day.day && one.strength === day.strength)
    ? progress.days
    : [...progress.days, day].slice(-DAYS_KEPT),
});

/**
 * Returns the progress after a puzzle of a course was solved, at whichever try.
 *
 * @param {Progress} progress
 * @param {string} slug
 * @param {string} name
 * @returns {Progress}
 */
export const afterCourse = (progress, slug, name) => ({
  ...progress,
  courses: { ...progress.courses, [slug]: [...new Set([...(progress.courses[slug] ?? []), name])].slice(-COURSE_KEPT) },
});

/**
 * Returns the progress with a course begun again.
 * @param {Progress} progress
 * @param {string} slug
 * @returns {Progress}
 */
export const courseAgain = (progress, slug) => ({ ...progress, courses: { ...progress.courses, [slug]: [] } });

/**
 * Returns the progress as a text to keep.
 * @param {Progress} progress
 * @param {object} [table] what is kept of the games at the table
 */
export const exported = (progress, table) => JSON.stringify({ of: MARK, ...progress, ...(table ? { table } : {}) });

const isCount = (/** @type {any} */ value) => Number.isInteger(value) && value >= 0 && value < 1e9;
const isName = (/** @type {any} */ value) => typeof value === "string" && /^[1-7]{0,42}$/.test(value);
const isMoves = isName;
/** Tells whether no column has more than six discs. @param {string} moves */
const hasRoom = (moves) => !/^(?=.*([1-7])(?:.*\1){6})/.test(moves);

const isWrong = (/** @type {any} */ rows) =>
  Array.isArray(rows) &&
  rows.length <= 7 &&
  rows.every(
    (one) => Array.isArray(one) && one.length === 3 && isCount(one[0]) && Number.isInteger(one[1]) && isMoves(one[2]),
  );

/** Returns whether a value is the row of a puzzle; see puzzle.js. @param {any} row */
export function isRow(row) {
  if (!Array.isArray(row) || row.length < 8) return false;
  const [name, plies, line, wrong, themes, rating, level, lines, , later = []] = row;
  return (
    isName(name) &&
    isMoves(line) &&
    line.length > 0 &&
    hasRoom(name + line) &&
    isWrong(wrong) &&
    [plies, themes, rating, level, lines].every(isCount) &&
    Array.isArray(later) &&
    later.length <= 4 &&
    later.every(isWrong)
  );
}

const isPart = (/** @type {any} */ value, /** @type {number} */ most) =>
  Number.isFinite(value) && value >= 0 && value <= most;
const isOld = (/** @type {any} */ card) => card.stage === -1 || isCount(card.stage);
const isCard = (/** @type {any} */ card) =>
  isName(card?.name) &&
  isRow(card.row) &&
  isCount(card.due) &&
  (isOld(card) || (isPart(card.stability, 1e6) && isPart(card.difficulty, 10) && isCount(card.last)));
const isDay = (/** @type {any} */ day) =>
  isCount(day?.day) &&
  isCount(day.tries) &&
  typeof day.solved === "boolean" &&
  (day.strength === undefined || (isCount(day.strength) && day.strength <= 2));
const isMistake = (/** @type {any} */ one) =>
  isName(one?.name) &&
  isRow(one.row) &&
  one.row[0] === one.name &&
  [one.played, one.day, one.times].every(isCount) &&
  one.played >= 1 &&
  one.played <= 7 &&
  typeof one.game === "string" &&
  /^[A-Za-z0-9]{12}$/.test(one.game);
const isCourse = (/** @type {[string, any]} */ [slug, names]) =>
  /^[a-z-]{1,40}$/.test(slug) && Array.isArray(names) && names.length <= COURSE_KEPT && names.every(isName);
const isRating = (/** @type {any} */ one) =>
  Number.isFinite(one?.points) && Math.abs(one.points) < 5000 && one.deviation > 0 && one.deviation <= 350;
const isOurs = (/** @type {any} */ found) => found?.of === MARK && found.v === 1;
/** Lists the counts, and the lists with what each element must be and how many are kept. */
const COUNTS = /** @type {const} */ (["day", "solved", "failed"]);
/** @type {[name: "seen" | "cards" | "mistakes" | "days", is: (one: any) => boolean, most: number][]} */
const LISTS = [
  ["seen", isName, SEEN_KEPT],
  ["cards", isCard, CARDS_KEPT],
  ["mistakes", isMistake, MISTAKES_KEPT],
  ["days", isDay, DAYS_KEPT],
];

/**
 * Returns the progress in a value that this browser keeps, without what cannot be read.
 * @param {any} found
 * @returns {Progress}
 */
export function kept(found) {
  const progress = beginner();
  if (!isOurs(found)) return progress;
  if (isRating(found.rating)) progress.rating = { points: found.rating.points, deviation: found.rating.deviation };
  for (const name of COUNTS) if (isCount(found[name])) progress[name] = found[name];
  for (const [name, is, most] of LISTS)
    if (Array.isArray(found[name])) progress[name] = found[name].filter(is).slice(-most);
  progress.cards = progress.cards.map((/** @type {any} */ card) => (isOld(card) ? renewed(card) : card));
  progress.courses = Object.fromEntries(
    Object.entries(found.courses ?? {})
      .filter(isCourse)
      .slice(-COURSES_KEPT),
  );
  return progress;
}

/**
 * Returns the progress of an exported text.
 *
 * @param {string} text
 * @returns {Progress}
 * @throws {Error} with one sentence, if the text is none of ours, or only a part can be read
 */
export function imported(text) {
  const wrong = new Error(t("This text is not a saved progress. Paste the whole text that Export gave you."));
  if (text.length > LONGEST) throw wrong;
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw wrong;
  }
  const courses = Object.entries(found?.courses ?? {});
  const fine =
    isOurs(found) &&
    isRating(found.rating) &&
    COUNTS.every((name) => isCount(found[name])) &&
    LISTS.every(
      ([name, is]) =>
        (name === "mistakes" && found[name] === undefined) || (Array.isArray(found[name]) && found[name].every(is)),
    ) &&
    typeof (found.courses ?? {}) === "object" &&
    courses.length <= COURSES_KEPT &&
    courses.every(isCourse);
  if (!fine) throw wrong;
  return kept(found);
}
