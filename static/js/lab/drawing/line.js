/** Finds the places of numbers on a piece of number line. */

const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000];

/**
 * Returns the scale of a run: all values that can stand on the line, and the distance of the ticks.
 *
 * @param {import("../model/types.js").Run} run
 */
export function rangeOf({ places, visits }) {
  const values = [...places.value, ...visits.value].filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const pad = (high - low) * 0.04 + 0.5;
  return { low: low - pad, high: high + pad };
}

/**
 * Returns where numbers stand on a line of a width.
 *
 * @param {{low: number, high: number}} range
 * @param {number} width
 */
export function scaleOf({ low, high }, width) {
  const room = Math.min(110, width / 5);
  const unit = (width - 2 * room) / (high - low);
  const step = STEPS.find((one) => one * unit >= 26) ?? 1000;
  const first = Math.ceil(low / step);
  const ticks = Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
  return { ticks, at: (/** @type {number} */ value) => room + Math.max(low - 1, Math.min(high + 1, value)) * unit - low * unit };
}
