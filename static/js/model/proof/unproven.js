/**
 * Says what can be said of a position without a proof: a rule of thumb, marked as such, and how best play goes on, which
 * the board shows. All of it is counted on the board, or comes with the explanation.
 */

/** @import { GameInfo } from "../types.js" */
/** @import { Disc, Explanation, Step } from "./certificate.js" */
/** @import { Cell } from "./principle.js" */

import { linesOf, principle, winningCells } from "./principle.js";
import { landing } from "../board.js";
import { droppedOn } from "./certificate.js";
import "../../more_words.js";
import { list, say, t } from "../../words.js";

/** The most moves of best play that are told and shown: as many as a person can follow. */
const FORETOLD = 5;

/** @param {string} kind @param {string} text @param {number[]} moves @param {Cell[]} [cells] @returns {Step} */
const step = (kind, text, moves, cells = []) => ({ kind, text, moves, cells, pairs: [] });

/**
 * Returns the steps without a proof: why there is none is said only where there is nothing else to say.
 *
 * @param {GameInfo} info
 * @param {Disc[]} discs the position
 * @param {Explanation} explanation
 * @param {number} [first] the move of interest
 * @returns {Step[]}
 */
export function unproven(info, discs, explanation, first) {
  const { reason, play } = explanation;
  const rule = ruleOfThumb(info, discs, explanation, first);
  const next = play.slice(0, FORETOLD);
  const watch = rule ? t("Watch how best play goes on.") : t("Too deep for words. Watch how best play goes on.");
  const told = [
    ...(rule ? [rule] : []),
    ...(next.length ? [{ ...step("play", watch, next, cellsOf(info, discs, next)), heard: bestPlay(next) }] : []),
  ];
  return told.length ? told : [step("none", say(reason ?? ""), [])];
}

/** Says for those who listen how best play goes on. @param {number[]} moves */
const bestPlay = (moves) => t("Columns {moves}.", { moves: list(moves.map(String)) });

/** Returns where the discs of some moves come to lie. @param {GameInfo} info @param {Disc[]} discs @param {number[]} moves @returns {Cell[]} */
const cellsOf = (info, discs, moves) =>
  moves
    .reduce((lying, move) => droppedOn(info, lying, move), discs)
    .slice(discs.length)
    .map(([column, row]) => [column, row]);

/**
 * Returns a reason of principle: for the move of interest, for a waiting line of the winner, or for the best move.
 *
 * @param {GameInfo} info @param {Disc[]} discs @param {Explanation} explanation @param {number} [first]
 * @returns {Step | null}
 */
function ruleOfThumb(info, discs, { claim, play }, first) {
  if (!info.gravity) return null;
  const waiting = claim?.wins && first === undefined ? waitingLine(info, discs, claim.side) : null;
  if (waiting) return waiting;
  const isMovers = !claim || claim.side === discs.length % 2;
  const move = first ?? (isMovers ? play[0] : undefined);
  const known = move === undefined ? null : principle(info, discs, move);
  if (known) {
    const { text, moves, cells } = known;
    return step(
      "threat",
      t("A rule of thumb for column {n}, not a proof: {reason}", { n: move ?? 0, reason: text }),
      moves,
      cells,
    );
  }
  return null;
}

/**
 * Returns the rule of rows: on a board of even height, odd rows fall to who began, and even rows to the other side.
 * @param {GameInfo} info @param {Disc[]} discs @param {0 | 1} side
 */
function waitingLine(info, discs, side) {
  if ((info.board?.[1] ?? 1) % 2) return null;
  const cells = winningCells(linesOf(info), lyingOf(discs), side).filter(
    ([column, row]) => row % 2 === 1 - side && (landing(info, discs, column)?.[1] ?? row) < row,
  );
  const [cell] = cells;
  if (!cell) return null;
  const names = { side: info.players[side], column: cell[0], row: cell[1] };
  const text =
    side === 0
      ? t(
          "A rule of thumb, not a proof: {side} has a line that waits in column {column}, row {row}, and odd rows fall to who began.",
          names,
        )
      : t(
          "A rule of thumb, not a proof: {side} has a line that waits in column {column}, row {row}, and even rows fall to who came second.",
          names,
        );
  return step("threat", text, [], cells.slice(0, 1));
}

/** @param {Disc[]} discs */
const lyingOf = (discs) => new Map(discs.map(([column, row, seat]) => [`${column},${row}`, seat]));
