/**
 * Holds one puzzle on the board, from the first look to the solution. Pure: the same state and action give the same.
 *
 * @typedef {object} Session
 * @property {Attempt | null} attempt null: no puzzle is there
 * @property {number[]} beyond moves on the board beyond the solution: a wrong move and its refutation
 * @property {number} unseen how many of the last moves are not dropped yet: they drop one after the other
 * @property {number | null} aim
 * @property {number} refusals
 * @property {number | null} refusedMove
 *
 * @typedef {{type: "begin", puzzle: Puzzle} | {type: "none"} | {type: "aim", move: number | null}
 *   | {type: "play", move: number} | {type: "drop"} | {type: "again"} | {type: "reveal"}} Action
 */

/** @import { Attempt, Puzzle } from "./puzzle.js" */

import { begin, discsAfter, isSolved, played, reveal, tryMove } from "./puzzle.js";
import { t } from "../../words.js";

/** Describes the state without a puzzle. @type {Session} */
export const EMPTY = { attempt: null, beyond: [], unseen: 0, aim: null, refusals: 0, refusedMove: null };

/** Returns the state after an action. @param {Session} session @param {Action} action @returns {Session} */
export function reduce(session, action) {
  switch (action.type) {
    case "begin":
      return { ...EMPTY, refusals: session.refusals, attempt: begin(action.puzzle) };
    case "none":
      return { ...EMPTY, refusals: session.refusals };
    case "aim":
      return session.aim === action.move ? session : { ...session, aim: action.move };
    case "play":
      return play(session, action.move);
    case "drop":
      return session.unseen ? { ...session, unseen: session.unseen - 1 } : session;
    case "again":
      return session.attempt
        ? { ...session, attempt: { ...session.attempt, refuted: null }, beyond: [], unseen: 0 }
        : session;
    case "reveal": {
      if (!session.attempt || isSolved(session.attempt)) return session;
      const attempt = reveal(session.attempt);
      return { ...session, attempt, beyond: [], unseen: attempt.step - session.attempt.step - 1 };
    }
  }
}

/** @param {Session} session @param {number} move @returns {Session} */
function play(session, move) {
  if (!canMove(session) || !session.attempt) return session;
  const { attempt, verdict } = tryMove(session.attempt, move);
  if (verdict === "full") return { ...session, refusals: session.refusals + 1, refusedMove: move };
  if (verdict !== "wrong") return { ...session, attempt, aim: null, unseen: attempt.step - session.attempt.step - 1 };
  const refutation = attempt.refuted?.refutation ?? [];
  return { ...session, attempt, aim: null, beyond: [move, ...refutation], unseen: refutation.length };
}

/** Tells whether the person may move. @param {Session} session */
export const canMove = ({ attempt, beyond, unseen }) =>
  attempt !== null && !isSolved(attempt) && !beyond.length && !unseen;

/** Returns the discs on the board. @param {Session} session */
export function discsShown({ attempt, beyond, unseen }) {
  if (!attempt) return [];
  const moves = [...played(attempt), ...beyond];
  return discsAfter(moves.slice(0, moves.length - unseen));
}

/** Tells whether the puzzle counts as solved: at the first try, without help. @param {Attempt} attempt */
export const solvedAtOnce = (attempt) => isSolved(attempt) && !attempt.mistakes && !attempt.shown;

/**
 * @typedef {object} Round
 * @property {number} tried
 * @property {any[][]} missed the rows of the puzzles not solved at the first try
 * @property {number} again how many of these were shown once more
 */

/** Counts the puzzles of a round. */
const PUZZLES = 10;

/** Begins a round. @type {Round} */
export const BEGUN = { tried: 0, missed: [], again: 0 };

/** Returns the puzzle to be shown once more, or undefined. @param {Round} round */
export const onceMore = ({ tried, missed, again }) => (tried < PUZZLES ? undefined : missed[again]);

/** Tells whether all puzzles of a round are done. @param {Round} round */
export const isOver = (round) => round.tried === PUZZLES && !onceMore(round);

/**
 * Returns the round after a puzzle, or after one that came once more.
 *
 * @param {Round} round
 * @param {any[]} row
 * @param {boolean} solved at the first try
 * @returns {Round}
 */
export function afterTry(round, row, solved) {
  if (round.tried === PUZZLES) return { ...round, again: round.again + 1 };
  return { ...round, tried: round.tried + 1, missed: solved ? round.missed : [...round.missed, row] };
}

/**
 * Says how far the round is.
 *
 * @param {Round} round
 * @param {boolean} counted the puzzle on the board is in the round already
 */
export function place({ tried, missed, again }, counted) {
  const before = tried - Number(counted);
  if (before < PUZZLES && !again) return t("Puzzle {n} of {count}.", { n: before + 1, count: PUZZLES });
  return t("Once more: {n} of {count} that you missed.", { n: again + Number(!counted), count: missed.length });
}

/** Says how a round went. @param {Round} round @returns {[string, string]} */
export const ending = ({ tried, missed }) => [
  t("{n} of {count} solved at the first try.", { n: tried - missed.length, count: tried }),
  missed.length ? t("What went wrong comes again in the trainer.") : "",
];
