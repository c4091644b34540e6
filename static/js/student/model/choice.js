/**
 * Chooses moves. A position is valued at the end of its forced replies: a win at once is taken, one threat is answered,
 * two threats at once are lost; only what is quiet is asked of the network.
 */

/** @import { Net } from "./net.js" */
/** @import { Position } from "./position.js" */
/** @import { Random } from "./random.js" */

/** Means that the side to move wins at once. */
export const WON = -1;
/** Means that the other side has two threats. */
export const LOST = -2;
/** Means that the board is full. */
export const FULL = -3;
/** Means that nobody wins at once. */
export const QUIET = -4;

/**
 * Returns the only cell that answers a threat, or WON, LOST, FULL or QUIET.
 *
 * @param {Position} position
 */
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
 * @param {Net} net
 * @param {Position} position
 * @returns {number}
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
 * @param {Net} net
 * @param {Position} position
 * @returns {{move: number, value: number}[]}
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
