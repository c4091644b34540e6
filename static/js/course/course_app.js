/**
 * Wires the page of a course: lessons, the map of the opening, the cards, games with the cards as a hint. Progress stays
 * in this browser.
 *
 * @typedef {object} Boot
 * @property {string} section "", "map", "cards" or "play"
 * @property {{[name: string]: string}} files the address of each course
 */

import { sayAbove as say } from "../view/call.js";
import { actOncePerPress, arrived, byId, setVariable } from "../view/dom.js";
import { t } from "../words.js";
import { courseOf } from "./model/course.js";
import { knownIn } from "./model/course_progress.js";
import { fetchCourse, keptOf } from "./net/course_store.js";

actOncePerPress();
/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");
/** The number of courses to begin with, which the list names first. */
const STEPS = 3;
const SECTIONS = {
  "": () => import("./learning.js"),
  map: () => import("./walking.js"),
  cards: () => import("./browsing.js"),
  play: () => import("./playing.js"),
};

const chosen = /** @type {HTMLSelectElement} */ (byId("course"));
const asked = new URLSearchParams(location.search).get("course") ?? "";
const open = () => {
  location.search = `?course=${chosen.value}`;
};
chosen.addEventListener("change", open);
// The person may have chosen before this script was there.
if (chosen.selectedIndex > 0) open();
else if (Object.hasOwn(boot.files, asked)) chosen.value = asked;
else {
  // the first of the courses to begin with that is not known yet; the last is the usual board's
  const left = [...chosen.options]
    .slice(0, STEPS)
    .find(({ value, dataset }) => knownIn(keptOf(value)).size < Number(dataset.lessons));
  chosen.value = left?.value ?? chosen.options[STEPS - 1]?.value ?? chosen.value;
}
const names = [...chosen.options].slice(0, STEPS).map(({ value }) => value);
for (const link of document.querySelectorAll("a")) {
  if (link.closest(".sections")) link.search = `?course=${chosen.value}`;
  if (link.hasAttribute("download")) link.pathname = link.pathname.replace(/[^/]+$/, `${chosen.value}.apkg`);
}
try {
  const [file, { begin }] = await Promise.all([
    fetchCourse(boot.files[chosen.value] ?? ""),
    SECTIONS[/** @type {keyof typeof SECTIONS} */ (boot.section)](),
  ]);
  const course = courseOf(file);
  const [columns, rows] = course.info.board ?? [1, 1];
  setVariable(byId("table"), "--cols", columns);
  setVariable(byId("table"), "--rows", rows);
  arrived();
  const panel = byId("section");
  begin({ course, say, stage: byId("fit"), panel, steps: names.includes(course.name) ? names : [] });
} catch {
  arrived();
  say(t("The course is not here."), t("The server is away. Try again in a moment."));
}
