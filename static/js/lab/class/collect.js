/** Shows who missed what by the codes that a teacher pastes. They stay here: the server tells the key alone. */

/** @import { Handed } from "./codes.js" */
/** @import { Keyed, Marked } from "./marking.js" */

import { byId, el } from "../../view/dom.js";
import { onSubmit } from "../../view/forms.js";
import { t, tn } from "../../words.js";
import "../more_words.js";
import { ask } from "../net/runs.js";
import { decoded, mostMade, partOf, slipWords, warmUp } from "./codes.js";
import { marked, slipsIn } from "./marking.js";

/** @typedef {{title: string, variants: {number: number, tree: string, questions: Keyed[]}[]}} Exam */
/** @typedef {{handed: Handed, marks: Marked[], slips: string[]}} Pupil what is wrong in words */

/** What of a code's exam is asked for. */
const ASKED = ["seed", "variants", "ask", "shape", "rule", "tree", "points"];
/** The most different exams in one paste. */
const MOST_EXAMS = 10;
/** @type {{fingerprint: string}} */
const { fingerprint } = JSON.parse(byId("boot").textContent ?? "");
const [form, place] = [byId("codes"), byId("marks")];

onSubmit(form, () =>
  show().catch((error) =>
    place.replaceChildren(el("p", { class: "sentence--error" }, String(error?.message ?? error))),
  ),
);
form.querySelector("button")?.removeAttribute("disabled"); // a press before this script would have been lost

/** Marks all pasted codes. */
async function show() {
  const { handed, damaged } = decoded(/** @type {HTMLTextAreaElement} */ (byId("pasted")).value);
  const exams = [...new Set(handed.map(({ exam }) => exam))].slice(0, MOST_EXAMS);
  /** @type {Exam[]} */
  const keys = await Promise.all(
    exams.map((exam) => ask(`/lab/exam/${fingerprint}?${partOf(exam, ASKED)}&format=json&key=1`)),
  );
  const told = [el("p", {}, tn(handed.length, "{n} code read.", "{n} codes read."))];
  if (damaged) told.push(el("p", {}, tn(damaged, "{n} code is damaged.", "{n} codes are damaged.")));
  const ofEach = exams.map((exam) => handed.filter((one) => one.exam === exam));
  place.replaceChildren(...told, ...ofEach.flatMap((codes, at) => ofExam(keys[at], codes)));
}

/** Shows the marks of one exam. @param {Exam | undefined} exam @param {Handed[]} handed @returns {HTMLElement[]} */
function ofExam(exam, handed) {
  if (!exam) return [];
  const sheetOf = (/** @type {Handed} */ one) =>
    exam.variants.find(({ number, tree }) => number === one.variant && tree === one.tree)?.questions;
  /** @type {Pupil[]} */
  const pupils = handed.flatMap((one) => {
    const [asked, given] = [sheetOf(one), (/** @type {number} */ at) => one.answers[at] ?? ""];
    const marks = asked?.map((question, at) => marked(question, given(at)));
    const slips = asked?.flatMap((question, at) => slipsIn(question, given(at)).map((slip) => slipWords(slip, at + 1)));
    return marks && slips ? [{ handed: one, marks, slips }] : [];
  });
  const names = handed.flatMap((one) => (sheetOf(one) ? [] : [one.name || "?"])).join(", ");
  const questions = exam.variants[0]?.questions ?? [];
  const kinds = questions.map(({ kind }) => kind);
  const wrong = questions.map((_, at) => pupils.filter(({ marks }) => marks[at]?.missed.length).length);
  const [all, slips] = [pupils.length, pupils.flatMap((one) => one.slips)];
  const missed = wrong.map((n, at) =>
    t("Question {number}: missed by {wrong} of {all}", { number: at + 1, wrong: n, all }),
  );
  return [
    el("h2", {}, exam.title),
    table(questions, pupils),
    el("ul", { class: "marks__missed" }, ...missed.map((words) => el("li", {}, words))),
    ...mostMade(new Map(slips.map((slip) => [slip, slips.filter((one) => one === slip).length])), all),
    ...warmUp(fingerprint, handed[0]?.exam ?? "", kinds, wrong),
    ...(names ? [el("p", {}, t("These codes belong to another sheet: {names}.", { names }))] : []),
  ];
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
