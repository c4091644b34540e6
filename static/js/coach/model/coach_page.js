/**
 * Holds what the coach's page shows, and answers the views' questions about it. Pure.
 *
 * @typedef {{row: any[], puzzle: Puzzle, chunk: number | null, course?: string, again?: boolean}} Loaded a puzzle and
 *   its file; a repeated one comes without. Once more in a round, it counts for nothing
 *
 * @typedef {object} CoachPage
 * @property {string} section the end of the address
 * @property {Course[] | null} courses
 * @property {string} course the slug of the course chosen in the section of themes, or of the trainer's theme
 * @property {string | null} after the name of the missed puzzle whose idea is read; null: of none
 * @property {number} asked how many questions on this idea were answered
 * @property {Round} round of the trainer
 * @property {boolean} lesson the section of themes shows the course and its example; no puzzle is on the board
 * @property {Progress} progress
 * @property {Index | null} index
 * @property {Daily | null} daily
 * @property {number} strength of the puzzle of the day: 0 easy, 1 middling, 2 hard
 * @property {Loaded | null} loaded
 * @property {Session} session
 * @property {number} day the day for which the puzzle was chosen: past midnight it stays the puzzle of that day
 * @property {boolean} counted the puzzle on the board has changed the rating
 * @property {string | Told} message
 * @property {Why | null} explaining
 */

/** @import { Told } from "../../model/claim.js" */
/** @import { Why } from "../../model/proof/why.js" */
/** @import { Daily, Index, Theme } from "./puzzle_choice.js" */
/** @import { Course, Progress } from "./progress.js" */
/** @import { Puzzle } from "./puzzle.js" */
/** @import { Round } from "./session.js" */
/** @import { Session } from "./session.js" */

import { numberOfDay } from "./puzzle_choice.js";
import { heading, isDayDone, isFinished, state } from "./progress.js";
import { mistakeOf, origin } from "./mistakes.js";
import { columns, discsAfter, isSolved, played, winningCells } from "./puzzle.js";
import { ending, isOver, place, canMove, discsShown, solvedAtOnce } from "./session.js";
import { STRENGTHS, dayLine } from "./coach_words.js";
import { list, t, tn } from "../../words.js";

/** Returns the course chosen in the section of themes, or null. @param {CoachPage} page */
export const chosenCourse = ({ courses, course }) => courses?.find(({ slug }) => slug === course) ?? null;

/** Returns the course whose example is on the board, or null. @param {CoachPage} page */
export const lessonOf = (page) => (page.lesson ? chosenCourse(page) : null);

/**
 * Returns the discs on the board: of the puzzle, of a step of the proof, of the game along the proof, or of an example.
 *
 * @param {CoachPage} page
 */
export function shownDiscs(page) {
  const lesson = lessonOf(page);
  if (lesson) return discsAfter(columns(lesson.example.moves));
  return page.explaining ? page.explaining.discs : discsShown(page.session);
}

/**
 * Returns the headline and the line below where no puzzle is on the board.
 * @param {CoachPage} page @returns {[string, string]}
 */
export function withoutPuzzle(page) {
  const { courses, progress } = page;
  const lesson = lessonOf(page);
  if (page.section === "train" && isOver(page.round)) return ending(page.round);
  if (lesson && questionsLeft(page) === 0)
    return [
      heading(lesson),
      `${t("The questions are answered.")} ${comesWords(progress, page.after ?? "", page.day)}`.trim(),
    ];
  if (lesson && courses) {
    const values = {
      n: courses.indexOf(lesson) + 1,
      count: courses.length,
      state: state(lesson, progress.courses),
      course: heading(lesson),
    };
    return [
      isFinished(lesson, progress.courses) ? t("{course}: finished", values) : heading(lesson),
      t("Course {n} of {count}, {state}.", values),
    ];
  }
  if (page.section !== "mistakes") return [t("No puzzle"), ""];
  return progress.mistakes.length
    ? [
        t("Nothing to solve today."),
        t("Your mistakes come again on the days in the list. You can choose one at any time."),
      ]
    : [
        t("No mistakes yet."),
        t("Play a game of Connect Four here. When it is over, your mistakes come here as puzzles."),
      ];
}

/** Returns the place of the puzzle in the course, in words, or "". @param {CoachPage} page @param {Puzzle} puzzle */
function inCourse(page, puzzle) {
  const course = page.section === "themes" ? chosenCourse(page) : null;
  if (course && page.after !== null)
    return t("Question {n} of {count}.", { n: page.asked + Number(!page.counted), count: QUESTIONS });
  const at = course?.names.indexOf(puzzle.name) ?? -1;
  return course && at >= 0
    ? t("{course}, puzzle {n} of {count}.", { course: heading(course), n: at + 1, count: course.names.length })
    : "";
}

