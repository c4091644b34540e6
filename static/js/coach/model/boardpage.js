/**
 * Describes a puzzle's board to the table's board view, which shows the state of a page.
 *
 * @typedef {import("../../model/types.js").PageState} PageState
 * @typedef {import("./puzzle.js").Disc} Disc
 */

import { BOARD, NAMES, openColumns, winningCells } from "./puzzle.js";

/**
 * Returns a page's state with a position of a puzzle.
 *
 * @param {object} shown
 * @param {Disc[]} shown.discs
 * @param {boolean} shown.open the person may move
 * @param {number | null} shown.aim
 * @param {number} shown.refusals how many moves were refused so far
 * @param {number | null} shown.refusedMove
 * @returns {PageState}
 */
export function boardPage({ discs, open, aim, refusals, refusedMove }) {
  const line = winningCells(discs);
  const mover = /** @type {0 | 1} */ (discs.length % 2);
  const outcome = line.length ? { winner: /** @type {0 | 1} */ (1 - mover), line, words: "", said: { text: "{winner} wins.", values: { winner: NAMES[1 - mover] } } } : null;
  const kind = /** @type {"human" | "engine"} */ (open ? "human" : "engine");
  const readiness = { ready: true, stage: "" };
  return {
    info: BOARD,
    levels: [],
    tokens: { seats: [null, null], table: null },
    game: {
      game_id: null, version: 0, game: BOARD.name, moves: discs.map(([column]) => column), ply: discs.length,
      to_move: outcome ? null : mover, legal: outcome ? [] : openColumns(discs), outcome, seats: [{ kind }, { kind }], discs,
      text: "", notation: "", paused: false, pace: 0, can_undo: false, can_redo: false, move_words: {}, engine: readiness, analysis: false,
      help: true, with_help: false, start: 0, score: [0, 0],
    },
    pending: null,
    connection: { status: "online", reason: "" },
    people: { present: null, aim: null, waitChosen: false, pieRule: false, clockReadAt: 0 },
    engineView: {
      readiness, wanted: false, visible: false, truth: false, digests: [], frozen: false, lineShown: false, preview: null, whyNot: null, pointed: null, lastAnswer: null,
      answers: [], knowledge: [null, null], memory: null,
    },
    review: { result: null, opened: false, ply: null, betterMove: null, value: null, mistakes: 0 },
    ui: { aim, hint: null, hintPending: false, resigning: false, slip: null, notice: null, refusals, refusedMove, sound: false },
  };
}
