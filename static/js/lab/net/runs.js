/** Loads runs from the server. The browser keeps them: the same address always answers the same. */

/** @import { Problem } from "../model/address.js" */
/** @import { Run } from "../model/types.js" */

import { t } from "../../words.js";
import "../more_words.js";
import { inLanguage } from "../model/address.js";

const AWAY = t("The server does not answer. Try again in a moment.");

/**
 * Loads the run of a problem. An error's message is a sentence for the reader.
 *
 * @param {string} fingerprint of the code that makes the runs
 * @param {Problem} problem
 * @returns {Promise<Run>}
 */
export function loadRun(fingerprint, { tree, game, moves, algorithm, depth, weights }) {
  const query = new URLSearchParams(tree !== null ? { tree } : { game: game ?? "", moves });
  query.set("algorithm", algorithm);
  if (depth !== null) query.set("depth", String(depth));
  if (tree === null && weights) query.set("weights", weights);
  return ask(`/lab/run/${fingerprint}?${query}`);
}

/**
 * Loads an answer of the server. An error's message is a sentence for the reader.
 * @param {string} address
 * @returns {Promise<any>}
 */
export async function ask(address) {
  const response = await fetch(inLanguage(address)).catch(() => null);
  const body = await response?.json().catch(() => null);
  if (response?.ok && body) return body;
  throw new Error(body?.error ?? AWAY);
}
