/**
 * Plays a record in the lab's own picture, up to the first difference: a pasted one beside the reference. Loaded with the
 * first record.
 * @typedef {["enter", number[], number | string | null, number | string | null] | ["leave", number[], number | string | null]} Event
 * @typedef {number | any[]} Nested
 * @typedef {{at: number} | null} Told the first difference
 * @typedef {Record<string, any>} Row
 */

/** @import { Run } from "../model/types.js" */

import { el, setText, setVariable } from "../../view/dom.js";
import { t } from "../../words.js";
import "../more_words.js";
import { Drawing } from "../drawing/tree_drawing.js";
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
  const tree = new Drawing(host, run);
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

/** Returns rows as columns. @param {Row[]} rows @returns {any} */
const columns = (rows) =>
  Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, rows.map((row) => row[name])]));

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
  /** @type {Row[]} the visits */
  const visits = [];
  /** @type {Row[]} */
  const steps = [];
  /** @type {Record<string, string>} */
  const sentences = {};
  /** @type {Map<string, Row>} */
  const open = new Map();
  for (const [kind, path, first, second] of events) {
    const [key, node] = [String(path), nameOf(path)];
    const place = at.get(key) ?? 0;
    const leaf = places.mover[place] === 3;
    const entered = kind === "enter";
    if (entered || !open.has(key)) {
      const above = path.length ? open.get(String(path.slice(0, -1))) : undefined;
      const [alpha, beta] = [first, second].map((end) => (entered ? finite(end) : null));
      const known = { value: leaf ? (places.value[place] ?? null) : null, note: leaf ? "over" : "" };
      const none = { depth: 0, met: 0, bound: 0, alpha_from: -1, beta_from: -1, same: -1, skipped: [] };
      const visit = { place, parent: above ? visits.indexOf(above) : -1, ply: path.length, alpha, beta };
      open.set(key, { ...none, ...known, ...visit });
      visits.push(/** @type {Row} */ (open.get(key)));
    }
    const visit = /** @type {Row} */ (open.get(key));
    if (!entered) visit.value = finite(first);
    sentences[steps.length] = entered
      ? t("enters {node} with alpha {alpha} and beta {beta}", { node, alpha: written(first), beta: written(second) })
      : t("leaves {node} with {value}", { node, value: written(first) });
    const step = entered ? Number(leaf) : KINDS.indexOf("leave");
    steps.push({ kind: step, visit: visits.indexOf(visit), source: -1, line: -1, vars: null });
  }
  return {
    title,
    algorithm: "",
    words: title,
    depth: null,
    kind: "leaves",
    names: [t("Max"), t("Min")],
    board: null,
    sources: [],
    places,
    visits: columns(visits),
    steps: columns(steps),
    kinds: KINDS,
    sentences,
    counts: { nodes: 0, table_hits: 0 },
  };
}
