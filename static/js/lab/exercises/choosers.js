/** Offers the kinds and shapes of exercises. */

import { el } from "../../view/dom.js";

/** Lists the kinds of exercises, each with its words. @type {[string, string][]} */
export const KINDS = [
  ["values", "Values of nodes"], ["windows", "Windows on entry"], ["cuts", "Leaves never looked at"], ["order", "Order of moves"],
  ["next", "What happens next?"], ["bug", "Spot the bug"], ["make", "Make a tree"],
];

/** Lists the shapes of trees, each with its words. @type {[string, string][]} */
export const SHAPES = [
  ["2x2x2", "2 x 2 x 2"], ["3x3", "3 x 3"], ["3x2x2", "3 x 2 x 2"], ["2x2x2x2", "2 x 2 x 2 x 2"], ["3x3x3", "3 x 3 x 3"],
  ["uneven-8", "uneven, 8 leaves"], ["uneven-12", "uneven, 12 leaves"], ["2xc2x2", "2 x 2 x 2 with chance"],
];

/** Makes a choice of a few with a label. @param {string} label @param {[string, string][]} options */
export function chooser(label, options) {
  const input = el("select", { class: "ask__select" }, ...options.map(([value, text]) => el("option", { value }, text)));
  return { input, element: el("label", { class: "ask__field" }, label, input) };
}
