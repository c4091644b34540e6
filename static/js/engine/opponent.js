/**
 * Plays a side of a game in this browser: the page's door to a mind in the worker. It sees the moves of the game, and
 * nothing of a table or a server.
 */

/** @import { GameInfo } from "../model/types.js" */
/** @import { PageEngine } from "./client.js" */
/** @import { Chosen } from "./minds.js" */
/** @import { Thought } from "./mind/report.js" */
/** @import { Board } from "./board.js" */

import { fileKey } from "./board.js";
import { FILES } from "./files.js";

/** Tells whether this browser has a mind for a game. @param {GameInfo} info */
export const playsHere = (info) => !info.chance && info.board !== null && fileKey(boardOf(info)) in FILES;

/** Returns the board of such a game. @param {GameInfo} info @returns {Board} */
export const boardOf = ({ board, connect, gravity }) => ({
  width: board?.[0] ?? 0,
  height: board?.[1] ?? 0,
  connect: connect ?? 0,
  flat: !gravity,
});

export class Opponent {
  /** @param {PageEngine} engine @param {Board} board @param {{moves: number[], level: number, seed?: number}} begin */
  constructor(engine, board, { moves, level, seed = Math.floor(Math.random() * 2 ** 32) }) {
    this.engine = engine;
    /** @type {((thought: Thought) => void) | null} */
    this.watcher = null;
    /** @type {{resolve: (chosen: Chosen) => void, reject: (error: Error) => void} | null} */
    this.asked = null;
    this.id = engine.begin(
      { type: "mind", board, moves, level, seed },
      {
        chosen: (chosen) => {
          this.asked?.resolve(chosen);
          this.asked = null;
        },
        thought: (thought) => this.watcher?.(thought),
        fail: (error) => {
          this.asked?.reject(error);
          this.asked = null;
        },
      },
    );
  }

  /** Goes to the position after some moves: keeps the branch that leads there, cuts the rest. @param {number[]} moves of the whole game */
  follow(moves) {
    this.asked = null;
    this.engine.order({ id: this.id, type: "follow", moves });
  }

  /** @param {number} level 1 to 10 */
  setLevel(level) {
    this.engine.order({ id: this.id, type: "level", level });
  }

  /** Chooses a move. After another `follow` or a `close` there is no answer. Rejects with EngineLost. @returns {Promise<Chosen>} */
  choose() {
    return new Promise((resolve, reject) => {
      this.asked = { resolve, reject };
      this.engine.order({ id: this.id, type: "choose" });
    });
  }

  /** Thinks on the person's time, until the next order. */
  ponder() {
    this.engine.order({ id: this.id, type: "ponder" });
  }

  /** Hears the thoughts, at most four times a second; null ends it. @param {((thought: Thought) => void) | null} watcher */
  watch(watcher) {
    this.watcher = watcher;
    this.engine.order({ id: this.id, type: "watch", on: watcher !== null });
  }

  /** Ends the mind. */
  close() {
    this.asked = null;
    this.watcher = null;
    this.engine.end(this.id);
  }
}
