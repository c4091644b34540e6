/** Keeps what is done, lessons or programs, in the browser, and says in the page's list how far one is. */

import { loadChoice, saveChoice } from "../../net/storage.js";
import { keepWay } from "../../net/results.js";
import { byId, el, set, setText } from "../../view/dom.js";
import { t } from "../../words.js";
import "../more_words.js";

/** @typedef {"lab-lessons" | "lab-programs"} Kind */

/** Returns the names of what is done. @param {Kind} kind */
const done = (kind) => new Set((loadChoice(kind) ?? "").split(" ").filter(Boolean));

/** Remembers that something is done. @param {Kind} kind @param {string} name */
export const markDone = (kind, name) => saveChoice(kind, [...done(kind).add(name)].join(" "));

/** Returns the name at the end of a link's address. @param {HTMLAnchorElement} link */
const nameOf = (link) => link.href.split(/[/=]/).pop() ?? "";

/** Marks in the page's list what is done, and returns the links, those that are open, and the count of the others. @param {Kind} kind */
function marked(kind) {
  const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".lab__lessons li a")]);
  const names = done(kind);
  for (const link of links)
    if (names.has(nameOf(link)) && !link.querySelector(".lesson__done"))
      link.append(el("span", { class: "lesson__done" }, ` ${t("done")}`));
  const open = links.filter((link) => !names.has(nameOf(link)));
  return { all: links.length, open, n: links.length - open.length };
}

/** Marks the lessons that are done, and leads from the first page of the lab to the next one. */
export function listDone() {
  const { all, open, n } = marked("lab-lessons");
  if (!n) return;
  const [next] = open;
  keepWay("lab", n, all, next && nameOf(next), parseInt(next?.textContent ?? "0", 10));
  setText(byId("lessons-title"), t("Lessons: {n} of {all} done", { n, all }));
  const start = document.querySelector(".lab__about a:last-of-type");
  if (!start || !next) return;
  set(start, "href", next.getAttribute("href"));
  setText(start, t("Go on with lesson {title}", { title: next.textContent ?? "" }));
}

/** Marks the programs that are written, and leads to the next one. */
export function listWritten() {
  const { all, open, n } = marked("lab-programs");
  setText(byId("lessons-title"), t("Programs: {n} of {all} written", { n, all }));
  const [next] = open;
  const link = byId("program-next");
  set(link, "hidden", !next);
  if (!next) return;
  set(link, "href", next.getAttribute("href"));
  setText(link, t("Next: {title}", { title: next.textContent ?? "" }));
}
