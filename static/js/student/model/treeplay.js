/**
 * Learns from games against a person alone, by TreeStrap (Veness, Silver, Blair and Uther 2009): every quiet position
 * in the tree below each of the student's moves moves towards the value that minimax finds for it in that tree. A game
 * teaches hundreds of positions so, not ten.
 */

/** @import { Net } from "./net.js" */
/** @import { Position } from "./student_position.js" */

import { doubles, ints } from "./student_position.js";
import { FULL, LOST, QUIET, WON, forced } from "./student_choice.js";

/** Limits the positions of one tree that are remembered. */
const ROOM = 1 << 15;

/** Searches trees and learns from them. */
export class TreePlay {
  /** @param {Net} net */
  constructor(net) {
    this.net = net;
    this.index = ints(ROOM * net.instances);
    this.values = doubles(ROOM);
    this.deep = doubles(ROOM);
    this.count = 0;
    this.free = Array.from({ length: 32 }, () => ints(32));
  }

  /**
   * Learns from the tree below a position; returns how many positions it taught.
   *
   * @param {Position} position
   * @param {number} plies how far it looks
   * @param {number} step
   */
  study(position, plies, step) {
    this.count = 0;
    this.search(position, plies);
    for (let i = 0; i < this.count; i += 1) {
      const error = this.deep[i] - this.values[i];
      this.net.move(this.index, i * this.net.instances, step * error);
    }
    return this.count;
  }

  /**
   * Returns the value of plain minimax for the side to move.
   * @param {Position} position @param {number} plies @returns {number}
   */
  search(position, plies) {
    const reply = forced(position);
    if (reply === WON) return 1;
    if (reply === LOST) return -1;
    if (reply === FULL) return 0;
    if (reply !== QUIET) return this.after(position, reply, plies);
    if (plies === 0) return this.net.value(position);
    const { net } = this;
    const mine = this.count < ROOM ? this.count++ : -1;
    if (mine >= 0) {
      net.look(position, this.index, mine * net.instances);
      this.values[mine] = Math.tanh(net.sum(this.index, mine * net.instances));
    }
    const free = this.free[plies] ?? position.free;
    const count = position.moves(free);
    let best = -1;
    for (let i = 0; i < count; i += 1) best = Math.max(best, this.after(position, free[i], plies - 1));
    if (mine >= 0) this.deep[mine] = best;
    return best;
  }

  /**
   * Returns the value of a move.
   * @param {Position} position
   * @param {number} cell
   * @param {number} plies left after it
   */
  after(position, cell, plies) {
    position.put(cell);
    const value = -this.search(position, plies);
    position.take(cell);
    return value;
  }
}
