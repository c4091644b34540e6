/** Opens a table of the server for looking at a game. */

/** @import { Socket } from "./socket.js" */

import { requestId, secret } from "./socket.js";

/** Opens it, and returns its id. @param {Socket} socket @param {string} game @param {number[]} moves @returns {Promise<string>} */
export async function newAnalysis(socket, game, moves) {
  const seats = /** @type {[{kind: "human"}, {kind: "human"}]} */ ([{ kind: "human" }, { kind: "human" }]);
  const asked = { game, seats, moves, analysis: true, request_id: requestId(), secret: secret() };
  return (await socket.call("new_game", asked)).game_id;
}
