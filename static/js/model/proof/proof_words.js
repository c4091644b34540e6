/**
 * Says the sentences of proofs and of course examples in the reader's language. Both are made in English before they
 * ship, with thousands of proofs in files; so each sentence is read back into the sentence with holes and the values. A
 * sentence of another form stays English.
 */

import "../../more_words.js";
import { key, language, list, sideName, t } from "../../words.js";

/** Lists the sentences of engine/coach/words.py and engine/puzzles/examples.py. */
const SENTENCES = [
  key("{me} wins, whatever {you} plays."),
  key("{me} does not lose, whatever {you} plays."),
  key("{me} wins with column {n}."),
  key("{me} does not lose with column {n}."),
  key("{me} answers {pairs}: with these cells {you} makes no {four}."),
  key("Elsewhere {you} has only column {n} left."),
  key("{you} has only column {n} left."),
  key("Elsewhere {you} must play column {n}; after any other move {me} completes a {four} at once."),
  key("{you} must play column {n}; after any other move {me} completes a {four} at once."),
  key("{me} answers with column {n}."),
  key("Against each reply of {you} there is an answer: {count} replies, {lines} lines in all."),
  key("Against each other reply of {you} there is an answer: {count} replies, {lines} lines in all."),
  key("If {you} plays column {n}, {me} answers with column {m}, and {you2} must some day fill {either}."),
  key("If {you} plays column {n}, {me} answers with column {m}, and gets {cells} by answering."),
  key("If {you} plays column {n}, {me} answers with column {m}, and no {four} of {you2} is possible."),
  key("If {you} plays column {n}, {me} answers with column {m}."),
  key("Only those pairs are left before {you} has a {four}."),
  key("The board is full before {you} has a {four}."),
  key("{me} threatens a {four} on {cells}: {you} cannot stop both."),
  key("{me} completes a {four} on {cells}, whatever {you} plays."),
  key("After every reply {me} completes a {four}: on {either}."),
  key("That completes a {four}: {cells}."),
  key("It completes another {four}: {cells}."),
  key("The board is full, and {you} has no {four}."),
  key("{me} has a {four} waiting on {cell}: {cells}."),
  key("Nobody may fill {either}: the other side then gets the cell above."),
  key("No other cell is left."),
  key("{Count} other cells are left, an even number: {me} always answers."),
  key("{you} can only ever get {cells}, and of {pairs} only one: that makes no {four}."),
  key("{you} can only ever get {cells}: that makes no {four}."),
  key("Elsewhere {you} can only ever get {cells}, and of {pairs} only one: that makes no {four}."),
  key("Elsewhere {you} can only ever get {cells}: that makes no {four}."),
  key("By answering, {me} gets {cells}: a {four}."),
  key("Every {four} still open to {you} needs both cells of a pair: {pairs}."),
  key("When {you} fills one, {me} fills the other."),
  key("{me} answers every other move with the cell above."),
  key("{me} answers every move with the cell above."),
  key("{me} answers {pairs}; every other move with the cell above."),
  key("{me} answers {pairs}."),
  key("So {you} runs out first and must fill {either}, and {me} completes a {four}."),
  key("That is an odd threat, in row {n}."),
  key("That is an even threat, in row {n}."),
  key("{you} is to move, so {me} fills the last of them."),
  key("Answering above in an even row is claimeven: {me} gets {cells}."),
  key("For a {four} {you} needs both {cell} and {other}, and {me} takes one: that is baseinverse."),
  key("That is zugzwang."),
  key("That is a double threat: {you} has one move against two."),
  key("One cell lies above the other: these are stacked threats."),
  key("{you} must fill {cell}: that is zugzwang."),
  key("Every move of {you} opens a {four}: that is zugzwang."),
  key("On {cell} {me} then completes a {four}: {cells}."),
  key("Later a {four} may wait on {cell}: {cells}."),
  key("The rule is claimeven."),
  key("The rule is baseinverse."),
  key("The rules are claimeven and baseinverse."),
  key("{me} then threatens a {four} with every move."),
  key("So {me} wins by answering."),
  key("No {four} is open to {you} any more: {me} does not lose."),
  key("So {you} never completes a {four}: {me} does not lose."),
  key("{me} to move, with a four waiting on {cell}."),
  key("{me} to move."),
  key("Column {n} fills {cell} and completes a four: {cells}."),
  key("{you} threatens {cell}, which completes a four."),
  key("So {me} must play column {n}."),
  key("A disc on {either} lets {you} complete a four right above."),
  key("Only column {n} hands over nothing."),
  key("Both {cell} and {other} now complete a four, and {you} can fill only one of these cells."),
  key("Both {cell} and {other} complete a four, one above the other: {you} must fill {low}, and {me} fills {high}."),
  key("{me} has played column {n}; every other move loses."),
  key("{me} has played column {n}."),
  key("{me} has played {cell}."),
  key("There {you} would have threatened a four on {cell}; now {me} threatens one on {other}."),
  key("Nothing is threatened at once, yet every other move gives the win away."),
  key("A disc on {cell} would spoil it: {you} then fills {other}."),
  key("The right move is column {n}."),
  key("If {you} plays column {n}, {me} answers with column {m} and follows one picture from there."),
  key("One picture answers every move of {you} to the end of the game."),
  key("{me} completes a {four} where possible, and else stops one of {you}."),
  key("Otherwise {me} fills the playable cell of the first mark that exactly one playable cell bears."),
  key("Urgent (!): {cells}."),
  key("Pair (@): {cells}."),
  key("Follow-up (^): {cells}."),
  key("After those (+): {cells}."),
  key("After those (=): {cells}."),
  key("Last (-): {cells}."),
  key("Every reply was played to the end: {me} wins."),
  key("Every reply was played to the end: {me} does not lose."),
  key("The claim is not true."),
  key("This needs counting: the result was not found in time."),
  key("This needs counting: no small proof was found in time."),
  key("This needs counting: there is no short proof."),
];

