/**
 * What the engines said with their moves: their sealed guesses at the person's, and what an easy level let pass.
 *
 * @typedef {import("./types.js").PageState} PageState
 * @typedef {import("./types.js").GameState} GameState
 * @typedef {import("./types.js").GameEvent} GameEvent
 * @typedef {import("./types.js").Said} Said
 */

import { enginesOnly } from "./select.js";

/**
 * The list after an event: one more, or without those whose moves were taken back.
 *
 * @param {Said[]} said
 * @param {GameState} state
 * @param {GameEvent} [event]
 * @returns {Said[]}
 */
export function updateAnswers(said, state, event) {
  const standing = said.filter((one) => one.ply < state.ply && one.ply !== event?.ply);
  if (!event?.answer || event.ply === undefined) return standing.length === said.length ? said : standing;
  const { expected, slip, better, proven } = event.answer;
  const reply = state.discs[event.ply - 1] && !event.lots?.length ? state.moves[event.ply - 1] ?? null : null;
  const one = { ply: event.ply, seat: event.seat ?? 0, move: event.move ?? 0, reply, expected, slip, better: better ?? null, proven };
  return [...standing, one];
}

/** The guesses that were opened. @param {PageState} page */
const openedGuesses = (page) => page.said.filter((one) => one.expected !== null && one.reply !== null);

/**
 * The envelope: whether one is sealed now, what the last one said, and how often it was right.
 *
 * @param {PageState} page
 * @returns {{sealed: boolean, words: string, score: string, last: number} | null} null: there is none in this game
 */
export function envelope(page) {
  const { game } = page;
  const one = game.seats.filter((seat) => seat.kind === "engine").length === 1;
  if (!one || page.info.chance || game.game_id === null) return null;
  const all = openedGuesses(page);
  const last = all.at(-1);
  const right = all.filter((guess) => guess.expected === guess.reply).length;
  const mine = game.to_move !== null && game.seats[game.to_move]?.kind === "human" && !page.pending;
  const sealed = mine && page.digests.some((digest) => digest.expected !== null && digest.ply === game.moves.length);
  if (!last && !sealed) return null;
  const words = !last
    ? "My guess at your move is in here."
    : last.expected === last.reply
      ? `I wrote ${last.expected}, and you played it.`
      : `I wrote ${last.expected}. You surprised me with ${last.reply}.`;
  return { sealed, words, score: all.length ? `right ${right} of ${all.length}` : "", last: last?.ply ?? -1 };
}

/**
 * After the game, what a level let pass although it had seen better; "" where there is nothing to tell.
 *
 * @param {PageState} page
 */
export function slipWords(page) {
  const { game } = page;
  if (!game.outcome || enginesOnly(page) || !game.seats.some((seat) => seat.kind === "engine")) return "";
  const slips = page.said.filter((one) => one.slip && one.better !== null && one.better !== one.move);
  const told = slips.slice(0, 3).map((one) => `move ${one.ply + 1}: I saw ${one.better}, and played ${one.move}`);
  if (told.length === 0) return "";
  const more = slips.length > told.length ? `, and ${slips.length - told.length} more` : "";
  return `I let something pass. ${told.join("; ").replace(/^m/, "M")}${more}.`;
}
