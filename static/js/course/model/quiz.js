/**
 * Asks for a lesson: the person plays the side's moves from the point where the lesson begins. A lesson of the opening
 * is one move. A card is played for a few moves against replies by chance. Pure.
 *
 * @typedef {object} Quiz
 * @property {string} lesson
 * @property {number[]} moves on the board
 * @property {number} from how many moves there were at the beginning
 * @property {boolean} fresh the lesson is new, so the answer is shown
 * @property {boolean} shown the answer is on the board: the column, or the marks of the card
 * @property {boolean} failed the result was given away, or the answer was shown
 * @property {number | null} other the column just played, which is not the sheet's
 * @property {Verdict | null} verdict on that column; null: not known yet
 * @property {boolean} done
 *
 * @typedef {object} Verdict what the exact search says of a move that the sheet does not play
 * @property {"same" | "sooner" | "later" | "more" | "draws" | "loses" | "open"} kind it keeps the result, or wins where
 *   the sheet holds; it gives the result away; or nobody has worked it out
 * @property {number | null} reply the column that refutes it
 * @property {number} n in how many moves the reply wins; 0: not known, or a draw
 */

/** @import { Course } from "./course.js" */

import { answerAfter, pointOf } from "./course.js";
import { discsOf, playable, winnerOf } from "./discs.js";

/** @type {Pick<Quiz, "other" | "verdict">} */
const NONE = { other: null, verdict: null };

/** Counts the person's moves by a card. */
const CARD_MOVES = 5;

/** Begins a lesson. @param {Course} course @param {string} lesson @param {boolean} fresh @returns {Quiz} */
export function begin(course, lesson, fresh) {
  const moves = course.points[pointOf(course, lesson)]?.moves ?? [];
  return { lesson, moves, from: moves.length, fresh, shown: fresh, failed: fresh, ...NONE, done: false };
}

/** Tells whether the person is to move. @param {Course} course @param {Quiz} quiz */
export const isOpen = (course, quiz) => !quiz.done && quiz.moves.length % 2 === course.side;

/**
 * Plays the person's move. The same quiz comes back where the column is full.
 * @param {Course} course @param {Quiz} quiz @param {number} move @returns {Quiz}
 */
export function play(course, quiz, move) {
  if (!isOpen(course, quiz)) return quiz;
  if (!playable(course.info, discsOf(course.info, quiz.moves)).some(([column]) => column === move)) return quiz;
  if (answerAfter(course, quiz.moves)?.move !== move) return { ...quiz, other: move, verdict: null };
  const moves = [...quiz.moves, move];
  const own = Math.ceil((moves.length - quiz.from) / 2);
  const over = winnerOf(course.info, discsOf(course.info, moves)) !== undefined;
  return { ...quiz, moves, ...NONE, done: over || own >= (quiz.lesson.startsWith("c") ? CARD_MOVES : 1) };
}

/** Plays a reply of the other side; after it the game may be over. @param {Course} course @param {Quiz} quiz @param {number} move @returns {Quiz} */
export function reply(course, quiz, move) {
  const moves = [...quiz.moves, move];
  return { ...quiz, moves, done: winnerOf(course.info, discsOf(course.info, moves)) !== undefined };
}

/** Shows the answer. @param {Quiz} quiz @returns {Quiz} */
export const show = (quiz) => ({ ...quiz, shown: true, failed: true, ...NONE });

/** Takes up the verdict on the column just played. @param {Quiz} quiz @param {Verdict} verdict @returns {Quiz} */
export const judged = (quiz, verdict) => ({ ...quiz, verdict, failed: quiz.failed || givesAway(verdict) });

/** Tells whether a move gave the result away. @param {Verdict | null} verdict */
export const givesAway = (verdict) => verdict?.kind === "draws" || verdict?.kind === "loses";

/** Returns the moves on the board: after a move that gives the result away, with that move and its refutation. @param {Quiz} quiz */
export const shownMoves = ({ moves, other, verdict }) =>
  other !== null && givesAway(verdict) ? [...moves, other, ...(verdict?.reply ? [verdict.reply] : [])] : moves;
