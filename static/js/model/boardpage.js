/**
 * Describes a position to the table's board view, which shows the state of a page: for pages with a board of their own.
 */

/** @import { GameInfo, PageState } from "./types.js" */

import { untouched } from "./start.js";

/**
 * Returns a page's state with a position.
 *
 * @param {object} shown
 * @param {GameInfo} shown.info the game
 * @param {[number, number, 0 | 1][]} shown.discs in the order of the moves
 * @param {number[]} shown.moves
 * @param {number[]} shown.legal the moves that are possible
 * @param {[number, number][]} shown.line the cells of a won game's line
 * @param {boolean} shown.open the person may move
 * @param {number | null} shown.aim
 * @param {number} shown.refusals how many moves were refused so far
 * @param {number | null} shown.refusedMove
 * @returns {PageState}
 */
export function boardPage({ info, discs, moves, legal, line, open, aim, refusals, refusedMove }) {
  const mover = /** @type {0 | 1} */ (discs.length % 2);
  const winner = /** @type {0 | 1} */ (1 - mover);
  const said = { text: "{winner} wins.", values: { winner: info.players[winner] } };
  const outcome = line.length ? { winner, line, words: "", said } : null;
  const kind = /** @type {"human" | "engine"} */ (open ? "human" : "engine");
  const readiness = { ready: true, stage: "" };
  const page = untouched(
    info,
    {
      game_id: null,
      version: 0,
      game: info.name,
      moves,
      ply: discs.length,
      to_move: outcome ? null : mover,
      legal: outcome ? [] : legal,
      outcome,
      seats: [{ kind }, { kind }],
      discs,
      text: "",
      notation: "",
      paused: false,
      pace: 0,
      can_undo: false,
      can_redo: false,
      move_words: {},
      engine: readiness,
      analysis: false,
      help: true,
      with_help: false,
      start: 0,
      score: [0, 0],
    },
    readiness,
  );
  return { ...page, ui: { ...page.ui, aim, refusals, refusedMove } };
}
