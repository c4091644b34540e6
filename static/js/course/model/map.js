/**
 * Lays a whole proof out as one disc: the first position in the middle, a ring for each move of the side, and for each
 * leaf a ray from its ring to the rim. A position that comes about in several ways has one place. Pure. Lengths are parts
 * of the radius; angles begin at the top, clockwise.
 *
 * @typedef {{x: number, y: number, scale: number}} Window what is shown: the corner, and how many pixels a length of 1 has
 *
 * @typedef {object} Cell the place of a point
 * @property {number} at the point; -1: the empty board before the first reply
 * @property {number} from the angle where it begins, in parts of a turn
 * @property {number} to
 * @property {number} inner the radius where it begins
 * @property {number} outer the rim for a leaf, else where the next ring begins
 * @property {number} x the middle of its board
 * @property {number} y
 * @property {number} size the width of its board
 * @property {number} leaves those below, itself for a leaf
 * @property {Cell[]} below
 * @property {number} card the number of its card, 0 for none
 * @property {string} lesson
 * @property {string} name of the opening that begins there, "" for none
 */

/** @import { Course } from "./course.js" */

import { cardNumber, lessonOf, nameOf } from "./course.js";

/** How much narrower each ring is than the one before, and how strongly leaves below widen a point. */
const [NARROWER, LEANING] = [0.87, 0.7];
/** The pixels of the rim below which what lies behind a point is one ray. */
const FINEST = 0.9;

/** Lists the points that follow a point, and those with which a game begins for -1. @param {Course} course @returns {Map<number, number[]>} */
export function childrenOf(course) {
  /** @type {Map<number, number[]>} */
  const children = new Map([[-1, []]]);
  for (const [at, { parent }] of course.points.entries()) {
    const others = children.get(parent);
    if (others) others.push(at);
    else children.set(parent, [at]);
  }
  return children;
}

/**
 * Returns the cell of every point, by point; the one in the middle is that of `begin`.
 * @param {Course} course @param {Map<number, number[]>} children @param {number} begin
 */
export function layout(course, children, begin) {
  /** @type {Map<number, Cell>} */
  const cells = new Map();
  const [columns, rows] = course.info.board ?? [1, 1];
  /** Rectangles of any turn fit a square of this part of their width. */
  const fits = Math.SQRT2 / (1 + rows / columns);
  /** @type {(at: number) => Cell} */
  const make = (at) => {
    const below = (children.get(at) ?? []).map(make);
    const leaves = below.reduce((sum, one) => sum + one.leaves, below.length ? 0 : 1);
    const name = nameOf(course, at);
    /** @type {Cell} */
    const cell = {
      ...{ at, from: 0, to: 1, inner: 0, outer: 1, x: 0, y: 0, size: 0, leaves, below },
      card: cardNumber(course, { point: at, mirrored: false }),
      lesson: lessonOf(course, at),
      name: name === nameOf(course, course.points[at]?.parent ?? -1) ? "" : name,
    };
    cells.set(at, cell);
    return cell;
  };
  /** @type {(cell: Cell) => number} */
  const depthOf = (cell) => 1 + Math.max(0, ...cell.below.map(depthOf));
  const middle = make(begin);
  const rings = depthOf(middle);
  const radius = (/** @type {number} */ depth) => (1 - NARROWER ** depth) / (1 - NARROWER ** rings);
  const place = (/** @type {Cell} */ cell, /** @type {number} */ depth) => {
    cell.inner = radius(depth);
    if (!cell.card) cell.outer = radius(depth + 1);
    const far = depth ? (cell.inner + cell.outer) / 2 : 0;
    const turn = (cell.from + cell.to) * Math.PI;
    const wide = depth
      ? Math.min(cell.outer - cell.inner, (cell.to - cell.from) * 2 * Math.PI * far)
      : cell.outer * 1.4;
    Object.assign(cell, { x: far * Math.sin(turn), y: -far * Math.cos(turn), size: wide * fits * 0.88 });
    const sum = cell.below.reduce((all, one) => all + one.leaves ** LEANING, 0);
    let { from } = cell;
    for (const one of cell.below) {
      one.from = from;
      from += ((cell.to - cell.from) * one.leaves ** LEANING) / sum;
      one.to = from;
      place(one, depth + 1);
    }
  };
  place(middle, 0);
  return cells;
}

/**
 * Calls an act for the cells in a window, the inner ones first. What lies behind a cell that is too fine is not visited.
 *
 * @param {Cell} cell
 * @param {Window} frame
 * @param {[number, number]} size of the window in pixels
 * @param {(cell: Cell, whole: boolean) => void} act `whole`: the cell stands for all behind it
 */
export function visit(cell, frame, [wide, high], act) {
  const half = (cell.to - cell.from) / 2;
  if (half < 0.25) {
    // A ray is a bar between its ends and half its breadth at the rim.
    const turn = (cell.from + cell.to) * Math.PI;
    const [sin, cos] = [Math.sin(turn), -Math.cos(turn)];
    const breadth = 2 * Math.PI * half;
    const reach = [cell.inner * Math.min(1, Math.cos(breadth)), 1];
    const [left, right] = span(reach, sin, breadth);
    const [top, bottom] = span(reach, cos, breadth);
    const { x, y, scale } = frame;
    if (right < x || bottom < y || left > x + wide / scale || top > y + high / scale) return;
  }
  const whole = half * 2 * 2 * Math.PI * frame.scale < FINEST;
  act(cell, whole);
  if (!whole) for (const one of cell.below) visit(one, frame, [wide, high], act);
}

/** Returns the least and the largest place of a ray on an axis. @param {number[]} reach @param {number} share @param {number} breadth @returns {[number, number]} */
const span = (reach, share, breadth) => [
  Math.min(...reach.map((one) => one * share)) - breadth,
  Math.max(...reach.map((one) => one * share)) + breadth,
];

/** Returns the cell at a place, or null outside. @param {Cell} middle @param {number} x @param {number} y */
export function cellAt(middle, x, y) {
  const far = Math.hypot(x, y);
  const turn = (Math.atan2(x, -y) / (2 * Math.PI) + 1) % 1;
  let cell = middle;
  while (far >= cell.outer) {
    const next = cell.below.find(({ from, to }) => from <= turn && turn < to);
    if (!next) return null;
    cell = next;
  }
  return cell;
}

/** Returns a window that shows a cell with what follows it. @param {Cell} cell @param {[number, number]} size @returns {Window} */
export function windowOn(cell, [wide, high]) {
  const small = Math.min(wide, high);
  const apart = cell.below.map((one) => Math.hypot(one.x - cell.x, one.y - cell.y) + one.size);
  const reach = cell.inner ? Math.max(cell.size, ...apart) : 1;
  const scale = (small * 0.48) / reach;
  return { x: cell.x - wide / scale / 2, y: cell.y - high / scale / 2, scale };
}

/** Returns a window after a change of its scale around a place on the screen. @param {Window} frame @param {number} factor @param {[number, number]} around @returns {Window} */
export function zoomed({ x, y, scale }, factor, [px, py]) {
  const next = Math.min(Math.max(scale * factor, 60), 1e7);
  return { x: x + px / scale - px / next, y: y + py / scale - py / next, scale: next };
}
