/** Holds what all ratings of a person share. Pure. */

/** Returns points that fall not below 100: level 1 of Connect Four has little more. @param {number} points */
export const atLeast = (points) => Math.max(100, points);
