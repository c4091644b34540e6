/** Offers the kinds of exercises, and fields for what else is chosen. */

import { el } from "../../view/dom.js";
import { t } from "../../words.js";
import "../more_words.js";

/** Lists the kinds of exercises, each with its words. @type {[string, string][]} */
export const KINDS = [
  ["values", t("Values of nodes")],
  ["windows", t("Windows on entry")],
  ["cuts", t("Leaves never looked at")],
  ["order", t("Order of moves")],
  ["unknown", t("For which x?")],
  ["next", t("What happens next?")],
  ["bug", t("Spot the bug")],
  ["make", t("Make a tree")],
  ["scout", t("Null windows of PVS")],
  ["flags", t("Flags of a table")],
  ["mend", t("A table to mend")],
  ["visits", t("The next round of UCT")],
  ["vectors", t("Three players")],
  ["distances", t("Plies to the end")],
  ["proofs", t("Proof numbers")],
];

/** Makes a choice of a few with a label. @param {string} label @param {[string, string][]} options */
export function chooser(label, options) {
  const made = options.map(([value, text]) => el("option", { value }, text));
  const input = el("select", { class: "ask__select" }, ...made);
  return { input, element: el("label", { class: "ask__field" }, label, input) };
}

/** Makes the choice of the rule for cuts. */
export const ruleChooser = () =>
  chooser(t("Alpha-beta cuts at"), [
    ["<=", "beta <= alpha"],
    ["<", "beta < alpha"],
  ]);

/** Makes an input with a label. @param {string} label @param {Parameters<typeof el>[1]} attributes */
export function labelledInput(label, attributes) {
  const input = el("input", attributes);
  return { input, element: el("label", { class: "ask__field" }, label, input) };
}

/** Makes a field for a number. @param {string} label @param {number} value @param {number} min @param {number} max */
export const number = (label, value, min, max) =>
  labelledInput(label, { class: "ask__number", type: "number", value, min, max, required: true });
