/**
 * Deals out the time of the page's minds, inside the worker: a due move first, then pondering, fairly.
 *
 * The page sends a mind's orders: it begins, follows the game, gets a level, chooses, ponders, is watched, ends.
 *
 * @typedef {{id: number, type: "mind", board: Board, moves: number[], level: number, seed: number}} Begin
 * @typedef {{id: number, type: "follow", moves: number[]}} Follow
 * @typedef {{id: number, type: "level", level: number}} SetLevel
 * @typedef {{id: number, type: "choose"} | {id: number, type: "ponder"} | {id: number, type: "close"}} Plain
 * @typedef {{id: number, type: "watch", on: boolean}} Watch
 * @typedef {Begin | Follow | SetLevel | Plain | Watch} Order
 */

/** @import { Answer } from "../model/types.js" */
/** @import { Thought } from "./mind/report.js" */
/** @import { Board } from "./board.js" */

import { wordsOf } from "./board.js";
import { load, loadCards, loadTree, treeBytes } from "./loading.js";
import { Mind } from "./mind/mind.js";

/** Milliseconds of one slice, and between two digests. */
const [SLICE, NEWS] = [5, 250];
/** Milliseconds of a due move and of pondering at most, as on the server: then what is known by then counts. */
const LONGEST = { choose: 12_000, ponder: 300_000 };
/** Milliseconds of a due move at most where the cards know a win. */
const KNOWN = 2_000;

/** @typedef {{move: number, value: number, answer: Answer}} Chosen */
/** @typedef {{mind: Mind | null, aim: "" | "choose" | "ponder", asked: number, answered: number, waited: number, before: number, watched: boolean, told: number, queue: Order[]}} Seat */

export class Minds {
  /** @param {(board: Board) => ReturnType<typeof load>} engineOf @param {(news: {id: number, chosen?: Chosen, thought?: Thought}) => void} tell */
  constructor(engineOf, tell) {
    this.engineOf = engineOf;
    this.tell = tell;
    /** @type {Map<number, Seat>} */
    this.seats = new Map();
    /** The steps of the tree by the words of a board. @type {Record<number, Promise<WebAssembly.Module>>} */
    this.modules = {};
    this.turnOf = 0;
  }

  /** Tells whether there is something to think about. */
  get busy() {
    return [...this.seats.values()].some(({ mind, aim }) => mind !== null && aim !== "");
  }

  /** Tells whether a move is due. */
  get due() {
    return [...this.seats.values()].some(({ mind, aim }) => mind !== null && aim === "choose");
  }

  /** Carries out an order; those to a mind that is not there yet wait for it. @param {Order} order */
  async hear(order) {
    const seat = this.seats.get(order.id);
    if (order.type === "mind") return this.#begin(order);
    if (!seat) return undefined;
    if (seat.mind) return this.#obey(order, seat, seat.mind);
    return void seat.queue.push(order);
  }

  /** Thinks for one slice. */
  turn() {
    const open = [...this.seats].filter(([, { mind, aim }]) => mind !== null && aim !== "");
    const due = open.filter(([, { aim }]) => aim === "choose");
    const waiting = due.length ? due : open;
    this.turnOf += 1;
    const [id, seat] = waiting[this.turnOf % waiting.length] ?? [];
    if (id === undefined || !seat?.mind) return;
    const { mind } = seat;
    const chooses = seat.aim === "choose";
    const unfinished = mind.work(chooses, SLICE);
    const now = performance.now();
    const spent = now - seat.asked;
    const known = chooses && spent > KNOWN && mind.byCards?.wins;
    const more = unfinished && !known && spent < LONGEST[chooses ? "choose" : "ponder"];
    if (chooses && !more) {
      const nodes = mind.nodes - seat.before;
      const seconds = (now - seat.asked) / 1000;
      [seat.aim, seat.answered] = ["", now];
      this.#show(id, seat);
      this.tell({ id, chosen: mind.answer({ seconds, nodes, waited: seat.waited }) });
    } else {
      if (!more) seat.aim = "";
      if (!more || now - seat.told > NEWS) this.#show(id, seat);
    }
  }

  /** @param {Begin} order */
  async #begin({ id, board, moves, level, seed }) {
    /** @type {Seat} */
    const seat = {
      mind: null,
      aim: "",
      asked: 0,
      answered: 0,
      waited: 0,
      before: 0,
      watched: false,
      told: 0,
      queue: [],
    };
    this.seats.set(id, seat);
    const words = wordsOf(board);
    this.modules[words] ??= loadTree(board);
    const [{ kernels, book }, module] = await Promise.all([this.engineOf(board), this.modules[words]]);
    if (this.seats.get(id) !== seat) return;
    seat.mind = new Mind(kernels, book, module, treeBytes(), level, seed);
    seat.mind.follow(moves);
    for (const order of seat.queue.splice(0)) this.#obey(order, seat, seat.mind);
  }

  /** @param {Order} order @param {Seat} seat @param {Mind} mind */
  #obey(order, seat, mind) {
    const now = performance.now();
    if (order.type === "close") {
      mind.close();
      this.seats.delete(order.id);
    } else if (order.type === "watch") {
      seat.watched = order.on;
      this.#show(order.id, seat);
    } else if (order.type === "level") mind.setLevel(order.level);
    else if (order.type === "follow") {
      mind.follow(order.moves);
      seat.aim = "";
      this.#show(order.id, seat);
    } else if (order.type === "choose") {
      seat.waited = seat.answered ? (now - seat.answered) / 1000 : 0;
      [seat.aim, seat.asked, seat.before] = ["choose", now, mind.nodes];
      if (mind.isPerfect) void this.#bringCards(mind);
    } else if (order.type === "ponder") [seat.aim, seat.asked] = ["ponder", now];
  }

  /** Brings the cards of the side to move; without them the mind does what it can. @param {Mind} mind */
  async #bringCards(mind) {
    const side = mind.moves.length % 2;
    if (mind.cards?.side !== side) mind.cards = await loadCards(mind.board, side).catch(() => null);
  }

  /** Tells a mind's thoughts, where somebody watches. @param {number} id @param {Seat} seat */
  #show(id, seat) {
    if (!seat.watched || !seat.mind) return;
    seat.told = performance.now();
    this.tell({ id, thought: seat.mind.thought({ pondering: seat.aim === "ponder", busy: seat.aim !== "" }) });
  }
}
