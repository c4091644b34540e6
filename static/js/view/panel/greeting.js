/** Greets a person who comes back: what is open today, and who waits. Loaded with a fresh table of such a person. */

/** @import { PageState } from "../../model/types.js" */

import { nextStop } from "../../model/ended/ladder.js";
import "../../more_words.js";
import { root, t } from "../../words.js";
import { byId, el } from "../dom.js";

/**
 * Returns the days in a row with a puzzle of the day, up to today or yesterday.
 *
 * @param {{day: number}[]} days
 * @param {number} today
 */
export function daysInARow(days, today) {
  const solved = new Set(days.map(({ day }) => day));
  let day = solved.has(today) ? today : today - 1;
  let count = 0;
  while (solved.has(day)) {
    count += 1;
    day -= 1;
  }
  return count;
}

/**
 * Writes the greeting: one line, one click.
 *
 * @param {PageState} page
 * @param {{days: {day: number}[]}} progress
 * @param {number} today
 */
export function greet(page, progress, today) {
  const place = document.getElementById("open");
  if (!place) return;
  const done = progress.days.some(({ day }) => day === today);
  const streak = daysInARow(progress.days, today);
  const day = streak ? t("Day {n}.", { n: streak + Number(!done) }) : "";
  const next = nextStop(page.ladder, page.levels);
  const waits = next ? t("{name} still waits.", { name: next.name }) : "";
  const puzzle = el(
    "a",
    { href: `${root}/coach` },
    done ? t("Today’s puzzle is solved.") : t("Today’s puzzle is open."),
  );
  if (!day && !waits) return;
  place.replaceChildren(...(day ? [`${day} `] : []), puzzle, ...(waits ? [` ${waits}`] : []));
  byId("start").dataset.greets = "";
}
