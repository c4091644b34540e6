/** Holds what all ratings of a person share. */

/** No points fall below this: the weakest level of Connect Four has little more, and who moves at random has 0. */
export const LEAST_POINTS = 100;
