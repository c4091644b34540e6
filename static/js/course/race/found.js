/**
 * Tells what is found in a part that the checker accepts: what a race for small files counts, as engine/cards/sizes.py
 * does, and the part as the second checker reads it (engine/workshop/theorem/reader.ml). Pure.
 *
 * @typedef {[cards: number, branches: number, leaves: number, weight: number, message: number]} Size
 * @typedef {{claim: string} & ({fault: Fault} | {course: CourseFile, size: Size, written: string})} Found what is found in a part
 * @typedef {{part: number, parts: number, done: number, of: number}} Progress the part that is played, and its leaves
 * @typedef {Progress | {found: Found[] | null, bytes: number}} News of the worker
 */

/** @import { CourseFile } from "../model/course.js" */
/** @import { Fault, Met } from "./checker.js" */

/** The bytes of a number: seven bits in each. @param {number} one */
const bytesOf = (one) => Math.max(1, Math.ceil(one.toString(2).length / 7));
/** The bytes of a field with so many. @param {number} size */
const field = (size) => 1 + bytesOf(size) + size;

/** Returns the size of a part that the checker accepts. @param {CourseFile} course @returns {Size} */
export function sizeOf({ cards, nodes, start, side }) {
  const weights = new Float64Array(nodes.length);
  const depths = new Int32Array(nodes.length);
  const over = (/** @type {number[]} */ after) => after.reduce((sum, to) => sum + (to < 0 ? 0 : (weights[to >> 1] ?? 0)), 1); // biome-ignore format: one line
  /** @type {Set<number>} */
  const met = new Set();
  /** Finds the first way to each point, and its weight after those below. @param {number[]} after @param {number} depth */
  const walk = (after, depth) => {
    for (const to of after) {
      const at = to >> 1;
      if (to < 0 || met.has(at)) continue;
      met.add(at);
      depths[at] = depth;
      const [, ...then] = nodes[at] ?? [""];
      if (then.length) walk(then, depth + 2);
      weights[at] = 1 + (then.length ? over(then) : 0);
    }
  };
  walk(start, side);
  const branches = nodes.filter(({ length }) => length > 1).length;
  const card = Math.ceil((18n ** BigInt(cards[0]?.length ?? 0)).toString(2).length / 8);
  const message = nodes.reduce(
    (sum, [word, ...after], at) => {
      const [depth = 0, answer] = [depths[at], after.length ? Number(word) : Number(word.slice(1)) - 1];
      return sum + field((depth && field(depth)) + 1 + bytesOf(answer));
    },
    cards.length * field(field(card)),
  );
  return [cards.length, branches, nodes.length - branches, side ? over(start) : (weights[0] ?? 0), message];
}

const isMove = (/** @type {string} */ word) => /^\d/.test(word);
/** Sets positions with one card together, and those with a move last: what was played of a card is kept until the next. @param {Met} met */
const order = ({ word }) => (isMove(word) ? 1e9 : 0) + Number(word.replace(/\D/, ""));

/** Returns a part as the second checker reads it. @param {string[]} lines @param {Met[]} tree the positions of its opening */
export function written([claim = "", , ...cards], tree) {
  const [width = 0, height = 0] = claim.split(/[x ]/).map(Number);
  const level = (/** @type {string} */ card, /** @type {number} */ x, /** @type {number} */ y) =>
    Number.parseInt(card[(height - 1 - y) * width + x] ?? "", 16);
  const columns = (/** @type {string} */ card) =>
    Array.from({ length: width }, (_, x) => Array.from({ length: height }, (_, y) => level(card, x, y)).join(","));
  return [
    claim.replace("x", " "),
    ...[...tree]
      .sort((one, other) => order(one) - order(other))
      .map(({ moves, word }) => `${moves.join(",")} ${isMove(word) ? "p" : ""}${word}`),
    ...cards.map((card) => columns(card).join(";")),
    "",
  ].join("\n");
}
