/**
 * Holds what a sentence says about a position as values: words, rings and bars are made from it, and carry it.
 *
 * @typedef {"wins" | "loses" | "draws" | "least" | "most" | "open" | "best" | "keeps" | "drops" | "only"} Result of a
 *   move, for the side that makes it: least or most, a draw at least or at most; open: not worked out yet; keeps or
 *   drops: the best result of the position, or less; only: all other moves have less
 *
 * @typedef {object} Claim
 * @property {string} moves the position: all moves that led there
 * @property {number} [column] the move that the claim is about; left out: the position itself
 * @property {number} [side] whose result it is; with the position itself, where left out, that of the side to move
 * @property {Result | "won" | "drawn"} result won, drawn: the game is over
 * @property {number} [n] in how many moves of the winner; left out: not known
 * @property {boolean} [best] no other move is better
 *
 * @typedef {{text: string, claims: Claim[]}} Told a sentence, with what it claims
 */

/** @import { Said } from "../words.js" */
/** @import { PageState } from "./types.js" */

import { say } from "../words.js";

/**
 * Returns the result that the engine's words name: "wins in 9", "at most a draw".
 *
 * @param {string} words
 * @returns {{result: Result, n: number}} n 0: not known
 */
export function resultOf(words) {
  const [, result, n] = /^(wins|loses|draws|at least|at most)(?: in (\d+))?/.exec(words) ?? [];
  return { result: NAMES[result ?? ""] ?? "open", n: Number(n ?? 0) };
}

/** @type {Record<string, Result>} */
const NAMES = { wins: "wins", loses: "loses", draws: "draws", "at least": "least", "at most": "most" };

/** Names the position on the board: its moves, with the one on its way. @param {PageState} page */
export const positionOf = ({ game, pending }) => String(pending ? [...game.moves, pending.move] : game.moves);

/** Writes claims for the page. @param {...Claim} claims */
export const written = (...claims) => JSON.stringify(claims);

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
  "{Move}. Press again for the reason.": ["best"],
};
/** Maps each sentence about a move that stands beside it, as a level's move does, to what it says. @type {Record<string, Result[]>} */
const SAYS_OF_THIS = {
  "this wins in {n}.": ["wins"],
  "{side} then wins in {n}.": ["loses"],
  "{side} then wins in {n}, beginning with {move}.": ["loses"],
  "{side} wins in {n}, whatever is played.": ["loses"],
  "with best play this is a draw.": ["draws"],
};
const KEEPS = /** @type {const} */ ("keeps");

/**
 * Returns what a sentence claims, and the sentences in it, from its values.
 *
 * @param {Said} said
 * @param {readonly number[]} moves the position that the sentence speaks of
 * @param {number} [beside] the move that it stands beside
 * @returns {Claim[]}
 */
export function claimsOf(said, moves, beside) {
  if (typeof said !== "object") return [];
  const values = /** @type {Record<string, any>} */ (said.values ?? {});
  const { move, n, reply, answer } = values;
  const after = [...moves, ...(Array.isArray(values.moves) ? values.moves.map(placeOf) : [])];
  const named = SAYS[said.text];
  const own = (named ?? SAYS_OF_THIS[said.text] ?? []).map((result) => ({
    moves: String(after),
    column: placeOf(named ? move : beside),
    result,
    ...(n && result !== "best" ? { n } : {}),
  }));
  const found = [...own, ...Object.values(values).flatMap((value) => claimsOf(value, after, beside))];
  // The reply that is named keeps what is said of the move before.
  const last = reply ?? (found.length && said.text === "{result} {answer}" ? answer?.values?.move : undefined);
  const [first] = found;
  if (first && last) found.push({ moves: `${first.moves},${first.column}`, column: placeOf(last), result: KEEPS });
  return found;
}

/**
 * Claims a result of a column, for the side that plays it.
 *
 * @param {readonly number[]} moves the position
 * @param {number} column
 * @param {Result} result
 * @param {number} [n] in how many moves of the winner; 0: not known
 * @returns {Claim}
 */
export const ofColumn = (moves, column, result, n = 0) => ({
  moves: String(moves),
  column,
  result,
  ...(n ? { n } : {}),
});

/** @param {string | Told} told */
export const textOf = (told) => (typeof told === "string" ? told : told.text);

/** Puts a sentence and its claims together. @param {string} text @param {...Claim} claims @returns {Told} */
export const claiming = (text, ...claims) => ({ text, claims });

/** Reads the column out of "column 4". @param {any} named @returns {number} */
const placeOf = (named) => Number(named?.values?.n ?? named);

/** Says a sentence, with what it claims. @param {Said} said @param {readonly number[]} moves @returns {Told} */
export const tell = (said, moves) => ({ text: say(said), claims: claimsOf(said, moves) });
