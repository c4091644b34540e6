/**
 * Places the curve of a student: games on a logarithmic axis, the part of positions in which it keeps the result above.
 *
 * @typedef {[games: number, keeps: number]} Point
 */

/** The points of the curve for each tenfold of games. */
const TENFOLD = 8;
/** The axis begins with so many tenfolds, and grows with the student. */
const SHORTEST = 3;

/** Returns the number of games of the next point. @param {number} games played so far */
export function nextStop(games) {
  if (games < 1) return 1;
  for (let step = Math.floor(Math.log10(games) * TENFOLD); ; step += 1) {
    const stop = Math.round(10 ** (step / TENFOLD));
    if (stop > games) return stop;
  }
}

/** Returns how many tenfolds the axis shows. @param {Point[]} curve */
export const tenfolds = (curve) =>
  Math.max(SHORTEST, Math.ceil(Math.log10(Math.max(1, curve.at(-1)?.[0] ?? 1)) - 1e-9));

/**
 * Returns where a number of games stands on the axis, from 0 to 1; a student without games stands at the beginning.
 * @param {number} games
 * @param {number} folds
 */
export const along = (games, folds) => Math.log10(Math.max(1, games)) / folds;

/**
 * Returns the rows of the curve as a table: the first point, the last one, and one for each tenfold and its half.
 * @param {Point[]} curve
 * @returns {Point[]}
 */
export function rows(curve) {
  const chosen = new Map();
  for (const [games, keeps] of curve) chosen.set(games === 0 ? -1 : Math.floor(Math.log10(games) * 2), [games, keeps]);
  return [...chosen.values()];
}
