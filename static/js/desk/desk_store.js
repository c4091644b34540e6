/** Keeps the games that this page plays without a server in this browser, the last one at the end. */

/** @import { EngineAnswer, Seat, SeatNumber } from "../model/types.js" */
/** @import { Reader } from "../model/kept.js" */
/** @import { Game } from "./game.js" */

import { every, fields, flag, listOf, matching, nullOr, oneOf, row, whole, words } from "../model/kept.js";
import { LOCAL } from "../files.js";
import { GAME_ID, loadKept, saveChoice } from "../net/storage.js";

const KEPT = 40;
const CELLS = 100;
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
const MOVES = every(whole(1, 40), CELLS);
/** @type {Reader<SeatNumber>} */
const SEAT = oneOf(/** @type {const} */ (0), /** @type {const} */ (1));
/** @type {Reader<Seat>} */
const PLAYER = fields(
  { kind: oneOf(/** @type {const} */ ("human"), /** @type {const} */ ("engine")) },
  { level: whole(1, 10) },
);
/** @type {Reader<EngineAnswer>} */
const ANSWER = fields({
  ply: whole(0, CELLS),
  seat: SEAT,
  move: whole(1, 40),
  reply: nullOr(whole(1, 40)),
  expected: nullOr(whole(1, 40)),
  slip: flag,
  better: nullOr(whole(1, 40)),
  proven: flag,
});
/** @type {Reader<Game[]>} */
const GAMES = listOf(
  fields(
    {
      id: matching(GAME_ID),
      name: matching(/^[a-z0-9-]{1,40}$/),
      seats: row(PLAYER, PLAYER),
      start: MOVES,
      turns: MOVES,
      future: MOVES,
      branches: every(MOVES, 10),
      resigned: nullOr(SEAT),
      analysis: flag,
      paused: flag,
      pace: whole(0, 100_000),
      version: whole(1, 1_000_000),
      rematch: nullOr(matching(GAME_ID)),
      wins: row(whole(0, 10_000), whole(0, 10_000)),
      answers: every(ANSWER, CELLS),
      from: words(12),
      told: words(2 * CELLS),
    },
    { pie: flag, swapped: flag },
  ),
  KEPT,
);

/** Returns all games, the oldest first. @returns {Game[]} */
export const loadGames = () => loadKept("desk", GAMES) ?? [];

/** Returns a game, or undefined. @param {string} id */
export const loadGame = (id) => loadGames().find((game) => game.id === id);

/** Stores a game. An analysis is not stored: its address holds it. @param {Game} game */
export function saveGame(game) {
  if (game.analysis) return;
  const others = loadGames().filter(({ id }) => id !== game.id);
  saveChoice("desk", JSON.stringify([...others, game].slice(-KEPT)));
}

/** Returns the id of a new game of this browser. */
export const localId = () =>
  LOCAL + Array.from(crypto.getRandomValues(new Uint8Array(8)), (one) => LETTERS[one % 32]).join("");
