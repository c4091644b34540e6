/** Keeps what a person knows of the questions in this browser, by the coach's schedule (FSRS). */

/** @import { Progress } from "../../win/model/progress.js" */

import { loadKept, saveChoice } from "../../net/storage.js";
import { progressOf } from "../../win/model/progress.js";

const KEY = "coach.zugzwang";
const PROGRESS = progressOf(/^(?:fill|reach|keep|useless)-[1-7]{1,42}$/);

/** Returns what a person knows. @returns {Progress} */
export const loadKnown = () => loadKept(KEY, PROGRESS) ?? {};

/** Keeps what a person knows. @param {Progress} progress */
export const saveKnown = (progress) => saveChoice(KEY, JSON.stringify(progress));

/** Calls an act when another tab has changed what is known. @param {() => void} act */
export function onOtherTab(act) {
  window.addEventListener("storage", (event) => {
    if (event.key === `fourthought.${KEY}`) act();
  });
}
