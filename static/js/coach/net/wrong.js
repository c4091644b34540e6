/**
 * Asks the server why a wrong move gives the result away. Loaded with the first such question: all else needs no
 * server.
 */

/** @import { Explanation } from "../../model/proof/certificate.js" */
/** @import { Socket } from "../../net/socket.js" */

import { moreWords, openSocket, requestId, secret } from "../../net/socket.js";
import { BOARD } from "../model/puzzle.js";

/** @type {Socket | null} */
let socket = null;

/**
 * Returns the explanation of a position for the side to move.
 *
 * @param {number[]} moves
 * @returns {Promise<Explanation>}
 */
export async function whyAfter(moves) {
  await moreWords();
  socket ??= openSocket();
  const seats = /** @type {[{kind: "human"}, {kind: "human"}]} */ ([{ kind: "human" }, { kind: "human" }]);
  const { game_id: id } = await socket.call("new_game", {
    game: BOARD.name,
    seats,
    moves,
    analysis: true,
    request_id: requestId(),
    secret: secret(),
  });
  return socket.call("why", { game_id: id, ply: moves.length });
}
