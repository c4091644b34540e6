/**
 * Holds the explanation beside the board: the step shown, or a game along the proof. Pure.
 *
 * @typedef {import("../../model/certificate.js").Explanation} Explanation
 * @typedef {import("../../model/certificate.js").Walk} Walk
 *
 * @typedef {object} Explaining
 * @property {Explanation} why
 * @property {number} step the step on the board
 * @property {Walk | null} walk the game along the proof; null: the steps are shown
 */

import { beginWalk, isWon, playReply, startDiscs } from "../../model/certificate.js";
import { discsAfter } from "./puzzle.js";

/** Begins with the first step. @param {Explanation} why @returns {Explaining} */
export const beginExplaining = (why) => ({ why, step: 0, walk: null });

/** Shows a step. @param {Explaining} explaining @param {number} step @returns {Explaining} */
export const atStep = ({ why }, step) => ({ why, step, walk: null });

/** Begins a game along the proof; without a proof nothing changes. @param {Explaining} explaining @returns {Explaining} */
export const trying = (explaining) =>
  explaining.why.certificate ? { ...explaining, walk: beginWalk(explaining.why.certificate) } : explaining;

/**
 * Plays a move of the side that the proof beats, and the proof's answer.
 *
 * @param {Explaining} explaining
 * @param {number} move
 * @returns {{explaining: Explaining, message: string} | null} null: the move cannot be played
 */
export function replied(explaining, move) {
  const next = explaining.walk && playReply(explaining.walk, move);
  if (!next) return null;
  const { walk, answer } = next;
  const answered = answer === null ? "" : `The answer is column ${answer}.`;
  const end = walk.node ? ""
    : isWon(walk.certificate, walk.discs) ? "Four in a row: there was no way out." : "The board is full: a draw at least.";
  return { explaining: { ...explaining, walk }, message: `${answered} ${end}`.trim() };
}

/**
 * Returns the discs of the step or of the game along the proof; null where the step adds nothing to the puzzle's board.
 *
 * @param {Explaining} explaining
 * @param {import("./puzzle.js").Puzzle} puzzle
 */
export function discsExplained({ why, step, walk }, puzzle) {
  if (walk) return walk.discs;
  const moves = why.steps[step]?.moves;
  if (!why.certificate || !moves) return null;
  const proofBegins = startDiscs(why.certificate).length;
  const base = proofBegins > puzzle.moves.length ? [...puzzle.moves, ...puzzle.line.slice(0, 1)] : puzzle.moves;
  return discsAfter([...base, ...moves]);
}
