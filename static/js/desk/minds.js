/** Lets the page's own engine play and think at the table of this page, as the server's does (webapp/play/table). */

/** @import { Chosen } from "../engine/minds.js" */
/** @import { PageEngine } from "../engine/client.js" */
/** @import { Thought } from "../engine/mind/report.js" */
/** @import { GameInfo, SeatNumber } from "../model/types.js" */
/** @import { Game } from "./game.js" */

import { Opponent, boardOf } from "../engine/opponent.js";
import { movesOfGame, toMove } from "./game.js";

/** The least milliseconds of an engine's reply to a person. */
const REPLY_MS = 400;
const MINUTE_MS = 60_000;
const STRONGEST = 10;

/** @typedef {{mind: Opponent, level: number, moves: string}} Player */
/** @typedef {SeatNumber | null} Place a seat; null for the mind that tells the truth */

/** Thinks for one table. */
export class Minds {
  /**
   * @param {PageEngine} engine
   * @param {{move: (game: Game, chosen: Chosen) => void, think: (game: Game, seat: Place, thought: Thought) => void, fail: () => void}} tell
   */
  constructor(engine, tell) {
    this.engine = engine;
    this.tell = tell;
    /** @type {Map<Place, Player>} */
    this.players = new Map();
    /** @type {Game | null} */
    this.game = null;
    /** The question under way. @type {object | null} */
    this.asked = null;
    this.askedFor = "";
    this.movedAt = 0;
    this.watched = false;
    this.truth = false;
    this.oneMove = false;
  }

  /** Thinks on after every change of the game at the table. @param {Game} game @param {GameInfo} info */
  goOn(game, info) {
    if (this.game?.id !== game.id) this.close();
    this.game = game;
    const [board, moves] = [boardOf(info), movesOfGame(game)];
    const mover = toMove(game, board);
    const places = /** @type {SeatNumber[]} */ ([0, 1]).filter((seat) => game.seats[seat]?.kind === "engine");
    const analysed = this.watched && (this.truth || !places.length);
    for (const place of this.players.keys())
      if (place === null ? !analysed : !places.includes(place)) this.#leave(place);
    for (const place of analysed ? [...places, null] : places) {
      const level = place === null ? STRONGEST : (game.seats[place]?.level ?? STRONGEST);
      const player = this.players.get(place) ?? this.#enter(place, { board, moves, level });
      if (player.level !== level) player.mind.setLevel(level);
      if (player.moves !== String(moves)) {
        player.mind.follow(moves);
        this.movedAt = performance.now();
      }
      Object.assign(player, { level, moves: String(moves) });
      const due = mover !== null && place === mover && (!game.paused || this.oneMove);
      if (due) this.#choose(game, player, places.length === 2);
      else if (mover !== null) player.mind.ponder();
    }
    if (mover === null || game.seats[mover]?.kind !== "engine" || (game.paused && !this.oneMove)) this.asked = null;
  }

  /** Makes one move of a paused game. @param {Game} game @param {GameInfo} info */
  step(game, info) {
    this.oneMove = true;
    this.goOn(game, info);
  }

  /** Tells the thoughts, or no more; the truth comes from the strongest level. @param {boolean} on @param {boolean} truth */
  watch(on, truth) {
    [this.watched, this.truth] = [on, truth];
    for (const [place, { mind }] of this.players) this.#show(mind, place);
  }

  /** Ends all minds. */
  close() {
    for (const place of this.players.keys()) this.#leave(place);
    this.asked = null;
    this.askedFor = "";
  }

  /** @param {Place} place @param {{board: import("../engine/board.js").Board, moves: number[], level: number}} begin */
  #enter(place, { board, moves, level }) {
    const mind = new Opponent(this.engine, board, { moves, level });
    const player = { mind, level, moves: String(moves) };
    this.players.set(place, player);
    if (this.watched) this.#show(mind, place);
    this.movedAt = Math.max(this.movedAt, performance.now());
    return player;
  }

  /** @param {Place} place */
  #leave(place) {
    this.players.get(place)?.mind.close();
    this.players.delete(place);
  }

  /** @param {Opponent} mind @param {Place} place */
  #show(mind, place) {
    const tell = (/** @type {Thought} */ thought) => this.game && this.tell.think(this.game, place, thought);
    mind.watch(this.watched ? tell : null);
  }

  /** Asks for a move, once for each position and level, and makes it when it is time. @param {Game} game @param {Player} player @param {boolean} paced */
  async #choose(game, player, paced) {
    const wanted = `${game.id} ${player.moves} ${player.level}`;
    if (this.asked && this.askedFor === wanted) return;
    const asked = {};
    [this.asked, this.askedFor] = [asked, wanted];
    try {
      const chosen = await player.mind.choose();
      const wait = paced ? (game.pace ? MINUTE_MS / game.pace : 0) : REPLY_MS;
      const left = this.oneMove ? 0 : this.movedAt + wait - performance.now();
      if (left > 0) await new Promise((go) => setTimeout(go, left));
      if (this.asked !== asked) return; // a takeback, another level, or a pause came meanwhile
      this.asked = null;
      this.oneMove = false;
      this.tell.move(game, chosen);
    } catch {
      this.tell.fail();
    }
  }
}
