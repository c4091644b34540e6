/** Collects, at the table after a game, the person's mistakes, and keeps them for the coach's page. */

import { Refusal } from "../../net/socket.js";
import { isKept, withMistake } from "../model/mistakes.js";
import { dayNumber } from "../model/repetition.js";
import { ownSlips } from "../model/slips.js";
import { loadProgress, markSearched, saveProgress } from "./progress_store.js";

const ATTEMPTS = 4;
const PAUSE_MS = 2000;
/** Lists refusals that may end: the engine is busy, or too many questions are under way. */
const PASSING = ["not_ready", "rate_limited", "no_answer"];

/** @typedef {import("../model/slips.js").PageState} PageState */

/**
 * Asks for the puzzle of each slip in a reviewed game, one after the other, and keeps them.
 *
 * @param {PageState} page
 * @param {(ply: number) => Promise<any>} ask for one puzzle
 * @returns {Promise<number>} how many mistakes of this game are kept
 */
export async function collectMistakes(page, ask) {
  const id = page.game.game_id ?? "";
  let whole = true;
  for (const ply of ownSlips(page)) {
    if (isKept(loadProgress(), id, page.game.moves.slice(0, ply).join(""))) continue;
    const row = await patiently(() => ask(ply));
    // Read anew for each: another tab may have stored more meanwhile.
    whole &&= row !== undefined;
    if (row) saveProgress(withMistake(loadProgress(), { row, played: Number(page.game.moves[ply]), game: id }, dayNumber(new Date())));
  }
  if (whole) markSearched(id);
  return loadProgress().mistakes.filter(({ game }) => game === id).length;
}

/** Returns the puzzle, null where there is none, undefined where the engine stays busy for long. @param {() => Promise<any>} ask */
async function patiently(ask) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return (await ask()).puzzle;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!PASSING.includes(error.code)) return null;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return undefined;
}
