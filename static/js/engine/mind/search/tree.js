/**
 * Keeps the search tree of a mind between the turns of a game (engine/mind/tree): the records and the steps are the
 * server's, compiled to WebAssembly. A node is a number. A node once played stays above the root, so a move taken back
 * finds the old tree again.
 */

/** @import { Position } from "../../board.js" */

import { NODE } from "../../files.js";
import { array } from "../../kernels.js";

/** Bounds of a node without a proof: -LIMIT to LIMIT. */
export const LIMIT = 127;
const PAGE = 65_536;
/** Pages beside the nodes: the stack, one report, and the lists of the searches. */
const MORE = 8;
const [STACK, ROWS, WAITING] = [1024, 1024, 1024];
/** Nodes of a tree that are shown at most. */
export const SHOWN = 400;
const MASKS = 0xff;
/** Bytes of a row of a report at most. */
const ROW_BYTES = 48;

/**
 * @typedef {object} Kept what an advance of the root has left and freed
 * @property {number} kept nodes that survived
 * @property {number} pruned nodes that were freed
 * @property {[number, number][]} cut the freed branches: move, nodes
 * @property {[number, number][]} searched every move at the old root: move, positions searched beneath
 * @property {number} depth of the search of the played move before
 * @property {boolean} proven whether its exact result was known
 */

/** What no advance has left. @type {Kept} */
export const NOTHING_KEPT = Object.freeze({ kept: 0, pruned: 0, cut: [], searched: [], depth: 0, proven: false });

