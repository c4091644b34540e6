/**
 * Asks a second checker beside the page: the one that Coq proves right, as a program that Coq wrote. It reads a part as
 * engine/workshop/theorem/reader.ml says.
 */

import { judged } from "../../../vendor/judge.mjs";

/** @type {{postMessage: (accepts: boolean) => void, onmessage: unknown}} */
const page = /** @type {any} */ (self);

page.onmessage = (/** @type {MessageEvent<string[]>} */ { data }) => page.postMessage(data.every(judged));
