/** Shows the field for a tree in any form, and below it what was understood, or the first thing that was not. */

import { el, set } from "../../view/dom.js";
import { t } from "../../words.js";
import "../more_words.js";

/** Milliseconds without a key after which the text is read. */
const REST_MS = 400;

/**
 * @typedef {{text: string, sentences: string[], readings: [string, string][], error?: string, place?: [number, number]
 *   | null}} Understood the lab's own text, what was understood, and other readings with their texts; or why it cannot
 *   be read, and the line and the column
 */

/**
 * Makes the form. The tree is shown in the lab's own text.
 *
 * @param {(text: string) => Promise<Understood>} ask reads a text
 * @param {string} first the text at the beginning
 * @param {(tree: string) => void} show
 */
export function treeForm(ask, first, show) {
  const field = el(
    "textarea",
    {
      class: "own__text",
      rows: 4,
      maxlength: 4000,
      spellcheck: false,
      autocapitalize: "off",
      id: "own-tree",
      "aria-describedby": "own-said",
    },
    first,
  );
  const said = el("div", { class: "own__said", id: "own-said", role: "status" });
  const words = t(
    "A tree: lists, JSON, max(min(3, 12), min(2, x)), Newick, indented lines, Graphviz or a list of edges. Chance is {1/4: 8, 3/4: 0}, an unknown leaf a letter or ?, and bounds are in 0..10.",
  );
  const made = el(
    "form",
    { class: "own__form" },
    el("label", { class: "field" }, el("span", { class: "field__name quiet" }, words), field),
    said,
    el("button", { class: "button", type: "submit" }, t("Show this tree")),
  );
  let waiting = 0;
  let asked = 0;
  /**
   * Reads the text. Returns null if it cannot be read, or if another text was read meanwhile.
   * @returns {Promise<Understood | null>}
   */
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
  /**
   * Says below the field why the text cannot be read.
   * @param {string} words
   * @param {[number, number] | null} [place]
   */
  const refused = (words, place) => {
    said.replaceChildren(el("p", { class: "sentence sentence--error" }, words));
    set(field, "aria-invalid", "true");
    if (place && document.activeElement !== field) point(field, place);
    return null;
  };
  /** Offers another reading. @param {[string, string]} reading */
  const other = ([name, text]) => {
    const button = el("button", { class: "button", type: "button" }, name);
    button.addEventListener("click", () => {
      field.value = text;
      void read();
    });
    return button;
  };
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void read(), REST_MS);
  });
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    const found = await read();
    if (found) show(found.text);
    else if (field.hasAttribute("aria-invalid")) field.focus();
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
  const at =
    field.value
      .split("\n")
      .slice(0, line - 1)
      .reduce((sum, one) => sum + one.length + 1, 0) +
    column -
    1;
  field.setSelectionRange(at, at + 1);
}
