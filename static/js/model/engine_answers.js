/**
 * Reads the engines' answers: the guesses at the person's moves, and the chances an easy level let pass.
 *
 * @typedef {import("./types.js").PageState} PageState
 * @typedef {import("./types.js").GameState} GameState
 * @typedef {import("./types.js").GameEvent} GameEvent
 * @typedef {import("./types.js").EngineAnswer} EngineAnswer
 */

import { enginesOnly } from "./select.js";

/**
 * Returns the answers after an event: one more, or fewer where moves were taken back.
 *
 * @param {EngineAnswer[]} answers
 * @param {GameState} state
 * @param {GameEvent} [event]
 * @returns {EngineAnswer[]}
 */
export function updateAnswers(answers, state, event) {
  const standing = answers.filter((answer) => answer.ply < state.ply && answer.ply !== event?.ply);
  if (!event?.answer || event.ply === undefined) return standing.length === answers.length ? answers : standing;
  const { expected, slip, better, proven } = event.answer;
  const reply = state.discs[event.ply - 1] && !event.lots?.length ? state.moves[event.ply - 1] ?? null : null;
  const { ply } = event;
  const answer = { ply, seat: event.seat ?? 0, move: event.move ?? 0, reply, expected, slip, better: better ?? null, proven };
  return [...standing, answer];
}

/** Returns the guesses at moves already played. @param {PageState} page */
const openedGuesses = (page) => page.engineView.answers.filter((answer) => answer.expected !== null && answer.reply !== null);

/**
 * Describes the envelope with the engine's guess at the next move: sealed or not, the last guess, and the count of
 * right ones.
 *
 * @param {PageState} page
 * @returns {{sealed: boolean, words: string, score: string, last: number} | null} null: there is none in this game
 */
export function envelope(page) {
  const { game } = page;
  const engines = game.seats.filter((seat) => seat.kind === "engine").length;
  if (engines !== 1 || page.info.chance || game.game_id === null) return null;
  const guesses = openedGuesses(page);
  const last = guesses.at(-1);
  const right = guesses.filter((guess) => guess.expected === guess.reply).length;
  const mine = game.to_move !== null && game.seats[game.to_move]?.kind === "human" && !page.pending;
  const sealed = mine && page.engineView.digests.some((digest) => digest.expected !== null && digest.ply === game.moves.length);
  if (!last && !sealed) return null;
  const words = !last
    ? "My guess at your move is inside."
    : last.expected === last.reply
      ? `I wrote ${last.expected}, and you played it.`
      : `I wrote ${last.expected}. You surprised me with ${last.reply}.`;
  return { sealed, words, score: guesses.length ? `right ${right} of ${guesses.length}` : "", last: last?.ply ?? -1 };
}

/**
 * Says after the game which better moves an easy level saw and let pass; "" if there was none.
 *
 * @param {PageState} page
 */
export function slipWords(page) {
  const { game } = page;
  if (!game.outcome || enginesOnly(page) || !game.seats.some((seat) => seat.kind === "engine")) return "";
  const slips = page.engineView.answers.filter((answer) => answer.slip && answer.better !== null && answer.better !== answer.move);
  const sentences = slips.slice(0, 3).map(({ ply, better, move }) => `move ${ply + 1}: I saw ${better} but played ${move}`);
  if (sentences.length === 0) return "";
  const more = slips.length > sentences.length ? `, and ${slips.length - sentences.length} more` : "";
  return `I went easy on you. ${sentences.join("; ").replace(/^m/, "M")}${more}.`;
}
