/**
 * Runs one resumable exact search for each position that a mind must prove, and grows the tree from what the searches
 * report (engine/mind/search/lanes.py).
 */

/** @import { Kernels } from "../../kernels.js" */
/** @import { Position } from "../../board.js" */
/** @import { Tree } from "./tree.js" */

import { plyOf } from "../../board.js";
import { WORD } from "../../files.js";
import { Search } from "../../search.js";
import { LIMIT } from "./tree.js";

/** The least subtree to report at first, and its least part (one over this) of a long search. */
const [REPORT_FROM, REPORT_SHARE] = [32, 1_024];
const [HALF_FULL, FULL] = [0.5, 0.8];

/** @typedef {{search: Search, above: number | null, pending: (number | bigint)[], waiting: number}} Lane */

/** Names a position. @param {Position} position */
export const positionKey = ({ own, mask }) => `${own} ${mask}`;

export class Lanes {
  /** @param {Kernels} kernels @param {Tree} tree */
  constructor(kernels, tree) {
    this.kernels = kernels;
    this.tree = tree;
    this.nodes = 0;
    /** @type {Map<string, Lane>} */
    this.lanes = new Map();
    /** @type {(number | bigint)[][]} lists of waiting nodes that nobody uses */
    this.lists = [];
  }

  /**
   * Searches about `budget` more positions and enters the proofs in the tree. Tells whether the score is known or, with
   * `above`, whether it is above this number.
   *
   * @param {number} node @param {Position} position @param {number} budget @param {number | null} above
   */
  step(node, position, budget, above) {
    const { tree } = this;
    const lane = this.lanes.get(positionKey(position)) ?? this.#begin(position);
    const { search } = lane;
    const before = search.nodes;
    if (above !== null && lane.above !== above) search.aim(above);
    lane.above = above;
    const done = above === null ? search.run(budget) : search.step(budget);
    const visits = tree.visits(node) + search.nodes - before;
    this.nodes += search.nodes - before;
    this.#collect(node, lane);
    tree.set(node, { visits });
    tree.tighten(node, search.low, search.high);
    if (search.move) {
      tree.set(node, { best: search.move });
      const child = tree.child(node, search.move);
      // The score of the move is also proven in the move's node.
      if (child >= 0 && plyOf({ own: 0n, mask: tree.mask(child) }) === plyOf(position) + 1)
        tree.tighten(child, -LIMIT, -search.low);
    }
    return done || tree.proven(node);
  }

  /** Drops the search of a position, and the nodes that wait for a parent. @param {Position} position */
  forget(position) {
    this.#drop(positionKey(position));
  }

  /** Forgets the searches of all other positions. @param {Position[]} positions */
  keep(positions) {
    const kept = new Set(positions.map(positionKey));
    for (const key of [...this.lanes.keys()]) if (!kept.has(key)) this.#drop(key);
  }

  /** @param {string} key */
  #drop(key) {
    const lane = this.lanes.get(key);
    if (!lane) return;
    const nodes = new Int32Array(this.tree.memory.buffer, Number(lane.pending[4]), lane.waiting);
    for (const node of [...nodes]) this.tree.drop(node);
    this.lists.push(lane.pending);
    lane.search.close();
    this.lanes.delete(key);
  }

  /** @param {Position} position */
  #begin(position) {
    const pending = this.lists.pop() ?? this.tree.waitingList();
    const search = new Search(this.kernels, position);
    search.memory[WORD.REPORT] = BigInt(REPORT_FROM);
    const lane = { search, above: null, pending, waiting: 0 };
    this.lanes.set(positionKey(position), lane);
    return lane;
  }

  /** Moves what the search has reported into the tree. @param {number} node @param {Lane} lane */
  #collect(node, lane) {
    const { search, pending, waiting } = lane;
    const logged = Number(search.memory[WORD.LOGGED]);
    if (logged) {
      lane.waiting = this.tree.merge(
        node,
        this.kernels.view(this.kernels.log, this.kernels.row * logged),
        pending,
        waiting,
      );
      search.memory[WORD.LOGGED] = 0n;
    }
    const full = this.tree.used / this.tree.cap;
    const rarer = full < HALF_FULL ? 1 : full < FULL ? 8 : 64;
    search.memory[WORD.REPORT] = BigInt(Math.max(REPORT_FROM, Math.floor(search.nodes / REPORT_SHARE)) * rarer);
  }
}
