/**
 * Asks the server why positions are as good as they are: after a wrong move, or where a proof begins. Loaded with the
 * first such question: all else needs no server.
 */

/** @import { Explanation } from "../../model/proof/certificate.js" */
/** @import { Socket } from "../../net/socket.js" */

import { moreWords, openSocket, requestId, secret } from "../../net/socket.js";
import { BOARD } from "../model/puzzle.js";

/** @type {Socket | null} */
let socket = null;

/**
 * Opens a game for looking at, and returns how to ask about its positions, as seen by the side to move.
 *
 * @param {number[]} moves
 * @returns {Promise<(ply: number, quick: boolean, first?: number) => Promise<Explanation>>}
 */
export async function openAnalysis(moves) {
  await moreWords();
  socket ??= openSocket();
  const { call } = socket;
  const seats = /** @type {[{kind: "human"}, {kind: "human"}]} */ ([{ kind: "human" }, { kind: "human" }]);
  const { game_id: id } = await call("new_game", {
    game: BOARD.name,
    seats,
    moves,
    analysis: true,
    request_id: requestId(),
    secret: secret(),
  });
  return (ply, quick, first) => call("why", { game_id: id, ply, quick, ...(first ? { first } : {}) });
}

/**
 * Returns the first explanation of a position for the side to move, and how to ask for a better one.
 *
 * @param {number[]} moves
 * @param {number} [answer] the move that the explanation is to begin with, if it can
 * @returns {Promise<{first: Explanation, better: () => Promise<Explanation | null>}>}
 */
export async function whyAfter(moves, answer) {
  const ask = await openAnalysis(moves);
  return {
    first: await ask(moves.length, true, answer),
    better: () => ask(moves.length, false, answer).catch(() => null),
  };
}
