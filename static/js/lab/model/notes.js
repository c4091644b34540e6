/** Writes the values of variables beside the lines of the source. */

/** @import { Run, Vars, View } from "./types.js" */

import { t } from "../../words.js";
import "../more_words.js";
import { timelineOf } from "./timeline.js";

const COMPARED = /(-?)\b([a-z]\w*) (>=|<=|>|<) (-?)([a-z]\w*)\b/;
const ASSIGNED = /^\s*([a-z]\w*(?:, [a-z]\w*)*)(?:: [^=]+)? [+*-]?= /;
/** Lists the parameters of a visit that are worth reading. */
const GIVEN = ["depth", "alpha", "beta"];
/** A depth beyond this is the whole way to the end, and no number to read. */
const FAR = 5000;

/** Writes a number as a person does. @param {unknown} value */
export function numberText(value) {
  if (value === "inf" || value === Infinity) return "∞";
  if (value === "-inf" || value === -Infinity) return "−∞";
  if (typeof value === "number") return String(Math.round(value * 1e4) / 1e4).replace("-", "−");
  return value === null || value === undefined ? "" : String(value);
}

/**
 * Returns the notes by line number: what the lines run so far compare or have set, and the word at a cut.
 * @param {Run} run
 * @param {View} view
 * @returns {Map<number, string>}
 */
export function notesAt(run, view) {
  const source = run.sources[view.source];
  const notes = new Map();
  if (!source) return notes;
  notes.set(
    source.first,
    GIVEN.filter((name) => name in view.vars && !(Number(view.vars[name]) > FAR))
      .map((name) => `${name} ${numberText(view.vars[name])}`)
      .join(", "),
  );
  for (const number of [...pastLines(run, view), view.line]) {
    if (number !== source.first)
      notes.set(number, values(source.text[number - source.first] ?? "", view.vars, number === view.line));
  }
  if (view.kind === "cut") notes.set(view.line, t("CUT"));
  return notes;
}

/** Returns the lines that this visit has run so far. @param {Run} run @param {View} view */
function pastLines(run, view) {
  const { steps } = run;
  const lines = new Set();
  for (let step = timelineOf(run).enter[view.visit] ?? 0; step < view.step; step++) {
    if (steps.visit[step] === view.visit && steps.source[step] === view.source) lines.add(steps.line[step]);
  }
  return lines;
}

/**
 * Returns the values that a line compares or has set.
 *
 * @param {string} text
 * @param {Vars} vars
 * @param {boolean} current the line is about to run: nothing is set yet
 */
function values(text, vars, current) {
  const [, minus = "", left = "", sign = "", minusRight = "", right = ""] = COMPARED.exec(text) ?? [];
  if (left in vars && right in vars) return `${signed(minus, vars[left])} ${sign} ${signed(minusRight, vars[right])}`;
  const names = current ? [] : (ASSIGNED.exec(text)?.[1] ?? "").split(", ").filter((name) => name in vars);
  return names.map((name) => numberText(vars[name])).join(", ");
}

/** Writes a value after a sign. @param {string} minus @param {unknown} value */
function signed(minus, value) {
  if (!minus) return numberText(value);
  return numberText(typeof value === "number" ? -value : value === "inf" ? "-inf" : value === "-inf" ? "inf" : value);
}
