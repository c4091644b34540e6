/**
 * Asks until an answer comes, on lines of any speed: a request is sent again when no answer has come for a while, each
 * while longer than the one before, and the answer to any of the sendings counts. The request's id, or its being a mere
 * question, makes the sendings one request.
 *
 * @template Answer
 * @typedef {object} Line
 * @property {() => Promise<void>} connected settles when there is a connection
 * @property {() => Promise<Answer>} send sends once; fails if the connection ends first
 * @property {(ms: number) => Promise<void>} wait
 */

/** Limits the wait after a sending: the first one, and all. */
const FIRST_WAIT_MS = 4000;
const LONGEST_WAIT_MS = 32_000;
/** Multiplies the wait after each sending. */
const GROWTH = 2;
/** Counts the sendings of a request: two minutes in all. */
const SENDINGS = 6;

/**
 * Asks until the first answer comes; null where none came.
 *
 * @template Answer
 * @param {Line<Answer>} line
 * @param {boolean} again whether the request may be sent more than once
 * @returns {Promise<{answer: Answer} | null>}
 */
export async function ask({ connected, send, wait }, again) {
  /** @type {(heard: {answer: Answer}) => void} */
  let hear = () => {};
  const heard = /** @type {Promise<{answer: Answer}>} */ (new Promise((resolve) => (hear = resolve)));
  for (
    let sending = 1, ms = again ? FIRST_WAIT_MS : LONGEST_WAIT_MS;
    ;
    sending += 1, ms = Math.min(ms * GROWTH, LONGEST_WAIT_MS)
  ) {
    await connected();
    const ended = send().then(
      (answer) => hear({ answer }),
      () => {},
    );
    await Promise.race([ended, heard, wait(ms)]);
    const found = await Promise.race([heard, null]);
    if (found) return found;
    if (!again || sending === SENDINGS) return null;
  }
}

/** Returns how long a page waits for a connection: longer at each attempt. @param {number} attempt from 0 */
export const connectWait = (attempt) => Math.min(10_000 * GROWTH ** attempt, 60_000);
