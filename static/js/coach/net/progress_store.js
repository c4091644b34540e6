/** Keeps the progress in the browser's storage; where storage is forbidden, as long as the page is open. */

/** @import { Explanation } from "../../model/proof/certificate.js" */
/** @import { Progress } from "../model/progress.js" */

import { loadChoice, loadKept, saveChoice, savedGames } from "../../net/storage.js";
import { KEPT_PROOFS } from "../model/kept_proofs.js";
import { beginner } from "../model/progress.js";
import { exported, kept } from "../model/saved.js";
import { BOARD } from "../model/puzzle.js";

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
export function onOtherTab(act) {
  window.addEventListener("storage", (event) => {
    if (event.key === `fourthought.${KEY}`) act();
  });
}

/** Returns the kept proofs, by puzzle. @returns {Record<string, Explanation>} */
const proofs = () => loadKept(PROOFS, KEPT_PROOFS) ?? {};

/** Returns the kept proof of an own mistake, or undefined. @param {string} name */
export const keptProof = (name) => proofs()[name];

/**
 * Keeps the proof of a mistake, and drops the proofs of mistakes kept no more.
 * @param {string} name
 * @param {any} proof
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
