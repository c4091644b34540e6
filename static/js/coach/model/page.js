/**
 * Holds what the coach's page shows, and answers the views' questions about it. Pure.
 *
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./choice.js").Index} Index
 * @typedef {{row: any[], puzzle: Puzzle, chunk: number | null}} Loaded a puzzle and its file; a repeated one comes without
 *
 * @typedef {object} CoachPage
 * @property {string} section the end of the address; "" is the puzzle of the day
 * @property {string} theme the theme chosen in the section of themes
 * @property {import("./progress.js").Progress} progress
 * @property {Index | null} index
 * @property {import("./choice.js").Daily | null} daily
 * @property {Loaded | null} loaded
 * @property {import("./session.js").Session} session
 * @property {boolean} counted the puzzle on the board has changed the rating
 * @property {string} message
 * @property {import("./explaining.js").Explaining | null} explaining
 */

import { numberOfDay } from "./choice.js";
import { discsExplained } from "./explaining.js";
import { mistakeOf, origin } from "./mistakes.js";
import { isSolved } from "./puzzle.js";
import { canMove, discsShown } from "./session.js";
import { dayLine } from "./words.js";

/** Returns the discs on the board: of the puzzle, of a step of the proof, or of the game along the proof. @param {CoachPage} page */
export const shownDiscs = ({ explaining, loaded, session }) =>
  (explaining && loaded && discsExplained(explaining, loaded.puzzle)) ?? discsShown(session);

/** Tells whether the person may move. @param {CoachPage} page */
export const mayMove = ({ explaining, session }) =>
  explaining ? Boolean(explaining.walk?.node) : canMove(session);

/** Tells whether the puzzle is solved, or was shown to the end. @param {CoachPage} page */
export const isDone = ({ session: { attempt } }) => attempt !== null && isSolved(attempt);

/** Tells whether there is a proof which gives nothing away any more. @param {CoachPage} page */
export const canExplain = (page) =>
  (isDone(page) || Boolean(page.session.attempt?.shown)) && !page.explaining && (page.loaded?.puzzle.lines ?? 0) > 0;

/** Says what to do where no puzzle is on the board: the headline, and the line below. @param {CoachPage} page @returns {[string, string]} */
export function nothingToSolve({ section, progress: { mistakes }, message }) {
  if (section !== "mistakes") return ["No puzzle", message];
  return mistakes.length
    ? ["Nothing to solve today.", "Your mistakes come again on the days in the list. You can choose one at any time."]
    : ["No mistakes yet.", "Play a game of Connect Four here. When it is over, your mistakes come here as puzzles."];
}

/** Returns the result of the day as a line, or null. @param {CoachPage} page @param {number} today */
export function resultOfDay({ section, progress, daily }, today) {
  const done = section === "" ? progress.days.find(({ day }) => day === today) : undefined;
  return done && daily ? dayLine(numberOfDay(daily, done.day), done.tries, done.solved) : null;
}

/** Says the number of the day, and once the puzzle is solved its rating and themes. @param {CoachPage} page @param {number} today */
export function about(page, today) {
  if (!page.loaded) return "";
  const { puzzle } = page.loaded;
  const own = mistakeOf(page.progress, puzzle.name);
  if (own) return origin(own);
  const number = page.section === "" && page.daily ? `Puzzle ${numberOfDay(page.daily, today)}. ` : "";
  if (!isDone(page)) return number;
  const counting = puzzle.lines ? "" : " This needs counting: no short proof is known.";
  const names = (page.index?.themes ?? []).filter(({ bit }) => puzzle.themes & bit).map(({ title }) => title).join(", ");
  const found = puzzle.level >= 10 ? "No level below 10 finds the first move every other time." : `Level ${puzzle.level} finds the first move every other time.`;
  return `${number}Rating ${puzzle.rating}: ${names}. ${found}${counting}`;
}
