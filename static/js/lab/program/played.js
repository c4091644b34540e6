/**
 * Plays a record in the lab's own picture, up to the first difference: a pasted one beside the reference. Loaded with the
 * first record.
 *
 * @typedef {["enter", number[], number | string | null, number | string | null] | ["leave", number[], number | string | null]} Event
 * @typedef {number | any[]} Nested
 * @typedef {{at: number} | null} Told the first difference
 */

/** @import { Run } from "../model/types.js" */

import { el, setText, setVariable } from "../../view/dom.js";
import { t } from "../../words.js";
import "../more_words.js";
import { drawTree } from "../drawing/tree.js";
import { viewAt } from "../model/view.js";

const KINDS = ["enter", "over", "leave"];

/**
 * Shows both runs with one slider, at the first difference.
 * @param {HTMLElement} place
 * @param {Nested} nested the tree
 * @param {Event[]} events of the record
 * @param {Event[]} reference
 * @param {Told} told
 */
export function play(place, nested, events, reference, told) {
  const shown = upTo(events, told);
  const host = el("div", { class: "played" });
  const last = Math.max(0, shown.length - 1);
  const range = { type: "range", min: 0, max: last, value: last };
  const slider = el("input", { class: "slider", ...range, "aria-label": t("Step") });
  place.append(host, slider);
  const own = drawn(host, runOf(nested, shown, t("Your record")));
  const other = drawn(host, runOf(nested, reference, t("The reference")));
  const along = matched(shown, reference);
  const go = () => {
    const step = Number(slider.value);
    setVariable(slider, "--fill", `${(100 * step) / Math.max(last, 1)}%`);
    own(step);
    other(along[step] ?? 0);
  };
  slider.addEventListener("input", go);
  go();
}

/**
 * Shows the search of a program as it is at the first difference.
 * @param {HTMLElement} place
 * @param {Nested} nested the tree
 * @param {Event[]} events
 * @param {Told} told
 * @param {string} title
 */
export function drawRecord(place, nested, events, told, title) {
  const shown = upTo(events, told);
  drawn(place, runOf(nested, shown, title))(shown.length - 1);
}

/** Returns the events up to the first difference. @param {Event[]} events @param {Told} told */
const upTo = (events, told) => (told ? events.slice(0, told.at + 1) : events);

/** Draws a run, and returns what shows a step. @param {HTMLElement} place @param {Run} run @returns {(step: number) => void} */
function drawn(place, run) {
  const host = el("figure", { class: "played__run" }, el("figcaption", {}, run.title));
  const sentence = el("p", { class: "number" });
  place.append(host);
  const tree = drawTree(host, run);
  host.append(sentence);
  return (step) => {
    tree.show(viewAt(run, step));
    setText(sentence, run.sentences[step] ?? "");
  };
}

/** Returns for each event the step of the reference: the same event, or the last one before. @param {Event[]} events @param {Event[]} reference */
function matched(events, reference) {
  const places = new Map(reference.map(([kind, path], at) => [`${kind} ${path}`, at]));
  let now = 0;
  return events.map(([kind, path]) => (now = Math.max(now, places.get(`${kind} ${path}`) ?? now)));
}

/** Names a node by its branches, counted from 1. @param {number[]} path */
const nameOf = (path) => path.map((branch) => branch + 1).join(".") || "-";

/** Returns a number, null for an infinite or an unknown one. @param {number | string | null | undefined} value */
const finite = (value) => (typeof value === "number" ? value : null);

/** Writes a number as it was recorded. @param {number | string | null | undefined} value */
const written = (value) => String(value ?? "?").replace("-", "−");

/** Makes a run of events, as the server's runs are. @param {Nested} nested @param {Event[]} events @param {string} title @returns {Run} */
function runOf(nested, events, title) {
  /** @type {Run["places"]} */
  const places = { parent: [], move: [], name: [], mover: [], value: [], share: [], cells: null };
  /** @type {Map<string, number>} */
  const at = new Map();
  /** @param {Nested} node @param {number[]} path @param {number} parent */
  const lay = (node, path, parent) => {
    const place = places.parent.push(parent) - 1;
    at.set(String(path), place);
    places.move.push(String((path.at(-1) ?? -1) + 1));
    places.name.push(nameOf(path));
    places.mover.push(Array.isArray(node) ? path.length % 2 : 3);
    places.value.push(Array.isArray(node) ? null : node);
    places.share.push(null);
    if (Array.isArray(node)) for (const [branch, one] of node.entries()) lay(one, [...path, branch], place);
  };
  lay(nested, [], -1);
  /** @type {Run["visits"]} */
  const visits = {
    place: [],
    parent: [],
    depth: [],
    ply: [],
    alpha: [],
    beta: [],
    alpha_from: [],
    beta_from: [],
    value: [],
    bound: [],
    note: [],
    met: [],
    skipped: [],
    same: [],
  };
  /** @type {Run["steps"]} */
  const steps = { kind: [], visit: [], source: [], line: [], vars: [] };
  /** @type {Record<string, string>} */
  const sentences = {};
  /** @type {Map<string, number>} */
  const open = new Map();
  for (const [kind, path, first, second] of events) {
    const key = String(path);
    const place = at.get(key) ?? 0;
    const leaf = places.mover[place] === 3;
    if (kind === "enter" || !open.has(key)) {
      open.set(key, visits.place.push(place) - 1);
      visits.parent.push(path.length ? (open.get(String(path.slice(0, -1))) ?? -1) : -1);
      visits.alpha.push(kind === "enter" ? finite(first) : null);
      visits.beta.push(kind === "enter" ? finite(second) : null);
      visits.value.push(leaf ? (places.value[place] ?? null) : null);
      visits.note.push(leaf ? "over" : "");
      visits.ply.push(path.length);
      for (const column of [visits.depth, visits.met]) column.push(0);
      for (const column of [visits.alpha_from, visits.beta_from, visits.same]) column.push(-1);
      visits.bound.push(0);
      visits.skipped.push([]);
    }
    const visit = open.get(key) ?? 0;
    if (kind === "leave") visits.value[visit] = finite(first);
    const node = nameOf(path);
    sentences[steps.kind.length] =
      kind === "leave"
        ? t("leaves {node} with {value}", { node, value: written(first) })
        : t("enters {node} with alpha {alpha} and beta {beta}", { node, alpha: written(first), beta: written(second) });
    steps.kind.push(kind === "leave" ? 2 : leaf ? 1 : 0);
    steps.visit.push(visit);
    steps.source.push(-1);
    steps.line.push(-1);
    steps.vars.push(null);
  }
  const counts = { nodes: 0, leaves: 0, met: 0, cuts: 0, skipped: 0, table_hits: 0 };
  return {
    v: 1,
    title,
    algorithm: "",
    words: title,
    depth: null,
    kind: "leaves",
    tree: null,
    game: null,
    moves: "",
    weights: "",
    player: 0,
    names: [t("Max"), t("Min")],
    board: null,
    sources: [],
    places,
    visits,
    steps,
    kinds: KINDS,
    sentences,
    counts,
    result: null,
    complete: true,
    limit: null,
    whole: null,
  };
}
