/**
 * Sends the requests between people at one table: invite, sit down, move to another device, ask and answer, be away,
 * point.
 */

/** @import { Reaction } from "../model/meeting.js" */
/** @import { Decision } from "../model/people.js" */
/** @import { SeatNumber, Tokens } from "../model/types.js" */
/** @import { Table } from "./table.js" */

import { gameAddress } from "../files.js";
import { freeSeat, mySeat, opponent } from "../model/select.js";
import { swapTokens } from "../model/state/receive.js";
import "../more_words.js";
import { t } from "../words.js";
import { hideName, loadChoice, saveChoice, saveTokens, withoutHidden } from "./storage.js";
import { Refusal, requestId, secret } from "./socket.js";

const AIM_EVERY_MS = 120;

/** Keeps this browser's seats and the people's questions in step with the server. */
export class People {
  /** @param {Table} table @param {string | null} code of a link to a seat for this browser */
  constructor(table, code) {
    this.table = table;
    this.code = code;
    /** @type {number | null} */
    this.lastAim = null;
    this.aimTimer = 0;
    const { socket } = table;
    /** Shows a reaction at the table. @type {(seat: SeatNumber, reaction: Reaction) => void} */
    this.hear = () => {};
    socket.on("reaction", (said) => {
      const mine = table.state().tokens.seats[said.seat] !== null;
      if (this.isOfThisGame(said) && (mine || !this.muted)) this.hear(said.seat, said.reaction);
    });
    socket.on("people", (people) => this.isOfThisGame(people) && table.dispatch({ type: "people", people }));
    socket.on("aim", (aim) => this.isOfThisGame(aim) && table.dispatch({ type: "their-aim", aim }));
    socket.on("game", ({ game_id: id, event }) => {
      if (id !== this.id) return;
      if (["swapped", "undone", "redone"].includes(event?.kind ?? "")) saveTokens(id, table.state().tokens);
      if (event?.kind === "rematched") void table.attempt(() => this.followRematch(event.game_id));
      else if (event?.kind === "seated") void table.attempt(() => table.join(id));
      else if (event?.kind === "handed") void table.attempt(() => this.seatTaken(id, event.seat));
    });
    document.addEventListener("visibilitychange", () => this.look());
  }

  /** Names the game on the table. */
  get id() {
    return this.table.state().game.game_id;
  }

  /** Tells whether a message belongs to the game on the table. @param {{game_id: string}} payload */
  isOfThisGame(payload) {
    return payload.game_id === this.id;
  }

  /**
   * Drops lost seats, uses a link, and takes a free seat, after every join.
   *
   * @param {string} id
   * @param {any} answer
   * @param {string | null} knownRematch the rematch known before the join
   */
  async afterJoin(id, answer, knownRematch) {
    if (answer.people) this.table.dispatch({ type: "people", people: answer.people });
    if (document.hidden) this.look();
    const { game } = this.table.state();
    let { tokens } = this.table.state();
    const fits = (/** @type {Tokens} */ candidate) =>
      candidate.seats.every((token, seat) => (token !== null) === answer.you.seats.includes(seat));
    // The sides were swapped while this page was away.
    if (answer.you && !fits(tokens) && fits(swapTokens(tokens))) {
      tokens = swapTokens(tokens);
      this.storeTokens(id, tokens);
    }
    if (answer.you && tokens.seats.some((token, seat) => token !== null && !answer.you.seats.includes(seat))) {
      const seats = tokens.seats.map((token, seat) => (answer.you.seats.includes(seat) ? token : null));
      this.storeTokens(id, { seats, table: answer.you.controls ? tokens.table : null });
    }
    if (this.code) return this.takeSeat(id, this.code);
    void this.sayName();
    void this.sayWatched();
    const stored = this.table.state().tokens;
    const none = stored.table === null && stored.seats.every((token) => token === null);
    if (none && game.seats.some((seat) => seat.open) && !game.outcome) return this.sit(id);
    if (game.rematch && knownRematch === null) return this.followRematch(game.rematch);
  }

