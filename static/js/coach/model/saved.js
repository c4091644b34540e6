/** Writes the progress as a text, and reads such a text: what another release or another hand wrote, too. */

/** @import { Progress } from "./progress.js" */

import { beginner, KEPT } from "./progress.js";
import { renewed } from "./fsrs.js";
import { atLeast } from "../../model/day.js";
import { t } from "../../words.js";

/** Limits the length of an imported text, in characters. */
export const LONGEST = 400_000;
const MARK = "fourthought-coach";

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
const isMemory = (/** @type {any} */ one) =>
  isPart(one?.stability, 1e6) && isPart(one.difficulty, 10) && isCount(one.last) && isCount(one.due);
const isOld = (/** @type {any} */ card) => card.stage === -1 || isCount(card.stage);
const isCard = (/** @type {any} */ card) =>
  isName(card?.name) && isRow(card.row) && isCount(card.due) && (isOld(card) || isMemory(card));
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
  /^[a-z-]{1,40}$/.test(slug) && Array.isArray(names) && names.length <= KEPT.course && names.every(isName);
const isRating = (/** @type {any} */ one) =>
  Number.isFinite(one?.points) && Math.abs(one.points) < 5000 && one.deviation > 0 && one.deviation <= 350;
const isPractised = (/** @type {any} */ one) =>
  [one?.day, one?.solved, one?.failed].every(isCount) && Number.isInteger(one.points) && Math.abs(one.points) < 5000;
const isSkill = (/** @type {[string, any]} */ [bit, one]) =>
  /^\d{1,10}$/.test(bit) && isRating(one) && isCount(one.tried);
const isOpening = (/** @type {any} */ one) => isMemory(one) && isName(one.name) && isCount(one.since);
const isQuestion = (/** @type {[string, any]} */ [name, one]) =>
  /^[a-z]{1,10}-[1-7]{1,42}$/.test(name) && isMemory(one) && typeof one.known === "boolean";
const isRun = (/** @type {[string, any]} */ [minutes, one]) =>
  /^\d{1,2}$/.test(minutes) && [one?.best, one?.day, one?.count].every(isCount);
const isOurs = (/** @type {any} */ found) => found?.of === MARK && found.v === 1;
/** Lists the counts, and the lists with what each element must be and how many are kept. */
const COUNTS = /** @type {const} */ (["day", "solved", "failed"]);
/** @type {[name: "seen" | "cards" | "mistakes" | "days" | "history" | "openings", is: (one: any) => boolean, most: number][]} */
const LISTS = [
  ["seen", isName, KEPT.seen],
  ["cards", isCard, KEPT.cards],
  ["mistakes", isMistake, KEPT.mistakes],
  ["days", isDay, KEPT.days],
  ["history", isPractised, KEPT.history],
  ["openings", isOpening, KEPT.openings],
];
/** @type {[name: "courses" | "skills" | "questions" | "runs", is: (one: [string, any]) => boolean, most: number][]} */
const TABLES = [
  ["courses", isCourse, KEPT.courses],
  ["skills", isSkill, KEPT.courses],
  ["questions", isQuestion, KEPT.questions],
  ["runs", isRun, KEPT.runs],
];
/** Lists what an export of an earlier release lacks. */
const LATER = ["mistakes", "history", "openings"];

/** Returns what an earlier release rated below the least points with those. @template {{points: number}} T @param {T} one */
const risen = (one) => ({ ...one, points: atLeast(one.points) });

/**
 * Returns the progress in a value that this browser keeps, without what cannot be read.
 * @param {any} found @returns {Progress}
 */
export function kept(found) {
  const progress = beginner();
  if (!isOurs(found)) return progress;
  if (isRating(found.rating))
    progress.rating = risen({ points: found.rating.points, deviation: found.rating.deviation });
  for (const name of COUNTS) if (isCount(found[name])) progress[name] = found[name];
  for (const [name, is, most] of LISTS)
    if (Array.isArray(found[name])) progress[name] = found[name].filter(is).slice(-most);
  progress.cards = progress.cards.map((/** @type {any} */ card) => (isOld(card) ? renewed(card) : card));
  for (const [name, is, most] of TABLES)
    progress[name] = Object.fromEntries(
      Object.entries(found[name] ?? {})
        .filter(is)
        .slice(-most),
    );
  progress.history = progress.history.map(risen);
  for (const [bit, skill] of Object.entries(progress.skills)) progress.skills[bit] = risen(skill);
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
  const fine =
    isOurs(found) &&
    isRating(found.rating) &&
    COUNTS.every((name) => isCount(found[name])) &&
    LISTS.every(
      ([name, is]) =>
        (LATER.includes(name) && found[name] === undefined) || (Array.isArray(found[name]) && found[name].every(is)),
    ) &&
    TABLES.every(([name, is, most]) => {
      const rows = Object.entries(found[name] ?? {});
      return typeof (found[name] ?? {}) === "object" && rows.length <= most && rows.every(is);
    });
  if (!fine) throw wrong;
  return kept(found);
}
