/** Does what buttons and keys ask for. Loaded with the first of them, so that the page is there sooner. */

/** @import { Given, Grain, Lab, Place, Problem, Run } from "./model/types.js" */

import { copied } from "../view/clipboard.js";
import { loadChoice, saveChoice } from "../net/storage.js";
import { loadSheet } from "../workers.js";
import { byId, el, set, setText } from "../view/dom.js";
import { root, t } from "../words.js";
import "./more_words.js";
import { beside, notesAt } from "./model/notes.js";
import { MARKS, problemOf } from "./model/address.js";
import { lastStep } from "./model/timeline.js";
import { back, endOf, forward, nextCut, out, over, previousCut } from "./model/walk.js";
import { ask } from "./net/runs.js";
import { answer, begun, Question, questionBefore } from "./predict.js";

await loadSheet("css/lab/asked.css");

export { beside, notesAt, showChoice, showUnknown };

/** Milliseconds without a step after which the address is written: browsers refuse too many writes. */
const REST_MS = 300;
/** The name under which the browser keeps whether keys of one letter are wanted. */
const LETTERS = "lab-letters";
/** @type {Grain[]} */
const GRAINS = ["story", "visits", "lines"];
let writing = 0;
/** The last tree of numbers, to come back to from a game. */
let lastTree = "((3 17) (2 12))";

/** The steps to which a button leads. @type {Record<string, (run: Run, step: number, grain: Grain) => number>} */
const WAYS = { first: () => 0, previousCut, back, forward, nextCut, last: lastStep, over, out };

/**
 * Does what a button or a key asks for.
 * @param {Lab} lab
 * @param {string} act an act, or a digit from 1 to 3
 * @param {boolean} single by a key of one letter
 */
export function doAct(lab, act, single) {
  const { run, place, hidden } = lab;
  if (!run || hidden || (single && act !== "play" && loadChoice(LETTERS) !== null)) return;
  const [way, grain] = [WAYS[act], GRAINS[Number(act) - 1]];
  if (grain && lab.asking && lab.asking.predict.asked !== null) return lab.asking.panel.press(Number(act));
  if (act !== "play") stop(lab);
  if (grain) change(lab, { grain });
  if (way) walk(lab, way(run, place.step, place.grain));
  if (act === "play") play(lab);
  if (act === "mark") change(lab, { marks: toggled(place.marks, place.step) });
  if (act === "wide") change(lab, { wide: !place.wide });
  if (act === "whole" || act === "more" || act === "change" || act === "program") unfold(act);
  if (act === "share") void share(lab);
  if (act === "predict") predict(lab);
  if (act === "help") void help();
}

/** Does what a choice asks for. @param {Lab} lab @param {string} name @param {string} value */
export function choose(lab, name, value) {
  const { tree, algorithm } = lab.place;
  lastTree = tree ?? lastTree;
  if (name === "grain") change(lab, { grain: GRAINS.find((grain) => grain === value) ?? "visits" });
  if (name === "algorithm") void open(lab, { algorithm: value });
  if (name === "depth") void open(lab, { depth: value === "all" ? null : Number(value) });
  if (name === "compare") void open(lab, { compare: value || null, step: lab.place.step, marks: lab.place.marks });
  if (name !== "game") return;
  const { depth = "", chance } = chooser("game").selectedOptions[0]?.dataset ?? {};
  const fits = fitting(algorithm, chance !== undefined);
  if (value) void open(lab, { ...NEW, game: value, depth: Number(depth) || null, algorithm: fits });
  else void openTree(lab, lastTree);
}

/** What another problem has of its own. */
const NEW = { tree: null, game: null, moves: "", weights: "", depth: null };

/** Shows a tree of numbers. @param {Lab} lab @param {string} tree */
export const openTree = (lab, tree) =>
  open(lab, { ...NEW, tree, algorithm: fitting(lab.place.algorithm, tree.includes("{")) });

/** Goes to a step, or stops before one worth a question to predict. @param {Lab} lab @param {number} step */
export function walk(lab, step) {
  const { run, asking, place } = lab;
  if (!run) return;
  lab.verdict = "";
  const asked = asking && step > place.step ? questionBefore(run, place.step, step) : null;
  if (asking) asking.predict = { ...asking.predict, asked };
  if (asked !== null) stop(lab);
  lab.go(asked === null ? step : asked - 1);
  clearTimeout(writing);
  writing = setTimeout(() => write(lab, "replace"), REST_MS);
}

