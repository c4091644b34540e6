/**
 * Finds a reason of principle for a move that has no short proof: what it blocks, and what it threatens; and the moves
 * that lose at once.
 *
 * @typedef {[number, number]} Cell
 */

/** @import { GameInfo, PageState } from "../types.js" */
/** @import { Disc, Step } from "./certificate.js" */

import { landing } from "../board.js";
import { linesOf as linesOn } from "../lines.js";
import { droppedOn } from "./certificate.js";
import "../../more_words.js";
import { list, t } from "../../words.js";

/** Returns all lines of a board. @param {GameInfo} info */
export const linesOf = ({ board, connect }) => linesOn(...(board ?? [0, 0]), connect);

/**
 * Returns the cells in which a disc of a side would complete a line.
 * @param {Cell[][]} lines @param {Map<string, number>} lying @param {number} side @returns {Cell[]}
 */
export function winningCells(lines, lying, side) {
  const found = new Map();
  for (const line of lines) {
    const open = line.filter((cell) => !lying.has(String(cell)));
    if (open.length !== 1 || line.some((cell) => lying.has(String(cell)) && lying.get(String(cell)) !== side)) continue;
    found.set(String(open[0]), open[0]);
  }
  return [...found.values()];
}

/**
 * Returns the reason of a move: a sentence, and the cells to ring; null where none is found, and after a move that lets
 * the other side complete a line at once.
 *
 * @param {GameInfo} info @param {Disc[]} discs @param {number} move
 * @returns {Step & {threatens: boolean} | null} threatens: the move leads to a line
 */
export function principle(info, discs, move) {
  const me = /** @type {0 | 1} */ (discs.length % 2);
  const you = me === 0 ? 1 : 0;
  const cell = landing(info, discs, move);
  if (!cell || !info.gravity) return null;
  const lines = linesOf(info);
  const lying = new Map(discs.map(([column, row, seat]) => [`${column},${row}`, seat]));
  const before = winningCells(lines, lying, me).map(String);
  const names = { me: info.players[me], you: info.players[you] };
  const blocks = winningCells(lines, lying, you).some((one) => String(one) === String(cell));
  /** @type {Disc[]} */
  const after = [...discs, [cell[0], cell[1], me]];
  lying.set(String(cell), me);
  const mine = winningCells(lines, lying, me).filter((one) => !before.includes(String(one)));
  const step = (/** @type {string} */ text, /** @type {Cell[]} */ cells) => ({
    kind: "threat",
    text,
    moves: [move],
    cells,
    pairs: /** @type {[Cell, Cell][]} */ ([]),
    threatens: mine.length > 0,
  });
  if (before.includes(String(cell))) return { ...step(t("It completes the line."), [cell]), threatens: true };
  const inReach = (/** @type {Cell} */ one) => String(landing(info, after, one[0])) === String(one);
  if (winningCells(lines, lying, you).some(inReach)) return null; // no threat counts against that
  const now = mine.filter(inReach);
  const columns = list([...new Set((now.length > 1 ? now : mine).map(([column]) => column))].map(String));
  if (blocks && mine.length)
    return step(t("It stops {you}’s line, and threatens one of its own in {columns}.", { ...names, columns }), [
      cell,
      ...mine,
    ]);
  if (blocks) return step(t("It stops {you}’s line: otherwise {you} completes it at once.", names), [cell]);
  if (now.length > 1) return step(t("It threatens {columns} at once: one answer is not enough.", { columns }), now);
  if (now.length === 1) return step(t("It threatens to complete a line in column {n}.", { n: now[0]?.[0] ?? 0 }), now);
  if (mine.length)
    return step(
      t("It builds a line that waits for its last cell, in column {n}, row {row}.", {
        n: mine[0]?.[0] ?? 0,
        row: mine[0]?.[1] ?? 0,
      }),
      mine,
    );
  return null;
}

/**
 * Names what the answer to some moves threatens; "" where there is no answer, or no threat.
 *
 * @param {GameInfo} info
 * @param {Disc[]} discs
 * @param {number[]} line the moves, and the answers after them
 * @param {number} asked how many of the moves were asked about
 */
export function threatOf(info, discs, line, asked) {
  const reply = line[asked];
  if (reply === undefined || !info.gravity || info.chance) return "";
  const step = principle(
    info,
    line.slice(0, asked).reduce((lying, move) => droppedOn(info, lying, move), discs),
    reply,
  );
  return step?.threatens ? step.text : "";
}

/**
 * Returns the columns after which the other side wins with its next disc; none if every column loses so, or one wins. For
 * the sign in a first game.
 *
 * @param {PageState} page @returns {number[]}
 */
export function dangers({ info, game }) {
  const me = game.to_move;
  if (me === null || !info.gravity || info.chance) return [];
  const lines = linesOf(info);
  const wins = (/** @type {Disc[]} */ discs, /** @type {number} */ side) => {
    const lying = new Map(discs.map(([column, row, seat]) => [`${column},${row}`, seat]));
    return winningCells(lines, lying, side).some((cell) => String(landing(info, discs, cell[0])) === String(cell));
  };
  if (wins(game.discs, me)) return [];
  const lost = game.legal.filter((move) => {
    const cell = landing(info, game.discs, move);
    return cell !== null && wins([...game.discs, [cell[0], cell[1], me]], 1 - me);
  });
  return lost.length < game.legal.length ? lost : [];
}
