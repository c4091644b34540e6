/** Keeps which lessons are done, in the browser, and says in the list how far one is. */

import { loadChoice, saveChoice } from "../../net/storage.js";
import { keepWay } from "../../net/results.js";
import { byId, el, set, setText } from "../../view/dom.js";
import { t } from "../../words.js";
import "../more_words.js";

const KEY = "lab-lessons";

/** Returns the slugs of the lessons that are done. */
const doneLessons = () => new Set((loadChoice(KEY) ?? "").split(" ").filter(Boolean));

/** Remembers that a lesson is done. @param {string} slug */
export const markDone = (slug) => saveChoice(KEY, [...doneLessons().add(slug)].join(" "));

/** Marks the lessons that are done in the page's list, and leads from the first page of the lab to the next one. */
export function listDone() {
  const done = doneLessons();
  const links = [...document.querySelectorAll(".lab__lessons li a")];
  const open = links.filter((link) => !done.has(link.getAttribute("href")?.split("/").pop() ?? ""));
  const all = links.length;
  if (open.length === all) return;
  const [next] = open;
  keepWay(
    "lab",
    all - open.length,
    all,
    next?.getAttribute("href")?.split("/").pop(),
    parseInt(next?.textContent ?? "0", 10),
  );
  setText(byId("lessons-title"), t("Lessons: {n} of {all} done", { n: all - open.length, all }));
  for (const link of links)
    if (!open.includes(link) && !link.querySelector(".lesson__done"))
      link.append(el("span", { class: "lesson__done" }, ` ${t("done")}`));
  const start = document.querySelector(".lab__about a:last-of-type");
  if (!start || !next) return;
  set(start, "href", next.getAttribute("href"));
  setText(start, t("Go on with lesson {title}", { title: next.textContent ?? "" }));
}
