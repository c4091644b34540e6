/**
 * Holds a puzzle and the attempt to solve one: pure, no document, no storage. Moves are columns from 1.
 *
 * @typedef {[number, number, 0 | 1]} Disc column, row, side
 *
 * @typedef {object} Wrong a move that gives the result away
 * @property {number} move
 * @property {number | null} score the exact score number after the move, for the solver; 0 is a draw; null: not known,
 *   as
 *   in a puzzle kept before the files held later wrong moves
 * @property {number[]} refutation best play after the move, the opponent first
 *
 * @typedef {object} Puzzle
 * @property {string} name the moves before the position, as text
 * @property {number[]} moves
 * @property {0 | 1} side the solver
 * @property {number} plies plies to the win; 0: the task is a draw
 * @property {number[]} line the solution, the solver's moves at even places
 * @property {Wrong[]} wrong every other first move
 * @property {Wrong[][]} later for each later move of the solver, every other move
 * @property {number} themes a bit for each theme
 * @property {number} rating
 * @property {number} level the lowest level that finds the first move in half of its games
 * @property {number} lines branches of the smallest proof; 0: none is known
 *
 * @typedef {object} Attempt
 * @property {Puzzle} puzzle
 * @property {number} step how many moves of the line are on the board
 * @property {number} mistakes
 * @property {Wrong | null} refuted the wrong move just made
 * @property {boolean} shown the solution was shown
 *
 * @typedef {"right" | "wrong" | "solved" | "full"} Verdict
 */

/** @import { GameInfo } from "../../model/types.js" */

import { sideName, t } from "../../words.js";

import { winningCells as cellsInLine, discsOf, landing } from "../../model/board.js";

/** Counts the columns. */
export const WIDTH = 7;
/** Counts the rows. */
export const HEIGHT = 6;
const CONNECT = 4;

/** Describes the board of every puzzle. @type {GameInfo} */
export const BOARD = {
  name: "connect4",
  title: t("Connect Four"),
  board: [WIDTH, HEIGHT],
  connect: CONNECT,
  gravity: true,
  players: [sideName("red"), sideName("yellow")],
  sides: ["red", "yellow"],
  chance: false,
};

/** Names the sides. */
export const NAMES = BOARD.players;

/** Returns the columns of a text of digits. @param {string} text */
export const columns = (text) => [...text].map(Number);

/**
 * Returns the puzzle of a row of a file; the place of each value is that of engine/puzzles/puzzle.py.
 * @param {any[]} row @returns {Puzzle}
 */
export function fromRow([name, plies, line, wrong, themes, rating, level, lines, , later = []]) {
  const moves = columns(name);
  return {
    name,
    moves,
    side: moves.length % 2 ? 1 : 0,
    plies,
    line: columns(line),
    themes,
    rating,
    level,
    lines,
    wrong: refuted(wrong),
    later: later.map(refuted),
  };
}

/** @param {[number, number, string][]} rows @returns {Wrong[]} */
const refuted = (rows) => rows.map(([move, score, text]) => ({ move, score, refutation: columns(text) }));

/** Returns the discs after moves. @param {number[]} moves @returns {Disc[]} */
export const discsAfter = (moves) => discsOf(BOARD, moves);

/** Returns the open columns. @param {Disc[]} discs */
export const openColumns = (discs) =>
  Array.from({ length: WIDTH }, (_, i) => i + 1).filter((column) => landing(BOARD, discs, column));

/** Returns the cells of the line completed by the last disc, or none. @param {Disc[]} discs */
export const winningCells = (discs) => cellsInLine(CONNECT, discs);

/** Begins an attempt. @param {Puzzle} puzzle @returns {Attempt} */
export const begin = (puzzle) => ({ puzzle, step: 0, mistakes: 0, refuted: null, shown: false });

/** Returns the moves on the board. @param {Attempt} attempt */
export const played = ({ puzzle, step }) => [...puzzle.moves, ...puzzle.line.slice(0, step)];

/** Returns whether the solution is on the board to the last move. @param {Attempt} attempt */
export const isSolved = ({ puzzle, step }) => step >= puzzle.line.length;

/**
 * Tries a move. A right move brings the reply with it, if one follows. In a puzzle exactly one move keeps the result at
 * every turn of the solver, so the move of the line is the only right one.
 *
 * @param {Attempt} attempt @param {number} move @returns {{attempt: Attempt, verdict: Verdict}}
 */
export function tryMove(attempt, move) {
  const { puzzle, step } = attempt;
  if (!landing(BOARD, discsAfter(played(attempt)), move)) return { attempt, verdict: "full" };
  if (move === puzzle.line[step]) {
    const next = { ...attempt, step: Math.min(step + 2, puzzle.line.length), refuted: null };
    return { attempt: next, verdict: isSolved(next) ? "solved" : "right" };
  }
  const wrong = (step ? puzzle.later[step / 2 - 1] : puzzle.wrong)?.find((one) => one.move === move);
  return {
    attempt: { ...attempt, mistakes: attempt.mistakes + 1, refuted: wrong ?? { move, score: null, refutation: [] } },
    verdict: "wrong",
  };
}

/**
 * Shows the next move of the solution: the attempt no longer counts as solved.
 * @param {Attempt} attempt @returns {Attempt}
 */
export const reveal = (attempt) => ({
  ...attempt,
  step: Math.min(attempt.step + 2, attempt.puzzle.line.length),
  shown: true,
  refuted: null,
});
