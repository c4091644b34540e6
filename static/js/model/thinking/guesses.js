/** Reads the engine's guesses at the person's moves from the answers. Loaded with the first sight of the thinking. */

/** @import { PageState } from "../types.js" */

import "../../more_words.js";
import { t } from "../../words.js";

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
  const sealed = mine && page.engineView.digests.some((digest) => digest.seat !== null && digest.expected !== null && digest.ply === game.moves.length);
  if (!last && !sealed) return null;
  const words = sealed ? t("My guess at your move is inside.") : t("I wrote {move}.", { move: last?.expected ?? "" });
  return { sealed, words, score: guesses.length ? t("right {n} of {all}", { n: right, all: guesses.length }) : "", last: last?.ply ?? -1 };
}
