/**
 * Opens a page that plays alone: the desk, and the game or position of the address as the server would send it. The
 * address names it behind the # of such a page, else in its path.
 */

/** @import { Boot, GameInfo, Seat } from "../model/types.js" */
/** @import { Game } from "./game.js" */

import { boardOf } from "../engine/opponent.js";
import { gameAddress, isLocal } from "../files.js";
import { loadTokens, saveTokens, savedGames } from "../net/storage.js";
import { secret } from "../net/socket.js";
import { isSite, key, root } from "../words.js";
import "../more_words.js";
import { Desk } from "./desk.js";
import { arePlayable, legalMoves, newGame } from "./game.js";
import { loadGame, loadGames, localId } from "./desk_store.js";
import { viewOf } from "./desk_view.js";

const FIRST_GAME = "connect4";
const MIDDLE = 5;
const AT_THE_SERVER = key("This game is at the server, which does not answer just now.");
const OTHER_GAMES = key(
  "This game needs a server. Without one this page plays the games in which a line wins, without chance.",
);

/**
 * Opens the desk and writes what the address asks for into the page's data.
 *
 * @param {Boot} boot
 * @returns {{desk: Desk, words: string}} words: what cannot be shown, in one sentence, or ""
 */
export function openDesk(boot) {
  const infos = boot.games.map(
    (info) => /** @type {GameInfo} */ ({ ...info, connect: info.connect ?? 0, sides: info.players }),
  );
  const desk = new Desk(infos, boot.state.pace);
  const place = placeOf(location, root);
  const game = place.id ? (loadGame(place.id) ?? continued(place.id, desk)) : undefined;
  if (game && desk.infos.has(game.name)) {
    if (!isLocal(place.id)) history.replaceState(null, "", gameAddress(game.id));
    const seats = game.seats.map(({ kind }, seat) =>
      kind === "human" ? (loadTokens(game.id).seats[seat] ?? secret()) : null,
    );
    saveTokens(game.id, { seats, table: loadTokens(game.id).table ?? (seats.some(Boolean) ? null : secret()) });
    show(boot, game, desk, game.id);
    return { desk, words: "" };
  }
  if (isLocal(place.id) && !isSite) location.replace(`${root}/game/${place.id}`); // the server may know it
  const info = desk.infos.get(place.name || FIRST_GAME) ?? desk.infos.get(FIRST_GAME);
  if (!info) throw new Error("the page has no game for its engine");
  const asked = place.name === info.name ? (movesIn(info, place.moves) ?? []) : [];
  const moves = arePlayable(info, asked) ? asked : [];
  show(boot, unplayed(boot, info, moves, place.against), desk, null);
  const words = place.id ? AT_THE_SERVER : place.name && place.name !== info.name ? OTHER_GAMES : "";
  return { desk, words };
}

/** Writes a game into the page's data. @param {Boot} boot @param {Game} game @param {Desk} desk @param {string | null} id */
function show(boot, game, desk, id) {
  const info = /** @type {GameInfo} */ (desk.infos.get(game.name));
  Object.assign(boot, {
    game: game.name,
    game_id: id,
    levels: boot.desk?.[game.name] ?? boot.levels,
    state: viewOf(game, info),
    ready: true,
  });
}

/** Returns a position that nobody has played yet. @param {Boot} boot @param {GameInfo} info @param {number[]} moves @param {number | null} against */
function unplayed(boot, info, moves, against) {
  const levels = (boot.desk?.[info.name] ?? []).map(({ number }) => number);
  const wanted = against ?? MIDDLE;
  const level = levels.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best), wanted);
  const analysis = moves.length > 0 && against === null;
  /** @type {[Seat, Seat]} */
  const seats = [{ kind: "human" }, analysis ? { kind: "human" } : { kind: "engine", level }];
  const game = newGame("", info.name, moves.length % 2 ? [seats[1], seats[0]] : seats, boot.state.pace);
  return Object.assign(game, { start: moves, analysis });
}

/**
 * Goes on with a game of the server's as it stood when this browser last saw it, in a game of this page's own. The
 * server's game stays as it is.
 *
 * @param {string} id @param {Desk} desk
 */
export function continued(id, desk) {
  const before = loadGames().find(({ from }) => from === id);
  if (before) return before;
  const played = savedGames().find((game) => game.id === id)?.summary.played;
  const info = played && desk.infos.get(played.name);
  const moves = info && movesIn(info, played.moves);
  if (!info || !moves || !arePlayable(info, moves)) return undefined;
  const seats = /** @type {[Seat, Seat]} */ (
    played.levels.map((level) => (level ? { kind: "engine", level } : { kind: "human" }))
  );
  if (seats.every(({ kind }) => kind === "human") && loadTokens(id).seats.includes(null)) return undefined; // the other person is away
  const game = newGame(localId(), info.name, seats, desk.pace);
  Object.assign(game, { start: moves.slice(0, played.start), turns: moves.slice(played.start), from: id });
  if (played.resigned !== null && legalMoves(boardOf(info), moves).length) game.resigned = played.resigned;
  desk.keep(game);
  return game;
}

/**
 * @typedef {object} Place
 * @property {string} name of a game, or ""
 * @property {string} moves
 * @property {number | null} against the level to play against
 * @property {string} id of a game, or ""
 */

/**
 * Reads an address.
 *
 * @param {{pathname: string, search: string, hash: string}} address
 * @param {string} root the path in front of all addresses
 * @returns {Place}
 */
function placeOf({ pathname, search, hash }, root) {
  const behind = /^#(\/[^?#]*)(\?[^#]*)?/.exec(hash);
  const path = behind?.[1] ?? pathname.slice(root.length);
  const params = new URLSearchParams(behind ? (behind[2] ?? "") : search);
  const [, first = "", second = ""] = path.split("/");
  const against = Number(params.get("against"));
  return {
    name: ["", "offline", "index.html", "game"].includes(first) ? "" : first,
    moves: first === "game" ? "" : decoded(second) || (params.get("pos") ?? ""),
    against: against >= 1 && against <= 10 ? against : null,
    id: first === "game" ? second : "",
  };
}

/** Reads the moves of a text such as "4453" or "25,17". @param {GameInfo} info @param {string} text @returns {number[] | null} */
function movesIn({ board, gravity }, text) {
  const moves = (text.includes(",") ? text.split(",").filter(Boolean) : Array.from(text)).map(Number);
  const most = (board?.[0] ?? 0) * (gravity ? 1 : (board?.[1] ?? 0));
  return moves.every((one) => Number.isInteger(one) && one >= 1 && one <= most) ? moves : null;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
