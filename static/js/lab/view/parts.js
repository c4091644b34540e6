/** Patches what the server sent: program, sentence, strip, buttons, counters; shows the window of a search. */

/** @import { NumberLine } from "../drawing/numberline.js" */
/** @import { Counts, Place, Run, Source, View } from "../model/types.js" */

import { byId, el, set, setIcon, setText, setVariable, svg } from "../../view/dom.js";
import { t } from "../../words.js";
import { playersOf } from "../drawing/place_words.js";
import { NEVER, lastStep, timelineOf } from "../model/timeline.js";

/** Milliseconds of rest before a sentence is said: a reader who steps fast hears the last one. */
const REST_MS = 250;
/** The width of the strip's drawing; the strip stretches to the page. */
const WIDTH = 1000;
/** The shape of a tick of each kind; a line without length is a dot. @type {Record<string, string>} */
const SHAPES = {
  inner: "v-7",
  cut: "v-20",
  table: "m0-12v-8",
  over: "m0-5h0",
  guess: "m0-12h0",
  probe: "m0-5v-4m0-4v-4",
};
const [PLAY, PAUSE] = ["M8 5l11 7-11 7z", "M8 5v14M16 5v14"];
const OPEN = t("At first every value matters: the window is open on both sides, from −∞ to +∞.");
/** Finds a part of the page; a page with a drawing alone has none. @param {string} id @returns {any} */
const part = (id) => document.getElementById(id);
const [list, strip, marks] = [part("code-lines"), part("strip"), svg("path", { class: "tick tick--mark" })];
/** @type {HTMLInputElement} */
const slider = part("slider");
/** The lines of the function shown, by number. @type {Map<number, HTMLElement>} */
const lines = new Map();
/** @type {Source | undefined} */
let shownSource;
/** @type {Run | undefined} */
let drawnRun;
let resting = 0;

/**
 * Shows the function that runs, the line of this step, and notes beside the lines.
 * @param {Run} run
 * @param {View} view
 * @param {Map<number, string> | undefined} notes by line
 */
export function showProgram(run, view, notes) {
  const source = run.sources[view.source];
  set(byId("code"), "hidden", !source);
  if (source && source !== shownSource) {
    shownSource = source;
    listLines(source);
  }
  for (const [number, item] of lines) {
    const current = number === view.line;
    const moved = current && !item.hasAttribute("aria-current");
    set(item, "aria-current", current ? "step" : null);
    if (item.lastElementChild) setText(item.lastElementChild, notes?.get(number) ?? "");
    // later: to ask now where the line is would lay out the whole tree within the key's task
    if (moved) requestAnimationFrame(() => bringIntoSight(item));
  }
}

/** Scrolls the list, not the page, if a line is out of sight. @param {HTMLElement} item */
function bringIntoSight(item) {
  const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
  if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 3;
}

/** Lists the lines of a function, without the docstring. @param {Source} source */
function listLines({ name, file, first, text, hide }) {
  setText(byId("code-name"), t("{name} in {file}", { name, file }));
  const [from, to] = hide ?? [0, -1];
  lines.clear();
  text.forEach((line, at) => {
    const number = first + at;
    if (number >= from && number <= to) return;
    const note = el("span", { class: "code__note number" });
    lines.set(number, el("li", { class: "code__line", value: number }, el("code", {}, line || " "), note));
  });
  list.replaceChildren(...lines.values());
}

/** Shows the sentence of a step; quiet: nothing is said. @param {string} sentence @param {boolean} quiet */
export function showSentence(sentence, quiet) {
  setText(byId("sentence"), sentence);
  if (!quiet) say(sentence);
}

/** Says a sentence after a rest. @param {string} sentence */
export function say(sentence) {
  clearTimeout(resting);
  resting = setTimeout(() => setText(byId("live"), sentence), REST_MS);
}

/** Shows why something was refused; an empty reason takes the last one away. @param {string} reason */
export function refuse(reason) {
  setText(byId("refusal"), reason);
}

/**
 * Shows the strip with one tick a visit, the slider, and the state of the buttons.
 * @param {Run} run
 * @param {View} view
 * @param {Place} place
 * @param {{playing: boolean, predicting: boolean}} now
 */
