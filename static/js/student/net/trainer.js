/** Starts the worker that trains the student, and carries messages to and from it. */

/** @import { Asked } from "../worker.js" */

import { t } from "../../words.js";

/**
 * Starts the worker.
 *
 * @param {string} address of the worker's script
 * @param {Record<string, (message: any) => void>} answers what to do with each kind of answer; `lost` takes a sentence
 * @returns {{send: (asked: Asked) => void}}
 */
export function trainer(address, answers) {
  /** @type {any} */
  const types = /** @type {any} */ (window).trustedTypes;
  const policy = types?.createPolicy("student", { createScriptURL: (/** @type {string} */ url) => url });
  const worker = new Worker(policy ? policy.createScriptURL(address) : address, { type: "module" });
  worker.addEventListener("message", ({ data }) => answers[data.type]?.(data));
  worker.addEventListener("error", () =>
    answers.lost?.(t("The student does not start in this browser. A newer one can train it.")),
  );
  return { send: (asked) => worker.postMessage(asked) };
}
