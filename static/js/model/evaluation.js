/**
 * Puts the worth of moves and positions into words.
 *
 * @typedef {import("./types.js").PageState} PageState
 * @typedef {import("./types.js").MoveView} MoveView
 */

import { capital, moveWords } from "./format.js";
import { digestShown } from "./select.js";

/**
 * Returns the best of these moves.
 *
 * @param {MoveView[]} moves
 * @returns {MoveView | null} null while nothing is known of any
 */
export function bestOf(moves) {
  return moves.reduce((/** @type {MoveView | null} */ best, view) => (best && best.value >= view.value ? best : view), null);
}

/**
 * Returns the better side, for the bar: the value for the first side, and words; null while nothing is known.
 *
 * @param {PageState} page
 * @returns {{value: number, words: string, proven: boolean} | null}
 */
export function balance(page) {
  const { outcome, to_move: seat } = page.game;
  if (page.review.value) return judgement(page, page.review.value);
  if (outcome) {
    const winner = outcome.winner;
    if (winner === null) return { value: 0, words: "a draw", proven: true };
    return { value: winner === 0 ? 1 : -1, words: `${page.info.players[winner]} has won`, proven: true };
  }
  const digest = digestShown(page);
  const best = digest && bestOf(digest.moves);
  if (!best || seat === null || page.pending) return null;
  const sign = seat === 0 ? 1 : -1;
  const certain = /^(wins|loses|draws)/.test(best.words) && (best.proven || best.words === "wins" || digest.moves.every((view) => view.words.startsWith("loses")));
  if (!certain) return judgement(page, { value: best.value * sign, proven: false });
  if (best.words.startsWith("draws")) return { value: 0, words: "a draw, proven", proven: true };
  const wins = best.words.startsWith("wins");
  const winner = wins === (seat === 0) ? 0 : 1;
  const when = /\bin (\d+)/.exec(best.words)?.[0] ?? "";
  return { value: winner === 0 ? 1 : -1, words: `${page.info.players[winner]} wins ${when}`.trim(), proven: true };
}

/**
 * Puts a value into words.
 *
 * @param {PageState} page
 * @param {{value: number, proven: boolean}} judged for the first side
 */
function judgement(page, { value, proven }) {
  const ahead = page.info.players[value > 0 ? 0 : 1];
  if (proven) return { value, words: value === 0 ? "a draw, proven" : `${ahead} wins`, proven };
  const bounded = Math.max(-0.99, Math.min(0.99, value));
  if (Math.abs(bounded) < 0.005) return { value: 0, words: "even", proven };
  return { value: bounded, words: `${ahead} +${Math.abs(bounded).toFixed(2)}`, proven };
}

/**
 * Writes a move's worth in a few short words, for the narrow place below its column.
 *
 * @param {Pick<MoveView, "proven" | "words" | "value" | "depth">} view
 * @returns {[string, string, string]} such as ["wins", "in", "9"] or ["+.31", "depth", "12"]
 */
export function worth(view) {
  if (view.proven) {
    const result = view.words.split(" ")[0] || "draws";
    const moves = /\bin (\d+)/.exec(view.words)?.[1];
    return moves && result !== "draws" ? [result, "in", moves] : [result, "", ""];
  }
  if (view.words === "wins" || view.words === "loses") return [view.words, "", ""];
  const value = Math.max(-0.99, Math.min(0.99, view.value));
  const sign = value > 0.004 ? "+" : value < -0.004 ? "−" : "";
  const figure = `${sign}${Math.abs(value).toFixed(2).slice(1)}`;
  if (view.words.endsWith("draw")) return [figure, "", view.words.startsWith("at least") ? "≥ draw" : "≤ draw"];
  return view.depth ? [figure, "depth", String(view.depth)] : [figure, "", ""];
}

/**
 * Writes a move's worth as a sentence, for the spoken list.
 *
 * @param {PageState} page
 * @param {MoveView} view
 */
export function worthSentence(page, view) {
  const state = view.proven ? "proven" : "so far";
  return `${capital(moveWords(page, view.move))}: ${worth(view).join(" ").trim()}, ${state}.`;
}

/** Describes a block of the tree in a sentence. @param {PageState} page @param {import("./tree.js").Block} block */
export function blockLabel(page, block) {
  const where = block.path.map((move) => moveWords(page, move)).join(", then ");
  if (block.certainty === "cut") return `${capital(where)}: not read, another reply is enough`;
  const said = worth({ ...block, proven: block.certainty === "proven", depth: block.depth || null }).join(" ").trim();
  return `${capital(where)}: ${said}${block.certainty === "open" ? "" : ", proven"}`;
}
