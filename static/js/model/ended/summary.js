/**
 * Describes a game in one line, for the list of this browser's games and as text to paste.
 *
 * @typedef {object} Summary
 * @property {string} title
 * @property {string} seats "You against level 5"
 * @property {string} state "Your turn", or the result
 * @property {number} ply
 * @property {boolean} over
 * @property {[number, number] | null} [board] columns and rows; summaries of older releases have no picture
 * @property {[number, number, number][]} [discs]
 * @property {Played} [played] what goes on without a server; only of games in which a line wins
 * @property {number} [at] when the game was last changed, in milliseconds
 *
 * @typedef {object} Played
 * @property {string} name of the rules
 * @property {string} moves
 * @property {number} start the moves before the game
 * @property {[number, number]} levels by seat; 0 for a person
 * @property {SeatNumber | null} resigned
 */

/** @import { PageState, SeatNumber } from "../types.js" */

import { isMine, nameOf, sharedScreen } from "../select.js";
import { headline } from "../page_words.js";
import { t } from "../../words.js";

/** Returns the line of a game in "Your games". @param {PageState} page @returns {Summary} */
export function summary(page) {
  const { game, info } = page;
  return {
    title: info.title,
    seats: t("{first} against {second}", { first: playerWords(page, 0), second: playerWords(page, 1) }),
    state: headline(page).replace(/\.$/, ""),
    ply: game.ply,
    over: game.outcome !== null,
    board: info.board,
    discs: game.discs,
    ...(info.connect && !info.chance ? { played: playedOf(page) } : {}),
  };
}

/** Returns what goes on without a server. @param {PageState} page @returns {Played} */
function playedOf({ game, info }) {
  const { outcome, notation, start, seats } = game;
  const gaveUp = outcome?.winner != null && outcome.line.length === 0;
  const levels = /** @type {[number, number]} */ (seats.map(({ level }) => level ?? 0));
  return { name: info.name, moves: notation, start, levels, resigned: gaveUp ? (outcome.winner === 0 ? 1 : 0) : null };
}

/** Names a player in a few words. @param {PageState} page @param {SeatNumber} number */
function playerWords(page, number) {
  const seat = page.game.seats[number];
  if (seat?.kind === "engine") return t("level {level}", { level: seat.level ?? "" });
  return isMine(page, number) && !sharedScreen(page) ? t("You") : nameOf(page, number);
}

/** Writes the moves, each with a number, and the result: "1. 4  2. 4  3. 5  *". @param {PageState} page */
export function gameText(page) {
  const { game, info } = page;
  const [width, height] = info.board ?? [0, 0];
  const moves =
    info.board && !info.chance
      ? game.discs.map(([column, row]) => String(info.gravity ? column : (height - row) * width + column))
      : game.notation.split(/(?<=[^-])(?=\d|-)|,/).filter(Boolean);
  const turns = moves.map((move, i) => `${i + 1}. ${move}`);
  const winner = game.outcome?.winner;
  const result = !game.outcome
    ? "*"
    : winner === null
      ? t("draw")
      : t("{winner} wins", { winner: info.players[winner ?? 0] });
  if (game.swapped) turns[Math.max(game.start - 1, 0)] += ` (${t("sides swapped")})`;
  return `${info.title}: ${[...turns, result].join("  ")}`;
}
