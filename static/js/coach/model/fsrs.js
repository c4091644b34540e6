/**
 * Says when a puzzle comes again, by FSRS-6 (Free Spaced Repetition Scheduler, J. Ye and others) with its standard
 * weights. A memory has a stability, the days until the chance to know the answer falls to nine in ten, and a
 * difficulty from 1 to 10. Time counts in whole days, without steps of minutes. The reference is the package fsrs for
 * Python.
 *
 * @typedef {{stability: number, difficulty: number}} Memory
 * @typedef {1 | 2 | 3 | 4} Grade again, hard, good, easy
 */

/** Grades a puzzle that was failed. @type {Grade} */
export const AGAIN = 1;
/** Grades a puzzle that was solved. @type {Grade} */
export const GOOD = 3;
const EASY = 4;
const HARD = 2;

const STABILITIES = [0.212, 1.2931, 2.3065, 8.2956];
const [BASE, SPREAD, STEP, RETURN] = [6.4133, 0.8334, 3.0194, 0.001];
const [GROWTH, FLATTEN, SPACING] = [1.8722, 0.1666, 0.796];
const [LAPSE, LAPSE_DIFFICULTY, LAPSE_STABILITY, LAPSE_SPACING] = [1.4835, 0.0614, 0.2629, 1.6483];
const [HARD_PENALTY, EASY_BONUS] = [0.6014, 1.8729];
const [SAME_DAY, SAME_DAY_SHIFT, SAME_DAY_FLATTEN] = [0.5425, 0.0912, 0.0658];
const DECAY = -0.1542;
const RETENTION = 0.9;
const FACTOR = RETENTION ** (1 / DECAY) - 1;
const LEAST_STABILITY = 0.001;
const LONGEST_DAYS = 36_500;

/** @param {number} difficulty */
const bounded = (difficulty) => Math.min(Math.max(difficulty, 1), 10);

/** @param {number} grade */
const firstDifficulty = (grade) => BASE - Math.exp(SPREAD * (grade - 1)) + 1;

/** Returns the chance to know the answer after some days. @param {Memory} memory @param {number} days */
export const retrievability = ({ stability }, days) => (1 + (FACTOR * days) / stability) ** DECAY;

/** Returns the days until the next attempt. @param {Memory} memory */
export const interval = ({ stability }) => Math.min(Math.max(Math.round(stability), 1), LONGEST_DAYS);

/**
 * Returns the memory after an attempt.
 *
 * @param {Memory | null} memory null: the first attempt
 * @param {number} days whole days since the attempt before
 * @param {Grade} grade
 * @returns {Memory}
 */
export function reviewed(memory, days, grade) {
  if (!memory) return { stability: STABILITIES[grade - 1] ?? 0, difficulty: bounded(firstDifficulty(grade)) };
  const { difficulty } = memory;
  const stability =
    days < 1 ? sameDay(memory, grade) : grade === AGAIN ? forgotten(memory, days) : recalled(memory, days, grade);
  const moved = difficulty - (STEP * (grade - 3) * (10 - difficulty)) / 9;
  return {
    stability: Math.max(stability, LEAST_STABILITY),
    difficulty: bounded(RETURN * firstDifficulty(EASY) + (1 - RETURN) * moved),
  };
}

/** @param {Memory} memory @param {Grade} grade */
function sameDay({ stability }, grade) {
  const growth = Math.exp(SAME_DAY * (grade - 3 + SAME_DAY_SHIFT)) * stability ** -SAME_DAY_FLATTEN;
  return stability * (grade === AGAIN ? growth : Math.max(growth, 1));
}

/** @param {Memory} memory @param {number} days */
function forgotten(memory, days) {
  const { stability, difficulty } = memory;
  const kept =
    LAPSE *
    difficulty ** -LAPSE_DIFFICULTY *
    ((stability + 1) ** LAPSE_STABILITY - 1) *
    Math.exp((1 - retrievability(memory, days)) * LAPSE_SPACING);
  return Math.min(kept, stability / Math.exp(SAME_DAY * SAME_DAY_SHIFT));
}

/** @param {Memory} memory @param {number} days @param {Grade} grade */
function recalled(memory, days, grade) {
  const { stability, difficulty } = memory;
  const factor = grade === HARD ? HARD_PENALTY : grade === EASY ? EASY_BONUS : 1;
  const spaced = Math.exp((1 - retrievability(memory, days)) * SPACING) - 1;
  return stability * (1 + Math.exp(GROWTH) * (11 - difficulty) * stability ** -FLATTEN * spaced * factor);
}

/**
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

/** A puzzle is learnt once this many days may pass until the next attempt. */
const LEARNT_DAYS = 60;
/** Counts the days until the next attempt, by stage, in earlier releases. */
const OLD_PAUSES = [1, 3, 7, 14, 30];

/**
 * Returns the card of a puzzle that waits for a first attempt.
 * @param {{name: string, row: any[]}} puzzle @param {number} today @returns {Card}
 */
export const untried = ({ name, row }, today) => ({ name, row, stability: 0, difficulty: 0, last: today, due: today });

/**
 * Returns a card of an earlier release as a card of today: it comes on the same day.
 * @param {OldCard} card @returns {Card}
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
 * @param {Card[]} cards @param {{name: string, row: any[]}} puzzle @param {boolean} solved @param {number} today
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
 * @param {Card[]} cards @param {number} today
 */
export const dueCards = (cards, today) => cards.filter((card) => card.due <= today).sort((a, b) => a.due - b.due);