  /**
   * Makes a new game in which one seat waits for the first visitor of the game's address.
   *
   * @param {SeatNumber} mine
   * @param {{seconds: number, increment: number} | null} clock
   * @param {"" | "pie" | "discs"} rule the swap rule: after the first move, or with three even discs on the board
   * @param {boolean} help whether both people may ask the engine
   */
  invite(mine, clock, rule, help) {
    return this.table.attempt(async () => {
      const seat = (/** @type {number} */ one) => ({
        kind: /** @type {const} */ ("human"),
        ...(one === mine ? {} : { open: true }),
      });
      const discs = rule === "discs" ? await this.table.evenDiscs() : [];
      const wishes = { pie: rule !== "", with_help: help, ...(clock ? { clock } : {}) };
      await this.table.create(discs, { seats: [seat(0), seat(1)], ...wishes });
      await this.sayName();
    });
  }

  /** Takes the free seat. The token is stored before the request, so a lost answer does no harm. @param {string} id */
  async sit(id) {
    const token = secret();
    const seat = this.table.state().game.seats.findIndex(({ open }) => open);
    const before = this.table.state().tokens;
    this.storeTokens(id, { seats: before.seats.map((old, i) => (i === seat ? token : old)), table: null });
    try {
      await this.table.socket.call("sit", { game_id: id, token, request_id: requestId() });
    } catch (error) {
      this.storeTokens(id, before);
      if (!(error instanceof Refusal) || error.code !== "no_seat") throw error;
    }
    await this.table.join(id);
  }

  /** Takes a seat with the code of a link from another device. @param {string} id @param {string} code */
  async takeSeat(id, code) {
    this.code = null;
    const token = secret();
    const answer = await this.table.socket.call("take_seat", { game_id: id, code, token, request_id: requestId() });
    const { tokens } = this.table.state();
    const seats = tokens.seats.map((old, seat) => old ?? (answer.you?.seats.includes(seat) ? token : null));
    this.storeTokens(id, { seats, table: tokens.table });
    await this.table.join(id);
  }

  /**
   * Looks who may play after a seat went to another device, and says so on the device before.
   * @param {string} id @param {number} seat
   */
  async seatTaken(id, seat) {
    const mine = this.table.state().tokens.seats[seat] !== null;
    await this.table.join(id);
    if (mine && this.table.state().tokens.seats[seat] === null) {
      this.table.dispatch({ type: "notice", text: t("Another device has taken over your seat.") });
    }
  }

  /**
   * Tells the other person this person's name, if there is one.
   *
   * @param {string | null} [name] null: none was ever given
   */
  async sayName(name = loadChoice("name")) {
    const page = this.table.state();
    const seat = mySeat(page);
    if (name === null || seat === null || (opponent(page) === null && freeSeat(page) === null)) return;
    if ((page.game.seats[seat]?.name ?? "") === name) return;
    if (!(await this.table.send("name", { name }))) saveChoice("name", null);
  }

  /** Tells whether this person lets everybody watch. */
  get watched() {
    return loadChoice("watched") === "yes";
  }

  /** Tells whether this person wants no reactions. */
  get muted() {
    return loadChoice("muted") === "yes";
  }

  /** Hides the reactions of others, or shows them again. @param {boolean} on */
  mute(on) {
    saveChoice("muted", on ? "yes" : null);
  }

  /** Lets everybody watch this person's games, or nobody more. @param {boolean} on */
  show(on) {
    saveChoice("watched", on ? "yes" : null);
    return this.sayWatched(true);
  }

  /**
   * Tells the server whether the game on the table may be watched; without a consent only after a change.
   * @param {boolean} [changed]
   */
  async sayWatched(changed = false) {
    const { game, tokens } = this.table.state();
    const mine = tokens.seats.some((token) => token !== null);
    if (!mine || game.game_id === null || game.analysis || game.outcome || !(this.watched || changed)) return;
    await this.table.attempt(() => this.table.socket.call("show", { game_id: game.game_id, on: this.watched }));
  }

  /** Asks for the code of the game; null where there is none. @returns {Promise<string | null>} */
  async makeCode() {
    try {
      return (await this.table.socket.call("make_code", { game_id: this.id })).code;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return null;
    }
  }

