/**
 * Keeps the person's results against the levels, and reads a strength from them in the points of the ladder.
 *
 * @typedef {object} Result
 * @property {string} id of the game
 * @property {string} game "connect4"
 * @property {number} level
 * @property {number | null} rating the points of the level
 * @property {0 | 0.5 | 1} score
 * @property {number} day the number of days since 1970
 * @property {string} moves the first moves, as text
 */

/** @import { PageState } from "../types.js" */

import { atLeast } from "../day.js";
import { climber, engineSeat } from "../select.js";

/** The points of a person before the first game: those of a middling level. */
const NEWCOMER = 500;
/** The first games move the strength more than the later ones. */
const [FAST, SLOW, SETTLED] = [60, 24, 12];
const OPENING = 8;

/**
 * Returns the result of a game against an engine that is over; null for any other game.
 * @param {PageState} page
 * @param {number} day
 * @returns {Result | null}
 */
export function resultOf(page, day) {
  const { game, levels, info } = page;
  const [seat, engine] = [climber(page), engineSeat(page)];
  if (seat === null || engine === null || !game.outcome || game.game_id === null) return null;
  const level = game.seats[engine]?.level ?? 0;
  const { winner } = game.outcome;
  const score = winner === null ? 0.5 : winner === seat ? 1 : 0;
  const rating = levels.find(({ number }) => number === level)?.rating ?? null;
  return {
    id: game.game_id,
    game: info.name,
    level,
    rating,
    score,
    day,
    moves: game.moves.slice(0, OPENING).join(","),
  };
}

/**
 * Returns the strength after each game that counts: by Elo's rule, faster at first.
 *
 * @param {Result[]} results of one game, in the order of play
 * @returns {number[]}
 */
export function strengths(results) {
  let points = NEWCOMER;
  return results
    .filter(({ rating }) => rating !== null)
    .map(({ rating, score }, i) => {
      const expected = 1 / (1 + 10 ** (((rating ?? 0) - points) / 400));
      points = atLeast(points + (i < SETTLED ? FAST : SLOW) * (score - expected));
      return Math.round(points);
    });
}

/**
 * Counts games, wins and draws by level.
 * @param {Result[]} results
 * @returns {Map<number, {games: number, wins: number, draws: number}>}
 */
export function byLevel(results) {
  const found = new Map();
  for (const { level, score } of results) {
    const one = found.get(level) ?? { games: 0, wins: 0, draws: 0 };
    found.set(level, {
      games: one.games + 1,
      wins: one.wins + Number(score === 1),
      draws: one.draws + Number(score === 0.5),
    });
  }
  return new Map([...found].sort(([a], [b]) => a - b));
}

/**
 * Tells how often the person has been in the position after these moves, and how often the person won from there.
 *
 * @param {Result[]} results of one game
 * @param {number[]} moves
 */
export function beenHere(results, moves) {
  const line = moves.join(",");
  const same = results.filter((one) => one.moves === line || one.moves.startsWith(`${line},`));
  return { times: same.length, won: same.filter(({ score }) => score === 1).length };
}
