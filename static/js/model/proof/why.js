/**
 * Holds an explanation on the board: one step with its layer, or a game along the proof. Pure. The coach and the table
 * share this; every sentence about the position comes from the explanation.
 *
 * @typedef {object} Question
 * @property {number} ply the position asked about
 * @property {0 | 1} [side] the side to explain for; left out: the side to move
 * @property {number} [first] a move of interest, such as a hint
 *
 * @typedef {object} Why
 * @property {GameInfo} info
 * @property {Explanation} explanation
 * @property {Step[]} steps the steps of the proof; without a proof, what else can be said
 * @property {number} [first] the move of interest
 * @property {string} note says that a better answer is looked for, or has come
 * @property {Disc[]} base the discs of the proof's position
 * @property {number} at the step shown
 * @property {Walk | null} walk the game along the proof; null: a step is shown
 * @property {string} message the words on the last move of the game along the proof
 * @property {string} rule the rule of the leaf that the game along the proof has come to
 * @property {Disc[]} discs the discs on the board
 * @property {boolean} open the person may move
 * @property {Step | null} layer the step drawn on the board
 * @property {Layer[]} layers the step, and the lines that wait at its end, as drawn on the board
 * @property {string} words the words that go with the board
 */

/** @import { Claim } from "../claim.js" */
/** @import { GameInfo, Layer, PageState } from "../types.js" */
/** @import { Wait } from "../wire.d.ts" */
/** @import { Disc, Explanation, Step, Walk } from "./certificate.js" */

import { landing, winningCells } from "../board.js";
import { isReadToTheEnd } from "../select.js";
import {
  beginWalk,
  droppedOn,
  isOver,
  isWon,
  nodeAfter,
  playReply,
  sideToMove,
  startDiscs,
  waitsAfter,
  marksOf,
} from "./certificate.js";
import { leafWords } from "./leaf_words.js";
import { unproven } from "./unproven.js";
import "../../more_words.js";
import { say, t } from "../../words.js";

/**
 * Says that a line is complete.
 * @param {number} connect
 * @param {boolean} forced whether the other side could do nothing
 */
const endWords = (connect, forced) =>
  connect === 5
    ? forced
      ? t("Five in a row: there was no way out.")
      : t("Five in a row.")
    : forced
      ? t("Four in a row: there was no way out.")
      : t("Four in a row.");

/**
 * Opens an explanation at the first step.
 *
 * @param {GameInfo} info
 * @param {Explanation} explanation
 * @param {Disc[]} discs the discs of the position asked about, in the order of the moves; a proof may begin a move
 *   later
 * @param {number} [first] the move of interest
 * @returns {Why}
 */
export function openWhy(info, explanation, discs, first) {
  const { certificate } = explanation;
  const lying = new Set(discs.map(cellOf));
  const more = certificate ? startDiscs(certificate).filter((disc) => !lying.has(cellOf(disc))) : [];
  const steps = certificate
    ? explanation.steps.map(({ said, ...step }) => ({ ...step, text: said.map(say).join(" ") }))
    : unproven(info, discs, explanation, first);
  return shown({
    info,
    explanation,
    steps,
    first,
    note: noteOf(explanation, first),
    base: [...discs, ...more],
    at: 0,
    ...READ,
  });
}

/**
 * Says that a better answer is looked for, or that the proof begins with another move than the one of interest.
 * @param {Explanation} explanation @param {number} [first]
 */
function noteOf({ certificate, more }, first) {
  if (more) return t("Still looking for a proof…");
  const n = certificate?.first ?? first;
  return first === undefined || n === first || n === undefined ? "" : t("A simpler way, with column {n}:", { n });
}

/**
 * Puts the last answer in the place of the first one, which had no proof: a proof from its first step, else the same
 * step as before.
 *
 * @param {Why} why
 * @param {Explanation | null} last null: there was no other answer
 * @returns {Why}
 */
export function bettered(why, last) {
  const next = openWhy(why.info, { ...(last ?? why.explanation), more: false }, why.base, why.first);
  return last?.certificate ? { ...next, note: next.note || t("A proof was found:") } : showStep(next, why.at);
}

