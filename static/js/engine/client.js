/** Starts the page's engine beside the page, and asks it. */

/** @import { Begin, Chosen, Order } from "./minds.js" */
/** @import { Thought } from "./mind/report.js" */
/** @import { Answer, Asked } from "./worker.js" */
/** @import { Board, Found } from "./types.js" */

import { startWorker } from "../workers.js";

/** Says that this browser has no engine of its own; the server answers then. */
export class EngineLost extends Error {
  name = "EngineLost";
}

/** Talks to the worker; it starts with the first question. */
export class PageEngine {
  /** @param {() => Worker} start */
  constructor(start = () => startWorker("js/engine/worker.js")) {
    this.start = start;
    /** @type {Worker | null} */
    this.worker = null;
    this.lost = false;
    this.count = 0;
    /** @type {Map<number, {tell: (found: Found) => void, fail: (error: EngineLost) => void}>} */
    this.waiting = new Map();
    /** @type {Map<number, {chosen: (chosen: Chosen) => void, thought: (thought: Thought) => void, fail: (error: EngineLost) => void}>} */
    this.minds = new Map();
  }

  /**
   * Begins a mind, and returns its number.
   *
   * @param {Omit<Begin, "id">} begin
   * @param {{chosen: (chosen: Chosen) => void, thought: (thought: Thought) => void, fail: (error: EngineLost) => void}} hears
   */
  begin(begin, hears) {
    this.count += 1;
    this.minds.set(this.count, hears);
    this.order({ id: this.count, ...begin });
    return this.count;
  }

  /** Gives a mind an order; one to a lost engine fails. @param {Order} order */
  order(order) {
    if (this.lost) this.minds.get(order.id)?.fail(new EngineLost());
    else this.send(order);
  }

  /** Ends a mind. @param {number} id */
  end(id) {
    if (this.minds.delete(id) && !this.lost) this.send({ id, type: "close" });
  }

  /**
   * Finds the exact score of every move after some moves.
   *
   * @param {Board} board
   * @param {number[]} moves
   * @param {{news?: (found: Found) => void, stop?: AbortSignal}} [more] hears of progress; a stopped question has no answer
   * @returns {Promise<Found>}
   */
  scores(board, moves, { news, stop } = {}) {
    return new Promise((resolve, reject) => {
      if (this.lost) return reject(new EngineLost());
      if (stop?.aborted) return undefined;
      this.count += 1;
      const id = this.count;
      this.waiting.set(id, {
        tell: (found) => {
          if (!found.done) return news?.(found);
          this.waiting.delete(id);
          resolve(found);
        },
        fail: reject,
      });
      stop?.addEventListener("abort", () => {
        if (this.waiting.delete(id)) this.send({ id, type: "stop" });
      });
      return this.send({ id, type: "scores", board, moves });
    });
  }

  /** Sends a question. @param {Asked} asked */
  send(asked) {
    try {
      this.worker ??= this.listen(this.start());
      this.worker.postMessage(asked);
    } catch {
      this.lose();
    }
  }

  /** Hears a worker. @param {Worker} worker */
  listen(worker) {
    worker.addEventListener("error", () => this.lose());
    worker.addEventListener("message", (/** @type {MessageEvent<Answer>} */ { data }) => {
      const { id, found, chosen, thought } = data;
      if (found) this.waiting.get(id)?.tell(found);
      else if (chosen) this.minds.get(id)?.chosen(chosen);
      else if (thought) this.minds.get(id)?.thought(thought);
      else this.lose(data.failed);
    });
    return worker;
  }

  /** Ends the engine after a failure: nothing is asked here again. @param {string} [why] */
  lose(why) {
    this.lost = true;
    this.worker?.terminate();
    for (const { fail } of this.waiting.values()) fail(new EngineLost(why));
    this.waiting.clear();
    for (const { fail } of this.minds.values()) fail(new EngineLost(why));
  }
}

/** @type {PageEngine | null} */
let one = null;

/** Returns the engine of this page: one worker for all that asks. */
export function sharedEngine() {
  one ??= new PageEngine();
  return one;
}
