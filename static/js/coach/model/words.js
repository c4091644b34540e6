/**
 * Says everything on the coach's page. Plain sentences, without hints at the solution.
 *
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./puzzle.js").Attempt} Attempt
 */

import { HEIGHT, NAMES, WIDTH } from "./puzzle.js";

const WIN_AT_ONCE = 1;
const MUST_BLOCK = 2;
const DO_NOT_HAND_OVER = 4;

/** @param {number} count @param {string} one */
const counted = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** Says what is asked. @param {Puzzle} puzzle */
export function task({ side, plies, themes }) {
  const name = NAMES[side];
  if (themes & WIN_AT_ONCE) return `${name} to move. Make four in a row.`;
  if (themes & MUST_BLOCK) return `${name} to move. ${NAMES[1 - side]} threatens four in a row.`;
  if (themes & DO_NOT_HAND_OVER) return `${name} to move. Only one move does not give ${NAMES[1 - side]} four in a row.`;
  return plies ? `${name} to move and win.` : `${name} to move and draw.`;
}

/** Says how far the end is. @param {Puzzle} puzzle */
export const distance = ({ plies }) =>
  plies ? `The win takes ${counted((plies + 1) / 2, "move")}.` : "Every other move loses.";

/**
 * Says why a move is wrong; the play on the board shows the same.
 *
 * @param {Puzzle} puzzle
 * @param {import("./puzzle.js").Wrong} wrong
 * @param {number} discs how many discs lay on the board before the move
 */
export function verdict({ side, plies }, { move, score, refutation }, discs) {
  const foe = NAMES[1 - side];
  if (score === null) return `Column ${move} does not keep the ${plies ? "win" : "draw"}.`;
  if (score === 0) return `Column ${move} gives the win away: ${foe} answers ${refutation[0]}, and it is a draw.`;
  const turns = movesToWin(score, discs + 1);
  const end = turns === 1 ? `${foe} plays ${refutation[0]} and has four in a row` : `${foe} answers ${refutation[0]} and wins in ${turns} moves`;
  return plies ? `Column ${move} turns the win into a loss: ${end}.` : `Column ${move} loses: ${end}.`;
}

/**
 * Returns the opponent's moves until the win. A score number is 22 minus the winner's discs at the end.
 *
 * @param {number} score of a lost position
 * @param {number} discs on the board, the opponent to move
 */
const movesToWin = (score, discs) => (WIDTH * HEIGHT) / 2 + 1 - Math.abs(score) - Math.floor(discs / 2);

/**
 * Returns the result of the day as a line to copy; spoils nothing.
 *
 * @param {number} number
 * @param {number} tries
 * @param {boolean} solved
 */
export function dayLine(number, tries, solved) {
  const puzzle = `Fourthought puzzle ${number}: `;
  if (!solved) return `${puzzle}not solved`;
  return tries === 1 ? `${puzzle}solved at the first try` : `${puzzle}solved after ${tries} tries`;
}
