/**
 * Holds one student from its first game on: what it knows, how old it is, its curve, and what it knew when it was
 * younger.
 *
 * @typedef {{move: number, value: number}} Belief
 */

/** @import { Board, Floats } from "./student_position.js" */
/** @import { Point, Row } from "./student_judge.js" */
/** @import { Life } from "./file.js" */

import { Position, floats } from "./student_position.js";
import { beliefs, choose, reasonOf } from "./student_choice.js";
import { Judge, nextStop } from "./student_judge.js";
import { Net, Random, walks } from "./net.js";
import { SelfPlay } from "./selfplay.js";
import { TreePlay } from "./treeplay.js";

/** The ages at which a student's knowledge is kept to play against. */
const AGES = [0, 10, 100, 1000, 10000, 100000];
/** How far it looks below its own moves in games against a person. */
const PLIES = { tictactoe: 5, "connect4-5x4": 5 };
const OWN_STEP = 0.5;
/** Steps become half as large after so many games, and never less than a part of the first. */
const [OWN_HALVED, OWN_LEAST] = [20, 0.02];
/** The mean of what it learned is taken so often in all games so far; the newest counts for so much. */
const [MEANS, NEWEST] = [50, 0.1];

/** Learns and plays. */
export class Student {
  /** @param {Board} board @param {number} seed @param {Row[]} rows the positions that judge it */
  constructor(board, seed, rows) {
    this.board = board;
    this.seed = seed;
    this.random = new Random(seed);
    this.net = new Net(board, walks(board, seed));
    this.position = new Position(board);
    this.judge = new Judge(board, rows);
    this.selfPlay = new SelfPlay(this.net, this.random);
    /** What it plays with: a running mean of what it learns, which wobbles less. */
    this.settled = floats(this.net.weights.length);
    this.means = 0;
    /** Learns from a person's games; made with the first one, for its room. @type {TreePlay | null} */
    this.tree = null;
    this.games = 0;
    this.own = 0;
    /** @type {Point[]} */
    this.curve = [];
    /** What it knew at an age. @type {Map<number, Floats>} */
    this.younger = new Map();
    this.note();
  }

  /** Goes on with a student that was saved. @param {Float32Array} weights @param {Life} life */
  restore(weights, { games, own, curve }) {
    this.net.weights.set(weights);
    this.settled.set(weights);
    Object.assign(this, { games, own, curve });
    this.younger.clear();
    this.next = nextStop(games);
  }

  /** Plays games against itself. @param {number} count */
  learn(count) {
    for (let left = count; left > 0; left -= 1) {
      this.selfPlay.game(this.games);
      this.games += 1;
      if (this.games % Math.ceil(this.games / MEANS) === 0) this.settle();
      if (this.games >= (this.next ?? 0)) this.note();
    }
  }

  /** Moves what it plays with towards what it has learned. */
  settle() {
    const {
      settled,
      net: { weights },
    } = this;
    this.means += 1;
    const part = Math.max(NEWEST, 1 / this.means);
    for (let i = 0; i < settled.length; i += 1) settled[i] += part * (weights[i] - settled[i]);
  }

  /** Puts a point on the curve; keeps what it knows at round ages. */
  note() {
    this.curve.push([this.games, this.at(null, () => this.judge.keeps(this.net))]);
    if (AGES.includes(this.games)) this.younger.set(this.games, this.settled.slice());
    this.next = nextStop(this.games);
  }

  /** Returns the last game against itself, with what it believes now before each move. */
  lastGame() {
    const moves = [...this.selfPlay.moves];
    return {
      moves,
      games: this.games,
      beliefs: Array.from({ length: moves.length }, (_, ply) => this.beliefs(moves.slice(0, ply))),
    };
  }

  /**
   * Returns what it believes of every move after some moves; nothing once a game is over.
   * @param {number[]} moves @param {number | null} [age] @returns {Belief[]}
   */
  beliefs(moves, age = null) {
    return this.at(age, () => (this.position.playAll(moves) ? beliefs(this.net, this.position) : []));
  }

  /**
   * Returns which pattern makes most of what it believes of a move; null where the move is not possible.
   * @param {number[]} moves @param {number} move @param {number | null} age
   */
  reason(moves, move, age) {
    return this.at(age, () =>
      this.position.playAll(moves) && this.position.cellOf(move) >= 0 ? reasonOf(this.net, this.position, move) : null,
    );
  }

  /**
   * Returns its move in a game against a person.
   *
   * @param {number[]} moves
   * @param {number | null} age of the student to play against; null: as it is now
   */
  reply(moves, age) {
    return this.at(age, () => {
      this.position.playAll(moves);
      return choose(this.net, this.position, this.random);
    });
  }

  /**
   * Does something with what it plays with, or played with at an age.
   * @template T
   * @param {number | null} age @param {() => T} act @returns {T}
   */
  at(age, act) {
    const { weights } = this.net;
    this.net.weights = (age === null ? null : this.younger.get(age)) ?? this.settled;
    try {
      return act();
    } finally {
      this.net.weights = weights;
    }
  }

  /**
   * Learns from the tree below a position of a person's game; returns the number of positions it learned from.
   * @param {number[]} moves
   */
  study(moves) {
    this.tree ??= new TreePlay(this.net);
    this.position.playAll(moves);
    return this.tree.study(
      this.position,
      PLIES[/** @type {keyof typeof PLIES} */ (this.board.name)],
      Math.max(OWN_LEAST, OWN_STEP / (1 + this.games / OWN_HALVED)),
    );
  }

  /**
   * Counts a person's game, and thinks it over: goes back through its own turns, the last one first, so that what came
   * of them reaches the first.
   *
   * @param {number[]} moves
   * @param {number} side the student's, 0 or 1
   * @returns {number} how many positions it learned from
   */
  thinkOver(moves, side) {
    let learned = 0;
    for (let ply = moves.length - 1; ply >= 0; ply -= 1)
      if (ply % 2 === side) learned += this.study(moves.slice(0, ply));
    this.settled.set(this.net.weights);
    this.games += 1;
    this.own += 1;
    if (this.games >= (this.next ?? 0)) this.note();
    return learned;
  }

  /** Returns what a file says of its life. @returns {Life} */
  get life() {
    return { seed: this.seed, games: this.games, own: this.own, curve: this.curve };
  }
}
