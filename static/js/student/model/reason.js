/**
 * Says which pattern makes most of a belief. Pure.
 *
 * @typedef {object} Reason of the belief of one move
 * @property {number} move
 * @property {number[]} line the move, and the replies that the rules force
 * @property {[number, number][]} cells of the pattern, columns and rows from 1; none: no pattern says anything yet
 * @property {number} part of the pattern in the sum, for the side that makes the move
 * @property {number} sum of all patterns; its hyperbolic tangent is the belief
 * @property {number} count how many patterns are added up; 0: the rules alone decide
 */

/** @import { Net } from "./net.js" */
/** @import { Position } from "./position.js" */

import { QUIET, forced } from "./choice.js";

/**
 * Returns the reason of a belief.
 *
 * @param {Net} net
 * @param {Position} position before the move; it is played on in place
 * @param {number} move one that is possible
 * @returns {Reason}
 */
export function reasonOf(net, position, move) {
  const { mover } = position;
  const cell = position.cellOf(move);
  const line = [move];
  const none = { move, line, cells: [], part: 0, sum: 0, count: 0 };
  if (position.completes(mover, cell)) return none;
  position.put(cell);
  let reply = forced(position);
  for (; reply >= 0; reply = forced(position)) {
    line.push(position.moveOf(reply));
    position.put(reply);
  }
  if (reply !== QUIET) return none;
  const sign = position.mover === mover ? 1 : -1;
  net.look(position, net.index);
  const parts = Array.from(net.index, (place) => sign * net.weights[place]);
  const size = Math.max(...parts.map(Math.abs));
  const most = parts.findIndex((one) => Math.abs(one) === size);
  const { height } = net.board;
  return {
    ...none,
    cells: size ? net.cellsOf(most).map((one) => [Math.floor(one / height) + 1, (one % height) + 1]) : [],
    count: net.instances,
    part: parts[most] ?? 0,
    sum: sign * net.sum(net.index),
  };
}
