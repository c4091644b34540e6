/**
 * Keeps the ladder of beaten levels: each stop has two lights, one for each side. A win counts if the person played
 * alone: from the first move, without a hint, without a move taken back, without a look at the truth; and the lowest
 * level of the game counts. Where the game is a draw, nobody can do better than a draw against perfect play: it counts.
 *
 * @typedef {object} Climb what counts in one game
 * @property {number} level the lowest level so far
 * @property {boolean} alone whether the person has had no help so far
 * @property {boolean} over whether the end has been counted
 * @property {Help} [help] the first help; left out: none so far
 */

/** @import { Help, Ladder, Level, PageState } from "../types.js" */

import { climber, engineSeat, isFresh, mayClimb } from "../select.js";

/** The level that plays perfectly where its board is read to the end. */
const PERFECT = 10;
/** Names the games that are a draw if both play perfectly, and are read to the end (tests/browser/table/test_ladder.py). */
export const DRAWN = ["tictactoe", "connect4-5x4", "connect4-6x5", "connect4-7x5"];

/**
 * Returns what counts in the game after a change.
 *
 * @param {Climb | null} climb before the change
 * @param {PageState} page
 * @returns {Climb | null} null for a game without a climber
 */
export function climbOn(climb, page) {
  if (climb?.over) return climb;
  const { game } = page;
  if (mayClimb(page) === null) return climb && { ...climb, alone: false, help: climb.help ?? "seats" };
  const now = game.seats.find(({ kind }) => kind === "engine")?.level ?? 1;
  const level = game.moves.length ? Math.min(climb?.level ?? 10, now) : now; // before the first move it is only chosen
  const help = climb?.help ?? helpOn(page);
  const alone = (climb?.alone ?? true) && !help;
  return { level, alone, over: game.outcome !== null, ...(help ? { help } : {}) };
}

/** Returns the help that the page gives now; "" for none. @param {PageState} page @returns {Help | ""} */
function helpOn({ game, ui, engineView }) {
  if (ui.hint !== null || ui.hintPending) return "hint";
  if (engineView.truth && engineView.visible) return "truth";
  return game.branches?.length ? "back" : "";
}

/**
 * Tells whether the person has reached all that can be had: a win, or a draw with a perfect player where the game is one.
 * @param {PageState} page
 * @param {number} level
 */
export function isMost(page, level) {
  const seat = climber(page);
  const winner = page.game.outcome?.winner;
  const drawn = level === PERFECT && DRAWN.includes(page.info.name);
  return seat !== null && (winner === seat || (winner === null && drawn));
}

/**
 * Returns the ladder after the end of a game.
 *
 * @param {Ladder} ladder
 * @param {Climb} climb
 * @param {PageState} page
 * @returns {Ladder} the same ladder if no stop lights up
 */
export function lightUp(ladder, climb, page) {
  const seat = climber(page);
  if (seat === null || !isMost(page, climb.level) || !climb.alone) return ladder;
  const [first, second] = ladder[climb.level] ?? [false, false];
  if (seat ? second : first) return ladder;
  return { ...ladder, [climb.level]: seat ? [first, true] : [true, second] };
}

/** Sets a fresh table to the proposed stop; another table stays. @param {PageState} page @returns {PageState} */
export function proposeStop(page) {
  const seat = engineSeat(page);
  const next = nextStop(page.ladder, page.levels);
  if (!isFresh(page) || seat === null || !next) return page;
  const seats = page.game.seats.map((old, i) => (i === seat ? { ...old, level: next.number } : old));
  return { ...page, game: { ...page.game, seats } };
}

/** Tells whether a stop was beaten, as any side. @param {Ladder} ladder @param {number} level */
export const isBeaten = (ladder, level) => Boolean(ladder[level]?.some(Boolean));

/**
 * Proposes a stop: the next above the highest beaten one; at the top the lowest that was not beaten as both sides.
 *
 * @param {Ladder} ladder
 * @param {Level[]} levels
 * @returns {Level | null} null before the first win and after the last
 */
export function nextStop(ladder, levels) {
  const highest = Math.max(0, ...levels.filter(({ number }) => isBeaten(ladder, number)).map(({ number }) => number));
  if (!highest) return null;
  return (
    levels.find(({ number }) => number > highest) ??
    levels.find(({ number }) => !ladder[number]?.every(Boolean)) ??
    null
  );
}

/** Returns the level above the one that plays, or null. @param {PageState} page @returns {Level | null} */
export function levelAbove(page) {
  const level = page.game.seats[engineSeat(page) ?? 2]?.level ?? Infinity;
  return page.levels.find(({ number }) => number > level) ?? null;
}
