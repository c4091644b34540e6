/** Asks for the person's name in a sheet; the name is shown to the other person and to watchers. */

import { el } from "../dom.js";
import "../../more_words.js";
import { t } from "../../words.js";

/**
 * Opens the sheet.
 *
 * @param {string} name the name so far
 * @param {(name: string) => void} give called with the new name; "" for none
 */
export function askName(name, give) {
  const field = el("input", {
    class: "link__field",
    type: "text",
    maxlength: 20,
    autocomplete: "nickname",
    id: "name-field",
    value: name,
  });
  const save = el("button", { class: "button button--primary" }, t("Save"));
  const form = el("form", { class: "link__row", method: "dialog" }, field, save);
  const dialog = el(
    "dialog",
    { class: "sheet", "aria-labelledby": "name-title" },
    el(
      "div",
      { class: "sheet__head" },
      el("label", { id: "name-title", class: "sheet__title", for: "name-field" }, t("Your name")),
    ),
    el(
      "p",
      { class: "quiet" },
      t("The other player and those who watch see it. Leave it empty to play without a name."),
    ),
    form,
  );
  form.addEventListener("submit", () => give(field.value.trim()));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
