/**
 * Shows who missed what, by the codes that a teacher pastes. The codes stay in this browser: the server is asked for the
 * key of the sheets alone.
 */

/** @import { Handed } from "./code.js" */
/** @import { Keyed, Marked, Slip } from "./marking.js" */

import { byId, el } from "../../view/dom.js";
import { root, t, tn } from "../../words.js";
import "../more_words.js";
import { ask } from "../net/runs.js";
import { decoded } from "./code.js";
import { marked, slipsIn } from "./marking.js";

/** @typedef {{title: string, variants: {number: number, tree: string, questions: Keyed[]}[]}} Exam */
/** @typedef {{handed: Handed, marks: Marked[], slips: string[]}} Pupil what is wrong in words */

/** What of a code's exam is asked for. */
const ASKED = ["seed", "variants", "ask", "shape", "rule", "tree", "points"];
/** The most different exams in one paste. */
const MOST_EXAMS = 10;
/** The most slips named, and the numbers of exams. */
const [MOST_SLIPS, SEEDS] = [6, 2 ** 31];
/** @type {{fingerprint: string}} */
const { fingerprint } = JSON.parse(byId("boot").textContent ?? "");
const [form, place] = [byId("codes"), byId("marks")];

/** Loads an exam with its key. @param {string} given the parameters in a code @returns {Promise<Exam>} */
function keyOf(given) {
  const all = new URLSearchParams(given);
  const query = new URLSearchParams(ASKED.flatMap((name) => (all.has(name) ? [[name, all.get(name) ?? ""]] : [])));
  return ask(`/lab/exam/${fingerprint}?${query}&format=json&key=1`);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  show().catch((error) =>
    place.replaceChildren(el("p", { class: "sentence--error" }, String(error?.message ?? error))),
  );
});

/** Marks all pasted codes. */
async function show() {
  const { handed, damaged } = decoded(/** @type {HTMLTextAreaElement} */ (byId("pasted")).value);
  const exams = [...new Set(handed.map(({ exam }) => exam))].slice(0, MOST_EXAMS);
  const keys = await Promise.all(exams.map(keyOf));
  const told = [el("p", {}, tn(handed.length, "{n} code read.", "{n} codes read."))];
  if (damaged) told.push(el("p", {}, tn(damaged, "{n} code is damaged.", "{n} codes are damaged.")));
  place.replaceChildren(
    ...told,
    ...exams.flatMap((exam, at) =>
      ofExam(
        keys[at],
        handed.filter((one) => one.exam === exam),
      ),
    ),
  );
}

/** Shows the marks of one exam. @param {Exam | undefined} exam @param {Handed[]} handed @returns {HTMLElement[]} */
function ofExam(exam, handed) {
  if (!exam) return [];
  /** @type {Pupil[]} */
  const pupils = [];
  /** @type {string[]} */
  const strange = [];
  for (const one of handed) {
    const variant = exam.variants.find(({ number, tree }) => number === one.variant && tree === one.tree);
    if (!variant) {
      strange.push(one.name || "?");
      continue;
    }
    const answers = variant.questions.map((asked, at) => ({ asked, answer: one.answers[at] ?? "", number: at + 1 }));
    pupils.push({
      handed: one,
      marks: answers.map(({ asked, answer }) => marked(asked, answer)),
      slips: answers.flatMap(({ asked, answer, number }) =>
        slipsIn(asked, answer).map((slip) => slipWords(slip, number)),
      ),
    });
  }
  const questions = exam.variants[0]?.questions ?? [];
  const found = [
    el("h2", {}, exam.title),
    table(questions, pupils),
    el("ul", { class: "marks__missed" }, ...missed(questions, pupils)),
  ];
  const most = slips(pupils);
  if (most.length) found.push(el("h3", {}, t("Made by several")), el("ol", { class: "marks__slips" }, ...most));
  const warm = warmUp(handed[0]?.exam ?? "", questions, pupils);
  if (warm) found.push(warm);
  if (strange.length)
    found.push(el("p", {}, t("These codes belong to another sheet: {names}.", { names: strange.join(", ") })));
  return found;
}