export function showSteps(run, view, place, { playing, predicting }) {
  if (drawnRun !== run) {
    drawnRun = run;
    drawStrip(run);
  }
  set(marks, "d", place.marks.map((step) => `M${along(run, step)} 1v22`).join(""));
  showSlider(run, view);
  /** @type {Record<string, boolean>} */
  const pressed = { mark: place.marks.includes(view.step), predict: predicting, wide: place.wide };
  for (const [act, on] of Object.entries(pressed)) set(button(act), "aria-pressed", String(on));
  setIcon(button("play"), playing ? PAUSE : PLAY);
  set(button("play"), "aria-label", playing ? t("Pause") : t("Run"));
  /** @type {NodeListOf<HTMLInputElement>} */
  const grains = document.querySelectorAll("input[name=grain]");
  for (const input of grains) input.checked = input.value === place.grain;
  const host = byId("marks");
  set(host, "hidden", !place.marks.length);
  if (host.textContent !== place.marks.join(""))
    host.replaceChildren(
      ...place.marks.map((step) => {
        const name = t("Go to step {step}", { step });
        const look = { class: "button number", type: "button", "data-go": step, "aria-label": name };
        return el("li", {}, el("button", look, String(step)));
      }),
    );
}

/** Moves the slider to a step, and says which it is. @param {Run} run @param {View} view */
export function showSlider(run, { step, place }) {
  const last = lastStep(run);
  slider.value = String(step);
  const name = run.places.name[place] ?? "";
  set(slider, "aria-valuetext", t("step {step} of {last}: {place}", { step, last, place: name }));
  setVariable(slider, "--fill", `${(100 * step) / Math.max(last, 1)}%`);
  setText(byId("count"), `${step} / ${last}`);
}

/** Draws the strip of a run. @param {Run} run */
export function drawStrip(run) {
  set(slider, "max", lastStep(run));
  const drawn = Object.entries(ticks(run)).map(([kind, d]) => svg("path", { class: `tick tick--${kind}`, d }));
  strip.replaceChildren(...drawn, marks);
}

/** Finds a button. @param {string} act */
const button = (act) => document.querySelector(`[data-act=${act}]`) ?? slider;

/** Returns the path of the ticks of each kind of visit. @param {Run} run */
function ticks(run) {
  const { note, place } = run.visits;
  const time = timelineOf(run);
  /** @type {Record<string, string>} */
  const paths = {};
  for (const visit of place.keys()) {
    const step = time.enter[visit] ?? NEVER;
    if (step === NEVER) continue;
    const kind = (time.cut[visit] ?? NEVER) < NEVER ? "cut" : note[visit] || "inner";
    if (kind === "cut") paths.inner = `${paths.inner ?? ""}M${along(run, step)} 22${SHAPES.inner}`; // there where cuts are hidden
    paths[kind] = `${paths[kind] ?? ""}M${along(run, step)} 22${SHAPES[kind] ?? SHAPES.inner}`;
  }
  return paths;
}

/** Returns how far along the strip a step lies. @param {Run} run @param {number} step */
const along = (run, step) => Math.round((step / Math.max(lastStep(run), 1)) * WIDTH * 10) / 10;

/** Shows the counters of one run, or of two. @param {[Run, View][]} columns @param {string} words known beside */
export function showCounts(columns, words) {
  const hits = columns.some(([run]) => run.counts.table_hits);
  for (const row of [byId("counts-head"), ...byId("counts").children]) {
    const name = /** @type {keyof Counts | undefined} */ (/** @type {HTMLElement} */ (row).dataset.count);
    set(row, "hidden", name === "hits" && !hits);
    for (const at of [0, 1]) {
      const cell = /** @type {Element} */ (row.children[at + 1]);
      const [run, view] = columns[at] ?? [];
      set(cell, "hidden", !view);
      if (run && view) setText(cell, name ? String(view.counts[name]) : columns[1] ? run.words : t("So far"));
    }
  }
  setText(byId("counts-words"), words);
}

/**
 * Draws a run's window into a host: in words while all is open, from the first bound or step on as a piece of number line.
 * @param {HTMLElement} host
 * @param {Run} run
 */
export function drawWindow(host, run) {
  const several = playersOf(run) > 0;
  const head = el("p", { class: "line__head" }, several ? "" : OPEN);
  const element = el("div", { class: several ? "line" : "line line--open" }, head);
  if (several) void import("../drawing/numberline.js").then(({ NONE }) => setText(head, NONE));
  /** @type {NumberLine | null} */
  let line = null;
  /** @type {View | null} */
  let view = null;
  host.append(element);
  const draw = () => view && line?.show(view);
  return {
    /** Shows a step. @param {View} next */
    show(next) {
      view = next;
      if (several) return;
      if (line || (!next.step && next.window.alpha === null && next.window.beta === null)) return draw();
      void import("../drawing/numberline.js").then(({ NumberLine }) => {
        line ??= new NumberLine(element, run);
        draw();
      });
    },
    /** Takes the window off the page. */
    destroy: () => element.remove(),
  };
}
