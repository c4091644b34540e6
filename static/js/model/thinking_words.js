/**
 * Writes what the engine's thinking says, in words and figures. Loaded with the first sight of the thinking.
 *
 * @typedef {import("./types.js").PageState} PageState
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {import("./types.js").Digest} Digest
 */

import { capital, isBroad, moveWords } from "./board.js";
import { digestShown, engineSeat, showsTruth } from "./select.js";
import { bestOf, worth } from "./words.js";

/**
 * Writes 12345 as "12,345". By hand: the first format of Intl takes longer than all other work of a move.
 *
 * @param {number} n
 */
const formatCount = (n) => String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ",");

/** Writes 1234567 as "1.2 million". @param {number} n */
function formatLarge(n) {
  if (n >= 999_500) return `${(n / 1e6).toFixed(n < 1e8 ? 1 : 0)} million`;
  return formatCount(n < 1000 ? n : Number(n.toPrecision(3)));
}

/** Writes the size of a falling branch: "−182,000". @param {number} n */
export function sizeWords(n) {
  if (n >= 999_500) return `−${(n / 1e6).toFixed(n < 1e7 ? 1 : 0)} M`;
  return n === 0 ? "" : `−${formatCount(Number(n.toPrecision(3)))}`;
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
  const soFar = showsTruth(page) ? "so far " : "";
  if (proven) return { value, words: value === 0 ? "a draw, proven" : `${ahead} wins`, proven };
  const bounded = Math.max(-0.99, Math.min(0.99, value));
  if (Math.abs(bounded) < 0.005) return { value: 0, words: `${soFar}even`, proven };
  return { value: bounded, words: `${soFar}${ahead} +${Math.abs(bounded).toFixed(2)}`, proven };
}

/** Describes a block of the tree in a sentence. @param {PageState} page @param {import("./tree.js").Block} block */
export function blockLabel(page, block) {
  const where = block.path.map((move) => moveWords(page, move)).join(", then ");
  if (block.certainty === "cut") return `${capital(where)}: not read, another reply is enough`;
  const said = worth({ ...block, proven: block.certainty === "proven", depth: block.depth || null }).join(" ").trim();
  return `${capital(where)}: ${said}${block.certainty === "open" ? "" : ", proven"}${block.best ? ", the best" : ""}`;
}

/**
 * Writes a move's worth as a sentence, for the spoken list.
 *
 * @param {PageState} page
 * @param {MoveView} view
 */
export function worthSentence(page, view) {
  const state = view.proven || /^(wins|loses)/.test(view.words) ? "proven" : "so far";
  return `${capital(moveWords(page, view.move))}: ${worth(view).join(" ").trim()}, ${state}.`;
}

/** Names the two views: the engine's opinion, and the truth. @param {PageState} page @returns {[string, string]} */
export function viewWords(page) {
  const seat = engineSeat(page);
  const mind = seat === null ? "" : `${page.info.players[seat]} (level ${page.game.seats[seat]?.level}) thinks`;
  return [mind, "The truth"];
}

/** Says the engine's present work. @param {PageState} page @param {Digest | null} digest */
export function stateWords(page, digest) {
  if (digest?.sent) return "sent, checking again";
  if (page.game.game_id === null) return "begins with the first move";
  if (page.game.outcome) return "the game is over";
  if (!digest) return "waiting";
  if (isBroad(page.info)) return "judges each square: too many for a tree";
  if (digest.solved) return digest.nodes === 0 ? "from the book" : "worked out to the end";
  if (digest.pondering) return "thinks while you think";
  return digest.busy ? "thinks" : "finished";
}

/**
 * Lists the numbers behind the fold, each once and with a unit: a name, and a value for each mind.
 *
 * @param {PageState} page
 * @param {(Digest | null)[]} minds
 * @returns {string[][]}
 */
export function figuresOf(page, minds) {
  const each = (/** @type {(mind: Digest) => string} */ write) => minds.map((mind) => (mind ? write(mind) : "–"));
  const answer = page.engineView.lastAnswer;
  const kept = answer !== null && answer.share > 0 && minds.length === 1 && !showsTruth(page);
  return [
    ["Side", ...(minds.length > 1 ? page.info.players : [""])],
    ["Moves looked ahead", ...each((mind) => (mind.solved ? "to the end" : String(mind.depth || "–")))],
    ["Positions looked at", ...each((mind) => formatLarge(mind.nodes))],
    ["Positions a second", ...each((mind) => (mind.nodes_per_second ? formatLarge(mind.nodes_per_second) : "–"))],
    ["Positions remembered", ...each((mind) => formatCount(mind.tree))],
    ["Kept after your move", kept ? `${Math.round(100 * answer.share)}\u00a0%` : ""],
    ["Positions dropped then", kept ? formatLarge(answer.dropped) : ""],
  ];
}
