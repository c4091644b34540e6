/** Wires the page that judges a program: six numbers, a pasted record, and Python that runs in the browser. */

/**
 * @typedef {{sentences: Record<string, string>, tree: string, algorithm: string}} Boot
 * @typedef {{code: string, values?: Record<string, string>, told?: any, line?: number, slip?: string, repair?: string,
 *   how?: string, tree?: string, nested?: any, events?: any[], right?: boolean, words?: string}} Verdict
 */

import { byId, el } from "../../view/dom.js";
import { onSubmit } from "../../view/forms.js";
import { listWritten, markDone } from "../lessons/progress.js";
import { ask } from "./opponent.js";

/** Milliseconds at least for the program, for the judge, which runs no program and ends, and for the search of the line. */
const [PROGRAM_MS, JUDGE_MS, LINE_MS] = [10_000, 120_000, 15_000];
/** The trees of one run of the program. */
const AT_ONCE = 20;
/** The codes of verdicts that have no line to look for. */
const NO_LINE = ["time", "memory", "deep", "broken", "syntax", "no-function", "parameter", "unknown-name", "no-python"];

/** The codes of programs that return the value of minimax: with it one can play. */
const PLAYS = ["right", "right-cuts", "right-some", "right-alone"];
const CUTS = ["right-cuts", "right-some"];
/** The codes by which a program of an algorithm is the one to write, where not every right value will do. @type {Record<string, string[]>} */
const WRITES = {
  ...Object.fromEntries(["twofold", "alphabeta", "table", "pvs"].map((name) => [name, CUTS])),
  expectimax: ["expectimax", "errs"],
  maxn: ["maxn", "paranoid"],
};

/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");

/** Returns a sentence of the judge. @param {string} code @param {Record<string, string>} [values] */
const said = (code, values = {}) =>
  (boot.sentences[code] ?? code).replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole);

/** Shows sentences. @param {HTMLElement} place @param {string[]} sentences */
const show = (place, sentences) => place.replaceChildren(...sentences.map((one) => el("p", {}, one)));

/** Returns the sentences of a verdict. @param {Verdict} verdict */
function sentences(verdict) {
  const found = [said(verdict.code, { words: verdict.words ?? "", ...verdict.values })];
  if (verdict.told && verdict.told.code !== verdict.code) found.push(said(verdict.told.code, verdict.told.values));
  const { line = 0, slip = "", repair = "", how } = verdict;
  if (line) found.push(said(how || "raised", { line: String(line), slip, repair }));
  return found;
}

/** Shows a verdict, and its search up to the first difference. @param {HTMLElement} place @param {Verdict} verdict @param {...string} more */
async function showDrawn(place, verdict, ...more) {
  show(place, [...sentences(verdict), ...more]);
  if (!Array.isArray(verdict.nested) || !verdict.events?.length) return;
  const { drawRecord } = await import("./played.js");
  drawRecord(place, verdict.nested, verdict.events, verdict.told ?? null, said("picture"));
}

/** Runs a form once at a time. @param {string} form @param {(place: HTMLElement) => Promise<void>} act */
function onSent(form, act) {
  const [element, place] = [byId(form), byId(`${form}-answer`)];
  let busy = false;
  onSubmit(element, () => {
    if (busy) return;
    busy = true;
    show(place, [said("running")]);
    act(place)
      .catch(() => show(place, [said("broken")]))
      .finally(() => (busy = false));
  });
}

/** Returns what stands in a field. @param {string} id */
const field = (id) => /** @type {HTMLInputElement | HTMLTextAreaElement} */ (byId(id)).value;

onSent("numbers", async (place) => {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (byId("numbers").querySelectorAll("input"));
  const verdict = await ask({ question: "numbers", numbers: [...fields].map((one) => Number(one.value)) }, JUDGE_MS);
  show(place, sentences(verdict));
});

onSent("record", async (place) => {
  const verdict = await ask({ question: "record", tree: boot.tree, text: field("record-text") }, JUDGE_MS);
  show(place, sentences(verdict));
  if (!verdict.reference || !verdict.events?.length) return;
  const { play } = await import("./played.js");
  play(place, verdict.nested, verdict.events, verdict.reference, verdict.told ?? null);
});

onSent("program", async (place) => {
  document.querySelector(".duel")?.remove(); // of another program
  const asked = { source: field("program-text"), function: field("program-function").trim() };
  /** @type {any[]} */
  const records = [];
  for (let more = true; more && !records.at(-1)?.error; ) {
    const found = await ask({ question: "records", ...asked, first: records.length, count: AT_ONCE }, PROGRAM_MS);
    if (!found.records) return show(place, sentences(found));
    records.push(...found.records);
    more = found.more;
  }
  /** @type {Verdict} */
  const verdict = await ask({ question: "judge", records }, JUDGE_MS);
  if (verdict.right || NO_LINE.includes(verdict.code)) {
    show(place, sentences(verdict));
    if (verdict.right && (WRITES[boot.algorithm] ?? PLAYS).includes(verdict.code)) {
      markDone("lab-programs", boot.algorithm);
      list();
    }
    if (PLAYS.includes(verdict.code)) await offerGame(place, asked);
    return;
  }
  await showDrawn(place, verdict, said("looking"));
  const line = await ask({ question: "line", verdict, ...asked }, LINE_MS);
  const found = line.values && "line" in line; // not where the search for the line took too long
  await showDrawn(place, found ? { ...verdict, ...line } : verdict);
});

/** Offers a game against a right program, below the verdict. @param {HTMLElement} place @param {{source: string, function: string}} asked */
async function offerGame(place, asked) {
  const { playAgainst } = await import("./playing.js");
  const duel = el("section", { class: "duel" });
  place.after(duel);
  playAgainst(
    duel,
    async (trees) => (await ask({ question: "values", ...asked, trees }, LINE_MS)).values ?? null,
    asked,
  );
}

/** Says how many programs are written; a frame of another site keeps none. */
const list = () => document.getElementById("lessons-title") && listWritten();
list();

const written = byId("record-language");
written.addEventListener("change", () => {
  for (const one of byId("record").querySelectorAll("pre"))
    one.hidden = one.dataset.language !== /** @type {HTMLSelectElement} */ (written).value;
});
