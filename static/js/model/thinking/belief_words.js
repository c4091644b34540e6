/** Writes what a network believes of a move, and which groups of cells say so. */

/** @import { Belief, PageState } from "../types.js" */

import "../../more_words.js";
import { list, t } from "../../words.js";
import { moveWords } from "../board.js";

/** From this value on the rules decide, not the network. */
const DECIDED = 0.89;

/** Writes a value from −100 to +100. @param {number} value */
export const hundredths = (value) =>
  `${value < -0.005 ? "−" : value > 0.005 ? "+" : ""}${Math.round(Math.abs(value) * 100)}`;

/** Says what speaks for and against a move. @param {PageState} page @param {Belief} belief @returns {string[]} */
export function saysOf(page, { move, value, replies, says }) {
  const named = { move: moveWords(page, move), moves: list(replies.map(String)) };
  if (Math.abs(value) > DECIDED)
    return [value > 0 ? t("{Move} wins by force.", named) : t("{Move} loses by force.", named)];
  const first = replies.length ? t("{Move}, then by force {moves}:", named) : t("{Move}:", named);
  return [
    first,
    ...says.map(({ cells, weight }) =>
      t("{value} from {cells}", { value: hundredths(weight), cells: cells.map(nameOf).join(" ") }),
    ),
  ];
}

/** Names a cell as proofs do: "d3". @param {[number, number]} cell column and row */
const nameOf = ([column, row]) => `${String.fromCharCode(96 + column)}${row}`;
