/** Draws the ladder of the ten opponents. */

/** @import { PageState } from "../../model/types.js" */

import { isBeaten, nextStop } from "../../model/ended/ladder.js";
import { climber, engineSeat } from "../../model/select.js";
import "../../more_words.js";
import { t } from "../../words.js";
import { face } from "../board/portrait.js";
import { el, set } from "../dom.js";

/** Shows the ladder: who is beaten, who comes next. A press on a face plays against it. */
export class Faces {
  /** @param {(level: number) => void} playAt */
  constructor(playAt) {
    this.playAt = playAt;
    this.element = el("div", { class: "faces", role: "group" });
    this.shown = "";
  }

  /** Draws the changes. @param {PageState} page @param {boolean} [shown] */
  render(page, shown = climber(page) !== null) {
    set(this.element, "hidden", !shown);
    const { ladder, levels } = page;
    const next = nextStop(ladder, levels)?.number ?? 0;
    const now = page.game.seats[engineSeat(page) ?? -1]?.level;
    const key = JSON.stringify([ladder, next, page.climbed, now]);
    if (key === this.shown) return;
    this.shown = key;
    const beaten = levels.filter(({ number }) => isBeaten(ladder, number));
    set(
      this.element,
      "aria-label",
      t("{n} of {all} beaten: {names}", {
        n: beaten.length,
        all: levels.length,
        names: beaten.map(({ name }) => name).join(", ") || "–",
      }),
    );
    this.element.replaceChildren(
      ...levels.map(({ number, name }) => {
        const drawn = face(number, ladder[number], isBeaten(ladder, number) || number === next);
        const label = `${number}, ${name}`;
        const place = el("button", { class: "faces__one", type: "button", title: label, "aria-label": label }, drawn);
        place.addEventListener("click", () => this.playAt(number));
        set(place, "aria-pressed", number === now ? "true" : "false");
        set(place, "data-next", number === next);
        set(place, "data-new", number === page.climbed);
        return place;
      }),
    );
  }
}
