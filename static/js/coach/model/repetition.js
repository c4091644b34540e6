/**
 * Brings failed puzzles back: after 1, 3, 7, 14 and 30 days; solved after all of these, a puzzle is learnt.
 *
 * @typedef {object} Card a failed puzzle
 * @property {string} name
 * @property {any[]} row the puzzle, so that the card works without any file
 * @property {number} stage how many times in a row the puzzle was solved since; -1: never tried, a mistake of an own game
 * @property {number} due the day of the next attempt
 */

/** Counts the days until the next attempt, by stage. */
export const PAUSES = [1, 3, 7, 14, 30];

/** Returns the number of a day, by the person's own clock and calendar. @param {Date} date */
export const dayNumber = (date) => Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/**
 * Returns the cards after an attempt. A failed puzzle starts anew; a learnt one is dropped.
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
  const stage = before && solved ? before.stage + 1 : 0;
  const pause = PAUSES[stage];
  return pause === undefined ? others : [...others, { name, row, stage, due: today + pause }];
}

/** Returns the card that has waited longest, or undefined. @param {Card[]} cards @param {number} today */
export const dueCard = (cards, today) => cards.filter((card) => card.due <= today).sort((a, b) => a.due - b.due)[0];