  /** Shows the table a reaction. @param {Reaction} reaction */
  react(reaction) {
    return this.table.attempt(() => this.table.socket.call("react", { game_id: this.id, reaction }, false));
  }

  /** Reports a nickname, which this browser shows no more. @param {SeatNumber} seat */
  report(seat) {
    return this.table.attempt(async () => {
      const { name } = await this.table.socket.call("report", { game_id: this.id, seat });
      hideName(name);
      this.table.dispatch({ type: "server", state: withoutHidden(this.table.state().game) });
      this.table.dispatch({ type: "notice", text: t("Thank you. You do not see this name any more.") });
    });
  }

  /**
   * Makes a link to move a seat of this browser to another device.
   *
   * @returns {Promise<{link: string, qr: string} | null>}
   */
  async handOver() {
    const id = this.id;
    const { tokens, game } = this.table.state();
    const seat = mySeat(this.table.state()) ?? (tokens.seats[game.to_move ?? 0] ? (game.to_move ?? 0) : 1);
    const code = secret();
    /** @type {{link: string, qr: string} | null} */
    let made = null;
    await this.table.attempt(async () => {
      const answer = await this.table.socket.call("hand_over", { game_id: id, seat, code, request_id: requestId() });
      made = { link: `${location.origin}${gameAddress(/** @type {string} */ (id))}#${code}`, qr: answer.qr ?? "" };
    });
    return made;
  }

  /** Asks the other person for a draw, a rematch or a takeback. @param {"draw" | "rematch" | "takeback"} what */
  ask(what) {
    return this.table.send("ask", { what });
  }

  /** Carries out a button of the question card. @param {Decision} decision */
  async decide(decision) {
    const page = this.table.state();
    const { asked, seats } = page.game;
    if (decision === "wait") this.table.dispatch({ type: "wait" });
    else if (decision === "resign" || decision === "stay") {
      this.table.dispatch({ type: "resigning", on: false });
      if (decision === "resign") await this.table.resign();
    } else if (decision === "back") {
      const seat = /** @type {SeatNumber} */ (seats.findIndex(({ lent }, i) => lent && page.tokens.seats[i] !== null));
      await this.table.setSeat(seat, { kind: "human" });
    } else if (decision === "yes" || decision === "no")
      await this.table.send("reply", { what: asked?.what, yes: decision === "yes" });
    else await this.table.send(decision, { seat: opponent(page) });
  }

  /**
   * Shows the others where the person points, a few times a second and only if there are others.
   *
   * @param {number | null} move
   */
  aim(move) {
    this.lastAim = move;
    const page = this.table.state();
    const others = opponent(page) !== null || (page.people.present?.watchers ?? 0) > 0;
    const mine = page.game.to_move !== null && page.tokens.seats[page.game.to_move] !== null;
    if (!others || !mine || page.pending || this.aimTimer || page.game.game_id === null) return;
    this.aimTimer = window.setTimeout(() => {
      this.aimTimer = 0;
      if (this.lastAim !== move) this.aim(this.lastAim);
    }, AIM_EVERY_MS);
    this.table.socket.tell("aim", { game_id: page.game.game_id, move });
  }

  /** Tells the server whether the person looks at this page. */
  look() {
    if (this.id) this.table.socket.tell("look", { game_id: this.id, on: !document.hidden });
  }

  /** Goes to the next game of the same people, where each token holds the other side. @param {string} next */
  async followRematch(next) {
    if (this.id === next) return;
    const { seats, table } = this.table.state().tokens;
    const tokens = swapTokens({ seats, table });
    if ([...seats, table].some((token) => token !== null)) saveTokens(next, tokens);
    history.replaceState(null, "", gameAddress(next));
    await this.table.join(next, tokens);
  }

  /** Stores the tokens of a game in the browser and in the state. @param {string} id @param {Tokens} tokens */
  storeTokens(id, tokens) {
    saveTokens(id, tokens);
    this.table.dispatch({ type: "tokens", tokens });
  }
}
