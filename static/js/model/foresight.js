/** Tells which move an engine had prepared for while the other side thought. */

/** @import { Answer, PageState } from "./types.js" */

import { t } from "../words.js";
import { moveWords } from "./board.js";
import { isMine } from "./select.js";

/** Returns the sentence, or "". @param {PageState} page @param {Answer} answer */
export function foresight(page, { expected, depth, foreseen, share }) {
  const { game, info } = page;
  const seat = game.to_move;
  const reply = game.moves.at(-2);
  if (seat === null || reply === undefined || game.seats[seat]?.kind === "engine" || expected === null) return "";
  const named = (/** @type {number} */ move) =>
    info.board ? String(move) : t("“{move}”", { move: moveWords(page, move) });
  const values = { engine: info.players[seat === 0 ? 1 : 0], guess: named(expected), move: named(reply) };
  const prepared = foreseen || depth > 1 || share > 0;
  if (!isMine(page, seat))
    return prepared ? t("{engine} was ready for {guess}.", values) : t("{engine} expected {guess}.", values);
  if (expected === reply)
    return prepared ? t("I was ready for your {guess}.", values) : t("I expected your {guess}.", values);
  return prepared ? t("I was ready for {guess}, not for {move}.", values) : t("I expected {guess}.", values);
}
