/** Counts the days as people do. */

/** Returns the number of a day, by the person's own clock and calendar. @param {Date} date */
export const dayNumber = (date) =>
  Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
