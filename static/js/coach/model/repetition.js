/**
 * Brings failed puzzles back on the days that FSRS says (fsrs.js), until a puzzle is learnt.
 *
 * @typedef {object} Card a failed puzzle
 * @property {string} name
 * @property {any[]} row the puzzle, so that the card works without any file
 * @property {number} stability in days; 0: never tried, a mistake of an own game
 * @property {number} difficulty
 * @property {number} last the day of the last attempt
 * @property {number} due the day of the next attempt
 *
 * @typedef {{name: string, row: any[], stage: number, due: number}} OldCard a card of earlier releases
 */

import { AGAIN, GOOD, interval, reviewed } from "./fsrs.js";

/** A puzzle is learnt once this many days may pass until the next attempt. */
const LEARNT_DAYS = 60;
/** Counts the days until the next attempt, by stage, in earlier releases. */
const OLD_PAUSES = [1, 3, 7, 14, 30];

/**
 * Returns the card of a puzzle that waits for a first attempt.
 * @param {{name: string, row: any[]}} puzzle
 * @param {number} today
 * @returns {Card}
 */
export const untried = ({ name, row }, today) => ({ name, row, stability: 0, difficulty: 0, last: today, due: today });

/**
 * Returns a card of an earlier release as a card of today: it comes on the same day.
 * @param {OldCard} card
 * @returns {Card}
 */
export function renewed({ name, row, stage, due }) {
  const pause = OLD_PAUSES[Math.min(stage, OLD_PAUSES.length - 1)];
  if (pause === undefined) return { ...untried({ name, row }, due) };
  const { difficulty } = reviewed(null, 0, AGAIN);
  return { name, row, stability: pause, difficulty, last: Math.max(0, due - pause), due };
}

/**
 * Returns the cards after an attempt. A learnt puzzle is dropped.
 *
 * @param {Card[]} cards
 * @param {{name: string, row: any[]}} puzzle
 * @param {boolean} solved
 * @param {number} today
 * @returns {Card[]}
 */
export function afterAttempt(cards, { name, row }, solved, today) {
  const before = cards.find((card) => card.name === name);
  const others = cards.filter((card) => card.name !== name);
  if (!before && solved) return cards;
  if (before && solved && before.due > today) return cards; // tried again too early: counts for nothing
  const memory = reviewed(before?.stability ? before : null, before ? today - before.last : 0, solved ? GOOD : AGAIN);
  const days = interval(memory);
  return solved && days >= LEARNT_DAYS ? others : [...others, { name, row, ...memory, last: today, due: today + days }];
}

/**
 * Returns the cards whose day has come, the one that has waited longest first.
 * @param {Card[]} cards
 * @param {number} today
 */
export const dueCards = (cards, today) => cards.filter((card) => card.due <= today).sort((a, b) => a.due - b.due);
