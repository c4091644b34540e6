/** Leads from a page whose server is away to the page that plays alone, with the same game against the same opponent. */

/** @import { PageState, Seat } from "../model/types.js" */

import { playsHere } from "../engine/opponent.js";
import { gameAddress, tableAddress } from "../model/address.js";
import { isMine } from "../model/select.js";
import { root } from "../words.js";
import { arePlayable, newGame } from "./game.js";
import { localId, saveGame } from "./store.js";

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
