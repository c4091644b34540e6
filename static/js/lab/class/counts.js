/**
 * Makes classes and shows their counts. The secret of a class is made here, kept here, and stands in the part of the
 * teacher's link after the #, which no browser sends.
 */

import { listOf, matching } from "../../model/kept.js";
import { loadKept, saveChoice } from "../../net/storage.js";
import { byId, el, setText } from "../../view/dom.js";
import { onSubmit } from "../../view/forms.js";
import { root, t, tn } from "../../words.js";
import "../more_words.js";
import { send } from "../net/runs.js";
import { mostMade, slipWords, warmUp, written } from "./codes.js";

/** @typedef {{exam: string, counts: [number, string, number][]}} Counts */

const [KEY, MOST, EVERY_MS] = ["lab-classes", 20, 10_000];
const OWN = /^[2-9a-z]{6}\.[A-Za-z0-9_-]{43}$/;
const CLASSES = listOf(matching(OWN), MOST);
/** @type {{fingerprint: string, exam: string}} */
const { fingerprint, exam } = JSON.parse(byId("boot").textContent ?? "");
const [place, handed] = [byId("class"), byId("handed")];
let shown = "";

/** Returns the header by which the server knows the teacher. @param {string} [secret] */
const authority = (secret = "") => ({ Authorization: ["bearer", secret].join(" ") });
/** Returns the classes that this browser has made or was led to, as CODE.SECRET. */
const kept = () => loadKept(KEY, CLASSES) ?? [];
/** Says what went wrong. @param {Error} error */
const fail = (error) => setText(handed, error.message);

onSubmit(byId("enter"), () => {
  const code = /** @type {HTMLInputElement} */ (byId("entered")).value.trim().toLowerCase();
  if (code) location.assign(`${root}/lab/class/${encodeURIComponent(code)}`);
});
document.getElementById("make")?.addEventListener("click", () => void make().catch(fail));

/** Makes a class, and shows it. */
async function make() {
  const secret = written(crypto.getRandomValues(new Uint8Array(32)));
  const { code } = await send(`${root}/lab/class?${exam}`, "POST", authority(secret));
  location.hash = `${code}.${secret}`;
}

/** Shows the class whose code and secret stand after the #, and keeps both. */
function open() {
  const own = location.hash.slice(1);
  if (OWN.test(own) && !kept().includes(own)) saveChoice(KEY, JSON.stringify([...kept(), own].slice(-MOST)));
  const list = byId("mine");
  list.hidden = !kept().length;
  list.replaceChildren(
    ...kept().map((one) => el("li", {}, el("a", { href: `#${one}` }, t("Class {code}", { code: one.slice(0, 6) })))),
  );
  if (OWN.test(own)) update(own).catch(fail);
}

/** Loads and shows the counts of a class. @param {string} own */
async function update(own) {
  const [code = "", secret] = own.split(".");
  const data = await send(`${root}/lab/class/${code}/counts`, "GET", authority(secret));
  if (location.hash !== `#${own}`) return;
  const sheets = count(data, 0, "sheets");
  setText(handed, `${t("Class {code}", { code })}: ${tn(sheets, "{n} sheet handed in.", "{n} sheets handed in.")}`);
  const told = JSON.stringify([code, data]);
  if (told !== shown) show(code, data, sheets); // what is read or has the focus stays otherwise
  shown = told;
}

/** Returns a count. @param {Counts} data @param {number} question @param {string} slip */
const count = ({ counts }, question, slip) => counts.find(([at, one]) => at === question && one === slip)?.[2] ?? 0;

/** Shows how many were right, and the slips. @param {string} code @param {Counts} data @param {number} sheets */
function show(code, data, sheets) {
  const { exam: given, counts } = data;
  const kinds = (new URLSearchParams(given).get("ask") ?? "").split(",");
  const rows = kinds.map((_, at) => ({
    number: at + 1,
    answered: count(data, at + 1, "answered"),
    right: count(data, at + 1, "right"),
  }));
  const wrong = rows.map(({ answered, right }) => answered - right);
  const scores = rows.map((row) => t("Question {number}: {right} of {answered} right", row));
  const made = counts.filter(([, slip]) => !["sheets", "answered", "right"].includes(slip));
  const slips = new Map(made.map(([question, slip, n]) => [slipWords(slip, question), n]));
  const { href } = new URL(`${root}/lab/class/${code}`, location.href);
  const link = el("a", { href }, href);
  place.replaceChildren(
    el("p", { class: "exam__class number" }, code),
    el("p", {}, t("Your pupils open this page, or type the code there:"), " ", link),
    el("p", {}, t("The address of this page shows the counts on another device of yours. Give it to nobody.")),
    el("ul", { class: "marks__missed" }, ...scores.map((words) => el("li", {}, words))),
    ...mostMade(slips, sheets),
    ...warmUp(fingerprint, given, kinds, wrong),
  );
}

addEventListener("hashchange", open);
setInterval(() => {
  const own = location.hash.slice(1);
  if (OWN.test(own) && document.visibilityState === "visible") update(own).catch(fail);
}, EVERY_MS);
open();
// A press before this script would have been lost.
for (const button of document.querySelectorAll("#enter button, #make")) button.removeAttribute("disabled");
