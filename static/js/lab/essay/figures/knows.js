/** Figure 1: what the machine knows of seven columns, on a board that is played on. */

/** @import { Found } from "../../../engine/board.js" */
/** @import { Chip } from "../board.js" */

import { bestOf, endScore, pliesTo, replay } from "../../../engine/board.js";
import { EngineLost, sharedEngine } from "../../../engine/client.js";
import { BOARD, Board } from "../board.js";
import { Part } from "../part.js";

/** A position with one column that wins; from a shipped puzzle. */
export const START = Object.freeze([4, 5, 5, 6, 3, 5, 3, 4, 2, 1, 3, 3, 2, 5, 2, 2]);

/**
 * Returns what stands below the columns of a position.
 *
 * @param {Part} part
 * @param {number[]} moves
 * @param {Found} found
 * @returns {Map<number, Chip>}
 */
export function chipsOf(part, moves, found) {
  return new Map(
    found.moves.map(({ move, low }) => {
      const n = low ? (pliesTo(BOARD, low, moves.length) + 1) >> 1 : 0;
      const kind = low > 0 ? "win" : low < 0 ? "loss" : "draw";
      const sign = low > 0 ? `+${n}` : low < 0 ? `−${n}` : "=";
      return [move, { words: part.say(kind, { n }), sign, kind }];
    }),
  );
}

/** Begins the figure. Returns how many positions the first answer took. @returns {Promise<number>} */
export async function knows() {
  const part = new Part("knows");
  const engine = sharedEngine();
  /** @type {number[]} */
  let moves = [...START];
  let chosen = 0;
  /** @type {Found | null} what is known of the first position; a guess may come before */
  let first = null;
  const board = new Board(part, part.figure, (column) => {
    if (chosen && first) moves = [...moves, column];
    else chosen = column;
    void look();
  });
  const back = part.on("back", () => {
    moves = moves.length > START.length ? moves.slice(0, -1) : moves;
    void look();
  });
  back.hidden = true;
  board.render({ moves, open: true });
  first = await engine.scores(BOARD, moves).catch((error) => {
    if (!(error instanceof EngineLost)) throw error;
    part.show("lost");
    board.render({ moves, open: false });
    return null;
  });
  if (!first) return 0;
  part.fill({ nodes: first.nodes });
  await look();
  return first.nodes;

  /** Shows the position, and what is known of it once the reader has guessed. */
  async function look() {
    if (!first) return undefined;
    const now = moves;
    const over = endScore(BOARD, replay(BOARD, now)) !== null;
    back.hidden = now.length === START.length;
    board.render({ moves: now, open: !over });
    if (!chosen || over) return part.show(over ? "over" : "guess");
    const found = now.length > START.length ? await engine.scores(BOARD, now) : first;
    if (now !== moves) return undefined;
    const best = bestOf(BOARD, first).move;
    board.render({ moves: now, open: true, chips: chipsOf(part, now, found) });
    part.fill({ chosen, best, verdict: chipsOf(part, [...START], first).get(chosen)?.words ?? "", more: found.nodes });
    return part.show(chosen === best ? "right" : "wrong", "signs", now.length > START.length ? "on" : "at");
  }
}
