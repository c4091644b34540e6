/** Counts what a person does: the days as people count them, and points. Pure. */

import { language } from "../words.js";

/** Returns the number of a day, by the person's own clock and calendar. @param {Date} date */
export const dayNumber = (date) =>
  Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/**
 * Returns the days with a puzzle, an opening, a question or a game, in their order.
 *
 * @param {{days: {day: number}[], history: {day: number}[]}} progress
 * @param {{day: number}[]} results of games
 */
export const practiceDays = ({ days, history }, results) =>
  [...new Set([...days, ...history, ...results].map(({ day }) => day))].sort((a, b) => a - b);

/**
 * Returns the days in a row up to today, or to yesterday while today may still be added, and the most ever.
 *
 * @param {number[]} days in their order
 * @param {number} today
 */
export function streak(days, today) {
  let [most, run, last] = [0, 0, Number.NaN];
  for (const day of days) {
    run = day === last + 1 ? run + 1 : 1;
    most = Math.max(most, run);
    last = day;
  }
  return { now: last >= today - 1 ? run : 0, most, isDone: last >= today };
}

/** Says a day: "22 November". @param {number} day @param {Intl.DateTimeFormatOptions} [more] */
export const dateWords = (day, more = { month: "long" }) =>
  new Date(day * 86_400_000).toLocaleDateString(language === "en" ? "en-GB" : language, {
    day: "numeric",
    timeZone: "UTC",
    ...more,
  });
/** Returns points that fall not below 100: level 1 of Connect Four has little more. @param {number} points */
export const atLeast = (points) => Math.max(100, points);
