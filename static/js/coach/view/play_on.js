/** Leads from a position of the coach to the table: it is played on against a level as strong as the person. */

/** @import { Rating } from "../model/rating.js" */

import { againstAddress } from "../../files.js";
import { el, set, setText } from "../../view/dom.js";
import { t } from "../../words.js";
import { BOARD } from "../model/puzzle.js";
import { levelOf } from "../model/rating.js";

/** The level where the points of the levels are not here yet. */
const MIDDLE = 5;

/** Shows the link. */
export class PlayOn {
  constructor() {
    this.link = el("a", { class: "button" });
    this.element = el("p", { class: "coach__on" }, this.link);
  }

  /**
   * Draws the changes.
   *
   * @param {string | null} notation the moves; null: there is nothing to play on
   * @param {Rating} rating
   * @param {number[]} [levels] the points of each level
   */
  render(notation, { points }, levels) {
    set(this.element, "hidden", notation === null);
    if (notation === null) return;
    const level = levels ? levelOf(points, levels) : MIDDLE;
    setText(this.link, t("Play it on against level {n}", { n: level }));
    set(this.link, "href", againstAddress({ game: BOARD.name, notation }, level));
  }
}
