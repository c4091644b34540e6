/** Keeps the progress in the browser's storage; where storage is forbidden, as long as the page is open. */

/** @import { Explanation, ToldStep } from "../../model/proof/certificate.js" */
/** @import { Progress } from "../model/progress.js" */
/** @import { Reader } from "../../model/kept.js" */
/** @import { Said } from "../../words.js" */

import { loadChoice, loadKept, onOtherTab as onChange, saveChoice, savedGames } from "../../net/storage.js";
import { beginner } from "../model/progress.js";
import { exported, imported, kept } from "../model/saved.js";
import { BOARD } from "../model/puzzle.js";
import { entries, every, fields, flag, matching, nullOr, oneOf, row, whole, words } from "../../model/kept.js";

const KEY = "coach";
const SEARCHED = "coach.searched";
/** The proofs are large, and stay in the browser where they were found: no part of an export. */
const PROOFS = "coach.proofs";
const SEARCHED_KEPT = 100;
const LISTED = 5;

/** Returns the stored progress, or that of a person who begins. */
export function loadProgress() {
  return loadKept(KEY, kept) ?? beginner();
}

/** Stores the progress. @param {Progress} progress */
export const saveProgress = (progress) => saveChoice(KEY, exported(progress));

/** Calls an act when another tab of this browser has stored progress. @param {() => void} act */
export const onOtherTab = (act) => onChange(KEY, act);

/** Returns the kept proofs, by puzzle. @returns {Record<string, Explanation>} */
const proofs = () => loadKept(PROOFS, KEPT_PROOFS) ?? {};

/** Returns the kept proof of an own mistake, or undefined. @param {string} name */
export const keptProof = (name) => proofs()[name];

/**
 * Keeps the proof of a mistake, and drops the proofs of mistakes kept no more.
 * @param {string} name @param {any} proof
 */
export function keepProof(name, proof) {
  const wanted = new Set(loadProgress().mistakes.map((one) => one.name));
  const left = Object.entries({ ...proofs(), [name]: proof }).filter(([other]) => wanted.has(other));
  saveChoice(PROOFS, JSON.stringify(Object.fromEntries(left)));
}

/** Returns the ids of the games searched for mistakes. @returns {string[]} */
const searched = () => (loadChoice(SEARCHED) ?? "").split(" ").filter(Boolean);

/** Remembers that a game was searched for mistakes. @param {string} id */
export const markSearched = (id) =>
  saveChoice(SEARCHED, [...searched().filter((other) => other !== id), id].slice(-SEARCHED_KEPT).join(" "));

/**
 * Returns the last games of this browser not searched yet: a page that was left at once, or a game of earlier times.
 */
export function gamesToSearch() {
  const done = new Set(searched());
  return savedGames()
    .filter(
      ({ id, summary: { over, played } }) =>
        over && played?.name === BOARD.name && played.levels.includes(0) && !done.has(id),
    )
    .slice(0, LISTED);
}

const MOST = 5000;
const [column, count] = [whole(1, 7), whole(0, 1e6)];
const cell = row(column, whole(1, 6));
const cells = every(cell, 42);
const pairs = every(row(cell, cell), 42);
const leaf = fields({
  type: oneOf(/** @type {const} */ ("leaf")),
  block: flag,
  pairs,
  waits: every(fields({ target: cell, below: cell, line: cells }), 42),
  line: cells,
  reach: cells,
  count,
  aside: pairs,
});
const branch = fields({
  type: oneOf(/** @type {const} */ ("branch")),
  answers: every(row(column, nullOr(column), nullOr(count)), 7),
  aside: pairs,
});
const diagram = fields({
  type: oneOf(/** @type {const} */ ("diagram")),
  rows: every(matching(/^[XO!@.|+=-]{7}$/), 6),
  aside: pairs,
});
const claim = fields({ side: whole(0, 1), wins: flag });
const certificate = fields({
  game: words(40),
  connect: oneOf(4),
  rows: every(matching(/^.{7}$/), 6),
  claim,
  first: nullOr(column),
  size: count,
  nodes: every((value) => leaf(value) ?? branch(value) ?? diagram(value), MOST),
});
/** Reads a sentence: its English template and the values of its holes. @type {Reader<Said>} */
const said = (given) =>
  words(1000)(given) ?? fields({ text: words(1000), values: entries(/^\w{1,20}$/, hole, 50) })(given);
/** Reads the value of a hole. @type {Reader<unknown>} */
const hole = (given) =>
  count(given) ??
  every(hole, 50)(given) ??
  fields({ side: words(20) })(given) ??
  fields({ count })(given) ??
  said(given);
const told = fields({ kind: words(40), said: every(said, 50), moves: every(column, 42), cells, pairs });
/** Reads a step; older releases kept its sentences as one English text. @type {Reader<ToldStep>} */
const step = (given) =>
  told(given) ?? told({ .../** @type {any} */ (given), said: [/** @type {any} */ (given)?.text] });

/** Reads the proofs by the name of the puzzle. @type {Reader<Record<string, Explanation>>} */
export const KEPT_PROOFS = entries(
  /^[1-7]{0,42}$/,
  fields({
    claim: nullOr(claim),
    certificate,
    reason: nullOr(said),
    steps: every(step, 200),
    play: every(column, 42),
  }),
  200,
);

/** Returns the progress as a text to keep; what is kept of the games comes with a script of its own. @param {Progress} progress */
export async function toText(progress) {
  const { exportTable } = await import("../../net/results.js");
  return exported(progress, exportTable());
}

/** Takes over an exported progress, and returns it. @param {string} text */
export async function fromText(text) {
  const progress = imported(text);
  saveProgress(progress);
  const { importTable } = await import("../../net/results.js");
  importTable(JSON.parse(text).table);
  return progress;
}
