/**
 * Brings the person of this page together with others: a stranger who looks for a game, too, the friend with a code,
 * the players who let themselves be watched.
 *
 * @typedef {{clock: any, name: string, shown: boolean}} Wishes
 */

/** @import { News, Row } from "../model/meeting.js" */
/** @import { Table } from "./table.js" */

import { gameAddress } from "../files.js";
import { opponent } from "../model/select.js";
import "../more_words.js";
import { t } from "../words.js";
import { Refusal, secret } from "./socket.js";
import { saveChoice, saveTokens, withoutHidden } from "./storage.js";

const AGAIN_MS = 10_000; // the server drops a person of whom it hears nothing for 45 seconds
const HIDDEN_MS = 120_000; // after so long out of sight nobody waits any more

/** Finds a stranger, uses a friend's code, fetches the list of tables. */
export class Meeting {
  /**
   * @param {Table} table
   * @param {(news: News) => void} tell called with the news of a search
   * @param {() => void} ring calls a person who plays an engine meanwhile
   */
  constructor(table, tell, ring) {
    this.table = table;
    this.tell = tell;
    this.ring = ring;
    /** What is looked for; null: nothing. @type {(Wishes & {game: string, token: string}) | null} */
    this.wishes = null;
    /** The token of the seat to come. @type {string | null} */
    this.token = null;
    /** Whether the person plays an engine while somebody is looked for. */
    this.meanwhile = false;
    this.timer = 0;
    this.hiddenTimer = 0;
    table.socket.on("found", (found) => void this.arrive(found));
    table.socket.onLine("connect", () => void this.ask());
    document.addEventListener("visibilitychange", () => this.noteSight());
  }

  /** Begins to look for a stranger. @param {Wishes} wishes */
  search(wishes) {
    saveChoice("name", wishes.name || null);
    saveChoice("watched", wishes.shown ? "yes" : null);
    this.token = secret();
    this.wishes = { ...wishes, game: this.table.state().info.name, token: this.token };
    return this.ask();
  }

  /** Asks the server, and says again and again that the person still waits. */
  async ask() {
    clearTimeout(this.timer);
    const { wishes } = this;
    if (!wishes) return;
    if (this.meanwhile && opponent(this.table.state()) !== null) return this.giveUp("found");
    try {
      const answer = await this.table.socket.call("find", wishes);
      if (answer.found) return void (await this.arrive(answer.found));
      if (this.wishes !== wishes) return;
      this.tell({ others: answer.others ?? 0 });
      this.timer = window.setTimeout(() => void this.ask(), AGAIN_MS);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.wishes === wishes) this.wishes = null;
      this.tell({ refused: error.message });
    }
  }

  /** Ends the search on the page's own account. @param {"found" | "away"} why */
  giveUp(why) {
    this.stop();
    this.tell({ ended: why });
  }

  /** Ends the search. */
  stop() {
    clearTimeout(this.timer);
    this.meanwhile = false;
    if (!this.wishes) return;
    this.wishes = null;
    this.table.socket.tell("stop_finding", {});
  }

  /** Goes to the game with the stranger. @param {{game_id: string, seat: 0 | 1}} found */
  async arrive({ game_id: id, seat }) {
    const { token, meanwhile } = this;
    clearTimeout(this.timer);
    this.meanwhile = false;
    this.wishes = this.token = null;
    if (!token) return; // both ways of the news lead here
    this.tell({ ended: "found" });
    const tokens = { seats: [0, 1].map((number) => (number === seat ? token : null)), table: null };
    saveTokens(id, tokens);
    history.pushState(null, "", gameAddress(id));
    await this.table.attempt(() => this.table.join(id, tokens));
    if (meanwhile) this.call();
  }

  /** Calls a person who plays an engine meanwhile. */
  call() {
    this.table.dispatch({ type: "notice", text: t("Somebody is here. Your game before is kept.") });
    this.ring();
  }

  /** Ends a search of which nobody has seen anything for a while. */
  noteSight() {
    clearTimeout(this.hiddenTimer);
    if (!document.hidden || !this.wishes) return;
    this.hiddenTimer = window.setTimeout(() => this.giveUp("away"), HIDDEN_MS);
  }

  /** Plays an engine while the search goes on. @param {number} level */
  async playEngine(level) {
    await this.table.attempt(() =>
      this.table.create([], { seats: [{ kind: "human" }, { kind: "engine", level }], pie: false }),
    );
    this.meanwhile = true;
    await this.ask(); // the server takes who comes to another table out of the queue
  }

  /** Lets two strong engines of the game play, for somebody who likes to watch. */
  async watchEngines() {
    const { levels } = this.table.state();
    const [second, first] = levels
      .slice(-3)
      .map(({ number }) => ({ kind: /** @type {const} */ ("engine"), level: number }));
    if (!first || !second) return;
    await this.table.attempt(() => this.table.create([], { seats: [first, second], pie: false }));
  }

  /** Goes to the game of a code. @param {string} code @returns {Promise<string>} why not; "" for success */
  async useCode(code) {
    try {
      const { game_id: id } = await this.table.socket.call("use_code", { code });
      location.assign(gameAddress(id));
      return "";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.message;
    }
  }

  /** Returns the tables in play; null while the server gives no answer. @returns {Promise<Row[] | null>} */
  async tables() {
    try {
      const { tables } = await this.table.socket.call("shown_tables", {}, false);
      return tables.map(withoutHidden);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return null;
    }
  }
}
