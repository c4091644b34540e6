/**
 * Judges a student by positions whose results are known: in how many does the chosen move keep the result?
 *
 * @typedef {[moves: string, results: string]} Row a position by its moves, and one letter for each move from 1 on: w,
 *   d, l, or "." where it is not possible
 */

/** @import { Net } from "./net.js" */
/** @import { Board } from "./student_position.js" */

import { beliefs } from "./student_choice.js";
import { Position } from "./student_position.js";

/** Holds the positions, and judges. */
export class Judge {
  /** @param {Board} board @param {Row[]} rows */
  constructor(board, rows) {
    this.position = new Position(board);
    this.positions = rows.map(([moves, results]) => ({
      moves: [...moves].map(Number),
      keeping: new Set([...results].flatMap((result, i) => (result === bestOf(results) ? [i + 1] : []))),
    }));
  }

  /** Returns the part of the positions in which a student keeps the result, from 0 to 1. @param {Net} net */
  keeps(net) {
    let kept = 0;
    for (const { moves, keeping } of this.positions) {
      this.position.playAll(moves);
      const believed = beliefs(net, this.position);
      const best = Math.max(...believed.map(({ value }) => value));
      const equals = believed.filter(({ value }) => value === best);
      kept += equals.filter(({ move }) => keeping.has(move)).length / equals.length;
    }
    return kept / this.positions.length;
  }
}

/** Returns the best of the results of all moves. @param {string} results */
const bestOf = (results) => (results.includes("w") ? "w" : results.includes("d") ? "d" : "l");

/** @typedef {[games: number, keeps: number]} Point */

/** The points of the curve for each tenfold of games. */
const TENFOLD = 8;

/** Returns the number of games of the next point. @param {number} games played so far */
export function nextStop(games) {
  if (games < 1) return 1;
  for (let step = Math.floor(Math.log10(games) * TENFOLD); ; step += 1) {
    const stop = Math.round(10 ** (step / TENFOLD));
    if (stop > games) return stop;
  }
}
