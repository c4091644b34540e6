/** Says everything on the coach's page. Plain sentences, without hints at the solution. */

/** @import { Claim, Told } from "../../model/claim.js" */
/** @import { Attempt, Puzzle, Wrong } from "./puzzle.js" */

import { claiming } from "../../model/claim.js";
import { HEIGHT, NAMES, WIDTH, played } from "./puzzle.js";
import { t, tn } from "../../words.js";

const WIN_AT_ONCE = 1;
const MUST_BLOCK = 2;
const DO_NOT_HAND_OVER = 4;

/**
 * Returns the task, and how far the end is, with what both claim of the position that the attempt has come to.
 * @param {Attempt} attempt @returns {[Told, Told]}
 */
export function taskOf(attempt) {
  const { side, plies } = attempt.puzzle;
  const [moves, n] = [String(played(attempt)), movesLeft(attempt)];
  /** @type {Claim} */
  const claim = plies
    ? { moves, side, ...(n ? { result: "wins", n } : { result: "won" }) }
    : { moves, side, result: "draws" };
  return [claiming(task(attempt.puzzle, attempt.step), claim), claiming(distance(attempt), claim)];
}

/** Counts the solver's moves to the win; 0: the task is a draw, or all is done. @param {Attempt} attempt */
const movesLeft = ({ puzzle: { plies }, step }) => (plies ? Math.floor((plies + 1 - step) / 2) : 0);

/**
 * Says what is asked. A threat of the other side, and the only move against it, belong to the first turn.
 *
 * @param {Puzzle} puzzle
 * @param {number} [step] how many moves of the solution are on the board
 */
export function task({ side, plies, themes }, step = 0) {
  const values = { side: NAMES[side], other: NAMES[side === 0 ? 1 : 0] };
  if (themes & WIN_AT_ONCE) return t("{side} to move. Make four in a row.", values);
  if (!step && themes & MUST_BLOCK) return t("{side} to move. {other} threatens four in a row.", values);
  if (!step && themes & DO_NOT_HAND_OVER)
    return t("{side} to move. Only one move does not give {other} four in a row.", values);
  return plies ? t("{side} to move and win.", values) : t("{side} to move and draw.", values);
}

/** Says how far the end is. @param {Attempt} attempt */
const distance = (attempt) =>
  attempt.puzzle.plies
    ? tn(movesLeft(attempt), "The win takes {n} move.", "The win takes {n} moves.")
    : t("All other moves lose.");

/**
 * Says why a move is wrong; the play on the board shows the same.
 *
 * @param {Puzzle} puzzle
 * @param {Wrong} wrong
 * @param {number} discs how many discs lay on the board before the move
 */
function verdictWords({ side, plies }, { move, score, refutation }, discs) {
  const values = {
    move,
    foe: NAMES[side === 0 ? 1 : 0],
    reply: refutation[0] ?? 0,
    n: score === null ? 0 : movesToWin(score, discs + 1),
  };
  if (score === null)
    return plies
      ? t("Column {move} does not keep the win.", values)
      : t("Column {move} does not keep the draw.", values);
  if (score === 0) return t("Column {move} gives the win away: {foe} answers {reply}, and it is a draw.", values);
  if (values.n === 1) {
    return plies
      ? t("Column {move} turns the win into a loss: {foe} plays {reply} and has four in a row.", values)
      : t("Column {move} loses: {foe} plays {reply} and has four in a row.", values);
  }
  return plies
    ? t("Column {move} turns the win into a loss: {foe} answers {reply} and wins in {n} moves.", values)
    : t("Column {move} loses: {foe} answers {reply} and wins in {n} moves.", values);
}

/**
 * Returns the verdict on the wrong move of an attempt, with what it claims of the move and of the reply.
 * @param {Attempt} attempt @param {Wrong} wrong @returns {Told}
 */
export function verdict(attempt, wrong) {
  const before = played(attempt);
  const text = verdictWords(attempt.puzzle, wrong, before.length);
  const { move, score, refutation } = wrong;
  const [reply] = refutation;
  const [moves, after] = [String(before), String([...before, move])];
  if (score === null) return { text, claims: [{ moves, column: move, result: "drops" }] };
  const held = reply ? [{ moves: after, column: reply, result: KEEPS }] : [];
  const n = score ? { n: movesToWin(score, before.length + 1) } : {};
  return { text, claims: [{ moves, column: move, result: score ? "loses" : "draws", ...n }, ...held] };
}

const KEEPS = /** @type {const} */ ("keeps");

/**
 * Returns the opponent's moves until the win. A score number is 22 minus the winner's discs at the end.
 *
 * @param {number} score of a lost position
 * @param {number} discs on the board, the opponent to move
 */
const movesToWin = (score, discs) => (WIDTH * HEIGHT) / 2 + 1 - Math.abs(score) - Math.floor(discs / 2);

/** Names the strengths of the puzzles of a day. */
export const STRENGTHS = [t("easy"), t("middling"), t("hard")];

/**
 * Returns the result of the day as a line to copy; spoils nothing.
 * @param {number} puzzle @param {number} strength @param {number} tries @param {boolean} solved
 */
export function dayLine(puzzle, strength, tries, solved) {
  const values = { puzzle, tries, strength: STRENGTHS[strength] ?? "" };
  if (!solved) return t("Fourthought puzzle {puzzle}, {strength}: not solved", values);
  return tries === 1
    ? t("Fourthought puzzle {puzzle}, {strength}: solved at the first try", values)
    : t("Fourthought puzzle {puzzle}, {strength}: solved after {tries} tries", values);
}
