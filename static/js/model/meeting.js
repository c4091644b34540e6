/**
 * Puts what brings people together into words: a search, the tables in play, the reactions. Pure.
 *
 * @typedef {object} Row a table in play
 * @property {string} game_id
 * @property {string} game the name of the rules
 * @property {Seat[]} seats
 * @property {number} ply
 * @property {[number, number] | null} clock seconds, and seconds for each move
 * @property {number} watchers
 * @property {[number, number, SeatNumber][]} discs
 *
 * @typedef {{others: number} | {refused: string} | {ended: "found" | "away"}} News what became of a search
 *
 * @typedef {"hello" | "well_played" | "oops" | "thanks"} Reaction
 */

/** @import { Seat, SeatNumber } from "./types.js" */

import "../more_words.js";
import { sideName, t, tn } from "../words.js";

/** Returns the four reactions with their words. @returns {[Reaction, string][]} */
export const reactions = () => [
  ["hello", t("Hello!")],
  ["well_played", t("Well played!")],
  ["oops", t("Oops!")],
  ["thanks", t("Thank you!")],
];

/**
 * Returns the clocks to choose from: the name on the wire, the words, the spoken words.
 * @returns {[string, string, string][]}
 */
export const clocks = () => [
  ["any", t("Any"), t("Any clock")],
  ["none", t("None"), t("No clock")],
  ["3+2", "3 + 2", t("3 minutes, and 2 seconds for each move")],
  ["5+3", "5 + 3", t("5 minutes, and 3 seconds for each move")],
  ["10+5", "10 + 5", t("10 minutes, and 5 seconds for each move")],
];

/** Tells how a search stands. @param {number} others how many wait for the same game with another clock */
export const searchWords = (others) =>
  others
    ? tn(others, "You wait. {n} person waits for another clock.", "You wait. {n} people wait for another clock.")
    : t("Nobody waits just now. I call you when somebody comes.");

/** Names both sides of a table. @param {Row} row @param {[string, string]} sides the ids of the sides */
export function rowTitle(row, sides) {
  const [first, second] = row.seats.map((seat, number) => {
    const side = sideName(sides[number] ?? "");
    if (seat.kind === "engine") return t("{side}: engine, level {level}", { side, level: seat.level ?? 1 });
    return seat.name ?? side;
  });
  return t("{first} against {second}", { first: first ?? "", second: second ?? "" });
}

/** Tells what is played at a table, how far it is, and how many watch. @param {Row} row @param {string} game */
export function rowWords(row, game) {
  const clock = row.clock
    ? t("{minutes} min + {seconds} s", { minutes: row.clock[0] / 60, seconds: row.clock[1] })
    : "";
  const moves = tn(row.ply, "{n} move", "{n} moves");
  const watchers = row.watchers ? tn(row.watchers, "{n} watches", "{n} watch") : "";
  return [game, clock, moves, watchers].filter(Boolean).join(" · ");
}
