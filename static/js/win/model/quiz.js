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
 * @property {boolean} failed a wrong move was made, or the answer was shown
 * @property {number | null} wrong the wrong column just played
 * @property {boolean} done
 */

/** @import { Course } from "./course.js" */

import { answerAfter, pointOf } from "./course.js";
import { discsOf, playable, winnerOf } from "./discs.js";

/** Counts the person's moves by a card. */
const CARD_MOVES = 5;

/** Begins a lesson. @param {Course} course @param {string} lesson @param {boolean} fresh @returns {Quiz} */
export function begin(course, lesson, fresh) {
  const moves = course.points[pointOf(course, lesson)]?.moves ?? [];
  return { lesson, moves, from: moves.length, fresh, shown: fresh, failed: fresh, wrong: null, done: false };
}

/** Tells whether the person is to move. @param {Course} course @param {Quiz} quiz */
export const isOpen = (course, quiz) => !quiz.done && quiz.moves.length % 2 === course.side;

/**
 * Plays the person's move. The same quiz comes back where the column is full.
 *
 * @param {Course} course
 * @param {Quiz} quiz
 * @param {number} move
 * @returns {Quiz}
 */
export function play(course, quiz, move) {
  if (!isOpen(course, quiz)) return quiz;
  if (!playable(course.info, discsOf(course.info, quiz.moves)).some(([column]) => column === move)) return quiz;
  if (answerAfter(course, quiz.moves)?.move !== move) return { ...quiz, wrong: move, failed: true };
  const moves = [...quiz.moves, move];
  const own = Math.ceil((moves.length - quiz.from) / 2);
  const over = winnerOf(course.info, discsOf(course.info, moves)) !== undefined;
  return { ...quiz, moves, wrong: null, done: over || own >= (quiz.lesson.startsWith("c") ? CARD_MOVES : 1) };
}

/** Plays a reply of the other side; after it the game may be over. @param {Course} course @param {Quiz} quiz @param {number} move @returns {Quiz} */
export function reply(course, quiz, move) {
  const moves = [...quiz.moves, move];
  return { ...quiz, moves, done: winnerOf(course.info, discsOf(course.info, moves)) !== undefined };
}

/** Shows the answer. @param {Quiz} quiz @returns {Quiz} */
export const show = (quiz) => ({ ...quiz, shown: true, failed: true, wrong: null });
