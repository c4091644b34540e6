/** Writes a part as the second checker reads it, see engine/workshop/theorem/reader.ml. Pure. */

/** @import { Met } from "./checker.js" */

const isMove = (/** @type {string} */ word) => /^\d/.test(word);
/** Sets positions with one card together, and those with a move last: what was played of a card is kept until the next. @param {Met} met */
const order = ({ word }) => (isMove(word) ? 1e9 : 0) + Number(word.replace(/\D/, ""));

/** Returns the text. @param {string[]} lines @param {Met[]} tree the positions of its opening */
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
