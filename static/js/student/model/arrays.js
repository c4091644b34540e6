/**
 * Makes arrays of numbers for the inner loops, typed so that every place within holds a number.
 *
 * @typedef {Int32Array<ArrayBuffer> & Record<number, any>} Ints
 * @typedef {Float64Array<ArrayBuffer> & Record<number, any>} Doubles
 * @typedef {Float32Array<ArrayBuffer> & Record<number, any>} Floats
 */

/** Makes whole numbers, all 0. @param {number} length @returns {Ints} */
export const ints = (length) => new Int32Array(length);

/** Makes numbers, all 0. @param {number} length @returns {Doubles} */
export const doubles = (length) => new Float64Array(length);

/** Makes numbers of half the size, all 0. @param {number} length @returns {Floats} */
export const floats = (length) => new Float32Array(length);
