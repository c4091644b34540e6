/** Sends a person's requests to the table: another game, a takeback, other seats, the pace, the thinking. */

/** @import { Seat } from "../model/types.js" */

import { movesUpTo } from "../model/history.js";
import { middleLevel } from "../model/select.js";
import { t } from "../words.js";
import { Play } from "./play.js";
import { requestId } from "./socket.js";
import { saveTokens } from "./storage.js";

/** Answers the wishes of the person about the game on the table. */
export class Table extends Play {
  /** The ended game whose seats were changed for the next one. @type {string | null} */
  reseated = null;

  /** Begins a new game with the same seats; a game under way is kept, one step back in the browser. */
  async newGame() {
    const { game_id: id, moves, outcome } = this.state().game;
    const left = id !== null && moves.length > 0 && !outcome;
    const begun = await this.attempt(() => this.create([]));
    if (begun && left)
      this.dispatch({
        type: "notice",
        text: t("The game before is kept. The Back button of your browser leads to it."),
      });
  }

  /** Begins a new game of these players from the same start. */
  again() {
    const { game } = this.state();
    return this.attempt(() => this.create(movesUpTo(game, game.start)));
  }

  /**
   * Begins a new game with the sides swapped; another person is asked first. The server leads everybody to the new
   * game.
   */
  async rematch() {
    await this.waitForSetup(); // as a level set before does: a short game may end before its setup is answered
    const { game_id: id, seats } = this.state().game;
    if (this.reseated === id) {
      this.setLocalSeats([...seats].reverse());
      return this.again();
    }
    return this.send("rematch");
  }

  /** Plays the position on the table: an engine begins. */
  start() {
    return this.attempt(() => this.ensureGame());
  }

  /** Takes a move back, or plays a taken-back move again, after a move on its way. @param {"undo" | "redo"} way */
  async step(way) {
    if (!(await this.settle())) return; // the move to take back lies there no more
    return this.send(way, { ply: this.state().game.ply });
  }

  /** Returns to an abandoned branch. @param {number} branch */
  async returnTo(branch) {
    if (!(await this.settle())) return;
    return this.send("return", { ply: this.state().game.ply, branch });
  }

  /** Resigns the game. */
  resign() {
    return this.send("resign");
  }

  /** Waits for a game in setup: a change meanwhile must not be lost with the server's answer. */
  async waitForSetup() {
    await this.setup?.catch(() => null); // the request that set the game up reports the error
  }

  /** Sets the level of a seat's engine. @param {0 | 1} seat @param {number} level */
  async setLevel(seat, level) {
    await this.waitForSetup();
    const { game_id: id, seats, outcome } = this.state().game;
    if (id === null || outcome)
      return this.setLocalSeats(seats.map((old, i) => (i === seat ? { ...old, level } : old)));
    return this.send("set_level", { seat, level });
  }

  /** Seats a person or an engine. @param {0 | 1} seat @param {Seat} who */
  async setSeat(seat, who) {
    await this.waitForSetup();
    const { game_id: id, seats, outcome } = this.state().game;
    if (id === null || outcome) return this.setLocalSeats(seats.map((old, i) => (i === seat ? who : old)));
    return this.attempt(async () => {
      const answer = await this.socket.call("set_seat", {
        game_id: id,
        seat,
        kind: who.kind,
        ...(who.kind === "engine" ? { level: who.level ?? middleLevel(this.state().levels) } : {}),
        request_id: requestId(),
      });
      this.storeSeatToken(id, seat, answer);
    });
  }

  /** Begins a game with three discs on the board, those that lie there or even ones: whoever moves may swap sides. */
  placeDiscs() {
    const { game } = this.state();
    return this.attempt(async () =>
      this.create((game.game_id === null || game.analysis) && game.ply ? game.moves : await this.evenDiscs(), {
        analysis: false,
        pie: true,
      }),
    );
  }

  /** Returns three discs after which the game is even. @returns {Promise<number[]>} */
  async evenDiscs() {
    const { EVEN } = await import("../model/even.js");
    const lines = (EVEN[this.state().info.name] ?? "").split(" ");
    const line = lines[Math.floor(Math.random() * lines.length)] ?? "";
    return [...line].map((digit) => Number(digit) || 10);
  }

  /** Exchanges the two seats. */
  async swapSeats() {
    await this.waitForSetup();
    const { game_id: id, seats, outcome } = this.state().game;
    const [first, second] = seats;
    if (!first || !second) return;
    if (id === null || outcome) return this.setLocalSeats([second, first]);
    if (first.kind === second.kind && first.level === second.level) return;
    await this.setSeat(0, second);
    await this.setSeat(1, first);
  }

  /** Takes the other side's place, by the pie rule. */
  usePieRule() {
    return this.send("swap", { ply: this.state().game.ply });
  }

  /** Pauses, steps or paces two engines. @param {{paused?: boolean, per_minute?: number, step?: boolean}} change */
  pace(change) {
    const id = this.state().game.game_id;
    return this.attempt(() => this.socket.call("pace", { game_id: id, ...change }));
  }

  /** Switches the thinking on or off. @param {boolean} on */
  watch(on) {
    this.dispatch({ type: "watch", on });
    const { game_id: id, help } = this.state().game;
    return id && (help || !on) ? this.attempt(() => this.askForThoughts(id)) : undefined;
  }

  /** Shows the truth, or the opinion of the engine at the table. @param {boolean} on */
  showTruth(on) {
    this.dispatch({ type: "truth", on });
    const { game_id: id, help } = this.state().game;
    return id && help ? this.attempt(() => this.askForThoughts(id)) : undefined;
  }

  /** Sets the seats on this page only: before a game, and after one for the next. @param {Seat[]} seats */
  setLocalSeats(seats) {
    this.reseated = this.state().game.game_id;
    this.dispatch({ type: "seats", seats });
  }

  /** Stores a seat's new token. @param {string} id @param {0 | 1} seat @param {any} answer */
  storeSeatToken(id, seat, answer) {
    const old = this.state().tokens;
    const seats = old.seats.map((token, i) => (i === seat ? (answer.seat_tokens[seat] ?? token) : token));
    const tokens = { seats, table: old.table };
    if (!this.state().game.analysis) saveTokens(id, tokens);
    this.dispatch({ type: "tokens", tokens });
  }
}
