/** Provides what forms have in common: names above controls, and an act in place of the sending. */

import { el } from "./dom.js";

/** Names a control above it. @param {string} words @param {HTMLElement} control */
export const labelled = (words, control) =>
  el("label", { class: "field" }, el("span", { class: "field__name quiet" }, words), control);

/** Acts where a form is sent, in place of the browser. @param {HTMLElement} form @param {() => unknown} act */
export function onSubmit(form, act) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
}
