/** Reads the engine's guesses at the person's moves from the answers: the sealed envelope, and the tally. */

/** @import { PageState } from "./types.js" */

import { t } from "../words.js";
import { engineSeat, isMine } from "./select.js";

/**
 * Describes the envelope with the engine's guess at the next move.
 *
 * @param {PageState} page
 * @returns {{sealed: boolean, words: string, score: string, right: boolean, last: number} | null} sealed: the person is
 *   to
 *   move; words: the last guess; last: its ply, or -1 for none; null: there are no guesses in this game
 */
export function envelope(page) {
  const { game } = page;
  const seat = engineSeat(page);
  if (
    seat === null ||
    page.info.chance ||
    game.game_id === null ||
    game.analysis ||
    game.outcome ||
    page.review.opened ||
    !game.ply
  )
    return null;
  const guesses = page.engineView.answers.filter(({ expected, reply }) => expected !== null && reply !== null);
  const last = guesses.at(-1);
  const right = guesses.filter(({ expected, reply }) => expected === reply).length;
  const knew = last !== undefined && last.expected === last.reply;
  const sealed = isMine(page, game.to_move) && !page.pending;
  if (!last && !sealed) return null;
  const words = !last
    ? ""
    : knew
      ? t("{move}. I knew it.", { move: last.expected ?? "" })
      : t("I bet on {move}. Nice.", { move: last.expected ?? "" });
  const score = guesses.length ? t("I guessed {n} of {all}", { n: right, all: guesses.length }) : "";
  return { sealed, words, score, right: knew, last: last?.ply ?? -1 };
}
