/** Shows fields for a tree or a position of the reader's own, and for a random tree. Loaded when first opened. */

/** @import { Place } from "../model/address.js" */
/** @import { Understood } from "./own_tree.js" */

import { el } from "../../view/dom.js";
import { t } from "../../words.js";
import "../more_words.js";
import { treeForm } from "./own_tree.js";

/** Names the shape of a regular tree. @param {number} moves @param {number} levels */
const regular = (moves, levels) => t("{moves} moves, {levels} levels", { moves, levels });
/** The textbook's weights. */
const USUAL = "4-3-1";
/** @type {[string, string][]} */
const SHAPES = [
  ["2x2x2", regular(2, 3)],
  ["3x3", regular(3, 2)],
  ["3x3x3", regular(3, 3)],
  ["2x2x2x2", regular(2, 4)],
  ["uneven-8", t("uneven, {n} leaves", { n: 8 })],
  ["2xc2x2", t("with chance")],
  ["2x2x2-ties", t("with equal leaves")],
];

/**
 * Makes the fields.
 *
 * @param {(text: string) => Promise<Understood>} ask reads the text of a tree
 * @param {Place} place what is shown
 * @param {(tree: string) => void} showTree
 * @param {(moves: string) => void} showMoves
 * @param {(weights: string) => void} weigh
 * @param {(seed: number, shape: string) => void} random
 */
export function ownFields(ask, place, showTree, showMoves, weigh, random) {
  const moves = el("input", {
    class: "own__field",
    maxlength: 200,
    value: place.moves,
    autocomplete: "off",
    spellcheck: false,
  });
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

/**
 * Makes the fields for the weights of the features of a board.
 * @param {string} given as "4-3-1"
 * @param {(weights: string) => void} weigh
 */
function weightsForm(given, weigh) {
  const names = [t("Weight of lines"), t("Weight of threats"), t("Weight of the centre")];
  const shown = (given || USUAL).split("-");
  const fields = shown.map((value) =>
    el("input", { class: "own__field number", type: "number", min: 0, max: 100, value, required: true }),
  );
  const made = fields.map((field, at) => labelled(names[at] ?? "", field));
  return form(t("Search with these weights"), () => weigh(fields.map(({ value }) => value).join("-")), ...made);
}

/** @param {string} words @param {HTMLElement} control */
const labelled = (words, control) =>
  el("label", { class: "field" }, el("span", { class: "field__name quiet" }, words), control);

/** @param {string} words @param {() => void} act @param {...HTMLElement} fields */
function form(words, act, ...fields) {
  const made = el("form", { class: "own__form" }, ...fields, el("button", { class: "button", type: "submit" }, words));
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
  return made;
}
