/** Writes what the engine's thinking says, in words and figures. Loaded with the first sight of the thinking. */

/** @import { Digest, MoveView, PageState } from "../types.js" */

import { digestShown, engineSeat, mySeat, playerOf, showsTruth } from "../select.js";
import { bestOf, boundsOf } from "../page_words.js";
import "../../more_words.js";
import { language, number, t, tn } from "../../words.js";
import { resultOf } from "../claim.js";
import { CLEAR, EVEN, gradeOf } from "./thinking_tree.js";

/** Sets the value from which on a side is ahead, not only a bit. */
const SLIGHT = 0.15;

/** Writes 1234567 as "1.2 million". @param {number} n */
function formatLarge(n) {
  if (n >= 999_500) return t("{n} million", { n: number(n / 1e6, n < 1e8 ? 1 : 0) });
  return number(n < 1000 ? n : Number(n.toPrecision(3)));
}

/** Says what a move cuts from the tree. @param {string} move "column 4" @param {number} n positions */
export function cutWords(move, n) {
  if (n >= 999_500)
    return t("{Move} stays. {n} million others fall away.", { move, n: number(n / 1e6, n < 1e7 ? 1 : 0) });
  const rounded = Number(n.toPrecision(3));
  return n === 0
    ? t("{Move} stays. The other branches fall away.", { move })
    : tn(rounded, "{Move} stays. {n} other position falls away.", "{Move} stays. {n} other positions fall away.", {
        move,
      });
}

/**
 * Returns the better side of the position on the board, for the bar: the value for the first side, and words.
 * @param {PageState} page @returns {{value: number, words: string, proven: boolean, n?: number}}
 */
export function balance(page) {
  const unknown = { value: 0, words: t("not worked out yet"), proven: false };
  const { outcome, to_move: seat } = page.game;
  if (page.review.value) return page.review.value.open ? unknown : judgement(page, page.review.value);
  if (outcome) {
    const winner = outcome.winner;
    if (winner === null) return { value: 0, words: t("a draw"), proven: true };
    return {
      value: winner === 0 ? 1 : -1,
      words: winner === mySeat(page) ? t("You have won") : t("{winner} has won", { winner: playerOf(page, winner) }),
      proven: true,
    };
  }
  const digest = digestShown(page);
  const best = digest && bestOf(digest);
  if (!best || seat === null || page.pending) return unknown;
  const sign = seat === 0 ? 1 : -1;
  const { result, n: told } = resultOf(best.words);
  const { low, high } = boundsOf(page.game, digest);
  const certain = ["wins", "loses", "draws"].includes(result) && (low > 0 || high < 0 || low === high);
  if (!certain) return digest.own ? unknown : judgement(page, { value: best.value * sign, proven: false });
  if (result === "draws") return { value: 0, words: t("a draw, proven"), proven: true };
  const winner = (result === "wins") === (seat === 0) ? 0 : 1;
  const n = low === high ? told : 0;
  const named = { winner: page.info.players[winner], n };
  return {
    value: winner === 0 ? 1 : -1,
    words: n ? t("{winner} wins in {n}", named) : t("{winner} wins", named),
    proven: true,
    n,
  };
}

/**
 * Puts a value into words.
 *
 * @param {PageState} page
 * @param {{value: number, proven: boolean}} judged for the first side
 */
function judgement(page, { value, proven }) {
  const ahead = page.info.players[value > 0 ? 0 : 1];
  const soFar = showsTruth(page);
  if (proven)
    return { value, words: value === 0 ? t("a draw, proven") : t("{winner} wins", { winner: ahead }), proven };
  const bounded = Math.max(-0.99, Math.min(0.99, value));
  if (Math.abs(bounded) < EVEN) return { value: bounded, words: soFar ? t("so far even") : t("even"), proven };
  const better = aheadWords(ahead, Math.abs(bounded));
  return { value: bounded, words: soFar ? t("so far: {better}", { better }) : better, proven };
}

/** Says how far a side is ahead. @param {string} side @param {number} by from 0 to 1 */
function aheadWords(side, by) {
  if (by < SLIGHT) return t("{side} a bit ahead", { side });
  return by < CLEAR ? t("{side} ahead", { side }) : t("{side} far ahead", { side });
}

/**
 * Names the two views: an engine's opinion, and the truth.
 * @param {PageState} page
 * @param {0 | 1 | null} [seat] of the engine
 * @returns {[string, string]}
 */
export function viewWords(page, seat = engineSeat(page)) {
  const mind =
    seat === null
      ? ""
      : t("{side} (level {level}) thinks", {
          side: page.info.players[seat],
          level: page.game.seats[seat]?.level ?? "",
        });
  return [mind, t("The truth")];
}