/** Goes to the step at which the search is done with a place. @param {Lab} lab @param {number} place */
export function walkTo(lab, place) {
  if (lab.run) walk(lab, endOf(lab.run, lab.place.step, place));
}

/** Writes the address; the same address makes no new entry. @param {Lab} lab @param {"push" | "replace"} how */
export function write(lab, how) {
  clearTimeout(writing);
  const address = addressOf(lab.place, lab.plain, lab.lesson);
  if (address === location.pathname + location.search) return;
  if (how === "push") history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

/**
 * Writes the address of a state. In a lesson the path stays, and the query says what differs from the lesson.
 * @param {Place} place
 * @param {Problem} start
 * @param {string | null} lesson the path of the lesson
 */
export function addressOf(place, start, lesson) {
  const query = new URLSearchParams();
  const same = place.tree === start.tree && place.game === start.game && place.moves === start.moves;
  const { game, moves } = place;
  const ofGame = [game ?? "leaves", ...(game !== null && moves ? [encodeURIComponent(moves)] : [])];
  const path = lesson ?? [`${root}/lab`, ...ofGame].join("/");
  if (place.tree !== null && !(lesson !== null && same)) query.set("tree", place.tree);
  if (game !== null && lesson !== null && !same) {
    query.set("game", game);
    if (moves) query.set("moves", moves);
  }
  if (lesson === null || place.algorithm !== start.algorithm) query.set("algorithm", place.algorithm);
  if (lesson === null || place.depth !== start.depth)
    query.set("depth", place.depth === null ? "all" : String(place.depth));
  if (place.weights !== (lesson === null || !same ? "" : start.weights)) query.set("weights", place.weights);
  if (place.step) query.set("step", String(place.step));
  if (place.grain !== "visits") query.set("grain", place.grain);
  if (place.compare) query.set("compare", place.compare);
  if (place.marks.length) query.set("marks", place.marks.join("."));
  if (place.wide) query.set("view", "wide");
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** Sets or takes away a bookmark. @param {number[]} marks @param {number} step */
function toggled(marks, step) {
  return marks.includes(step)
    ? marks.filter((one) => one !== step)
    : [...marks, step].sort((a, b) => a - b).slice(0, MARKS);
}

/** Changes what is no step: grain, bookmarks, size. @param {Lab} lab @param {Partial<Place>} changed */
export function change(lab, changed) {
  lab.place = { ...lab.place, ...changed };
  lab.show();
  write(lab, "replace");
}

/**
 * Loads another problem; the step, the bookmarks and the address of before stay behind.
 * @param {Lab} lab
 * @param {Partial<Place>} changed
 * @param {"push" | "replace"} [how]
 */
export async function open(lab, changed, how = "push") {
  write(lab, "replace");
  const opened = await lab.load({ ...lab.place, step: 0, marks: [], ...changed });
  if (opened) write(lab, how);
  return opened;
}

/**
 * Shows a run in place of the one before; false: refused, and the reason is on the page.
 * @type {(lab: Lab, problem: Given, algorithm: string, depth: number | null, compare?: string | null) => Promise<boolean>}
 */
export const showRun = (lab, problem, algorithm, depth, compare = null) =>
  open(lab, { ...problemOf(problem), algorithm, depth, compare }, "replace");

/** While on, choosing a place takes it or puts it back. @param {Lab} lab @param {Lab["selecting"]} wanted */
export function select(lab, wanted) {
  lab.selecting = wanted;
  lab.show();
}

/** Hides values, bounds, cuts and all that walks. @param {Lab} lab @param {boolean} wanted */
export function hide(lab, wanted) {
  lab.hidden = wanted;
  stop(lab);
  lab.show();
}

/** Loads a random tree. @param {Lab} lab @param {number} seed @param {string} shape */
export async function openRandom(lab, seed, shape) {
  try {
    const { tree } = await ask(
      `/lab/exercise/${lab.fingerprint}?${new URLSearchParams({ kind: "values", seed: String(seed), shape })}`,
    );
    await openTree(lab, tree);
  } catch (error) {
    lab.refuse(error instanceof Error ? error.message : String(error));
  }
}

/** Copies the link to this step. @param {Lab} lab */
async function share(lab) {
  write(lab, "replace");
  const done = await copied(location.href);
  const button = document.querySelector("[data-act=share]");
  if (button) setText(button, done ? t("Copied") : t("Copy the address instead"));
  lab.say(done ? t("The link is copied.") : t("The browser does not let the page copy. Copy the address instead."));
}

/** Shows or hides what is folded where there is little room. @param {string} act */
function unfold(act) {
  const button = document.querySelector(`[data-act=${act}]`);
  if (button) set(button, "aria-expanded", String(button.getAttribute("aria-expanded") === "false"));
}

/** Plays on by itself, or stops; from the end begins again. @param {Lab} lab */
function play(lab) {
  if (!lab.run) return;
  if (lab.playing) stop(lab);
  else {
    if (lab.place.step === lastStep(lab.run)) lab.go(0);
    lab.playing = setTimeout(() => tick(lab), pause());
  }
  lab.show();
}

/** Returns the milliseconds between two steps. */
const pause = () => Number(/** @type {HTMLSelectElement} */ (byId("speed")).value);

/** Plays one step. @param {Lab} lab */
function tick(lab) {
  if (!lab.run) return;
  const next = forward(lab.run, lab.place.step, lab.place.grain);
  lab.playing = next < lastStep(lab.run) ? setTimeout(() => tick(lab), pause()) : 0;
  walk(lab, next);
}

/** Stops to play. @param {Lab} lab */
export function stop(lab) {
  clearTimeout(lab.playing);
  lab.playing = 0;
}

/** Begins or ends to ask what happens next. @param {Lab} lab */
function predict(lab) {
  lab.asking?.panel.show(null);
  lab.asking = lab.asking
    ? null
    : { panel: new Question(byId("lab-controls"), (kind) => answered(lab, kind)), predict: begun() };
  lab.show();
}

/** Judges an answer, and goes on. @param {Lab} lab @param {string} kind */
function answered(lab, kind) {
  const { asking, run } = lab;
  const asked = asking?.predict.asked ?? null;
  if (!asking || !run || asked === null) return;
  const { predict: judged, sentence } = answer(asking.predict, run, kind);
  asking.predict = judged;
  lab.verdict = sentence;
  lab.go(asked);
  write(lab, "replace");
}

/** Opens the help. */
async function help() {
  const { openHelp } = await import("./view/help.js");
  openHelp(loadChoice(LETTERS) === null, (on) => saveChoice(LETTERS, on ? null : "no"));
}

/** Lists the algorithms that do more than others only where lots are drawn. */
const CHANCE = ["expectiminimax", "star1", "star2"];

/** Finds a list of choices. @param {string} name */
const chooser = (name) => /** @type {HTMLSelectElement} */ (byId(`choose-${name}`));

/** Returns the algorithm, or a like one with or without lots. @param {string} algorithm @param {boolean} lots */
function fitting(algorithm, lots) {
  const option = [...chooser("algorithm").options].find(({ value }) => value === algorithm);
  if (lots) return option && "chance" in option.dataset ? algorithm : "star1";
  return CHANCE.includes(algorithm) ? "alphabeta" : algorithm;
}

/** Shows the problem in the lists of choices; offers the algorithms that fit. @param {Run} run @param {Place} place */
function showChoice(run, place) {
  const lots = run.places.mover.includes(2);
  const listed = [...chooser("algorithm").options].some(({ value }) => value === place.algorithm);
  if (!listed) chooser("algorithm").append(el("option", { value: place.algorithm }, run.words)); // a lesson's own
  for (const name of ["algorithm", "compare"]) {
    for (const option of chooser(name).options) {
      const fits = lots ? "chance" in option.dataset : !CHANCE.includes(option.value);
      option.disabled = option.hidden =
        option.value !== "" &&
        (name === "compare" ? !fits || option.value === place.algorithm : !fits && option.value !== place.algorithm);
    }
  }
  chooser("game").value = place.game ?? "";
  chooser("algorithm").value = place.algorithm;
  chooser("depth").value = String(place.depth ?? "all");
  chooser("compare").value = place.compare ?? "";
  setText(byId("now"), run.words);
}

/** Says for which values of its unknown leaves the search does what. @param {Run} run */
function showUnknown(run) {
  byId("lab-unknown").replaceChildren(...(run.unknown ?? []).map((sentence) => el("li", {}, sentence)));
}
