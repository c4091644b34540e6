/**
 * Asks the server why positions are as good as they are: after a wrong move, or where a proof begins. Loaded with the
 * first such question: all else needs no server.
 */

/** @import { Explanation } from "../../model/proof/certificate.js" */
/** @import { Socket } from "../../net/socket.js" */

import { moreWords, newAnalysis, openSocket, patiently } from "../../net/socket.js";
import { BOARD, discsAfter, openColumns, winningCells } from "../model/puzzle.js";

/** @type {Socket | null} */
let socket = null;

/**
 * Opens a game for looking at, and returns how to ask about its positions, as seen by a side, else by the side to move.
 *
 * @param {number[]} moves
 * @returns {Promise<(ply: number, quick: boolean, of?: {first?: number, side?: 0 | 1}) => Promise<Explanation>>}
 */
export async function openAnalysis(moves) {
  await moreWords();
  socket ??= openSocket();
  const { call } = socket;
  const id = await newAnalysis(socket, BOARD.name, moves);
  return (ply, quick, of) => call("why", { game_id: id, ply, quick, ...of });
}

/**
 * Returns the position that a refutation leads to, why the side of the answer is as good there, and how to ask for a
 * better reason. Where the answer ends the game, the position is that before it, and the answer the move of interest.
 *
 * @param {number[]} moves
 * @param {number} [answer]
 * @returns {Promise<{at: number[], of: {first?: number, side?: 0 | 1}, first: Explanation, better: () => Promise<Explanation | null | undefined>}>}
 */
export async function whyAfter(moves, answer) {
  const after = answer === undefined ? [] : discsAfter([...moves, answer]);
  const goesOn = answer !== undefined && !winningCells(after).length && openColumns(after).length > 0;
  const at = goesOn ? [...moves, answer] : moves;
  /** @type {{first?: number, side?: 0 | 1}} */
  const of = goesOn ? { side: moves.length % 2 ? 1 : 0 } : answer ? { first: answer } : {};
  const ask = await openAnalysis(at);
  return {
    at,
    of,
    first: await ask(at.length, true, of),
    better: () => patiently(() => ask(at.length, false, of)).catch(() => null),
  };
}
