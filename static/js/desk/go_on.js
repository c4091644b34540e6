/**
 * Leads from a page whose server is away to the page that plays alone, with the same game against the same opponent; and
 * tells the server, once it is there again, the games that it did not see: as analyses. They were played without it, so
 * they count for nothing there.
 */

/** @import { PageState, Seat } from "../model/types.js" */
/** @import { Socket } from "../net/socket.js" */

import { playsHere } from "../engine/opponent.js";
import { gameAddress, tableAddress } from "../files.js";
import { isMine } from "../model/select.js";
import { root } from "../words.js";
import { arePlayable, newGame, movesOfGame } from "./game.js";
import { localId, saveGame, loadGames } from "./desk_store.js";
import { newAnalysis, openSocket, Refusal } from "../net/socket.js";

/** Tells whether the game on the page can go on without its server: the table is kept, and no other person plays. @param {PageState} page */
export async function mayGoOn({ info, game, ...page }) {
  const seats = /** @type {const} */ ([0, 1]).filter((seat) => game.seats[seat]?.kind === "human");
  const alone = seats.every((seat) => isMine({ info, game, ...page }, seat)) && !game.clock;
  if (!playsHere(info) || !alone || !navigator.serviceWorker?.controller) return false;
  return (await caches.match(`${root}/table`)) !== undefined;
}

/** Goes on with the game as this page shows it, the move on its way included. @param {PageState} page */
export function goOn({ info, game, pending }) {
  if (game.game_id === null || game.analysis) return location.assign(tableAddress(info)); // the address says it all
  const seats = /** @type {[Seat, Seat]} */ (
    game.seats.map(({ kind, level }) => (level === undefined ? { kind } : { kind, level }))
  );
  const [start, turns] = [game.moves.slice(0, game.start), game.moves.slice(game.start)];
  const all = pending && pending.ply === game.ply ? [...turns, pending.move] : turns;
  const next = newGame(localId(), info.name, seats, game.pace);
  Object.assign(next, {
    start,
    turns: arePlayable(info, [...start, ...all]) ? all : turns,
    from: game.game_id,
    wins: game.score,
  });
  saveGame(next);
  location.assign(gameAddress(next.id));
}

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
      await newAnalysis(socket, game.name, moves);
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
