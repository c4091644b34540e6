/**
 * Knows the questions and the pages of the zugzwang trainer: the shapes of engine/workshop/puzzles/zugzwang, what is marked on the
 * board, and whether an answer is right. Pure.
 *
 * @typedef {{side: 0 | 1, target: Cell, line: Cell[]}} Threat
 *
 * @typedef {object} Question
 * @property {string} name
 * @property {"fill" | "reach" | "keep" | "useless"} kind
 * @property {string} moves
 * @property {0 | 1} side the side of the proof
 * @property {boolean} wins whether this side wins, or does not lose
 * @property {Cell | null} cell the cell asked about
 * @property {Pair[]} pairs
 * @property {Wait[]} waits
 * @property {Threat[]} threats
 * @property {any[]} options sides, cells or columns
 * @property {any[]} answer the right ones
 * @property {string[]} plays what refutes each option, as moves
 *
 * @typedef {{slug: string, moves: string, proof: Certificate, useless: Threat | null}} Page
 * @typedef {{pages: Page[], questions: Question[]}} TrainerFile
 *
 * @typedef {object} Verdict
 * @property {boolean} right
 * @property {any} option the option that the play on the board is about
 * @property {number[]} play moves that refute the answer; none for a right one
 */

/** @import { Cell, Pair } from "../../model/proof/certificate.js" */
/** @import { Claim } from "../../model/claim.js" */
/** @import { Layer } from "../../model/types.js" */
/** @import { Certificate, Wait } from "../../model/wire.d.ts" */
/** @import { Progress } from "../model/progress.js" */

import { ofColumn } from "../../model/claim.js";
import { winnerOf } from "../../course/model/discs.js";
import { afterLesson } from "../../course/model/course_progress.js";
import { practised } from "../model/progress.js";
import { BOARD, columns, discsAfter } from "../model/puzzle.js";

/** Tells whether two options are the same. @param {any} one @param {any} two */
const same = (one, two) => String(one) === String(two);

/** Judges an answer. @param {Question} question @param {any[]} given the options chosen @returns {Verdict} */
export function judge({ options, answer, plays }, given) {
  const isIn = (/** @type {any[]} */ list, /** @type {any} */ option) => list.some((one) => same(one, option));
  const wrong = options.find((option) => isIn(given, option) !== isIn(answer, option));
  if (wrong === undefined) return { right: true, option: answer[0], play: [] };
  const option = given.length === 1 && answer.length === 1 ? given[0] : wrong;
  return { right: false, option, play: columns(plays[options.findIndex((one) => same(one, option))] ?? "") };
}

/**
 * Returns the progress after an answer, which counts for the day like a puzzle.
 *
 * @param {Progress} progress
 * @param {string} name of the question
 * @param {boolean} right @param {number} today @returns {Progress}
 */
export const afterQuestion = (progress, name, right, today) =>
  practised({ ...progress, questions: afterLesson(progress.questions, name, right, today) }, today, right);

/** Returns who has four in the end, null for a full board. @param {Question} question @param {Verdict} verdict */
export const endOf = ({ moves }, { play }) => winnerOf(BOARD, discsAfter([...columns(moves), ...play])) ?? null;

/**
 * Returns what a verdict claims of columns; what is said of cells follows from the pairs, and each question is proved.
 * @param {Question} question @param {Verdict} verdict @returns {Claim[]}
 */
export function claimsOf(question, verdict) {
  if (question.kind !== "keep") return [];
  const moves = columns(question.moves);
  if (verdict.right) return [ofColumn(moves, verdict.option, "only")];
  return [ofColumn(moves, verdict.option, endOf(question, verdict) === null ? "draws" : "loses")];
}

/** Marks lines that wait: the stones, a lock and, for the proof's own, the cell below. @param {(Wait | Threat)[]} lines @returns {Layer[]} */
const waiting = (lines) =>
  lines.flatMap((one) => [
    { kind: "wait", cells: one.line, pairs: [] },
    ...("below" in one ? [{ kind: "forbidden", cells: [one.below], pairs: [] }] : []),
  ]);

/**
 * Returns what is marked on the board of a question. The pairs are told where the answer depends on which they are.
 * @param {Question} question @param {boolean} answered @returns {Layer[]}
 */
export function marksOf({ kind, cell, pairs, waits, threats }, answered) {
  const asked = cell ? [{ kind: "reach", cells: [cell], pairs: [] }] : [];
  const answers = kind === "reach" || answered ? [{ kind: "pairs", cells: [], pairs }] : [];
  return [...waiting(waits), ...waiting(threats), ...asked, ...answers];
}

/**
 * Returns what is marked on the board of a page: what the proof says of the cells that are still empty.
 *
 * @param {Page} page
 * @param {number[]} moves on the board
 * @returns {Layer[]}
 */
export function marksOfPage({ proof, useless }, moves) {
  const [leaf] = proof.nodes;
  if (leaf?.type !== "leaf") return [];
  const taken = new Set(discsAfter(moves).map(([column, row]) => `${column},${row}`));
  const isFree = (/** @type {Cell} */ cell) => !taken.has(String(cell));
  const waits = leaf.waits.filter(({ below }) => isFree(/** @type {Cell} */ (below)));
  const other = useless && isFree(useless.target) ? [useless] : [];
  const pairs = /** @type {Pair[]} */ (leaf.pairs).filter((pair) => pair.every(isFree));
  return [...waiting([...waits, ...other]), { kind: "pairs", cells: [], pairs }];
}
