/** Tells what an engine did while the other side thought, and what it had prepared for. */

/** @import { Values } from "../words.js" */
/** @import { Answer, PageState } from "./types.js" */

import { t } from "../words.js";
import { moveWords } from "./board.js";
import { isMine } from "./select.js";

/** Returns the sentences, or "". @param {PageState} page @param {Answer} answer */
export function foresight(page, { expected, depth, foreseen, share, waited }) {
  const { game, info } = page;
  const seat = game.to_move;
  const reply = game.moves.at(-2);
  if (seat === null || reply === undefined || game.seats[seat]?.kind === "engine") return "";
  const named = (/** @type {number} */ move) =>
    info.board ? String(move) : t("“{move}”", { move: moveWords(page, move) });
  const mine = isMine(page, seat);
  const right = expected === reply;
  const values = {
    side: info.players[seat],
    engine: info.players[seat === 0 ? 1 : 0],
    n: depth,
    time: timeWords(waited),
    guess: expected === null ? "" : named(expected),
    move: named(reply),
  };
  const how = foreseen ? "end" : depth > 1 ? "depth" : share > 0 ? "more" : "none";
  const guess = expected === null ? "none" : right && mine ? "right" : "some";
  const looked = (mine ? foresightMine(values) : foresightOther(values))[how][guess];
  if (right || !looked || expected === null) return looked;
  return `${looked} ${mine ? t("You played {move}.", values) : t("{side} played {move}.", values)}`;
}

/**
 * Lists what the engine did while the reader thought: how far it looked, and what it prepared for.
 * @param {Values} values
 */
const foresightMine = (values) => ({
  end: {
    none: t("While you thought{time} I looked to the end of the game.", values),
    some: t("While you thought{time} I looked to the end of the game and prepared for {guess}.", values),
    right: t("While you thought{time} I looked to the end of the game and prepared for your {guess}.", values),
  },
  depth: {
    none: t("While you thought{time} I looked {n} moves ahead.", values),
    some: t("While you thought{time} I looked {n} moves ahead and prepared for {guess}.", values),
    right: t("While you thought{time} I looked {n} moves ahead and prepared for your {guess}.", values),
  },
  more: {
    none: t("While you thought{time} I thought on.", values),
    some: t("While you thought{time} I thought on and prepared for {guess}.", values),
    right: t("While you thought{time} I thought on and prepared for your {guess}.", values),
  },
  none: { none: "", some: t("I expected {guess}.", values), right: t("I expected your {guess}.", values) },
});

/** Lists what an engine did while another player thought. @param {Values} values */
function foresightOther(values) {
  const some = {
    end: t("While {side} thought{time}, {engine} looked to the end of the game and prepared for {guess}.", values),
    depth: t("While {side} thought{time}, {engine} looked {n} moves ahead and prepared for {guess}.", values),
    more: t("While {side} thought{time}, {engine} thought on and prepared for {guess}.", values),
    none: t("{engine} expected {guess}.", values),
  };
  const none = {
    end: t("While {side} thought{time}, {engine} looked to the end of the game.", values),
    depth: t("While {side} thought{time}, {engine} looked {n} moves ahead.", values),
    more: t("While {side} thought{time}, {engine} thought on.", values),
    none: "",
  };
  const both = (/** @type {keyof typeof some} */ how) => ({ none: none[how], some: some[how], right: some[how] });
  return { end: both("end"), depth: both("depth"), more: both("more"), none: both("none") };
}

/** Writes a time in brackets: " (6 s)"; "" for less than a second. @param {number} seconds */
function timeWords(seconds) {
  if (!(seconds >= 1)) return "";
  return seconds < 100 ? ` (${Math.round(seconds)} s)` : ` (${Math.round(seconds / 60)} min)`;
}
