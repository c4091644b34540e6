/**
 * Wires the lab's page: reads what came with the page, listens to keys, buttons and lists of choices, loads runs, holds
 * the step, and draws each view. Keys that write text, and keys that the tree has taken, are left alone.
 */

/** @import { Boot, Lab, Place, Problem, Run, View } from "./model/types.js" */

import { actOncePerPress, arrived, byId, el, set, isModified, keyName } from "../view/dom.js";
import { isSite, root, t } from "../words.js";
import { Drawing } from "./drawing/tree_drawing.js";
import { problemOf, readAddress } from "./model/address.js";
import { viewAt } from "./model/view.js";
import { drawWindow, refuse, say, showCounts, showProgram, showSentence, showSteps } from "./view/parts.js";

/** The parts that are hidden while nobody may peek. */
const PEEKING = ["lab-window", "lab-code", "lab-sentence", "lab-controls", "lab-counts"];

/** What keys do. @type {Record<string, string>} */
const KEYS = {
  ArrowRight: "forward",
  ArrowLeft: "back",
  ArrowDown: "over",
  ArrowUp: "out",
  Home: "first",
  End: "last",
  c: "nextCut",
  b: "mark",
  p: "predict",
  w: "wide",
  "?": "help",
  " ": "play",
};

actOncePerPress();
/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");
const [plain, start] = [problemOf(boot.plain ?? boot.start), problemOf(boot.start)];
const games = boot.games.map(({ name }) => name);
const here = () => readAddress(location.pathname.slice(root.length), location.search, plain, games);
/** @type {ReturnType<typeof drawWindow> | null} */
let ends = null;
/** What the reader asks for, once it is loaded. @type {typeof import("./acts.js") | null} */
let acts = null;
let loads = 0;

/** The acts, while they are loaded: none overtakes another. @type {Promise<typeof import("./acts.js")> | null} */
let coming = null;
/**
 * Loads what the reader asks for, then does it.
 * @template T
 * @param {(loaded: typeof import("./acts.js")) => T | Promise<T>} act
 * @returns {Promise<T>}
 */
const after = async (act) => {
  if (acts) return act(acts);
  coming ??= import("./acts.js");
  acts = await coming;
  return act(acts);
};

/** @type {Lab} */
const lab = {
  fingerprint: boot.fingerprint,
  plain,
  lesson: boot.lesson ? location.pathname : null,
  place: here(),
  run: null,
  view: null,
  pair: null,
  hidden: false,
  selecting: null,
  asking: null,
  verdict: "",
  playing: 0,
  tree: null,
  listeners: new Set(),
  say,
  refuse,
  load,
  go,
  show,
};

/** Returns the run of a problem: the one in the page, or one from the server. @param {Problem} problem */
async function runOf(problem) {
  if (boot.run && JSON.stringify(problemOf(problem)) === JSON.stringify(start)) return boot.run;
  return (await import("./net/runs.js")).loadRun(boot.fingerprint, problem);
}

/**
 * Loads the run of a problem, and the run to compare with, and shows the step.
 * @param {Place} next
 * @returns {Promise<boolean>} false: refused, or another problem was asked for meanwhile
 */
async function load(next) {
  const mine = ++loads;
  acts?.stop(lab);
  set(byId("lab-tree"), "aria-busy", "true");
  const compared = next.compare && next.compare !== next.algorithm ? { ...next, algorithm: next.compare } : null;
  const [first, second] = await Promise.allSettled([
    runOf(next),
    compared && Promise.all([runOf(compared), import("./model/pair.js")]),
  ]);
  if (mine !== loads) return false;
  set(byId("lab-tree"), "aria-busy", null);
  const [why = ""] = [first, second].flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  refuse(String(why?.message ?? why));
  if (first.status === "rejected") {
    if (lab.run) acts?.showChoice(lab.run, lab.place);
    return false;
  }
  const [other, coupling] = (second.status === "fulfilled" && second.value) || [];
  lab.pair = other && coupling ? coupling.together(first.value, other) : null;
  lab.place = { ...next, compare: lab.pair && next.compare };
  draw(lab.pair?.left ?? first.value);
  if (next.step || next.compare || first.value !== boot.run) await after((to) => to.showChoice(first.value, lab.place));
  else acts?.showChoice(first.value, lab.place);
  go(next.step);
  return true;
}

/** Draws the tree of another run. @param {Run} run */
function draw(run) {
  lab.run = run;
  lab.selecting = null;
  if (lab.asking) lab.asking.predict = { asked: null, right: 0, answered: 0 };
  lab.tree?.destroy();
  ends?.destroy();
  lab.tree = new Drawing(byId("lab-tree"), run);
  lab.tree.choose = choose;
  ends = drawWindow(byId("lab-window"), run);
  set(byId("lab-unknown"), "hidden", !run.unknown?.length);
  if (run.unknown?.length) void after((to) => to.showUnknown(run));
}

/** Shows a step. @param {number} step */
function go(step) {
  const last = (lab.run?.steps.kind.length ?? 1) - 1;
  lab.place = { ...lab.place, step: Math.min(Math.max(step, 0), last) };
  show();
}

