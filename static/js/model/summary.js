/**
 * Describes a game in one line, for the list of this browser's games and as text to paste.
 *
 * @typedef {import("./types.js").PageState} PageState
 *
 * @typedef {object} Summary
 * @property {string} title
 * @property {string} seats "person against level 5"
 * @property {string} state "Your turn", or the result
 * @property {number} ply
 * @property {boolean} over
 * @property {[number, number] | null} [board] columns and rows; summaries of older releases have no picture
 * @property {[number, number, number][]} [discs]
 * @property {number} [at] when the game was last changed, in milliseconds
 */

import { headline } from "./words.js";

/** Returns the line of a game in "Your games". @param {PageState} page @returns {Summary} */
export function summary(page) {
  const { game, info } = page;
  return {
    title: info.title,
    seats: game.seats.map((seat) => (seat.kind === "engine" ? `level ${seat.level}` : "person")).join(" against "),
    state: headline(page).replace(/\.$/, ""),
    ply: game.ply,
    over: game.outcome !== null,
    board: info.board,
    discs: game.discs,
  };
}

/** Writes the moves two to a turn, with the result: "1. 4 4  2. 5 3  *". @param {PageState} page */
export function gameText(page) {
  const { game, info } = page;
  const [width, height] = info.board ?? [0, 0];
  const moves = info.board && !info.chance
    ? game.discs.map(([column, row]) => String(info.gravity ? column : (height - row) * width + column))
    : game.notation.split(/(?<=[^-])(?=\d|-)|,/).filter(Boolean);
  const turns = Array.from({ length: Math.ceil(moves.length / 2) }, (_, i) => `${i + 1}. ${moves.slice(2 * i, 2 * i + 2).join(" ")}`);
  const winner = game.outcome?.winner;
  const result = !game.outcome ? "*" : winner === null ? "draw" : `${info.players[winner ?? 0]} wins`;
  if (game.swapped && turns[0]) turns[0] = turns[0].replace(/^(1\. \d+)/, "$1 (sides swapped)");
  return `${info.title}: ${[...turns, result].join("  ")}`;
}
