/** Shows all games as small boards in a sheet. */

import "../../more_words.js";
import { t } from "../../words.js";
import { byId, el } from "../dom.js";

/** Opens the sheet. */
export function showAllGames() {
  const tiles = byId("tiles");
  const close = el("button", { class: "button", type: "button" }, t("Close"));
  const dialog = el(
    "dialog",
    { class: "sheet", "aria-labelledby": "all-games-title" },
    el(
      "div",
      { class: "sheet__head" },
      el("h2", { id: "all-games-title", class: "sheet__title" }, t("All games")),
      close,
    ),
    ...(tiles instanceof HTMLTemplateElement ? [tiles.content.cloneNode(true)] : []),
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
