/** Names the numbers of a node: its value, and the two ends of its window. */

import { t } from "../../words.js";
import "../more_words.js";

/** Names what is asked at a place. @param {string} end "value", "alpha" or "beta" */
export const endWords = (end) => (end === "value" ? t("value") : end);
