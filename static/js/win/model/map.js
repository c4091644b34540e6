/**
 * Lays the opening out as a map: a board with the boards after the replies right below, so that each of those is a map
 * again, smaller. Pure. Lengths are parts of the width of the whole map.
 *
 * @typedef {{x: number, y: number, width: number}} Region the upper left corner, and the width; the board is as wide
 * @typedef {{x: number, y: number, scale: number}} Window what is shown: the corner, and how many pixels a length of 1 has
 */

/** @import { Course } from "./course.js" */

/** The part of a region that its board takes, the distance to the row below, and the largest child. */
const [BOARD, GAP, LARGEST] = [0.86, 0.14, 0.7];
/** The fewest pixels of a board that is drawn. */
const LEAST = 14;

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
 * Returns the regions below a region, from the left.
 * @param {Region} region
 * @param {number} count
 * @param {number} tall the height of a board of width 1
 */
export function below({ x, y, width }, count, tall) {
  const each = Math.min(1 / Math.max(1, count), LARGEST) * width;
  const left = x + (width - each * count) / 2;
  return Array.from({ length: count }, (_, at) => ({
    x: left + at * each,
    y: y + width * (BOARD * tall + GAP),
    width: each,
  }));
}

/** Returns where the board of a region is. @param {Region} region @returns {Region} */
export const boardIn = ({ x, y, width }) => ({ x: x + ((1 - BOARD) / 2) * width, y, width: BOARD * width });

/** The region of everything: the empty board, or the first point. @type {Region} */
export const WHOLE = { x: 0, y: 0, width: 1 };

/**
 * Returns the region of a point.
 *
 * @param {Course} course
 * @param {Map<number, number[]>} children
 * @param {number} at -1: the empty board before the first reply
 * @param {number} tall
 * @returns {Region}
 */
export function regionOf(course, children, at, tall) {
  if (at < 0 || (course.points[at]?.parent === -1 && !course.side)) return WHOLE;
  const parent = course.points[at]?.parent ?? -1;
  const siblings = children.get(parent) ?? [];
  const above = regionOf(course, children, parent, tall);
  return below(above, siblings.length, tall)[siblings.indexOf(at)] ?? WHOLE;
}

/**
 * Returns the points to draw in a window, with their regions: those that are large enough, and lie inside.
 *
 * @param {Course} course
 * @param {Map<number, number[]>} children
 * @param {Window} frame
 * @param {[number, number]} size of the window in pixels
 * @param {number} tall
 */
export function visible(course, children, frame, [wide, high], tall) {
  /** @type {{at: number, region: Region}[]} */
  const found = [];
  /** @type {{at: number, region: Region}[]} */
  const waiting = [{ at: course.side ? -1 : 0, region: WHOLE }];
  for (const one of waiting) {
    const { x, y, width } = one.region;
    const [left, top] = [(x - frame.x) * frame.scale, (y - frame.y) * frame.scale];
    const pixels = width * frame.scale;
    // What lies below a region is not taller than three times its width.
    if (pixels < LEAST || left > wide || left + pixels < 0 || top > high || top + 4 * pixels * tall < 0) continue;
    found.push(one);
    const next = children.get(one.at) ?? [];
    const regions = below(one.region, next.length, tall);
    waiting.push(...next.map((at, place) => ({ at, region: /** @type {Region} */ (regions[place]) })));
  }
  return found;
}

/** Returns a window that shows a region with some of what is below. @param {Region} region @param {[number, number]} size @param {number} tall @returns {Window} */
export function windowOn({ x, y, width }, [wide, high], tall) {
  const scale = Math.min(wide / width, high / (width * tall * 1.5)) * 0.96;
  return { x: x + width / 2 - wide / scale / 2, y: y - 6 / scale, scale };
}

/** Returns a window after a change of its scale around a place on the screen. @param {Window} frame @param {number} factor @param {[number, number]} around @returns {Window} */
export function zoomed({ x, y, scale }, factor, [px, py]) {
  const next = Math.min(Math.max(scale * factor, 60), 1e10);
  return { x: x + px / scale - px / next, y: y + py / scale - py / next, scale: next };
}
