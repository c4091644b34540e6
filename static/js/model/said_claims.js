/** Returns what the sentences of the engine claim, from their values. Loaded with the first of them. */

/** @import { Said } from "../words.js" */
/** @import { Claim, Result, Told } from "./claim.js" */
/** @import { GameInfo, PageState, Review } from "./types.js" */

import { say } from "../words.js";
import { moveAt } from "./board.js";
import { movesUpTo } from "./history.js";

/** Maps each sentence about a move to what it says of `{move}`. @type {Record<string, Result[]>} */
const SAYS = {
  "{Move} wins.": ["wins"],
  "{Move} wins in {n}.": ["wins"],
  "{Move} wins in {n}, whatever {other} answers.": ["wins"],
  "{Move} wins, whatever {other} answers.": ["wins"],
  "{Move} would win.": ["wins"],
  "{Move} would win in {n}.": ["wins"],
  "{move} wins in {n}.": ["wins"],
  "{move} wins sooner, in {n}.": ["wins"],
  "After {moves}, {side} wins with {move}.": ["wins"],
  "{Move} loses.": ["loses"],
  "{Move} loses in {n}.": ["loses"],
  "{Move} loses: {other} answers {reply}.": ["loses"],
  "{Move} loses in {n}: {other} answers {reply}.": ["loses"],
  "{Move} loses in {n}: this lasts longest.": ["loses", "best"],
  "{Move} lasts longest: it loses in {n}.": ["loses", "best"],
  "{Move} would hold out for {n}.": ["loses"],
  "After {moves}, {side} loses with {move}.": ["loses"],
  "{Move} draws.": ["draws"],
  "{Move} draws if both play well.": ["draws"],
  "{Move} would draw.": ["draws"],
  "After {moves}, {side} draws with {move}.": ["draws"],
  "{Move} holds a draw at least.": ["least"],
  "{Move} draws at best.": ["most"],
  "{Move} was the only move: all others lose.": ["only"],
  "{Move} was the only move: all others do not win.": ["only"],
  "{Move}: press again for the reason.": ["best"],
};
/** Maps each sentence about a move that stands beside it, as a level's move does, to what it says. @type {Record<string, Result[]>} */
const SAYS_OF_THIS = {
  "this wins in {n}.": ["wins"],
  "{side} then wins in {n}.": ["loses"],
  "{side} then wins in {n}, beginning with {move}.": ["loses"],
  "{side} wins in {n}, whatever is played.": ["loses", "best"],
  "with best play this is a draw.": ["draws"],
};
const KEEPS = /** @type {const} */ ("keeps");

/**
 * Returns what a sentence claims, and the sentences in it, from its values.
 *
 * @param {Said} said
 * @param {GameInfo} info
 * @param {readonly number[]} moves the position that the sentence speaks of
 * @param {number} [beside] the move that it stands beside
 * @returns {Claim[]}
 */
export function claimsOf(said, info, moves, beside) {
  if (typeof said !== "object") return [];
  const values = /** @type {Record<string, any>} */ (said.values ?? {});
  const { move, n, reply, answer } = values;
  const placeOf = (/** @type {unknown} */ named) => moveNamed(info, named);
  const after = [...moves, ...(Array.isArray(values.moves) ? values.moves.map(placeOf) : [])];
  const named = SAYS[said.text];
  const own = (named ?? SAYS_OF_THIS[said.text] ?? []).map((result) => ({
    moves: String(after),
    column: placeOf(named ? move : beside),
    result,
    ...(n && result !== "best" ? { n } : {}),
  }));
  const found = [...own, ...Object.values(values).flatMap((value) => claimsOf(value, info, after, beside))];
  // The reply that is named keeps what is said of the move before.
  const last = reply ?? (found.length && said.text === "{result} {answer}" ? answer?.values?.move : undefined);
  const [first] = found;
  if (first && last) found.push({ moves: `${first.moves},${first.column}`, column: placeOf(last), result: KEEPS });
  return found;
}

/** Reads the move out of "column 4", "square d4" and “take 2”. @param {GameInfo} info @param {any} named @returns {number} */
function moveNamed(info, named) {
  if (named?.values?.move) return moveNamed(info, named.values.move);
  const place = String(named?.values?.n ?? named);
  const [, column, row] = /^([a-z])(\d+)$/.exec(place) ?? [];
  return column ? moveAt(info, [column.charCodeAt(0) - 96, Number(row)]) : Number(place);
}

/** Says a sentence, with what it claims. @param {Said} said @param {GameInfo} info @param {readonly number[]} moves @returns {Told} */
export const tell = (said, info, moves) => ({ text: say(said), claims: claimsOf(said, info, moves) });

/** Adds to each move of a review what its sentence claims. @param {Review} review @param {PageState} page @returns {Review} */
export const withClaims = (review, { info, game }) => ({
  ...review,
  rows: review.rows.map((row) => ({ ...row, claims: claimsOf(row.said, info, movesUpTo(game, row.ply)) })),
});
