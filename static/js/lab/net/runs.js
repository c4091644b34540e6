/** Loads runs from the server. The browser keeps them: the same address always answers the same. */

/** @import { Problem, Run } from "../model/types.js" */

import { byId } from "../../view/dom.js";
import { isSite, t } from "../../words.js";
import "../more_words.js";
import { inLanguage, queryOf } from "../model/address.js";

const AWAY = t("The server does not answer. Try again in a moment.");
const NO_SERVER = t("This needs a server, and here is none. The figures of the lessons are all here.");
const OTHER = t("Not this. Show the answer, and compare: a server could say what is wrong.");

/** The wait for an answer: the server bounds its own work to two minutes. */
const PATIENCE_MS = 150_000;

/** The answers that come with a page without a server, by their questions. @type {Record<string, any> | null} */
let brought = null;

/** Returns the answer that came with the page: of a question the right one alone. @param {string} address */
function kept(address) {
  brought ??= JSON.parse(byId("boot").textContent ?? "{}").answers ?? {};
  const { pathname, searchParams } = new URL(address, location.origin);
  const kind = pathname.split("/")[2] ?? "";
  const given = [...searchParams].map((pair) => pair.join("=")).sort();
  const found = brought?.[[kind, ...given].join("&")];
  if (found) return found;
  if (kind !== "check" || !searchParams.has("lesson")) throw new Error(NO_SERVER);
  return { right: false, sentence: OTHER, node: null, key: "" };
}

/**
 * Loads the run of a problem. An error's message is a sentence for the reader.
 * @param {string} fingerprint of the code that makes the runs
 * @param {Problem} problem
 * @returns {Promise<Run>}
 */
export const loadRun = (fingerprint, problem) => ask(`/lab/run/${fingerprint}?${queryOf(problem)}`);

/** Loads an answer. An error's message is for the reader. @param {string} address @returns {Promise<any>} */
export async function ask(address) {
  if (isSite) return kept(address);
  return answered(inLanguage(address));
}

/**
 * Sends a request of a class, whose secrets stand in headers: addresses are logged. Errors as with `ask`.
 * @param {string} address
 * @param {"GET" | "POST"} method
 * @param {Record<string, string>} headers
 * @returns {Promise<any>}
 */
export const send = (address, method, headers) => answered(address, { method, headers, cache: "no-store" });

/** Returns the answer to a request. @param {string} address @param {RequestInit} [how] */
async function answered(address, how = {}) {
  const response = await fetch(address, { ...how, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  const body = await response?.json().catch(() => null);
  if (response?.ok && body) return body;
  throw new Error(body?.error ?? AWAY);
}
