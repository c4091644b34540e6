/** Shows the keys and the signs in a dialog. Loaded with the first look. */

import { el } from "../../view/dom.js";

/** @type {[string, string][]} */
const KEYS = [
  ["→ ←", "one step forward, one step back"], ["↓", "over: to the end of this state"], ["↑", "out: to the end of the state above"],
  ["C, Shift+C", "next cut, previous cut"], ["Home, End", "first step, last step"], ["1 2 3", "steps of the story, of visits, of lines"],
  ["Space", "play, pause"], ["B", "bookmark this step"], ["P", "predict what happens next"], ["W", "large, for a projector"], ["?", "this help"],
  ["In the tree", "arrows go from state to state; Enter goes to the step at which the state is done"],
];
/** @type {[string, string][]} */
const SIGNS = [
  ["short stroke", "a state with moves"], ["round dot", "a leaf, or the end of the game"], ["square dot", "a guess at the horizon"],
  ["stroke at the top", "an answer from the table"], ["broken stroke", "a probe"], ["tall stroke", "a state where the search cut"],
];

/** Opens the help. @param {boolean} letters @param {(on: boolean) => void} change the keys of one letter are wanted or not */
export function openHelp(letters, change) {
  const toggle = el("input", { type: "checkbox", checked: letters });
  toggle.addEventListener("change", () => change(toggle.checked));
  const close = el("button", { class: "button button--primary", type: "button", autofocus: true }, "Close");
  const list = (/** @type {[string, string][]} */ rows) => el("dl", { class: "help__list" }, ...rows.flatMap(([name, words]) => [el("dt", {}, name), el("dd", {}, words)]));
  const dialog = el("dialog", { class: "help", "aria-label": "Keys and signs" },
    el("h2", { class: "help__head" }, "Keys"), list(KEYS), el("label", { class: "switch" }, toggle, "Keys of one letter or digit"),
    el("h2", { class: "help__head" }, "Ticks of the strip"), list(SIGNS), close);
  const opener = document.activeElement;
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (opener instanceof HTMLElement) opener.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}
