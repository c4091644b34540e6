/**
 * Tells the server, once it is there again, the games that it did not see: as analyses. They were played without it, so
 * they count for nothing there.
 */

/** @import { Board } from "../engine/board.js" */
/** @import { Socket } from "../net/socket.js" */

import { openSocket, Refusal, requestId, secret } from "../net/socket.js";
import { movesOfGame } from "./game.js";
import { loadGames, saveGame } from "./store.js";
import { root } from "../words.js";

const PERSON = Object.freeze({ kind: /** @type {const} */ ("human") });

/** Returns the games of which the server does not know all moves. @param {string | null} except the game that is still played here */
const untold = (except) =>
  loadGames().filter((game) => game.id !== except && game.turns.length && movesOfGame(game).join("") !== game.told);

/**
 * Tells the server these games, one after the other, and returns how many.
 *
 * @param {Socket} socket
 * @param {string | null} except the game that is still played here
 */
export async function tellServer(socket, except) {
  let count = 0;
  for (const game of untold(except)) {
    const moves = movesOfGame(game);
    try {
      await socket.call("new_game", {
        game: game.name,
        seats: [PERSON, PERSON],
        moves,
        analysis: true,
        request_id: requestId(),
        secret: secret(),
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return count; // too many for now: the next page goes on
    }
    saveGame({ ...game, told: moves.join("") });
    count += 1;
  }
  return count;
}

const EVERY_MS = 15_000;

/**
 * Asks again and again until the server answers, then tells it the games played without it.
 *
 * @param {() => string | null} current the game that is still played here
 * @param {(told: number) => void} isBack hears of the server, with the number of games told
 */
export function waitForServer(current, isBack) {
  const ask = async () => {
    const answer = await fetch(`${root}/healthz`, { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) return;
    clearInterval(timer);
    removeEventListener("online", ask);
    const socket = openSocket();
    socket.onLine("connect", async () => isBack(await tellServer(socket, current()).catch(() => 0)));
  };
  const timer = setInterval(ask, EVERY_MS);
  addEventListener("online", ask);
  void ask();
}
