/** Keeps the progress in the browser's storage; where storage is forbidden, as long as the page is open. */

import { loadChoice, saveChoice } from "../../net/storage.js";
import { beginner, exported, imported } from "../model/progress.js";

const KEY = "coach";

/** Returns the stored progress, or that of a person who begins. */
export function loadProgress() {
  const text = loadChoice(KEY);
  if (text === null) return beginner();
  try {
    return imported(text);
  } catch {
    return beginner();
  }
}

/** Stores the progress. @param {import("../model/progress.js").Progress} progress */
export const saveProgress = (progress) => saveChoice(KEY, exported(progress));

/** Calls an act when another tab of this browser has stored progress. @param {() => void} act */
export function onOtherTab(act) {
  window.addEventListener("storage", (event) => {
    if (event.key === `fourthought.${KEY}`) act();
  });
}
