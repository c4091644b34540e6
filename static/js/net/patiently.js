/** Asks again where a refusal may pass. */

import { Refusal } from "./socket.js";

const ATTEMPTS = 4;
const PAUSE_MS = 2000;
/** Lists refusals that may pass: the engine is busy, or too many questions are under way. */
const PASSING = ["not_ready", "rate_limited", "no_answer"];

/**
 * Returns the answer, null for a refusal, undefined where the engine stays busy for long.
 *
 * @template Answer
 * @param {() => Promise<Answer>} ask
 * @returns {Promise<Answer | null | undefined>}
 */
export async function patiently(ask) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!PASSING.includes(error.code)) return null;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return undefined;
}
