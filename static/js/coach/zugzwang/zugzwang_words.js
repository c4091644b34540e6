/** Says the questions of the zugzwang trainer and what is right. Pure. */

/** @import { Cell } from "../../model/proof/certificate.js" */
/** @import { Question, Verdict } from "./zugzwang_model.js" */

import { list, t, tn } from "../../words.js";
import { NAMES } from "../model/puzzle.js";
import { endOf } from "./zugzwang_model.js";

/** Names a cell, such as e2. @param {readonly number[]} cell */
export const cellName = ([column = 0, row = 0]) => `${"abcdefg"[column - 1]}${row}`;

/** Lists cells. @param {readonly (readonly number[])[]} cells */
export const cellNames = (cells) => list(cells.map(cellName));

/** @param {Question} question */
const sides = ({ side }) => ({ side: NAMES[side] ?? "", other: NAMES[side === 0 ? 1 : 0] ?? "" });

/** Returns the question and what is known. @param {Question} question @returns {[string, string]} */
export function asked(question) {
  const { kind, cell, pairs, waits, threats, moves } = question;
  const values = { ...sides(question), cell: cellName(cell ?? []), column: Number(moves.at(-1)) };
  const wait = waits.map(({ target }) => t("{side} waits on {cell}.", { side: values.side, cell: cellName(target) }));
  if (kind === "fill")
    return [
      t("Who must fill {cell}?", values),
      [...wait, t("{side} answers every move right above it.", values)].join(" "),
    ];
  if (kind === "keep")
    return [t("Which column keeps the count?"), [t("{other} has played column {column}.", values), ...wait].join(" ")];
  if (kind === "useless")
    return [
      t("Which of the two threats is useless?"),
      threats
        .map((one) => t("{side} waits on {cell}.", { side: NAMES[one.side] ?? "", cell: cellName(one.target) }))
        .join(" "),
    ];
  const answers = list(pairs.map((pair) => pair.map(cellName).join("–")));
  return [
    t("Which cells can {other} still get?", values),
    [
      ...wait,
      t("When {other} fills one cell of a pair, {side} fills the other one: {pairs}.", { ...values, pairs: answers }),
    ].join(" "),
  ];
}

/** Names an option of a question. @param {Question} question @param {any} option */
export function optionName({ kind, threats }, option) {
  if (kind === "fill") return NAMES[option] ?? "";
  if (kind === "keep") return t("Column {n}", { n: option });
  const threat = threats.find(({ target }) => String(target) === String(option));
  return threat ? t("{side} on {cell}", { side: NAMES[threat.side] ?? "", cell: cellName(option) }) : cellName(option);
}

/** Says whether an answer is right, and why. @param {Question} question @param {Verdict} verdict */
export const verdictWords = (question, verdict) => WORDS[question.kind](question, verdict);

/** @type {Record<Question["kind"], (question: Question, verdict: Verdict) => string>} */
const WORDS = {
  fill(question, { right }) {
    const { answer, cell, waits } = question;
    const values = { ...sides(question), who: NAMES[answer[0]] ?? "", cell: cellName(cell ?? []) };
    const why =
      String(cell) === String(waits[0]?.below)
        ? t("All other cells go in pairs, and {other} is to move: so {who} must fill {cell}.", values)
        : t("{cell} is one of a pair, and {other} fills the lower cell: so {who} must fill {cell}.", values);
    return said(right, why);
  },
  reach(question, { right, option }) {
    const values = { ...sides(question), cell: cellName(option), cells: cellNames(question.answer) };
    if (right) return said(true, t("{other} can get {cells}, and no other.", values));
    return said(
      false,
      question.answer.some((one) => String(one) === String(option))
        ? t("{other} can get {cell}, as the board shows.", values)
        : t("{other} never gets {cell}: {side} takes it in answer, as the board shows.", values),
    );
  },
  keep(question, verdict) {
    const values = { ...sides(question), column: verdict.option };
    if (verdict.right) return said(true, t("Every column but {column} gives the win of {side} away.", values));
    return said(
      false,
      endOf(question, verdict) === null
        ? t("After column {column} the waiting four is lost, and the game ends in a draw.", values)
        : t("After column {column} {other} wins.", values),
    );
  },
  useless(question, { right }) {
    const { threats, answer } = question;
    const isUseless = (/** @type {Cell} */ target) => String(target) === String(answer[0]);
    const needed = threats.find(({ target }) => !isUseless(target));
    const values = { ...sides(question), useless: cellName(answer[0]), needed: cellName(needed?.target ?? []) };
    const why = t(
      "Without the threat on {useless} {side} wins all the same, without the one on {needed} no longer.",
      values,
    );
    return said(right, right ? why : `${t("In the end {other} must fill the cell below {needed}.", values)} ${why}`);
  },
};

/** @param {boolean} right @param {string} why */
const said = (right, why) => `${right ? t("Right.") : t("No.")} ${why}`;

/** Says how many questions a person knows. @param {number} known @param {number} count */
export const knowledge = (known, count) =>
  tn(known, "You know {n} question of {count}.", "You know {n} questions of {count}.", { count });
