/** Lists the tables in play in a sheet; each link leads a watcher to a table. */

/** @import { Row } from "../../model/meeting.js" */
/** @import { Boot } from "../../model/types.js" */

import { gameAddress } from "../../files.js";
import { rowTitle, rowWords } from "../../model/meeting.js";
import "../../more_words.js";
import { sideName, t } from "../../words.js";
import { button, el, set, toggle } from "../dom.js";
import { picture } from "../panel/games.js";
import { openSheet } from "../sheet.js";

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
  const show = button(
    t("Watch two engines"),
    () => {
      dialog.close();
      watchEngines();
    },
    "button button--primary",
  );
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
  const mine = el("label", { class: "switch tables__mine" }, toggle(watched.set, watched.on));
  mine.append(t("Others may watch my games"));
  const dialog = openSheet("tables", t("Watch others play"), list, none, mine);
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

  dialog.addEventListener("close", () => clearTimeout(timer));
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