/** Counts the questions left on the idea of a missed puzzle; null: none is read about. @param {CoachPage} page */
export const questionsLeft = ({ after, asked }) => (after === null ? null : Math.max(0, QUESTIONS - asked));

/** Tells whether the first try was wrong, or the move was shown. @param {CoachPage} page */
export const isMissed = ({ counted, session: { attempt } }) => counted && attempt !== null && !solvedAtOnce(attempt);

/** Tells whether the person may move. @param {CoachPage} page */
export const mayMove = ({ explaining, session }) => (explaining ? explaining.open : canMove(session));

/** Tells whether the puzzle is solved, or was shown to the end. @param {CoachPage} page */
export const isDone = ({ session: { attempt } }) => attempt !== null && isSolved(attempt);

/**
 * Tells whether there is a proof which gives nothing away any more, or a wrong move on the board.
 * @param {CoachPage} page
 */
export const canExplain = (page) =>
  (page.session.attempt?.refuted && !page.explaining) ||
  ((isDone(page) || Boolean(page.session.attempt?.shown)) && !page.explaining && (page.loaded?.puzzle.lines ?? 0) > 0);

/**
 * Returns the moves of the position to be played on, or null: the example, or a puzzle that is tried. Where the solution
 * has ended the game, it is the position of the puzzle.
 *
 * @param {CoachPage} page
 */
export function playedOn(page) {
  const { attempt } = page.session;
  const lesson = lessonOf(page);
  if (lesson) return lesson.example.moves;
  if (!attempt || !page.counted) return null;
  const moves = played(attempt);
  return (winningCells(discsAfter(moves)).length ? attempt.puzzle.moves : moves).join("");
}

/** Returns the result of the day as a line, or null. @param {CoachPage} page */
export function resultOfDay({ section, progress, daily, day: shown, strength }) {
  const done =
    section === "day" ? progress.days.find((one) => one.day === shown && one.strength === strength) : undefined;
  return done && daily ? dayLine(numberOfDay(daily, done.day), strength, done.tries, done.solved) : null;
}

/** Returns the strength of another puzzle of the day that is not done, or null. @param {CoachPage} page */
export const nextStrength = ({ progress, day: shown, strength }) =>
  [1, 2].map((n) => (strength + n) % STRENGTHS.length).find((at) => !isDayDone(progress, shown, at)) ?? null;

/** Says where the puzzle comes from, and once the puzzle is solved its rating and themes. @param {CoachPage} page */
export function about(page) {
  if (!page.loaded) return "";
  const { puzzle, chunk } = page.loaded;
  const own = mistakeOf(page.progress, puzzle.name);
  if (own) return origin(own);
  const number =
    page.section === "day" && page.daily
      ? t("Puzzle {n}, {strength}.", { n: numberOfDay(page.daily, page.day), strength: STRENGTHS[page.strength] ?? "" })
      : inCourse(page, puzzle);
  const round = page.section === "train" ? place(page.round, page.counted) : "";
  const again = round && chunk === null && !page.loaded.again ? t("You missed this puzzle before.") : "";
  const comes = isMissed(page) ? comesWords(page.progress, puzzle.name, page.day) : "";
  const sentences = isDone(page) ? [number || round, ...facts(page, puzzle), comes] : [number || round, again, comes];
  return sentences.filter(Boolean).join(" ");
}

/** Returns the rating and the themes of a solved puzzle. @param {CoachPage} page @param {Puzzle} puzzle */
function facts(page, { rating, themes, level, lines }) {
  const names = list((page.index?.themes ?? []).filter(({ bit }) => themes & bit).map(({ title }) => t(title)));
  const found =
    level >= 10
      ? t("No level below 10 finds the first move every other time.")
      : t("Level {n} finds the first move every other time.", { n: level });
  return [
    t("Rating {n}: {themes}.", { n: rating, themes: names }),
    found,
    lines ? "" : t("This needs counting: no short proof is known."),
  ];
}

/** Counts the questions. */
export const QUESTIONS = 3;

/**
 * Returns the theme that says most of a puzzle: of its themes the one with the fewest puzzles; null: it has none.
 *
 * @param {Index} index
 * @param {number} themes the bits
 * @returns {Theme | null}
 */
export function ideaOf({ themes: all, chunks }, themes) {
  const counted = all.map((theme, at) => ({
    theme,
    count: chunks.reduce((sum, chunk) => sum + (chunk.themes[at] ?? 0), 0),
  }));
  const own = counted.filter(({ theme }) => themes & theme.bit).sort((a, b) => a.count - b.count);
  return own[0]?.theme ?? null;
}

/** Says when a missed puzzle comes again, or "". @param {Progress} progress @param {string} name @param {number} today */
export function comesWords({ cards }, name, today) {
  const days = (cards.find((card) => card.name === name)?.due ?? today) - today;
  return days > 0 ? tn(days, "It comes again tomorrow.", "It comes again in {n} days.") : "";
}
