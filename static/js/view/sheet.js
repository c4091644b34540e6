/** Shows the sheets that lie over the table for a moment, and what several of them ask. */

import "../more_words.js";
import { t } from "../words.js";
import { button, byId, el } from "./dom.js";

/**
 * Makes a sheet with a title and a button that closes it; a click beside it closes it, too.
 * @param {string} id @param {string | HTMLElement} title @param {(Node | string)[]} parts
 */
export function makeSheet(id, title, parts) {
  const head = typeof title === "string" ? el("h2", {}, title) : title;
  Object.assign(head, { id: `${id}-title`, className: "sheet__title" });
  const close = button(t("Close"), () => dialog.close());
  const dialog = el(
    "dialog",
    { class: "sheet", "aria-labelledby": head.id },
    el("div", { class: "sheet__head" }, head, close),
    ...parts,
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  return dialog;
}

/** Opens a sheet that is gone once it is closed. @param {string} id @param {string | HTMLElement} title @param {...(Node | string)} parts */
export function openSheet(id, title, ...parts) {
  const dialog = makeSheet(id, title, parts);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  return dialog;
}

/** Shows all games as small boards. */
export function showAllGames() {
  const tiles = byId("tiles");
  openSheet(
    "all-games",
    t("All games"),
    ...(tiles instanceof HTMLTemplateElement ? [tiles.content.cloneNode(true)] : []),
  );
}

/** Makes the field for a person's name. @param {string} id @param {string} name the name so far */
export const nameField = (id, name) =>
  el("input", { class: "link__field", type: "text", maxlength: 20, autocomplete: "nickname", id, value: name });

/** Labels the field for a name among other wishes. @param {HTMLInputElement} field */
export const named = (field) =>
  el("div", {}, el("label", { class: "invite__label", for: field.id }, t("Your name, if you like")), field);

/**
 * Asks for the person's name, which is shown to the other person and to watchers.
 *
 * @param {string} name the name so far
 * @param {(name: string) => void} give called with the new name; "" for none
 */
export function askName(name, give) {
  const field = nameField("name-field", name);
  const save = el("button", { class: "button button--primary" }, t("Save"));
  const form = el("form", { class: "link__row", method: "dialog" }, field, save);
  form.addEventListener("submit", () => give(field.value.trim()));
  const words = t("The other player and those who watch see it. Leave it empty to play without a name.");
  openSheet("name", el("label", { for: field.id }, t("Your name")), el("p", { class: "quiet" }, words), form);
  field.focus();
}

/**
 * Makes a choice of one among a few, as radio buttons in a row.
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
