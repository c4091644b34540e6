/**
 * Learns from games against itself, by TD(lambda) (Sutton 1988): after a game, backwards, each quiet position's value
 * moves towards a mix of the next position's value and of what came of it.
 */

/** @import { Net, Random } from "./net.js" */
/** @import { Board } from "./student_position.js" */

import { Position, doubles, ints } from "./student_position.js";
import { FULL, LOST, QUIET, WON, forced, quietValue } from "./student_choice.js";

/** The constants of learning; the worth of each is in the table of engine/README.md. */
const LAMBDA = 0.8;
const CURIOSITY = 0.1;
const STEP = 0.5;
const LEAST_STEP = 0.01;
const HALVED_AFTER = 1500;
const OPENING = 4;

/** Returns the size of a step after so many games. @param {number} games */
export const stepAfter = (games) => Math.max(LEAST_STEP, STEP / (1 + games / HALVED_AFTER));

/** Plays and learns. */
export class SelfPlay {
  /** @param {Net} net @param {Random} random */
  constructor(net, random) {
    this.net = net;
    this.random = random;
    this.position = new Position(net.board);
    const longest = this.position.cells + 1;
    this.index = ints(longest * net.instances);
    /** Per ply of the game: 0 forced, 1 learned from, 2 a move of curiosity. */
    this.kinds = new Uint8Array(longest);
    this.values = doubles(longest);
    this.best = doubles(longest);
    this.free = ints(longest);
    /** The moves of the last game. @type {number[]} */
    this.moves = [];
  }

  /** Plays a game and learns from it. @param {number} games how many it has played before */
  game(games) {
    const { position, moves } = this;
    position.clear();
    moves.length = 0;
    this.open();
    const begin = position.ply;
    let end = forced(position);
    for (; end !== WON && end !== LOST && end !== FULL; end = forced(position)) {
      const ply = position.ply;
      const cell = end === QUIET ? this.think(ply) : end;
      if (end !== QUIET) this.kinds[ply] = 0;
      this.put(cell);
    }
    const result = end === WON ? 1 : end === LOST ? -1 : 0;
    this.learn(begin, result, stepAfter(games));
    if (end === WON || end === LOST) this.finish();
  }

  /** Plays some moves at random, none where somebody could win. */
  open() {
    const { position, random } = this;
    for (let left = random.below(OPENING + 1); left > 0; left -= 1) {
      const cell = position.free[random.below(position.moves())];
      position.put(cell);
      const quiet = forced(position) === QUIET;
      position.take(cell);
      if (!quiet) return;
      this.put(cell);
    }
  }

  /** Notes a quiet position and returns the cell to play. @param {number} ply */
  think(ply) {
    const { net, position, random, free } = this;
    net.look(position, this.index, ply * net.instances);
    this.values[ply] = Math.tanh(net.sum(this.index, ply * net.instances));
    const count = position.moves(free);
    net.prepare(position);
    let [best, chosen, equals] = [-2, 0, 0];
    for (let i = 0; i < count; i += 1) {
      const cell = free[i];
      position.put(cell);
      const value = forced(position) === QUIET ? -Math.tanh(net.sumAfter(position, cell)) : -quietValue(net, position);
      position.take(cell);
      if (value > best) [best, chosen, equals] = [value, cell, 1];
      else if (value === best && random.below(++equals) === 0) chosen = cell;
    }
    this.best[ply] = best;
    this.kinds[ply] = 1;
    if (!random.happens(CURIOSITY)) return chosen;
    this.kinds[ply] = 2;
    return free[random.below(count)];
  }

  /**
   * Goes back over the game and moves the weights.
   *
   * @param {number} begin the first ply that counts
   * @param {number} result for the side to move at the end
   * @param {number} step
   */
  learn(begin, result, step) {
    const { net } = this;
    let coming = result;
    for (let ply = this.position.ply - 1; ply >= begin; ply -= 1) {
      coming = -coming;
      if (this.kinds[ply] === 0) continue;
      const best = this.best[ply];
      coming = this.kinds[ply] === 2 ? best : (1 - LAMBDA) * best + LAMBDA * coming;
      net.move(this.index, ply * net.instances, step * (coming - this.values[ply]));
    }
  }

  /** Plays the last moves of a decided game, for those who watch. */
  finish() {
    const { position } = this;
    for (let i = 0; i < 3; i += 1) {
      const cells = position.free.slice(0, position.moves());
      const win = cells.find((cell) => position.completes(position.mover, cell));
      const cell = win ?? cells.find((one) => position.completes(1 - position.mover, one)) ?? 0;
      this.put(cell);
      if (win !== undefined) return;
    }
  }

  /** Plays on a cell. @param {number} cell */
  put(cell) {
    this.moves.push(this.position.moveOf(cell));
    this.position.put(cell);
  }
}
