/** The menu: it closes when the person goes elsewhere, and holds the choice of light. */

import { recall, remember } from "../net/keep.js";
import { byId } from "./dom.js";

export function prepareMenu() {
  const menu = byId("menu");
  if (!(menu instanceof HTMLDetailsElement)) return;
  document.addEventListener("pointerdown", (event) => {
    if (menu.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  const chosen = recall("theme") ?? "system";
  for (const input of byId("theme").querySelectorAll("input")) {
    input.checked = input.value === chosen;
    input.addEventListener("change", () => {
      if (input.value === "system") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = input.value;
      remember("theme", input.value === "system" ? null : input.value);
    });
  }
}
