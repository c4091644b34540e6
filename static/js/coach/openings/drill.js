/**
 * Drills the openings by repetition: positions in which most levels go wrong, on the days that FSRS says. Pure.
 */

/** @import { Opening, Progress } from "../model/progress.js" */
/** @import { Visits } from "./visits.js" */

import { AGAIN, GOOD, interval, reviewed } from "../model/fsrs.js";
import { KEPT, practised } from "../model/progress.js";
import { columns } from "../model/puzzle.js";

/** So many positions are new on a day. */
export const NEW_A_DAY = 5;

/**
 * Returns the positions to drill today: those whose day has come, the one that has waited longest first, then new ones,
 * those of the person's own games first.
 *
 * @param {Progress} progress
 * @param {string[]} names of all positions, those that are met most often first
 * @param {Visits} visits of the person's own games
 * @param {number} today
 * @returns {{due: string[], fresh: string[]}}
 */
export function toDrill({ openings }, names, visits, today) {
  const known = new Set(openings.map(({ name }) => name));
  const due = openings.filter((one) => one.due <= today && names.includes(one.name)).sort((a, b) => a.due - b.due);
  const left = NEW_A_DAY - openings.filter(({ since }) => since === today).length;
  const fresh = names
    .filter((name) => !known.has(name))
    .map((name) => ({ name, times: visits.at(columns(name)).times }))
    .sort((a, b) => b.times - a.times)
    .slice(0, Math.max(0, left));
  return { due: due.map(({ name }) => name), fresh: fresh.map(({ name }) => name) };
}

/** Returns the days until the next position comes, or null. @param {Progress} progress @param {number} today */
export const nextIn = ({ openings }, today) =>
  openings.length ? Math.max(1, Math.min(...openings.map(({ due }) => due)) - today) : null;

/**
 * Returns the progress after an answer. An answer before the day counts for nothing.
 *
 * @param {Progress} progress
 * @param {string} name
 * @param {boolean} right
 * @param {number} today
 * @returns {Progress}
 */
export function answered(progress, name, right, today) {
  const before = progress.openings.find((one) => one.name === name);
  if (before && before.due > today) return progress;
  const others = progress.openings.filter((one) => one !== before);
  const memory = reviewed(before ?? null, before ? today - before.last : 0, right ? GOOD : AGAIN);
  /** @type {Opening} */
  const card = { name, since: before?.since ?? today, ...memory, last: today, due: today + interval(memory) };
  return practised({ ...progress, openings: [...others, card].slice(-KEPT.openings) }, today, right);
}
