/**
 * Writes numbers, times and moves.
 *
 * @typedef {import("./types.js").PageState} PageState
 */

/** @type {[number, string][]} */
const UNITS = [[1e12, "T"], [1e9, "B"], [1e6, "M"], [1e3, "K"]];

/**
 * Writes 12345 as "12,345". By hand: the first format of Intl takes longer than all other work of a move.
 *
 * @param {number} n
 */
export const formatCount = (n) => String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ",");

/** Writes 1234567 as "1.2M". @param {number} n a count */
export function formatCompact(n) {
  const tenths = (/** @type {number} */ unit) => Math.round((10 * n) / unit) / 10;
  const [unit, sign] = UNITS.find(([size]) => tenths(size) >= 1) ?? [1, ""];
  return sign ? `${tenths(unit)}${sign}` : String(Math.round(n));
}

/** Writes 1234567 as "1.2 million". @param {number} n */
export function formatLarge(n) {
  if (n >= 999_500) return `${(n / 1e6).toFixed(n < 1e8 ? 1 : 0)} million`;
  return formatCount(n < 1000 ? n : Number(n.toPrecision(3)));
}

/** Writes the size of a falling branch: "−182,000". @param {number} n */
export function sizeWords(n) {
  if (n >= 999_500) return `−${(n / 1e6).toFixed(n < 1e7 ? 1 : 0)} M`;
  return n === 0 ? "" : `−${formatCount(Number(n.toPrecision(3)))}`;
}

/** Writes a time in seconds. @param {number} time seconds */
export function formatSeconds(time) {
  if (time < 0.01) return "under 0.01 s";
  return `${time < 10 ? time.toFixed(2) : time.toFixed(0)} s`;
}

/** Writes the first letter large. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Names a move as a person does: "column 4". @param {PageState} page @param {number} move */
export function moveWords(page, move) {
  const own = page.game.move_words?.[String(move)];
  return own ?? (page.info.board && !page.info.gravity ? `square ${move}` : `column ${move}`);
}

/** Names a move as briefly as possible. @param {PageState} page @param {number} move */
export const moveShort = (page, move) => (page.info.board ? String(move) : moveWords(page, move));
