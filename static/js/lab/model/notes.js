/**
 * Says what stands beside a run: the values of variables beside the lines of the source, the names of the numbers of a
 * node, and beside the counters what plain minimax, the best order of the moves and a second run would count.
 */

/** @import { Pair, Run, Vars, View } from "./types.js" */

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

/** Returns what is known beside the counters, in words. @param {Run} run @param {Pair | null} pair */
export function beside(run, pair) {
  const sentences = [];
  if (pair) {
    const { both, left, right } = pair.visited;
    sentences.push(t("In the end both look at {count} states.", { count: both }));
    if (left) sentences.push(t("Only {algorithm} looks at {count} more.", { algorithm: run.algorithm, count: left }));
    if (right)
      sentences.push(t("Only {algorithm} looks at {count} more.", { algorithm: pair.right.algorithm, count: right }));
  }
  if (run.kind === "leaves" && run.depth === null) {
    const { mover } = run.places;
    const states = { count: mover.length, leaves: mover.filter((one) => one === 3).length };
    sentences.push(t("Plain minimax looks at all {count} states, {leaves} of them leaves.", states));
    const least = leastLeaves(run);
    if (least !== null)
      sentences.push(t("With the best order of the moves, alpha-beta looks at {least} leaves.", { least }));
  }
  if (run.limit) sentences.push(t("Shown are {limit}.", { limit: run.limit }));
  if (run.whole) sentences.push(t("The whole search looks at {count} states.", { count: run.whole.nodes }));
  return sentences.join(" ");
}

/**
 * Returns the fewest leaves that alpha-beta can look at in a tree of equal branching b and depth d (Knuth, Moore 1975):
 * b^ceil(d/2) + b^floor(d/2) - 1; null for other trees.
 * @param {Run} run
 */
function leastLeaves({ places }) {
  const depths = places.parent.map(() => 0);
  const widths = places.parent.map(() => 0);
  places.parent.forEach((parent, place) => {
    if (parent < 0) return;
    depths[place] = (depths[parent] ?? 0) + 1;
    widths[parent] = (widths[parent] ?? 0) + 1;
  });
  const inner = new Set(widths.filter((width) => width > 0));
  const deep = new Set(depths.filter((_, place) => widths[place] === 0));
  if (inner.size !== 1 || deep.size !== 1 || places.mover.includes(2)) return null;
  const [[b = 1], [d = 0]] = [[...inner], [...deep]];
  return b ** Math.ceil(d / 2) + b ** Math.floor(d / 2) - 1;
}

/** @type {Record<string, string>} */
const WORDS = {
  value: t("value"),
  flag: t("flag"),
  visits: t("visits"),
  plies: t("plies"),
  branch: t("branch"),
  mean: t("mean"),
  proof: t("proof number"),
  disproof: t("disproof number"),
  first: t("player {n}", { n: 1 }),
  second: t("player {n}", { n: 2 }),
  third: t("player {n}", { n: 3 }),
};

/** Names what is asked at a place. @param {string} end "value", "alpha" or "beta", or another part of an answer */
export const endWords = (end) => WORDS[end] ?? end;
