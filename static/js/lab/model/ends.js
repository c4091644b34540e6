/** Names the numbers of a node: its value, the two ends of its window, and what else exercises ask. */

import { t } from "../../words.js";
import "../more_words.js";

/** @type {Record<string, string>} */
const WORDS = {
  value: t("value"),
  flag: t("flag"),
  visits: t("visits"),
  plies: t("plies"),
  branch: t("branch"),
  mean: t("mean"),
  proof: t("proof number"),
  disproof: t("disproof number"),
  first: t("player {n}", { n: 1 }),
  second: t("player {n}", { n: 2 }),
  third: t("player {n}", { n: 3 }),
};

/** Names what is asked at a place. @param {string} end "value", "alpha" or "beta", or another part of an answer */
export const endWords = (end) => WORDS[end] ?? end;