/** What a reason is while it is read: without a game along the proof. */
const READ = { walk: null, message: "", rule: "" };

/** Adds what is to be seen. @param {Omit<Why, "discs" | "open" | "layer" | "layers" | "words">} why @returns {Why} */
function shown(why) {
  const { info, steps, at, walk, base, message } = why;
  const layer = walk ? null : (steps[at] ?? null);
  // A step about a reply shows the answer, too: its cell is the one of the step. Foretold moves are no more than that.
  const moves =
    layer?.kind === "play"
      ? []
      : [...(layer?.moves ?? []), ...(layer?.kind === "reply" ? layer.cells.map(([column]) => column) : [])];
  const discs = walk ? walk.discs : moves.reduce((lying, move) => droppedOn(info, lying, move), base);
  const { certificate } = why.explanation;
  const node = walk ? walk.node : certificate && layer?.kind === "diagram" ? nodeAfter(certificate, layer) : null;
  const marks = node?.type === "diagram" ? marksOf(node.rows) : [];
  const told = certificate && layer && SHOWS_WAITS.has(layer.kind) ? waitsAfter(certificate, layer) : [];
  const waits = walk?.node?.type === "leaf" ? walk.node.waits : told;
  return {
    ...why,
    discs,
    open: walk !== null && !isOver(walk.certificate, walk.discs),
    layer,
    layers: [
      ...(layer ? [layer.kind === "play" ? { ...layer, begins: sideToMove(discs) } : layer] : []),
      ...marks.map((mark) => ({ kind: "mark", pairs: [], ...mark })),
      ...waitMarks(waits, layer?.kind ?? ""),
    ],
    words: message || (layer?.text ?? ""),
  };
}

/** Lists the steps that show the waiting lines: stones, lock, and the bar below. */
const SHOWS_WAITS = new Set(["wait", "forbidden", "end", "reply"]);

/**
 * Returns the marks of the lines that wait at the end of a step, or where a game along the proof has come to.
 * @param {Wait[]} waits
 * @param {string} kind of the step, which draws some itself
 * @returns {Layer[]}
 */
const waitMarks = (waits, kind) =>
  waits.flatMap(({ line, below }) => [
    ...(kind === "wait" ? [] : [{ kind: "wait", cells: line, pairs: [] }]),
    ...(kind === "forbidden" ? [] : [{ kind: "forbidden", cells: [below], pairs: [] }]),
  ]);

/** @param {Disc} disc */
const cellOf = ([column, row]) => `${column},${row}`;

/** Shows a step; beyond the ends, the first or the last. @param {Why} why @param {number} at @returns {Why} */
export const showStep = (why, at) => shown({ ...why, at: Math.max(0, Math.min(why.steps.length - 1, at)), ...READ });

/** Tells whether a person can play against the proof, which may end the game with its first move. @param {Why} why */
export const canTry = ({ explanation: { certificate } }) => certificate !== null && certificate.nodes.length > 0;

/** Lets the person play for the side that the proof beats. @param {Why} why @returns {Why} */
export function tryIt(why) {
  const { certificate } = why.explanation;
  if (!certificate || !canTry(why)) return why;
  const other = why.info.players[certificate.claim.side === 0 ? 1 : 0];
  const message = t("Play any move for {side}. The answers come from the proof.", { side: other });
  return shown({ ...why, walk: beginWalk(certificate, why.base), message, rule: "" });
}

/** Says the answer, and the mark of a diagram that names it. @param {number} n @param {string} sign */
const answerWords = (n, sign) =>
  sign ? t("The answer is column {n}, by the mark {sign}.", { n, sign }) : t("The answer is column {n}.", { n });

/**
 * Plays a move against the proof; a full column changes nothing but the words. Without a game along the proof the words
 * say how to begin one.
 *
 * @param {Why} why @param {number} move @returns {Why}
 */
