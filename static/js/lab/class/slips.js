/** Says the slips of a class, the most frequent first, and leads to a warm-up with what was missed most. */

import { el } from "../../view/dom.js";
import { root, t, tn } from "../../words.js";
import "../more_words.js";

/** The most slips named, and the numbers of exams. */
const [MOST_SLIPS, SEEDS] = [6, 2 ** 31];

/**
 * Says which slips were made by several.
 * @param {Map<string, number>} counts by the words of the slip
 * @param {number} all who answered
 */
export function mostMade(counts, all) {
  const most = [...counts].filter(([, count]) => count > 1).sort(([, one], [, two]) => two - one);
  const shown = most
    .slice(0, MOST_SLIPS)
    .map(([words, count]) => el("li", {}, t("{count} of {all}: {words}", { count, all, words })));
  return shown.length ? [el("h3", {}, t("Made by several")), el("ol", { class: "marks__slips" }, ...shown)] : [];
}

/**
 * Says a slip in words.
 * @param {string} slip as the counts have it: "late.1.E"
 * @param {number} number of the question
 */
export function slipWords(slip, number) {
  const [kind = "", ...rest] = slip.split(".");
  const n = kind === "late" || kind === "early" ? Number(rest.shift()) : 1;
  const node = rest.join(".");
  switch (kind) {
    case "late":
      return tn(
        n,
        "question {number}, one leaf cut too late at {node}",
        "question {number}, {n} leaves cut too late at {node}",
        { number, node },
      );
    case "early":
      return tn(
        n,
        "question {number}, one leaf cut too early at {node}",
        "question {number}, {n} leaves cut too early at {node}",
        { number, node },
      );
    case "field":
      return t("question {number}, a wrong answer in the field {field}", { number, field: node });
    case "line":
      return t("question {number}, line {line} chosen", { number, line: node });
    default:
      return t("question {number}, another answer", { number });
  }
}

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
  const all = new URLSearchParams(given);
  const query = new URLSearchParams(
    ["shape", "rule"].flatMap((name) => (all.has(name) ? [[name, all.get(name) ?? ""]] : [])),
  );
  const missed = kinds.filter((_, at) => 2 * (wrong[at] ?? 0) >= most);
  query.set("seed", String((Number(all.get("seed") ?? 0) + 1) % SEEDS));
  query.set("variants", all.get("variants") ?? "1");
  query.set("ask", [...new Set(missed)].join(","));
  const href = `${root}/lab/exam/${fingerprint}?${query}&format=fill`;
  const words = t("Tomorrow’s warm-up: what was missed most, with other numbers");
  return [el("p", {}, el("a", { class: "button", href }, words))];
}
