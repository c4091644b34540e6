/** Shows all games as small boards in a sheet, on screens too low for the boards themselves. */

import "../../more_words.js";
import { t } from "../../words.js";
import { el } from "../dom.js";

/** Opens the sheet. @param {HTMLElement} tiles the boards, which stand on the page */
export function showAllGames(tiles) {
  const close = el("button", { class: "button", type: "button" }, t("Close"));
  const dialog = el("dialog", { class: "sheet", "aria-labelledby": "all-games-title" },
    el("div", { class: "sheet__head" }, el("h2", { id: "all-games-title", class: "sheet__title" }, t("All games")), close),
    tiles.cloneNode(true));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
