/** Shows the keys and the signs in a dialog. Loaded with the first look. */

import { button, el } from "../../view/dom.js";
import { t } from "../../words.js";
import "../more_words.js";

/** @type {[string, string][]} */
const KEYS = [
  ["→ ←", t("one step forward, one step back")],
  ["↓", t("over: to the end of this state")],
  ["↑", t("out: to the end of the state above")],
  ["C, Shift+C", t("next cut, previous cut")],
  [t("Home, End"), t("first step, last step")],
  ["1 2 3", t("steps of the story, of visits, of lines")],
  [t("Space"), t("play, pause")],
  ["B", t("bookmark this step")],
  ["P", t("predict what happens next")],
  ["W", t("large, for a projector")],
  ["?", t("this help")],
  [t("In the tree"), t("arrows go from state to state; Enter goes to the step at which the state is done")],
];
/** @type {[string, string][]} */
const SIGNS = [
  [t("short stroke"), t("a state with moves")],
  [t("round dot"), t("a leaf, or the end of the game")],
  [t("square dot"), t("a guess at the horizon")],
  [t("stroke at the top"), t("an answer from the table")],
  [t("broken stroke"), t("a probe")],
  [t("tall stroke"), t("a state where the search cut")],
];

/** Opens the help. @param {boolean} letters keys of one letter are wanted @param {(on: boolean) => void} change */
export function openHelp(letters, change) {
  const toggle = el("input", { type: "checkbox", checked: letters });
  toggle.addEventListener("change", () => change(toggle.checked));
  const close = button(t("Close"), () => dialog.close(), "button button--primary", { autofocus: true });
  const list = (/** @type {[string, string][]} */ rows) =>
    el("dl", { class: "help__list" }, ...rows.flatMap(([name, words]) => [el("dt", {}, name), el("dd", {}, words)]));
  const dialog = el(
    "dialog",
    { class: "help", "aria-label": t("Keys and signs") },
    el("h2", { class: "help__head" }, t("Keys")),
    list(KEYS),
    el("label", { class: "switch" }, toggle, t("Keys of one letter or digit")),
    el("h2", { class: "help__head" }, t("Ticks of the strip")),
    list(SIGNS),
    close,
  );
  const opener = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (opener instanceof HTMLElement) opener.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}
