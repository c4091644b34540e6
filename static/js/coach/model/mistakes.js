/** Keeps a person's own mistakes: moves that let a result slip, each a puzzle. Pure; part of the progress. */

/** @import { Mistake, Progress } from "./progress.js" */
/** @import { Card } from "./fsrs.js" */

import { HARDEST, chance } from "./puzzle_choice.js";
import { practised } from "./progress.js";
import { fromRow } from "./puzzle.js";
import { afterAttempt, dueCards, untried } from "./fsrs.js";
import { t, tn } from "../../words.js";
import { dateWords } from "../../model/day.js";

/**
 * Tells whether a mistake of a game is kept already.
 * @param {Progress} progress @param {string} game @param {string} name
 */
export const isKept = ({ mistakes }, game, name) => mistakes.some((one) => one.game === game && one.name === name);

/**
 * Returns the progress with one more mistake, which waits to be solved. A mistake made once more waits again.
 *
 * @param {Progress} progress
 * @param {{row: any[], played: number, game: string}} found the puzzle, the move of the person, the id of the game
 * @param {number} today
 * @returns {Progress}
 */
export function withMistake(progress, { row, played, game }, today) {
  const name = String(row[0]);
  if (isKept(progress, game, name)) return progress;
  const before = progress.mistakes.find((one) => one.name === name);
  const others = progress.mistakes.filter((one) => one !== before);
  const card = untried({ name, row }, today);
  return {
    ...progress,
    mistakes: [...others, { name, row, played, game, day: today, times: (before?.times ?? 0) + 1 }],
    cards: [...progress.cards.filter((one) => one.name !== name), card],
  };
}

/**
 * Returns the progress after an attempt. A mistake is known from the game, so the rating stays.
 *
 * @param {Progress} progress @param {{name: string, row: any[]}} mistake
 * @param {boolean} solved at the first try
 * @param {number} today @returns {Progress}
 */
export const afterMistake = (progress, mistake, solved, today) =>
  practised({ ...progress, cards: afterAttempt(progress.cards, mistake, solved, today) }, today, solved);

/**
 * Tells whether a person can understand a mistake: it has a short proof, and is no harder than the trainer's puzzles.
 * @param {Progress} progress @param {{row: any[]}} mistake
 */
export function isWithinReach({ rating }, { row }) {
  const { lines, rating: points } = fromRow(row);
  return lines > 0 && chance(rating, points) >= HARDEST;
}

/**
 * Returns the mistake to be solved today, those within reach first, then the one that has waited longest; or undefined.
 * @param {Progress} progress @param {number} today
 */
export function dueMistake(progress, today) {
  const names = new Set(progress.mistakes.map(({ name }) => name));
  const due = dueCards(progress.cards, today).filter(({ name }) => names.has(name));
  return due.find((card) => isWithinReach(progress, card)) ?? due[0];
}

/**
 * Returns the puzzles that come again in the trainer: own mistakes only within reach.
 * @param {Progress} progress @param {number} today
 */
export function comingAgain(progress, today) {
  const names = new Set(progress.mistakes.map(({ name }) => name));
  return dueCards(progress.cards, today).filter((card) => !names.has(card.name) || isWithinReach(progress, card));
}

/** Returns the mistake of a name, or undefined. @param {Progress} progress @param {string | undefined} name */
export const mistakeOf = ({ mistakes }, name) => mistakes.find((one) => one.name === name);

/** Says what happened: "Move 13, column 3, on 22 November". @param {Mistake} mistake */
const happened = ({ name, played, day }) =>
  t("Move {n}, column {column}, on {date}", { n: name.length + 1, column: played, date: dateWords(day) });

/** Says when a mistake comes again. @param {Card | undefined} card @param {number} today */
function waiting(card, today) {
  if (!card) return t("learnt");
  const days = card.due - today;
  return days <= 0 ? t("to solve today") : tn(days, "again in {n} day", "again in {n} days");
}

/** Lists the mistakes, the latest first. @param {Progress} progress @param {number} today */
export const mistakeList = ({ mistakes, cards }, today) =>
  mistakes
    .map((one) => ({
      name: one.name,
      move: happened(one),
      lost: fromRow(one.row).plies ? t("a win slipped") : t("a draw slipped"),
      when: waiting(
        cards.find(({ name }) => name === one.name),
        today,
      ),
    }))
    .reverse();

/** Says where a puzzle comes from. @param {Mistake} mistake */
export function origin(mistake) {
  const again = mistake.times > 1 ? ` ${t("You made this mistake {n} times.", { n: mistake.times })}` : "";
  return `${t("From your own game.")} ${happened(mistake)}.${again}`;
}
