/** Asks again where a refusal may pass, or where there was no time to find everything. */

import { Refusal } from "./socket.js";

const ATTEMPTS = 4;
const PAUSE_MS = 2000;
/** Lists refusals that may pass: the engine is busy, or too many questions are under way. */
const PASSING = ["not_ready", "rate_limited", "no_answer"];

/**
 * Returns the answer, null for a refusal, undefined where the engine stays busy for long. An answer that says `more`
 * came before the search was at its end: the last one counts.
 *
 * @template Answer
 * @param {() => Promise<Answer>} ask
 * @returns {Promise<Answer | null | undefined>}
 */
export async function patiently(ask) {
  /** @type {Answer | undefined} */
  let answer;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      answer = await ask();
      if (!(/** @type {{more?: boolean} | null} */ (answer)?.more)) return answer;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!PASSING.includes(error.code)) return answer ?? null;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return answer;
}
