/**
 * The moves of the game, two to a line, the last one marked.
 *
 * @typedef {import("../model/types.js").PageState} PageState
 */

import { moveWords } from "../model/words.js";
import { el, set } from "./dom.js";

export class Moves {
  constructor() {
    this.list = el("ol", { class: "moves__list number" });
    this.element = el("div", { class: "moves", tabindex: 0, role: "log", "aria-live": "off", "aria-label": "Moves" }, this.list);
    this.shown = "";
  }

  /** @param {PageState} page */
  render(page) {
    const plies = played(page);
    const shown = plies.map((ply) => `${ply.seat}${ply.text}`).join(" ");
    if (shown === this.shown) return;
    this.shown = shown;
    this.list.replaceChildren();
    /** @type {HTMLElement | null} */
    let line = null;
    for (const [i, ply] of plies.entries()) {
      if (i % 2 === 0) {
        line = el("li", { class: "moves__turn" }, el("span", { class: "quiet", "aria-hidden": "true" }, `${i / 2 + 1}`));
        this.list.append(line);
      }
      const move = el("span", { class: "moves__move" }, el("span", { class: "unseen" }, `${ply.name} `), ply.text);
      set(move, "aria-current", i === plies.length - 1 ? "true" : null);
      line?.append(move);
    }
    this.element.scrollTo({ top: this.element.scrollHeight, left: this.element.scrollWidth });
  }
}

/**
 * What was played, as places on the board where there is one, so that a slipped disc is listed where it lies.
 *
 * @param {PageState} page
 * @returns {{seat: number, name: string, text: string}[]}
 */
function played(page) {
  const { info, game } = page;
  const [width, height] = info.board ?? [0, 0];
  if (!info.board) {
    return game.moves.map((move, i) => ({ seat: i % 2, name: info.players[i % 2 ? 1 : 0], text: moveWords(page, move) }));
  }
  return game.discs.map(([column, row, seat]) => ({
    seat,
    name: info.players[seat],
    text: String(info.gravity ? column : (height - row) * width + column),
  }));
}
