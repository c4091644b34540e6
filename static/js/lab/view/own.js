/**
 * Shows fields for a tree in any form, for a position of the reader's own, and for a random tree. Below a tree stands what
 * was understood, or the first thing that was not. Loaded when first opened.
 */

/** @import { Place } from "../model/types.js" */

import { button, el, set } from "../../view/dom.js";
import { labelled, onSubmit } from "../../view/forms.js";
import { t } from "../../words.js";
import { SHAPES } from "../model/shapes.js";
import "../more_words.js";

/** The textbook's weights. */
const USUAL = "4-3-1";
/**
 * Makes the fields.
 * @param {(text: string) => Promise<Understood>} ask reads the text of a tree
 * @param {Place} place what is shown
 * @param {(tree: string) => void} showTree
 * @param {(moves: string) => void} showMoves
 * @param {(weights: string) => void} weigh
 * @param {(seed: number, shape: string) => void} random
 */
export function ownFields(ask, place, showTree, showMoves, weigh, random) {
  const writing = { class: "own__field", maxlength: 200, autocomplete: "off", spellcheck: false };
  const moves = el("input", { ...writing, value: place.moves });
  const seed = el("input", { class: "own__field number", type: "number", min: 1, max: 999999, value: 1 });
  const shape = el("select", { class: "select" }, ...SHAPES.map(([value, words]) => el("option", { value }, words)));
  return el(
    "div",
    { class: "own" },
    treeForm(ask, place.tree ?? "((3 17) (2 12))", showTree),
    ...(place.game === null
      ? []
      : [
          form(
            t("Show this position"),
            () => showMoves(moves.value.trim()),
            labelled(t("Moves from the start of the game, as 5193"), moves),
          ),
          weightsForm(place.weights, weigh),
        ]),
    form(
      t("Show a random tree"),
      () => random(Number(seed.value) || 1, shape.value),
      labelled(t("Number of the random tree"), seed),
      labelled(t("Shape"), shape),
    ),
  );
}

/** Makes the fields for weights. @param {string} given as "4-3-1" @param {(weights: string) => void} weigh */
function weightsForm(given, weigh) {
  const names = [t("Weight of lines"), t("Weight of threats"), t("Weight of the centre")];
  const shown = (given || USUAL).split("-");
  const fields = shown.map((value) =>
    el("input", { class: "own__field number", type: "number", min: 0, max: 100, value, required: true }),
  );
  const made = fields.map((field, at) => labelled(names[at] ?? "", field));
  return form(t("Search with these weights"), () => weigh(fields.map(({ value }) => value).join("-")), ...made);
}

/** @param {string} words @param {() => unknown} act @param {...HTMLElement} fields */
function form(words, act, ...fields) {
  const made = el("form", { class: "own__form" }, ...fields, el("button", { class: "button", type: "submit" }, words));
  onSubmit(made, act);
  return made;
}

/** Milliseconds without a key after which the text is read. */
const REST_MS = 400;

/**
 * @typedef {{text: string, sentences: string[], readings: [string, string][], error?: string, place?: [number, number]
 *   | null}} Understood the lab's own text, what was understood, and other readings with their texts; or why it cannot
 *   be read, and the line and the column
 */

/**
 * Makes the form. The tree is shown in the lab's own text.
 * @param {(text: string) => Promise<Understood>} ask reads a text
 * @param {string} first the text at the beginning
 * @param {(tree: string) => void} show
 */
export function treeForm(ask, first, show) {
  const named = { id: "own-tree", class: "own__text", "aria-describedby": "own-said" };
  const writing = { rows: 4, maxlength: 4000, spellcheck: false, autocapitalize: "off" };
  const field = el("textarea", { ...named, ...writing }, first);
  const said = el("div", { class: "own__said", id: "own-said", role: "status" });
  const words = t(
    "A tree: lists, JSON, max(min(3, 12), min(2, x)), Newick, indented lines, Graphviz or a list of edges. Chance is {1/4: 8, 3/4: 0}, an unknown leaf a letter or ?, and bounds are in 0..10.",
  );
  const made = form(
    t("Show this tree"),
    async () => {
      const found = await read();
      if (found) show(found.text);
      else if (field.hasAttribute("aria-invalid")) field.focus();
    },
    labelled(words, field),
    said,
  );
  let [waiting, asked] = [0, 0];
  /** Reads the text; null: it cannot be read, or another was read since. @returns {Promise<Understood | null>} */
  const read = async () => {
    clearTimeout(waiting);
    const mine = ++asked;
    if (!field.value.trim()) return null;
    try {
      const found = await ask(field.value);
      if (mine !== asked) return null;
      if (found.error) return refused(found.error, found.place);
      said.replaceChildren(el("p", { class: "quiet" }, found.sentences.join(" ")), ...found.readings.map(other));
      set(field, "aria-invalid", null);
      return found;
    } catch (error) {
      return mine === asked && error instanceof Error ? refused(error.message) : null;
    }
  };
  /** Says why the text cannot be read. @param {string} words @param {[number, number] | null} [place] */
  const refused = (words, place) => {
    said.replaceChildren(el("p", { class: "sentence sentence--error" }, words));
    set(field, "aria-invalid", "true");
    if (place && document.activeElement !== field) point(field, place);
    return null;
  };
  /** Offers another reading. @param {[string, string]} reading */
  const other = ([name, text]) =>
    button(name, () => {
      field.value = text;
      void read();
    });
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void read(), REST_MS);
  });
  if (first.trim()) void read();
  return made;
}

/**
 * Puts the cursor on what cannot be read, where the reader is writing no longer.
 * @param {HTMLTextAreaElement} field
 * @param {[number, number]} place line and column, from 1
 */
function point(field, [line, column]) {
  const before = field.value.split("\n").slice(0, line - 1);
  const at = before.reduce((sum, one) => sum + one.length + 1, column - 1);
  field.setSelectionRange(at, at + 1);
}
