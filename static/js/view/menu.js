/**
 * The menu: it closes when the person goes elsewhere, and holds the choice of light and the way out of a game.
 *
 * @typedef {import("../model/types.js").PageState} PageState
 */

import { isOwner, sharedScreen } from "../model/select.js";
import { byId, say, set } from "./dom.js";

export class Menu {
  /**
   * @param {string} light "system", "day" or "night"
   * @param {{resign: () => void, light: (chosen: string) => void}} wishes
   */
  constructor(light, wishes) {
    this.menu = byId("menu");
    this.resign = byId("resign");
    this.resign.addEventListener("click", () => {
      this.menu.removeAttribute("open");
      wishes.resign();
    });
    closeElsewhere(this.menu);
    chooseLight(light, wishes.light);
  }

  /** @param {PageState} page */
  render(page) {
    const { game, info } = page;
    const playing = game.game_id !== null && !game.outcome && game.seats.some((seat) => seat.kind === "human");
    set(this.resign, "disabled", !(playing && isOwner(page)));
    say(this.resign, sharedScreen(page) && game.to_move !== null ? `${info.players[game.to_move]} resigns` : "Resign");
  }
}

/** @param {HTMLElement} menu */
function closeElsewhere(menu) {
  if (!(menu instanceof HTMLDetailsElement)) return;
  document.addEventListener("pointerdown", (event) => {
    if (menu.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}

/** @param {string} chosen @param {(chosen: string) => void} choose */
function chooseLight(chosen, choose) {
  for (const input of byId("theme").querySelectorAll("input")) {
    input.checked = input.value === chosen;
    input.addEventListener("change", () => {
      if (input.value === "system") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = input.value;
      choose(input.value);
    });
  }
}
