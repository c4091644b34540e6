/**
 * Judges the move that a person tries at a past moment: by the review if it is the best one, else by a review of its
 * own.
 */

/** @import { Told } from "../model/claim.js" */
/** @import { PageState, ReviewRow } from "../model/types.js" */
/** @import { Questions } from "./questions.js" */
/** @import { Table } from "./table.js" */

import { hadBetter, movesUpTo } from "../model/history.js";
import { tell } from "../model/said_claims.js";
import { firstOf, reviewRows } from "../model/ended/review.js";
import { hasOwnEngine } from "../model/select.js";
import "../more_words.js";
import { t } from "../words.js";
import { newAnalysis } from "./socket.js";

const ASK_EVERY_MS = 400;
const TRIES = 25;

/**
 * Returns the verdict on a move.
 *
 * @param {Questions} questions @param {PageState} page @param {number} ply @param {number} move
 * @returns {Promise<{right: boolean | "open", said: string | Told}>}
 */
export async function judge(questions, page, ply, move) {
  const known = reviewRows(page).get(ply);
  const at = movesUpTo(page.game, ply);
  const notYet = (/** @type {ReviewRow} */ { said }) => ({
    right: false,
    said: tell(firstOf(said), page.info, at),
  });
  if (known?.move === move) return notYet(known);
  if (known?.best === move)
    return {
      right: true,
      said: {
        text: stillLoses(known) ? t("It holds out longest.") : t("That was it."),
        claims: known.mark === "doubtful" ? [] : [{ moves: String(at), column: move, result: "best" }],
      },
    };
  const own = hasOwnEngine(page) ? await questions.own().catch(() => null) : null;
  const here = await own?.judge(page, ply, move).catch(() => null);
  const row = here ?? (await reviewed(questions.table, page, [...at, move]).catch(() => null));
  if (!row || row.mark === "doubtful" || !(row.proven || row.near))
    return { right: "open", said: t("I could not look far enough: play on and see.") };
  return hadBetter(row) ? notYet(row) : { right: true, said: tell(row.said, page.info, at) };
}

/**
 * Returns the review of the last of some moves: in an analysis, which no game of the table knows.
 * @param {Table} table @param {PageState} page @param {number[]} moves @returns {Promise<ReviewRow | null>}
 */
async function reviewed({ socket }, { info }, moves) {
  const id = await newAnalysis(socket, info.name, moves);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { rows } = await socket.call("review", { game_id: id });
    const row = /** @type {ReviewRow[]} */ (rows).find((one) => one.ply === moves.length - 1);
    if (row) return row;
    await new Promise((go) => setTimeout(go, ASK_EVERY_MS));
  }
  return null;
}

/** Tells whether every move lost where this one was made. @param {ReviewRow} row */
const stillLoses = ({ proven, value, loss, seat }) => proven && loss === 0 && (seat === 0 ? value : -value) < 0;
