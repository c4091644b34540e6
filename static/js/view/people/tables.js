/** Lists the tables in play in a sheet; each link leads a watcher to a table. */

/** @import { Row } from "../../model/meeting.js" */
/** @import { Boot } from "../../model/types.js" */

import { gameAddress } from "../../model/address.js";
import { rowTitle, rowWords } from "../../model/meeting.js";
import "../../more_words.js";
import { sideName, t } from "../../words.js";
import { el, set } from "../dom.js";
import { picture } from "../panel/games.js";

const AGAIN_MS = 10_000; // a thousand open lists are a hundred questions a second

/**
 * Opens the sheet, which follows the games while it is open and in sight.
 *
 * @param {Boot["games"]} games all games of the server
 * @param {() => Promise<Row[] | null>} fetchTables
 * @param {() => void} watchEngines begins a game of two engines
 * @param {{on: boolean, set: (on: boolean) => void}} watched whether others may watch this person's games
 */
export function showTables(games, fetchTables, watchEngines, watched) {
  const list = el("ol", { class: "games" });
  const show = el("button", { class: "button button--primary", type: "button" }, t("Watch two engines"));
  const none = el(
    "div",
    { class: "invite__form", hidden: true },
    el(
      "p",
      { class: "quiet", role: "status" },
      t("No table is shown just now. A table is shown if both players like."),
    ),
    show,
  );
  const input = el("input", { type: "checkbox", role: "switch" });
  input.checked = watched.on;
  input.addEventListener("change", () => watched.set(input.checked));
  const close = el("button", { class: "button", type: "button" }, t("Close"));
  const dialog = el(
    "dialog",
    { class: "sheet", "aria-labelledby": "tables-title" },
    el(
      "div",
      { class: "sheet__head" },
      el("h2", { id: "tables-title", class: "sheet__title" }, t("Watch others play")),
      close,
    ),
    list,
    none,
    el("label", { class: "switch tables__mine" }, input, t("Others may watch my games")),
  );
  let shown = "";
  let timer = 0;

  /** Fetches the list and shows the changes; the focus stays with its table. */
  const refresh = async () => {
    const rows = document.hidden ? null : await fetchTables();
    if (!dialog.open) return;
    timer = window.setTimeout(refresh, AGAIN_MS);
    if (!rows || JSON.stringify(rows) === shown) return;
    shown = JSON.stringify(rows);
    const focused = document.activeElement instanceof HTMLAnchorElement ? document.activeElement.pathname : null;
    list.replaceChildren(...rows.map((row) => item(row, games)));
    set(none, "hidden", rows.length > 0);
    if (focused) [...list.querySelectorAll("a")].find((link) => link.pathname === focused)?.focus();
  };

  show.addEventListener("click", () => {
    dialog.close();
    watchEngines();
  });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    clearTimeout(timer);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  void refresh();
}

/** Draws a table in play. @param {Row} row @param {Boot["games"]} games */
function item(row, games) {
  const game = games.find(({ name }) => name === row.game);
  return el(
    "li",
    { class: "games__game" },
    el(
      "a",
      { class: "games__link", href: gameAddress(row.game_id) },
      picture({ board: game?.board ?? null, discs: row.discs }),
      el(
        "span",
        { class: "games__title" },
        rowTitle(row, [sideName(game?.players[0] ?? ""), sideName(game?.players[1] ?? "")]),
      ),
      el("span", { class: "quiet" }, rowWords(row, game?.title ?? row.game)),
    ),
  );
}