/**
 * Writes a move's worth in a few short words, for the narrow place below its column: a result, or an opinion for the
 * side to move.
 *
 * @param {Pick<MoveView, "proven" | "words" | "value">} view
 * @returns {[string, string, string]} such as ["wins", "in 9", ""]; an opinion with its sign, ["good", "", "+"]
 */
export function worth(view) {
  const [result = "", ...rest] = resultWords(view).split(" ");
  if (result) return [result, rest.join(" "), ""];
  const [word, sign] = opinionWord(view.value);
  const { result: bound } = resultOf(view.words);
  return [word, bound === "least" ? t("≥ draw") : bound === "most" ? t("≤ draw") : "", sign];
}

/**
 * Says how a move looks to the side that makes it, in a word and in a sign.
 * @param {number} value @returns {[string, string]}
 */
function opinionWord(value) {
  const grade = gradeOf(value);
  if (grade === 0) return [t("even"), "="];
  if (grade > 0) return grade === 1 ? [t("good"), "+"] : [t("strong"), "++"];
  return grade === -1 ? [t("weak"), "−"] : [t("bad"), "−−"];
}

/**
 * Names the best move for the narrow place below its column: where a hint names another one, as the level's choice.
 * @param {PageState} page @param {{move: number, certainty: string}} block
 */
export function bestWord(page, { move, certainty }) {
  const { hint } = page.ui;
  const seat = engineSeat(page);
  const level = seat === null || showsTruth(page) || certainty === "proven" ? null : page.game.seats[seat]?.level;
  return level && hint && hint.step > 1 && hint.move !== move ? t("level {level}", { level }) : t("best");
}

/** Says a known result, "wins in 9"; "" for an opinion. @param {Pick<MoveView, "proven" | "words">} view */
function resultWords({ proven, words }) {
  const { result, n } = resultOf(words);
  if (!proven && (n || !["wins", "loses"].includes(result))) return "";
  if (result === "wins") return n ? t("wins in {n}", { n }) : t("wins");
  if (result === "loses") return n ? t("loses in {n}", { n }) : t("loses");
  return t("draws");
}

/** Writes a worth with its sign: "+0.31". @param {number | undefined} value */
const signed = (value) =>
  value === undefined ? "–" : `${value > 0.004 ? "+" : value < -0.004 ? "−" : ""}${number(Math.abs(value), 2)}`;

/** Says that a result was proved in another game: "today", "yesterday", "3 days ago". @param {Digest | null} digest */
function recalledWords(digest) {
  if (typeof digest?.recalled !== "number") return "";
  const when = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-digest.recalled, "day");
  return t("I proved this {when}, in another game.", { when });
}

/** Says the engine's present work. @param {PageState} page @param {Digest | null} digest */
export function stateWords(page, digest) {
  if (digest?.sent) return t("sent, checking again");
  if (page.game.game_id === null) return t("begins with the first move");
  if (page.game.outcome) return "";
  if (!digest) return t("waiting");
  if (typeof digest.recalled === "number") return recalledWords(digest);
  if (digest.own) return digest.solved ? t("worked out by this page") : t("this page thinks");
  if (digest.solved) return digest.nodes === 0 ? t("from the book") : t("worked out to the end");
  if (digest.pondering) return t("thinks while you think");
  return digest.busy ? t("thinks") : t("finished");
}

/**
 * Lists the numbers behind the fold, each once and with a unit: a name, and a value for each mind.
 * @param {PageState} page @param {(Digest | null)[]} minds @returns {string[][]}
 */
export function figuresOf(page, minds) {
  const each = (/** @type {(mind: Digest) => string} */ write) => minds.map((mind) => (mind ? write(mind) : "–"));
  const answer = page.engineView.lastAnswer;
  const kept = answer !== null && answer.share > 0 && minds.length === 1 && !showsTruth(page);
  return [
    [t("Side"), ...(minds.length > 1 ? page.info.players : [""])],
    [t("Best move, −1 to 1"), ...each((mind) => signed(bestOf(mind)?.value))],
    [t("Result"), ...minds.map(recalledWords)],
    [t("Moves looked ahead"), ...each((mind) => (mind.solved ? t("to the end") : String(mind.depth || "–")))],
    [t("Positions looked at"), ...each((mind) => formatLarge(mind.nodes))],
    [t("Positions a second"), ...each((mind) => (mind.nodes_per_second ? formatLarge(mind.nodes_per_second) : "–"))],
    [t("Positions remembered"), ...each((mind) => number(mind.tree))],
    [
      t("Kept after your move"),
      kept ? `${Math.min(answer.share < 1 ? 99 : 100, Math.round(100 * answer.share))}\u00a0%` : "",
    ],
    [t("Positions dropped then"), kept ? formatLarge(answer.dropped) : ""],
  ];
}