/** Holds the nodes of one mind, with a root, in memory of a fixed size. */
export class Tree {
  /** @param {WebAssembly.Module} module @param {number} bytes of all nodes @param {number} step bits of a column; 0 without gravity @param {number} [words] of a board */
  constructor(module, bytes, step, words = 1) {
    this.wide = words > 1;
    /** The bytes of a node: of boards of two words the upper halves come last. */
    this.bytes = NODE.bytes + (this.wide ? 16 : 0);
    this.step = BigInt(step);
    this.cap = Math.floor(bytes / this.bytes);
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) + MORE });
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.memory } });
    this.exports = /** @type {Record<string, any>} */ (exports);
    this.end = Number(this.exports.__heap_base.value);
    this.view = new DataView(this.memory.buffer);
    this.result = this.take(8);
    this.error = this.take(8);
    this.counters = this.take(24);
    this.rowsAt = this.take(ROWS * ROW_BYTES);
    const ids = (/** @type {number} */ length) => array(this.take(4 * length), 4, [length]);
    this.stack = ids(STACK);
    this.chosen = ids(SHOWN);
    this.places = ids(SHOWN);
    this.at = this.take(this.cap * this.bytes);
    this.nodes = array(this.at, this.bytes, [this.cap]);
    this.counts = array(this.counters, 8, [3]);
    this.view.setBigInt64(this.counters + 8 * NODE.FREE, -1n, true);
    this.root = this.add(-1, 0);
  }

  /** Returns the address of some free bytes. @param {number} bytes */
  take(bytes) {
    const at = Math.ceil(this.end / 64) * 64;
    this.end = at + bytes;
    return at;
  }

  /** Calls a step. @param {string} name @param {(number | bigint)[]} given */
  call(name, ...given) {
    const status = this.exports[name](this.result, this.error, ...given);
    if (status) throw new Error(`the step ${name} has failed with ${status}`);
    return Number(this.view.getBigInt64(this.result, true));
  }

  // The fields of a node.
  /** @param {number} node */
  low = (node) => this.view.getInt8(this.at + node * this.bytes + NODE.low);
  /** @param {number} node */
  high = (node) => this.view.getInt8(this.at + node * this.bytes + NODE.high);
  /** @param {number} node */
  move = (node) => this.view.getUint8(this.at + node * this.bytes + NODE.move);
  /** @param {number} node */
  best = (node) => this.view.getUint8(this.at + node * this.bytes + NODE.best);
  /** @param {number} node */
  flags = (node) => this.view.getUint8(this.at + node * this.bytes + NODE.flags);
  /** @param {number} node */
  depth = (node) => this.view.getInt16(this.at + node * this.bytes + NODE.depth, true);
  /** @param {number} node */
  value = (node) => this.view.getFloat64(this.at + node * this.bytes + NODE.value, true);
  /** @param {number} node */
  size = (node) => this.view.getInt32(this.at + node * this.bytes + NODE.size, true);
  /** @param {number} node */
  parent = (node) => this.view.getInt32(this.at + node * this.bytes + NODE.parent, true);
  /** @param {number} node */
  visits = (node) => Number(this.view.getBigInt64(this.at + node * this.bytes + NODE.visits, true));
  /** @param {number} node */
  mask = (node) => {
    const at = this.at + node * this.bytes;
    const low = this.view.getBigUint64(at + NODE.mask, true);
    return this.wide ? low | (this.view.getBigUint64(at + NODE.bytes + NODE.mask, true) << 64n) : low;
  };

  /** Writes the small fields of a node. @param {number} node @param {{low?: number, high?: number, best?: number, depth?: number, value?: number, visits?: number}} fields */
  set(node, { low, high, best, depth, value, visits }) {
    const at = this.at + node * this.bytes;
    if (low !== undefined) this.view.setInt8(at + NODE.low, low);
    if (high !== undefined) this.view.setInt8(at + NODE.high, high);
    if (best !== undefined) this.view.setUint8(at + NODE.best, best);
    if (depth !== undefined) this.view.setInt16(at + NODE.depth, depth, true);
    if (value !== undefined) this.view.setFloat64(at + NODE.value, value, true);
    if (visits !== undefined) this.view.setBigInt64(at + NODE.visits, BigInt(visits), true);
  }

  /** Sets some flags of a node, and clears others. @param {number} node @param {number} on @param {number} [off] */
  mark(node, on, off = 0) {
    this.view.setUint8(this.at + node * this.bytes + NODE.flags, (this.flags(node) & ~off & MASKS) | on);
  }

  /** Writes the position of a node. @param {number} node @param {Position} position */
  place(node, { own, mask }) {
    for (let at = this.at + node * this.bytes, i = 0; i <= Number(this.wide); i += 1, at += NODE.bytes) {
      this.view.setBigUint64(at + NODE.own, own >> BigInt(64 * i), true);
      this.view.setBigUint64(at + NODE.mask, mask >> BigInt(64 * i), true);
    }
  }

  /** Returns the nodes in use. */
  get used() {
    return Number(this.view.getBigInt64(this.counters + 8 * NODE.USED, true));
  }

  /** Tells whether the exact result of a node is known. @param {number} node */
  proven(node) {
    return this.low(node) === this.high(node);
  }

  /** Returns the children of a node in any order. @param {number} node */
  children(node) {
    const found = [];
    const field = (/** @type {number} */ one, /** @type {number} */ at) =>
      this.view.getInt32(this.at + one * this.bytes + at, true);
    for (let child = field(node, NODE.first); child >= 0; child = field(child, NODE.next)) found.push(child);
    return found;
  }

  /** Returns the child by a move, or -1. @param {number} node @param {number} move */
  child(node, move) {
    return this.children(node).find((child) => this.move(child) === move) ?? -1;
  }

  /** Makes room for more nodes; tells whether there is room. @param {number} count */
  reserve(count) {
    if (this.cap - this.used >= count) return true;
    const line = [];
    const onwards = (/** @type {number} */ node) => this.child(node, this.best(node));
    for (let node = onwards(this.root); node >= 0; node = onwards(node)) line.push(node);
    for (const node of line) this.mark(node, NODE.PRINCIPAL);
    const enough = Math.max(count, this.cap >> 2);
    for (let visits = 64; this.cap - this.used < enough && visits < 2 ** 60; visits *= 8)
      this.call("collapse", ...this.nodes, ...this.counts, BigInt(this.root), BigInt(visits));
    for (const node of line) this.mark(node, 0, NODE.PRINCIPAL);
    if (this.cap - this.used < count) this.#forgetTakenBack();
    return this.cap - this.used >= count;
  }

  #forgetTakenBack() {
    for (let node = this.root, above = this.parent(node); above >= 0; node = above, above = this.parent(node)) {
      for (const other of this.children(above)) if (other !== node) this.drop(other);
      this.mark(above, 0, NODE.EXPANDED);
    }
  }

  /** Returns a new node under a parent (-1: without one). @param {number} parent @param {number} move */
  add(parent, move) {
    if (!this.reserve(1)) throw new Error("the tree is full");
    return this.call("add", ...this.nodes, ...this.counts, BigInt(parent), BigInt(move));
  }

  /** Frees a subtree; returns the number of nodes freed. @param {number} node */
  drop(node) {
    return this.call("drop", ...this.nodes, ...this.counts, BigInt(node));
  }

  /** Links a node without a parent at its place beneath another. @param {number} parent @param {number} node */
  attach(parent, node) {
    this.call("attach", ...this.nodes, ...this.counts, BigInt(parent), BigInt(node), this.step, ...this.stack);
  }

  /** Tightens the bounds of a node to proven ones, then those of the nodes above. @param {number} node @param {number} low @param {number} high */
  tighten(node, low, high) {
    this.set(node, { low: Math.max(this.low(node), low), high: Math.min(this.high(node), high) });
    const above = this.parent(node);
    if (above >= 0) this.call("backup", ...this.nodes, BigInt(above));
  }

  /**
   * Gives a node a child for every move; returns the children in that order.
   * @param {number} node @param {[number, Position][]} moves
   */
  expand(node, moves) {
    const before = this.children(node);
    if (this.flags(node) & NODE.EXPANDED) {
      const byMove = new Map(before.map((child) => [this.move(child), child]));
      return moves.map(([move]) => byMove.get(move) ?? -1);
    }
    if (!this.reserve(moves.length + 1)) throw new Error("the tree is full");
    const masks = new Set(moves.map(([, { mask }]) => mask));
    /** @type {Map<number, number>} */
    const ready = new Map();
    // A node reported below a chain of forced moves goes beneath a new child.
    const deeper = this.children(node).filter((child) => {
      const direct = !this.step || masks.has(this.mask(child));
      if (direct) ready.set(this.move(child), child);
      else this.call("unlink", ...this.nodes, BigInt(child));
      return !direct;
    });
    const children = moves.map(([move, position]) => {
      const known = ready.get(move);
      if (known !== undefined) return known;
      const child = this.add(node, move);
      this.place(child, position);
      return child;
    });
    this.mark(node, NODE.EXPANDED);
    for (const child of deeper) this.attach(node, child);
    return children;
  }

  /** Returns memory for the nodes of one search that wait for a parent. */
  waitingList() {
    return array(this.take(4 * WAITING), 4, [WAITING]);
  }

  /**
   * Links the report of a search under a node; returns how many reported nodes wait for a parent.
   *
   * @param {number} lane
   * @param {BigInt64Array} rows four words for each node, of boards of two words six
   * @param {(number | bigint)[]} pending the list of the waiting nodes
   * @param {number} waiting
   */
  merge(lane, rows, pending, waiting) {
    const row = this.wide ? 6 : 4;
    const count = rows.length / row;
    if (!this.reserve(count)) return waiting;
    new BigInt64Array(this.memory.buffer, this.rowsAt, rows.length).set(rows);
    const given = [BigInt(lane), ...array(this.rowsAt, 8, [count, row]), BigInt(count), ...pending, BigInt(waiting)];
    return this.call("merge_report", ...this.nodes, ...this.counts, ...given, this.step, ...this.stack);
  }

  /** Makes the child by a move the root; frees all else, except branches once played. @param {number} move @param {Position} after @returns {Kept} */
  advance(move, after) {
    const old = this.root;
    const before = this.size(old);
    const next = this.#directChild(old, move, after);
    const children = this.children(old).sort((a, b) => this.move(a) - this.move(b));
    const searched = children.map((child) => /** @type {[number, number]} */ ([this.move(child), this.visits(child)]));
    const cut = children
      .filter((child) => child !== next && !(this.flags(child) & NODE.PLAYED))
      .map((child) => /** @type {[number, number]} */ ([this.move(child), this.drop(child)]));
    this.mark(old, 0, NODE.EXPANDED);
    this.mark(next, NODE.PLAYED);
    this.root = next;
    const kept = this.size(next);
    const [depth, proven] = [Math.max(0, this.depth(next)), this.proven(next)];
    return { kept, pruned: Math.max(0, before - kept - 1), cut, searched, depth, proven };
  }

  /** Makes the parent of the root the root again. */
  retreat() {
    this.root = this.parent(this.root);
  }

  /** Returns the child one ply below, a new one where there is none. @param {number} node @param {number} move @param {Position} position */
  #directChild(node, move, position) {
    const child = this.child(node, move);
    if (child >= 0 && (!this.step || this.mask(child) === position.mask)) return child;
    const fresh = this.add(this.step ? -1 : node, move);
    this.place(fresh, position);
    if (this.step) this.attach(node, fresh);
    return this.child(node, move);
  }

  /** Returns the first plies below the root: the nodes, parents before children, and the place of each parent. @param {number} plies */
  top(plies) {
    const given = [BigInt(this.root), BigInt(plies), BigInt(SHOWN), ...this.chosen, ...this.places];
    const count = this.call("choose", ...this.nodes, ...given);
    const read = (/** @type {(number | bigint)[]} */ list) => [
      ...new Int32Array(this.memory.buffer, Number(list[4]), count),
    ];
    return { nodes: read(this.chosen), parents: read(this.places) };
  }
}
