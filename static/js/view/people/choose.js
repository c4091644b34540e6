/** Makes a choice of one among a few, as radio buttons in a row. */

import { el } from "../dom.js";

/**
 * Makes a choice of one.
 *
 * @param {string} name
 * @param {string} title
 * @param {string[][]} options value, words, and spoken words
 */
export function choose(name, title, options) {
  const inputs = options.map(([value = "", , spoken]) =>
    el("input", { type: "radio", name: `invite-${name}`, value, "aria-label": spoken ?? null }),
  );
  const [first] = inputs;
  if (first) first.checked = true;
  const labels = inputs.map((input, i) => el("label", {}, input, options[i]?.[1] ?? ""));
  return {
    element: el(
      "fieldset",
      { class: "invite__choice" },
      el("legend", {}, title),
      el("div", { class: "choice" }, ...labels),
    ),
    value: () => inputs.find((input) => input.checked)?.value ?? "0",
    set: (/** @type {string} */ value) => inputs.forEach((input) => (input.checked = input.value === value)),
  };
}
