/** Lists the games of this browser in a sheet; each link goes on with a game. */

import { el } from "../dom.js";

/**
 * Opens the sheet.
 *
 * @param {{id: string, summary: import("../../model/summary.js").Summary}[]} games
 * @param {string | null} current the game on the table
 * @param {(id: string) => void} forget
 */
export function showGames(games, current, forget) {
  const list = el("ol", { class: "games" }, ...games.map(({ id, summary }) => {
    const item = el("li", { class: "games__game" });
    const words = `${summary.seats} · ${summary.state} · ${summary.ply} ${summary.ply === 1 ? "move" : "moves"}`;
    const link = el("a", { class: "games__link", href: `/game/${id}`, "aria-current": id === current ? "true" : null },
      el("span", { class: "games__title" }, summary.title), el("span", { class: "quiet" }, words));
    const drop = el("button", { class: "button button--icon", type: "button", "aria-label": `Forget this game: ${summary.title}, ${words}` }, "×");
    drop.addEventListener("click", () => {
      forget(id);
      item.remove();
      dialog.querySelector("button")?.focus();
    });
    item.append(link, drop);
    return item;
  }));
  const close = el("button", { class: "button", type: "button" }, "Close");
  const dialog = el("dialog", { class: "sheet", "aria-labelledby": "games-title" },
    el("div", { class: "sheet__head" }, el("h2", { id: "games-title", class: "sheet__title" }, "Your games"), close),
    games.length ? list : el("p", { class: "quiet" }, "None yet. Your first move starts one."));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
