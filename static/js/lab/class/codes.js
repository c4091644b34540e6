/**
 * Writes and reads the codes of a class: of a sheet with its answers, which is signed by nothing, and of slips, which are
 * said in words, the most frequent first, with a warm-up of what was missed most.
 * @typedef {object} Handed
 * @property {string} exam the parameters of the exam
 * @property {number} variant
 * @property {string} tree of the variant, by which a code of another version is found
 * @property {string} name of the pupil
 * @property {string[]} answers one a question, as in "A=3 B=4"
 */

import { el } from "../../view/dom.js";
import { root, t, tn } from "../../words.js";
import "../more_words.js";

const START = "FT1";
const CODE = /FT1\.([A-Za-z0-9_-]+)\.([0-9a-f]{4})/g;
/** The most characters of a code: what is longer was not made here. */
const LONGEST = 8000;

/** Returns the code of answers. @param {Handed} handed */
export function encoded({ exam, variant, tree, name, answers }) {
  const text = written(new TextEncoder().encode(JSON.stringify([exam, variant, tree, name, answers])));
  return `${START}.${text}.${sum(text)}`;
}

/** Writes bytes in letters that an address may have. @param {Uint8Array} bytes */
export const written = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/**
 * Reads all codes in a text. What stands between them is passed over.
 * @param {string} text
 * @returns {{handed: Handed[], damaged: number}} damaged: codes that were cut or changed on the way
 */
export function decoded(text) {
  const found = [...text.matchAll(CODE)].map(([code, body = "", check]) =>
    code.length <= LONGEST && sum(body) === check ? read(body) : null,
  );
  const handed = found.flatMap((one) => one ?? []);
  const begun = text.split(`${START}.`).length - 1;
  return { handed, damaged: begun - handed.length };
}

/** Reads the body of a code, null if it is none of ours. @param {string} body @returns {Handed | null} */
function read(body) {
  try {
    const bytes = Uint8Array.from(atob(body.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    const [exam, variant, tree, name, answers] = JSON.parse(new TextDecoder().decode(bytes));
    const texts = [exam, tree, name, ...answers].every((one) => typeof one === "string");
    return texts && Number.isInteger(variant) ? { exam, variant, tree, name, answers } : null;
  } catch {
    return null;
  }
}

/** Returns four digits by which a damaged code is found. @param {string} text */
function sum(text) {
  let [one, two] = [1, 0];
  for (const sign of text) {
    one = (one + sign.charCodeAt(0)) % 251;
    two = (two + one) % 251;
  }
  return ((two << 8) | one).toString(16).padStart(4, "0");
}

/** The most slips named, and the numbers of exams. */
const [MOST_SLIPS, SEEDS] = [6, 2 ** 31];

/** Says which slips several made. @param {Map<string, number>} counts by the words @param {number} all who answered */
export function mostMade(counts, all) {
  const most = [...counts].filter(([, count]) => count > 1).sort(([, one], [, two]) => two - one);
  const named = most.slice(0, MOST_SLIPS);
  const shown = named.map(([words, count]) => el("li", {}, t("{count} of {all}: {words}", { count, all, words })));
  return shown.length ? [el("h3", {}, t("Made by several")), el("ol", { class: "marks__slips" }, ...shown)] : [];
}

/** Says a slip in words. @param {string} slip as counted: "late.1.E" @param {number} number of the question */
export function slipWords(slip, number) {
  const [kind = "", ...rest] = slip.split(".");
  const n = kind === "late" || kind === "early" ? Number(rest.shift()) : 1;
  const node = rest.join(".");
  if (kind === "late")
    return tn(
      n,
      "question {number}, one leaf cut too late at {node}",
      "question {number}, {n} leaves cut too late at {node}",
      { number, node },
    );
  if (kind === "early")
    return tn(
      n,
      "question {number}, one leaf cut too early at {node}",
      "question {number}, {n} leaves cut too early at {node}",
      { number, node },
    );
  if (kind === "field") return t("question {number}, a wrong answer in the field {field}", { number, field: node });
  if (kind === "line") return t("question {number}, line {line} chosen", { number, line: node });
  return t("question {number}, another answer", { number });
}

/** Returns some of the parameters of an exam. @param {string} given @param {string[]} names */
export const partOf = (given, names) =>
  new URLSearchParams([...new URLSearchParams(given)].filter(([name]) => names.includes(name)));

/**
 * Makes the link to sheets with what was missed most: the same kinds with other numbers.
 * @param {string} fingerprint of the lab's code
 * @param {string} given the parameters of the exam
 * @param {string[]} kinds of the questions
 * @param {number[]} wrong how many missed each question
 */
export function warmUp(fingerprint, given, kinds, wrong) {
  const most = Math.max(...wrong);
  if (!(most > 0)) return [];
  const [all, query] = [new URLSearchParams(given), partOf(given, ["shape", "rule"])];
  const missed = kinds.filter((_, at) => 2 * (wrong[at] ?? 0) >= most);
  query.set("seed", String((Number(all.get("seed") ?? 0) + 1) % SEEDS));
  query.set("variants", all.get("variants") ?? "1");
  query.set("ask", [...new Set(missed)].join(","));
  const href = `${root}/lab/exam/${fingerprint}?${query}&format=fill`;
  const words = t("Tomorrow’s warm-up: what was missed most, with other numbers");
  return [el("p", {}, el("a", { class: "button", href }, words))];
}
