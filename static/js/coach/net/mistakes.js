/** Collects, at the table after a game, the person's mistakes, and keeps them for the coach's page. */

/** @import { PageState } from "../../model/types.js" */
/** @import { Socket } from "../../net/socket.js" */

import { isKept, withMistake } from "../model/mistakes.js";
import { BOARD } from "../model/puzzle.js";
import { keepProof, loadProgress, markSearched, saveProgress } from "./progress_store.js";
import { dayNumber } from "../../model/day.js";
import { isReviewed, reviewRows } from "../../model/ended/review.js";
import { patiently } from "../../net/socket.js";

/** Limits the lines of a proof worth reading. */
const SHORT = 10;
const [LINE, LINES] = [2, 7]; // places in the row of a puzzle

/**
 * Asks for the puzzle of each slip in a reviewed game, and for the proof, one after the other, and keeps them.
 *
 * @param {PageState} page
 * @param {Socket["call"]} ask the server
 * @returns {Promise<number>} how many mistakes of this game are kept
 */
export async function collectMistakes(page, ask) {
  const id = page.game.game_id ?? "";
  let whole = true;
  for (const ply of ownSlips(page)) {
    const name = page.game.moves.slice(0, ply).join("");
    if (isKept(loadProgress(), id, name)) continue;
    const found = await patiently(() => ask("mistake", { game_id: id, ply }));
    whole &&= found !== undefined;
    const row = found?.puzzle;
    if (!row) continue;
    const proof = await patiently(() => ask("why", { game_id: id, ply, first: Number(row[LINE][0]) }));
    const size = proof?.certificate?.size ?? 0;
    const lines = size <= SHORT ? size : 0;
    // Read again for each: another tab may have stored more in the meantime.
    const made = {
      row: row.map((/** @type {any} */ value, /** @type {number} */ at) => (at === LINES ? lines : value)),
      played: Number(page.game.moves[ply]),
      game: id,
    };
    saveProgress(withMistake(loadProgress(), made, dayNumber(new Date())));
    if (lines) keepProof(name, proof);
  }
  if (whole) markSearched(id);
  return loadProgress().mistakes.filter(({ game }) => game === id).length;
}

/** Lists the marks asked about; a busy engine leaves some mistakes "doubtful". */
const SLIPS = ["mistake", "blunder", "doubtful"];

/**
 * Returns the plies, in a reviewed game that is over, at which a person of this browser let a result slip. The server
 * knows which of these had a single better move.
 *
 * @param {PageState} page @returns {number[]}
 */
export function ownSlips(page) {
  const { game, tokens } = page;
  if (game.game !== BOARD.name || !isReviewed(page)) return [];
  const own = (/** @type {0 | 1} */ seat) => game.seats[seat]?.kind === "human" && tokens.seats[seat] !== null;
  return [...reviewRows(page).values()]
    .filter(({ mark, seat }) => SLIPS.includes(mark) && own(seat))
    .map(({ ply }) => ply);
}