/** Makes the table: a row for each pupil, a column for each question. @param {Keyed[]} questions @param {Pupil[]} pupils */
function table(questions, pupils) {
  const total = questions.some(({ points }) => points !== null);
  const heads = [
    t("Name"),
    t("Variant"),
    ...questions.map((_, at) => t("Question {number}", { number: at + 1 })),
    ...(total ? [t("Points")] : []),
  ];
  const rows = pupils.map(({ handed, marks }) => {
    const cells = marks.map(({ right, all, missed }) =>
      [`${right} / ${all}`, ...(all > 1 && missed.length ? [missed.join(", ")] : [])].join(": "),
    );
    const points = marks.reduce((sum, { right, all }, at) => sum + ((questions[at]?.points ?? 0) * right) / all, 0);
    const shown = [String(handed.variant), ...cells, ...(total ? [String(Math.round(points * 10) / 10)] : [])];
    return el("tr", {}, el("th", { scope: "row" }, handed.name || "?"), ...shown.map((cell) => el("td", {}, cell)));
  });
  const head = el("thead", {}, el("tr", {}, ...heads.map((words) => el("th", { scope: "col" }, words))));
  const scroller = el("div", { class: "marks__table", tabindex: 0, role: "region", "aria-label": t("Marks") });
  scroller.append(el("table", { class: "marks number" }, head, el("tbody", {}, ...rows)));
  return scroller;
}

/** Says for each question how many missed it. @param {Keyed[]} questions @param {Pupil[]} pupils */
function missed(questions, pupils) {
  return questions.map((_, at) => {
    const wrong = pupils.filter(({ marks }) => marks[at]?.missed.length).length;
    return el(
      "li",
      {},
      t("Question {number}: missed by {wrong} of {all}", { number: at + 1, wrong, all: pupils.length }),
    );
  });
}

/** Says which slips were made most, the most frequent first. @param {Pupil[]} pupils */
function slips(pupils) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const words of pupils.flatMap(({ slips }) => slips)) counts.set(words, (counts.get(words) ?? 0) + 1);
  const most = [...counts].filter(([, count]) => count > 1).sort(([, one], [, two]) => two - one);
  return most
    .slice(0, MOST_SLIPS)
    .map(([words, count]) => el("li", {}, t("{count} of {all}: {words}", { count, all: pupils.length, words })));
}

/** Says a slip in words. @param {Slip} slip @param {number} number of the question */
function slipWords(slip, number) {
  switch (slip.kind) {
    case "late":
      return tn(
        slip.n,
        "question {number}, one leaf cut too late at {node}",
        "question {number}, {n} leaves cut too late at {node}",
        { number, node: slip.node },
      );
    case "early":
      return tn(
        slip.n,
        "question {number}, one leaf cut too early at {node}",
        "question {number}, {n} leaves cut too early at {node}",
        { number, node: slip.node },
      );
    case "field":
      return t("question {number}, a wrong answer in the field {field}", { number, field: slip.node });
    default:
      return t("question {number}, another answer", { number });
  }
}

/** Makes the link to sheets with what was missed most: the same kinds with other numbers. @param {string} given the parameters of the exam @param {Keyed[]} questions @param {Pupil[]} pupils */
function warmUp(given, questions, pupils) {
  const wrong = questions.map((_, at) => pupils.filter(({ marks }) => marks[at]?.missed.length).length);
  const most = Math.max(...wrong);
  if (!(most > 0)) return null;
  const all = new URLSearchParams(given);
  const query = new URLSearchParams(
    ["shape", "rule"].flatMap((name) => (all.has(name) ? [[name, all.get(name) ?? ""]] : [])),
  );
  const kinds = questions.flatMap(({ kind }, at) => (2 * (wrong[at] ?? 0) >= most ? [kind] : []));
  query.set("seed", String((Number(all.get("seed") ?? 0) + 1) % SEEDS));
  query.set("variants", all.get("variants") ?? "1");
  query.set("ask", [...new Set(kinds)].join(","));
  const href = `${root}/lab/exam/${fingerprint}?${query}&format=fill`;
  return el(
    "p",
    {},
    el("a", { class: "button", href }, t("Tomorrow’s warm-up: what was missed most, with other numbers")),
  );
}