export function replyTo(why, move) {
  if (!why.open)
    return shown({
      ...why,
      message: canTry(why) ? t("“Try it” plays against the proof; “Back” leaves it.") : t("“Back” leaves it."),
    });
  const next = why.walk && playReply(why.walk, move);
  if (!next) return shown({ ...why, message: t("Column {n} is full.", { n: move }) });
  const { walk, answer } = next;
  const said = answer === null ? "" : answerWords(answer, walk.sign ?? "");
  if (!isOver(walk.certificate, walk.discs)) {
    const next = shown({ ...why, walk, message: said });
    if (walk.node?.type !== "leaf" || walk.node === why.walk?.node) return next;
    const rule = leafWords(why.info, walk, walk.node);
    return { ...next, rule, words: `${said} ${rule}` };
  }
  const { claim, connect } = walk.certificate;
  const end = isWon(walk.certificate, walk.discs)
    ? endWords(connect, claim.wins)
    : t("The board is full: a draw at least.");
  return shown({ ...why, walk, message: `${said} ${end}`.trim() });
}

/**
 * Returns the page for the views of the thinking, with the position on the board in place of the game's: who wins there
 * is what the explanation claims.
 *
 * @param {PageState} page @param {Why} why @returns {PageState}
 */
export function claimPage(page, { discs, base, explanation: { claim } }) {
  // "Does not lose" is a draw where the result is known, and only before the other side errs.
  const known = claim && (claim.wins || (isReadToTheEnd(page.info) && discs.length === base.length));
  const value = known ? { value: claim.wins ? 1 - 2 * claim.side : 0, proven: true } : { ...OPEN };
  const to_move = sideToMove(discs);
  return {
    ...page,
    game: { ...page.game, discs, ply: discs.length, moves: discs.map(([column]) => column), to_move, outcome: null },
    pending: null,
    engineView: { ...page.engineView, digests: [], whyNot: null, pointed: null },
    review: { ...page.review, betterMove: null, value },
    ui: { ...page.ui, hint: null },
  };
}

/**
 * Returns what an explanation claims: who wins or holds, with which move, and which moves are best.
 * @param {Why} why @returns {Claim[]}
 */
export function claimsOfWhy({ explanation, steps, at, base, first }) {
  const { claim, certificate } = explanation;
  const [column, moves] = [certificate?.first ?? undefined, String(base.map(([place]) => place))];
  const result = claim?.wins ? WINS : LEAST;
  const step = steps[at];
  const foretold = step?.kind === "play" ? step.moves.slice(first !== undefined && step.moves.length > 1 ? 1 : 0) : [];
  const before = step?.kind === "play" ? step.moves.slice(0, step.moves.length - foretold.length) : [];
  return [
    ...(claim ? [{ moves, side: claim.side, result }] : []),
    ...(claim && column ? [{ moves, column, result }] : []),
    ...foretold.map((move, i) => ({
      moves: [...base.map(([place]) => place), ...before, ...foretold.slice(0, i)].join(),
      column: move,
      result: BEST,
    })),
  ];
}

const [WINS, LEAST, BEST] = /** @type {const} */ (["wins", "least", "best"]);

/** A value that is not known. */
const OPEN = { value: 0, proven: false, open: true };

/**
 * Returns the table's page with the explanation on the board, in place of the game.
 * @param {PageState} page @param {Why} why @returns {PageState}
 */
export function whyPage(page, why) {
  const { info } = page;
  const { discs } = why;
  const line = winningCells(info.connect, discs);
  const open = Array.from({ length: info.board?.[0] ?? 0 }, (_, i) => i + 1).filter((column) =>
    landing(info, discs, column),
  );
  const mover = sideToMove(discs);
  const over = line.length > 0 || open.length === 0;
  const winner = /** @type {0 | 1 | null} */ (line.length ? 1 - mover : null);
  const seat = { kind: /** @type {"human" | "engine"} */ (why.open ? "human" : "engine") };
  const game = {
    ...page.game,
    game_id: null,
    discs,
    ply: discs.length,
    moves: discs.map(([column]) => column),
    seats: [seat, seat],
    can_swap: false,
    to_move: over || !why.open ? null : mover, // while a reason is read, no disc is in anybody's hand
    legal: over ? [] : open,
    outcome: over ? { winner, line, words: "", said: "" } : null,
  };
  return {
    ...page,
    game,
    pending: null,
    people: { ...page.people, aim: null },
    review: { ...page.review, betterMove: null },
    ui: { ...page.ui, hint: null },
  };
}
