/** Wires a run in a frame of another site: steps through what came with the page. Nothing is kept, and nothing is asked for. */

/** @import { Grain, Run } from "./model/types.js" */

import { arrived, byId, keyName, set } from "../view/dom.js";
import { Drawing } from "./drawing/tree_drawing.js";
import { viewAt } from "./model/view.js";
import { lastStep } from "./model/timeline.js";
import { back, forward, nextCut } from "./model/walk.js";
import { drawWindow, drawStrip, showProgram, showSentence, showSlider } from "./view/parts.js";

/** @type {{run: Run, step: number, grain: Grain}} */
const { run, step, grain } = JSON.parse(byId("boot").textContent ?? "");
const last = lastStep(run);
const slider = /** @type {HTMLInputElement} */ (byId("slider"));
const tree = new Drawing(byId("lab-tree"), run);
const ends = drawWindow(byId("lab-window"), run);
let now = 0;

/** The steps to which a button or a key leads. @type {Record<string, () => number>} */
const WAYS = {
  first: () => 0,
  back: () => back(run, now, grain),
  forward: () => forward(run, now, grain),
  nextCut: () => nextCut(run, now),
  last: () => last,
};
/** @type {Record<string, string>} */
const KEYS = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", c: "nextCut" };

/** Shows a step. @param {number} wanted */
function go(wanted) {
  now = Math.min(Math.max(wanted, 0), last);
  const view = viewAt(run, now);
  tree.show(view);
  ends.show(view);
  showProgram(run, view, undefined);
  showSentence(view.sentence, false);
  showSlider(run, view);
}

set(byId("lab-window"), "hidden", !tree.windows);
drawStrip(run);
slider.addEventListener("input", () => go(Number(slider.value)));
byId("steps").addEventListener("click", ({ target }) => {
  const act =
    target instanceof Element && /** @type {HTMLElement | null} */ (target.closest("[data-act]"))?.dataset.act;
  if (act) go(WAYS[act]?.() ?? now);
});
document.addEventListener("keydown", (event) => {
  const way = WAYS[KEYS[keyName(event)] ?? ""];
  if (!way || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  go(way());
});
tree.choose = (place) => go(run.steps.visit.findLastIndex((visit) => run.visits.place[visit] === place));
go(step);
await tree.ready;
arrived();