const SIDE = "Red|Yellow|X|O|First|Second";
const CELL = "[a-p]\\d+";
const CELLS = `${CELL}(?:, ${CELL})*`;
/** Tells what each hole of a sentence may hold. @type {Record<string, string>} */
const HOLES = {
  me: SIDE,
  you: SIDE,
  you2: SIDE,
  n: "\\d+",
  m: "\\d+",
  lines: "\\d+",
  cell: CELL,
  other: CELL,
  low: CELL,
  high: CELL,
  four: "three|four|five|six|seven",
  count: "[a-z]+|\\d+",
  Count: "[A-Z][a-z]+|\\d+",
  cells: `${CELLS}(?: and ${CELL})?`,
  either: `${CELLS}(?: or ${CELL})?`,
  pairs: `${CELL}(?:[,;]? (?:and the other way round|with|and|and of|${CELL})[;,]?)*(?: ${CELL})?`,
};
/** Names small numbers in English. */
export const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** Holds the forms of all sentences from the first use on. @type {{sentence: string, form: RegExp}[]} */
let forms = [];

/** Returns the form of a sentence. @param {string} sentence */
function formOf(sentence) {
  const escaped = sentence.replace(/[.?()^+]/g, "\\$&");
  return {
    sentence,
    form: new RegExp(`^${escaped.replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${HOLES[name]})`)}$`),
  };
}

/** Says the sentences of a proof or of an example. @param {string} text */
export function provenWords(text) {
  if (language === "en") return text.replace(/\bRed\b/g, sideName("red"));
  if (!forms.length) forms = SENTENCES.map(formOf);
  return text
    .split(/(?<=\.) (?=[A-Z])/)
    .map(spoken)
    .join(" ");
}

/** Returns the name of a value: a sentence may begin with it in one language, and hold it in another. @param {string} hole */
const small = (hole) => hole.charAt(0).toLowerCase() + hole.slice(1);

/** Says one sentence. @param {string} text */
function spoken(text) {
  for (const { sentence, form } of forms) {
    const found = form.exec(text);
    if (found)
      return t(
        sentence,
        Object.fromEntries(
          Object.entries(found.groups ?? {}).map(([name, value]) => [small(name), wordOf(name, value)]),
        ),
      );
  }
  return text;
}

/** Says what stands in a hole. @param {string} name @param {string} value @returns {string | number} */
function wordOf(name, value) {
  if (HOLES[name] === SIDE) return sideName(value.toLowerCase());
  if (name === "four") return { three: t("three"), four: t("four"), five: t("five") }[value] ?? value;
  if (name === "count" || name === "Count") return Math.max(NUMBERS.indexOf(value.toLowerCase()), Number(value) || 0);
  if (name === "cells") return list(value.split(/, | and /));
  if (name === "either") return value.replace(" or ", t(" or "));
  if (name === "pairs") return pairWords(value);
  return value;
}

/** Says pairs of cells: "a3 with a4, a5 with a6; b6 with c6, and the other way round". @param {string} value */
function pairWords(value) {
  return value
    .replaceAll(", and the other way round", t(", and the other way round"))
    .replaceAll(" with ", t(" with "))
    .replaceAll(" and of ", t(" and of "))
    .replaceAll(" and ", t(" and "));
}
