/**
 * Says what can be said of a position without a proof: a rule of thumb, marked as such; how best play goes on; why
 * there is no proof. All of it is counted on the board, or comes with the explanation.
 */

/** @import { GameInfo } from "../types.js" */
/** @import { Disc, Explanation, Step } from "./certificate.js" */
/** @import { Cell } from "./principle.js" */

import { linesOf, openLines, principle, winningCells } from "./principle.js";
import { landing } from "../board.js";
import { droppedOn } from "./certificate.js";
import "../../more_words.js";
import { list, say, t } from "../../words.js";

/** The most moves of best play that are told and shown: as many as a person can follow. */
const FORETOLD = 5;

/** @param {string} kind @param {string} text @param {number[]} moves @param {Cell[]} [cells] @returns {Step} */
const step = (kind, text, moves, cells = []) => ({ kind, text, moves, cells, pairs: [] });

/**
 * Returns the steps without a proof. Nothing is said about the proof while it is looked for.
 *
 * @param {GameInfo} info
 * @param {Disc[]} discs the position
 * @param {Explanation} explanation
 * @param {number} [first] the move of interest
 * @returns {Step[]}
 */
export function unproven(info, discs, explanation, first) {
  const { reason, play, more } = explanation;
  const rule = ruleOfThumb(info, discs, explanation, first);
  const next = play.slice(0, FORETOLD);
  const told = [
    ...(rule ? [rule] : []),
    ...(play.length ? [step("play", bestPlay(next, first), next, cellsOf(info, discs, next))] : []),
  ];
  return more && told.length ? told : [...told, step("none", say(reason ?? ""), [])];
}

/**
 * Says how best play goes on: after the move of interest, if there is one.
 *
 * @param {number[]} moves
 * @param {number} [first] the move of interest, which the moves begin with
 */
function bestPlay(moves, first) {
  const after = first !== undefined && moves.length > 1;
  const [n = 0, ...more] = after ? moves.slice(1) : moves;
  if (!more.length)
    return after ? t("After column {first}, column {n} is best.", { first, n }) : t("Best play: column {n}.", { n });
  const columns = list([n, ...more].map(String));
  return after
    ? t("After column {first}, best play goes on in columns {moves}.", { first, moves: columns })
    : t("Best play goes on in columns {moves}.", { moves: columns });
}

/** Returns where the discs of some moves come to lie. @param {GameInfo} info @param {Disc[]} discs @param {number[]} moves @returns {Cell[]} */
const cellsOf = (info, discs, moves) =>
  moves
    .reduce((lying, move) => droppedOn(info, lying, move), discs)
    .slice(discs.length)
    .map(([column, row]) => [column, row]);

/**
 * Returns a reason of principle: for the move of interest, for a waiting line of the winner, or for the best move.
 *
 * @param {GameInfo} info
 * @param {Disc[]} discs
 * @param {Explanation} explanation
 * @param {number} [first]
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
  return claim?.wins && first === undefined ? moreLines(info, discs, claim.side) : null;
}

/**
 * Returns the rule of rows: on a board of even height, odd rows fall to who began, and even rows to the other side.
 *
 * @param {GameInfo} info
 * @param {Disc[]} discs
 * @param {0 | 1} side
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

/** Compares the lines that are still open to each side. @param {GameInfo} info @param {Disc[]} discs @param {0 | 1} side */
function moreLines(info, discs, side) {
  const other = side === 0 ? 1 : 0;
  const [lines, lying] = [linesOf(info), lyingOf(discs)];
  const [n, m] = [openLines(lines, lying, other).length, openLines(lines, lying, side).length];
  const names = { side: info.players[side], other: info.players[other], n, m };
  return n > m
    ? step(
        "none",
        t("A rule of thumb, not a proof: {n} lines are still open to {side}, and {m} to {other}.", names),
        [],
      )
    : null;
}

/** @param {Disc[]} discs */
const lyingOf = (discs) => new Map(discs.map(([column, row, seat]) => [`${column},${row}`, seat]));
