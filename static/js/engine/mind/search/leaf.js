/** Runs one depth-limited search in pieces of any size (engine/mind/search/leaf.py). */

/** @import { Kernels } from "../../kernels.js" */
/** @import { Position } from "../../board.js" */

import { BUDGET } from "../../files.js";
import { array } from "../../kernels.js";
import { SCALE } from "../values.js";

/** Words of a job, and of a frame (engine/mind/search/alpha_beta.py). */
const [DEPTH, NODES, VALUE] = [0, 1, 3];
const [OWN, MASK, ALPHA, BETA, LEAD] = [0, 1, 3, 4, 8];
const UNLIMITED = 2n ** 62n;

/** Searches one unfinished position within a window in [-1, 1]. Give its memory back by `close`. */
export class Leaf {
  /**
   * @param {Kernels} kernels
   * @param {boolean} remembers whether it uses the board's transposition table
   * @param {Position} position
   * @param {number} depth in plies
   * @param {number} [alpha]
   * @param {number} [beta]
   */
  constructor(kernels, remembers, { own, mask }, depth, alpha = -1, beta = 1) {
    this.kernels = kernels;
    this.at = kernels.frames.pop() ?? fail();
    this.job = kernels.view(this.at, 4);
    this.job.fill(0n)[DEPTH] = BigInt(depth);
    const frames = kernels.view(this.at + 64, kernels.frame * (depth + 1)).fill(0n);
    this.root = frames;
    frames[LEAD] = BigInt(kernels.order.length);
    [frames[OWN], frames[MASK]] = [own, mask]; // the lower 64 bits
    if (kernels.frame > BUDGET.frame)
      [frames[BUDGET.frame + OWN], frames[BUDGET.frame + MASK]] = [own >> 64n, mask >> 64n];
    [frames[ALPHA], frames[BETA]] = [BigInt(Math.round(alpha * SCALE)), BigInt(Math.round(beta * SCALE))];
    this.given = [
      ...array(this.at, 8, [4]),
      ...array(this.at + 64, 8, [depth + 1, kernels.frame]),
      ...(remembers ? kernels.depthTable : array(kernels.none, 8, [0, 2])),
    ];
  }

  /** Returns the positions searched so far. */
  get nodes() {
    return Number(this.job[NODES]);
  }

  /** Returns the fail-soft value for the side to move, once the search is done. */
  get value() {
    return Number(this.job[VALUE]) / SCALE;
  }

  /** Returns the move with the value, or 0 without one. */
  get move() {
    return this.kernels.order[Number(this.root[LEAD])] ?? 0;
  }

  /** Searches at most so many more positions; tells whether the search is done. @param {number} budget */
  run(budget) {
    return this.#step(BigInt(Math.floor(budget)));
  }

  /** Returns the value after a search to the end. */
  result() {
    this.#step(UNLIMITED);
    this.close();
    return this.value;
  }

  /** Gives the memory back. */
  close() {
    this.kernels.frames.push(this.at);
  }

  /** @param {bigint} budget */
  #step(budget) {
    const network = this.kernels.judges ? this.kernels.network : [0];
    return this.kernels.call("step", ...this.given, budget, ...network) !== 0;
  }
}

/** @returns {never} */
function fail() {
  throw new Error("too many searches at a time");
}
