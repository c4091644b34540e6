/** Asks the judge: starts a worker for each question, and ends it after the answer or after its time. */

import { fileAddress } from "../../files.js";
import { startWorker } from "../../workers.js";
import { root } from "../../words.js";

/** Milliseconds in which the worker must be ready, the interpreter loaded. */
const READY_MS = 60_000;
/** How many times as long as the worker's start an answer may take: on a slow or busy device both take long. */
const STARTS = 10;

/** Megabytes of Python: for a program of the reader, and for the judge, which runs it some hundred times. */
const [PROGRAM_MB, JUDGE_MB] = [8, 48];

/** @type {Promise<[ArrayBuffer, Record<string, string>]> | null} */
let loaded = null;

/** Loads the interpreter and the judge, once. */
function load() {
  loaded ??= Promise.all([
    fetch(fileAddress("vendor/micropython.wasm")).then((one) => one.arrayBuffer()),
    fetch(`${root}/lab/program/judge`).then((one) => one.json()),
  ]);
  return loaded;
}

/**
 * Asks one question.
 *
 * @param {{question: string, [part: string]: unknown}} question
 * @param {number} least milliseconds for the answer at least, from the moment when the worker is ready
 * @returns {Promise<any>} the answer; `code` is "time" or "memory" where there is none
 */
export async function ask(question, least) {
  const [wasm, sources] = await load();
  const worker = startWorker("js/lab/program/worker.js");
  const begun = performance.now();
  const found = await new Promise((resolve) => {
    let timer = setTimeout(() => resolve({ code: "broken" }), READY_MS);
    worker.addEventListener("error", () => resolve({ code: "broken" }));
    worker.addEventListener("message", ({ data }) => {
      clearTimeout(timer);
      if (data.type === "ready") {
        const seconds = Math.ceil(Math.max(least, STARTS * (performance.now() - begun)) / 1000);
        timer = setTimeout(() => resolve({ code: "time", values: { n: String(seconds) } }), seconds * 1000);
      } else if (data.type === "answer") resolve(parsed(data.text));
      else resolve(failed(data.text));
    });
    const megabytes = question.question === "records" ? PROGRAM_MB : JUDGE_MB;
    worker.postMessage({ wasm, sources, question: JSON.stringify(question), megabytes });
  });
  worker.terminate();
  return found;
}

/** Reads an answer, which a program may have spoilt. @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { code: "broken" };
  }
}

/** Names what ended Python. @param {string} text */
function failed(text) {
  if (/memory/i.test(text)) return { code: "memory" };
  return /recursion|stack/i.test(text) ? { code: "deep" } : { code: "broken" };
}
