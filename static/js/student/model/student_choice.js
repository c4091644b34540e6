/**
 * Chooses moves. A position is valued at the end of its forced replies: a win at once is taken, one threat is answered,
 * two threats at once are lost; only what is quiet is asked of the network. A reason says which pattern counts most.
 */

/** @import { Net, Random } from "./net.js" */
/** @import { Position } from "./student_position.js" */

/** Means that the side to move wins at once. */
export const WON = -1;
/** Means that the other side has two threats. */
export const LOST = -2;
/** Means that the board is full. */
export const FULL = -3;
/** Means that nobody wins at once. */
export const QUIET = -4;

/** Returns the only cell that answers a threat, or WON, LOST, FULL or QUIET. @param {Position} position */
export function forced(position) {
  const { free } = position;
  const [side, count] = [position.ply & 1, position.moves()];
  if (count === 0) return FULL;
  let block = QUIET;
  for (let i = 0; i < count; i += 1) {
    const cell = free[i];
    if (position.completes(side, cell)) return WON;
    if (position.completes(1 - side, cell)) block = block === QUIET ? cell : LOST;
  }
  return block;
}

/**
 * Returns the value of a position for the side to move.
 * @param {Net} net @param {Position} position @returns {number}
 */
export function quietValue(net, position) {
  const reply = forced(position);
  if (reply === QUIET) return net.value(position);
  if (reply === WON) return 1;
  if (reply === LOST) return -1;
  if (reply === FULL) return 0;
  position.put(reply);
  const value = -quietValue(net, position);
  position.take(reply);
  return value;
}

/**
 * Returns what the student believes of every move, for the side to move.
 * @param {Net} net @param {Position} position @returns {{move: number, value: number}[]}
 */
export function beliefs(net, position) {
  const cells = position.free.slice(0, position.moves());
  return Array.from(cells, (cell) => {
    const won = position.completes(position.mover, cell);
    position.put(cell);
    const value = won ? 1 : -quietValue(net, position);
    position.take(cell);
    return { move: position.moveOf(cell), value };
  });
}

/**
 * Returns the student's move: a win at once, else an answer to a threat, else the best value.
 *
 * @param {Net} net
 * @param {Position} position
 * @param {Random} random draws among equals
 */
export function choose(net, position, random) {
  const cells = position.free.slice(0, position.moves());
  const win = cells.find((cell) => position.completes(position.mover, cell));
  const block = cells.find((cell) => position.completes(1 - position.mover, cell));
  if (win !== undefined || block !== undefined) return position.moveOf(win ?? block ?? 0);
  const believed = beliefs(net, position);
  const best = Math.max(...believed.map(({ value }) => value));
  const equals = believed.filter(({ value }) => value === best);
  return equals[random.below(equals.length)]?.move ?? 0;
}

/**
 * @typedef {object} Reason of the belief of one move
 * @property {number} move
 * @property {number[]} line the move, and the replies that the rules force
 * @property {[number, number][]} cells of the pattern, columns and rows from 1; none: no pattern says anything yet
 * @property {number} part of the pattern in the sum, for the side that makes the move
 * @property {number} sum of all patterns; its hyperbolic tangent is the belief
 * @property {number} count how many patterns are added up; 0: the rules alone decide
 */

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