/** Draws everything at the step. */
function show() {
  const { run, place, pair, hidden, asking, selecting } = lab;
  if (!run) return;
  const view = viewAt(run, place.step);
  lab.view = view;
  const other = pair && viewAt(pair.right, pair.clock[place.step] ?? 0);
  set(document.querySelector(".page--lab") ?? document.body, "data-view", place.wide ? "wide" : null);
  for (const name of PEEKING) set(byId(name), "hidden", hidden);
  lab.tree?.show(view, { compare: other, reveal: !hidden, selected: selecting?.chosen ?? null });
  ends?.show(view);
  showProgram(run, view, acts?.notesAt(run, view));
  const asked = asking !== null && asking.predict.asked !== null;
  showSentence(asked ? t("What happens next?") : `${lab.verdict} ${view.sentence}`.trim(), lab.playing > 0 || hidden);
  showSteps(run, view, place, { playing: lab.playing > 0, predicting: asking !== null });
  /** @type {[Run, View][]} */
  const second = pair && other ? [[pair.right, other]] : [];
  showCounts([[run, view], ...second], acts?.beside(run, pair) ?? "");
  asking?.panel.show(asking.predict);
  for (const listener of lab.listeners) listener();
}

/** Goes to the end of the chosen place, or takes the place into the choice. @param {number} place */
function choose(place) {
  const { selecting } = lab;
  if (!selecting) return void (lab.hidden || after((to) => to.walkTo(lab, place)));
  if (selecting.can && !selecting.can(place)) return;
  if (!selecting.chosen.delete(place)) selecting.chosen.add(place);
  selecting.change(selecting.chosen);
  show();
}

/** Adds a part to fill when opened. @param {string} title @param {(host: HTMLElement) => Promise<unknown>} fill */
function part(title, fill) {
  if (isSite) return; // they ask the server
  const made = el("details", { class: "more" }, el("summary", {}, title));
  made.addEventListener("toggle", () => void fill(made), { once: true });
  byId("lab-more").append(made);
}

/** Tells whether a lesson was done in this browser; a first visit loads nothing for it. */
function hasDone() {
  try {
    return "fourthought.lab-lessons" in localStorage;
  } catch {
    return false; // storage is forbidden
  }
}

listen();
addEventListener("popstate", () => void load(here()));
part(t("Your own tree"), async (host) => {
  const [{ ownFields }, { ask }, to] = await Promise.all([
    import("./view/own.js"),
    import("./net/runs.js"),
    after((loaded) => loaded),
  ]);
  const read = (/** @type {string} */ tree) => ask(`/lab/read/${boot.fingerprint}?${new URLSearchParams({ tree })}`);
  host.append(
    ownFields(
      read,
      lab.place,
      (tree) => void to.openTree(lab, tree),
      (moves) => void to.open(lab, { moves }),
      (weights) => void to.open(lab, { weights }),
      (seed, shape) => void to.openRandom(lab, seed, shape),
    ),
  );
});
part(t("Save the picture"), async (host) => host.append((await import("./drawing/file.js")).saveButtons(lab)));
part(t("Exercises"), async (host) => (await import("./exercises/panel.js")).mountExercises(host, boot, lab));
part(t("For teachers"), async (host) =>
  (await import("./exercises/teacher.js")).mountTeacher(
    host,
    boot,
    await after((to) => () => to.addressOf(lab.place, lab.plain, null)),
    () => lab.place.tree,
  ),
);
// a lesson opens where its figure is best
await load(new URLSearchParams(location.search).has("step") ? lab.place : { ...lab.place, step: boot.start.step ?? 0 });
await lab.tree?.ready;
if (boot.lesson) await (await import("./lessons/lesson.js")).mountLesson(byId("lab-question"), boot, lab);
else if (hasDone()) (await import("./lessons/progress.js")).listDone();
arrived();

/** Listens on the whole page. */
function listen() {
  const act = (/** @type {string} */ name, /** @type {boolean} */ single) =>
    void after((to) => to.doAct(lab, name, single));
  const walk = (/** @type {number} */ step) => void after((to) => to.walk(lab, step));
  const take = (/** @type {string} */ name, /** @type {string} */ value) =>
    void after((to) => to.choose(lab, name, value));
  document.addEventListener("keydown", (event) => {
    const single = event.key.length === 1;
    if (event.defaultPrevented || isModified(event) || event.ctrlKey || writes(event.target, event.key)) return;
    const key = keyName(event);
    const found = KEYS[key] ?? (/^[1-3]$/.test(key) ? key : null);
    if (found === null) return;
    event.preventDefault();
    act(found === "nextCut" && event.shiftKey ? "previousCut" : found, single);
  });
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest("[data-act], [data-go]");
    if (!(button instanceof HTMLElement)) return;
    if (button.dataset.go) walk(Number(button.dataset.go));
    else act(button.dataset.act ?? "", false);
  });
  byId("slider").addEventListener("input", ({ target }) =>
    walk(Number(/** @type {HTMLInputElement} */ (target).value)),
  );
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement && target.id.startsWith("choose-"))
      take(target.id.slice("choose-".length), target.value);
    if (target instanceof HTMLInputElement && target.name === "grain") take("grain", target.value);
  });
}

/** Tells whether an element needs a key for itself. @param {EventTarget | null} target @param {string} key */
function writes(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  const { type = "" } = /** @type {HTMLInputElement} */ (target);
  if (target.closest("dialog[open], textarea, select")) return true; // a closed one keeps the focus for a moment
  if (target.tagName === "INPUT")
    return (
      !["range", "checkbox", "radio"].includes(type) ||
      (type === "radio" && key.startsWith("Arrow")) ||
      (type !== "range" && key === " ")
    );
  if (key === " ") return target.closest("button, a, summary, [role=treeitem]") !== null;
  return target.id === "code-lines" && /^(ArrowDown|ArrowUp|Home|End)$/.test(key);
}
